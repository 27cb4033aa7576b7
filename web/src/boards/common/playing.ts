/** What the boards share in time: the scene before, animation in steps, and sending once. */

import { createContext, useCallback, useContext, useEffect, useState } from "react";

/** How long things move, beside what is usual: 2 is twice as long. */
export const Pace = createContext(1);

interface Dated {
  turn: { decision: number };
}

/** The scene that was shown before the last decision; null until there was one. `key` tells what counts as one. */
export function useBefore<S extends Dated>(scene: S, key: (scene: S) => number = (one) => one.turn.decision): S | null {
  const [seen, setSeen] = useState<{ now: S; before: S | null }>({ now: scene, before: null });
  if (seen.now === scene) return seen.before;
  const same = key(seen.now) === key(scene);
  const next = { now: scene, before: same ? seen.before : seen.now };
  setSeen(next);
  return next.before;
}

/** Time that passes from 0 to 1 once for every new key; 1 for what is there at first and where nothing may move. */
export function useProgress(key: string | number, usual: number, animate: boolean): number {
  const lasting = usual * useContext(Pace);
  const [played, setPlayed] = useState({ key, share: 1 });
  let share = played.share;
  if (played.key !== key) {
    share = animate && lasting > 0 ? 0 : 1;
    setPlayed({ key, share });
  }
  const running = share < 1;
  useEffect(() => {
    if (!running) return undefined;
    let frame = 0;
    const begin = performance.now();
    const tick = () => {
      const next = Math.min(1, (performance.now() - begin) / lasting);
      setPlayed((now) => (now.key === key ? { key, share: next } : now));
      if (next < 1) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [key, lasting, running]);
  return share;
}

/** Plays through steps that last so many milliseconds each, once for every new key; returns how many are over.
 *
 * What is there at first is not played, and nothing is when `animate` is false. */
export function useSteps(key: string | number, lasting: readonly number[], animate: boolean): number {
  const [played, setPlayed] = useState({ key, step: Infinity });
  let step = played.step;
  if (played.key !== key) {
    step = animate ? 0 : Infinity;
    setPlayed({ key, step });
  }
  const pace = useContext(Pace);
  const usual = lasting[step];
  const wait = usual === undefined ? undefined : usual * pace;
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => {
      setPlayed((now) => (now.key === key ? { key, step: now.step + 1 } : now));
    }, wait);
    return () => clearTimeout(timer);
  }, [key, step, wait]);
  return Math.min(step, lasting.length);
}

/** Sends moves, and says for a while that they are on their way, so that nobody sends them twice. */
export function useSending(decision: number, onMove: (moves: string[]) => void): [boolean, (moves: string[]) => void] {
  const [sent, setSent] = useState<number | null>(null);
  useEffect(() => {
    if (sent === null) return undefined;
    // A refusal brings no new scene: then it can be tried again.
    const timer = setTimeout(() => setSent(null), 2500);
    return () => clearTimeout(timer);
  }, [sent]);
  const send = useCallback(
    (moves: string[]) => {
      setSent(decision);
      onMove(moves);
    },
    [decision, onMove],
  );
  return [sent === decision, send];
}
