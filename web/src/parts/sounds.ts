/** Sounds of a table: a few tones, made when they are needed. */

import { useEffect, useRef } from "react";
import type { TableInfo } from "../api/types";
import { yourTurn, type TableView } from "../net/table-state";
import { announce } from "./announcer";
import { isLow } from "./clock";
import { outcomeFor } from "./ending";

export type Sound = "own" | "other" | "turn" | "won" | "lost" | "drawn" | "low";

/** Frequency in hertz, when it begins, and how long it lasts, in seconds. */
type Tone = [pitch: number, from: number, lasting: number];

const TONES: Record<Sound, Tone[]> = {
  own: [[420, 0, 0.07]],
  other: [[300, 0, 0.09]],
  turn: [[520, 0, 0.08], [660, 0.09, 0.1]],
  won: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.3]],
  lost: [[392, 0, 0.18], [311, 0.18, 0.32]],
  drawn: [[440, 0, 0.15], [440, 0.2, 0.25]],
  low: [[880, 0, 0.06]],
};
const LOUD = 0.12;

let device: AudioContext | null = null;

/** Plays a sound. Where the browser has none, or nobody has touched the page yet, nothing is heard. */
export function play(sound: Sound): void {
  if (typeof AudioContext !== "function") return;
  device ??= new AudioContext();
  if (device.state === "suspended") void device.resume();
  const start = device.currentTime + 0.01;
  for (const [pitch, from, lasting] of TONES[sound]) {
    const [tone, loud] = [device.createOscillator(), device.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, start + from);
    loud.gain.linearRampToValueAtTime(LOUD, start + from + 0.012);
    loud.gain.exponentialRampToValueAtTime(0.001, start + from + lasting);
    tone.connect(loud).connect(device.destination);
    tone.start(start + from);
    tone.stop(start + from + lasting + 0.02);
  }
}

/** Sounds of what happens, for whoever has switched them on. */
export function useSounds(view: TableView, table: TableInfo, on: boolean) {
  const heard = useRef<{ decision: number; over: boolean } | null>(null);
  const over = table.state === "over";
  const { decision, you } = view;
  const turn = yourTurn(view);
  const mover = view.events.findLast((event) => event.kind === "moved")?.data["seat"];
  const outcome = outcomeFor(table.result, you);
  useEffect(() => {
    const before = heard.current;
    heard.current = { decision, over };
    if (before === null || !on) return;
    if (over && !before.over) play(outcome === "lost" ? "lost" : outcome === "drawn" || outcome === "over" ? "drawn" : "won");
    else if (decision !== before.decision) play(mover === you ? "own" : turn ? "turn" : "other");
  }, [decision, over, on, mover, you, turn, outcome]);
}

/** Says once for each decision that little time is left, by a word for those who cannot see the clock and by a tone. */
export function useLowTime({ clock, clockAt, you, decision }: TableView, on: boolean) {
  const told = useRef(-1);
  const left = you !== null && clock?.running.includes(you) === true ? (clock.left[you] ?? null) : null;
  const limit = clock?.limit ?? null;
  useEffect(() => {
    if (left === null || told.current === decision) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const now = left - (performance.now() - clockAt) / 1000;
      if (isLow(now, limit)) {
        told.current = decision;
        announce(`You have ${Math.max(0, Math.ceil(now))} seconds left.`);
        if (on) play("low");
      } else timer = setTimeout(look, 1000 * Math.min(3600, Math.max(0.2, now - 60)));
    };
    look();
    return () => clearTimeout(timer);
  }, [left, clockAt, limit, decision, on]);
}
