/** The turn that you are making: movements that can be taken back until the turn is ended. */

import { useState } from "react";
import type { Preview } from "../types";
import type { TarbleMove, TarbleScene } from "./scene";
import { after, boardOf, nameOf, textOf, type Board, type Movement } from "./hexes";

export interface Turn {
  /** The movements so far. */
  made: Movement[];
  board: Board;
  left: number;
  /** What the server offers next; null while it is asked. */
  moves: TarbleMove[] | null;
  /** Whether the turn is complete and can be sent. */
  complete: boolean;
  points: number[];
  fault: string | null;
  make(way: Movement[]): void;
  undo(): void;
  undoAll(): void;
}

interface Kept {
  decision: number;
  made: Movement[];
  answers: Map<string, Preview<TarbleScene>>;
  fault: string | null;
}

const nameOfTurn = (made: Movement[]): string => made.map(textOf).join(" ");

export function useTurn(scene: TarbleScene, onPreview: (moves: string[]) => Promise<Preview<TarbleScene>>): Turn {
  const decision = scene.turn.decision;
  const fresh = (): Kept => ({ decision, made: [], answers: new Map(), fault: null });
  const [kept, setKept] = useState(fresh);
  let now = kept;
  if (kept.decision !== decision) {
    now = fresh();
    setKept(now);
  }

  const go = (made: Movement[]) => {
    setKept((old) => (old.decision === decision ? { ...old, made, fault: null } : old));
    const name = nameOfTurn(made);
    if (made.length === 0 || now.answers.has(name)) return;
    const answered = (preview: Preview<TarbleScene>) =>
      setKept((old) => {
        if (old.decision !== decision) return old;
        const answers = new Map(old.answers).set(name, preview);
        if (!preview.fault) return { ...old, answers };
        // What the server will not do is taken back here, too.
        const refused = nameOfTurn(old.made).startsWith(name);
        return refused ? { ...old, made: made.slice(0, -1), fault: preview.fault } : old;
      });
    onPreview(made.map(textOf)).then(answered, () =>
      answered({ scene: null, moves: [], over: false, fault: "The server did not answer. Try again." }),
    );
  };

  const answer = now.made.length === 0 ? null : (now.answers.get(nameOfTurn(now.made)) ?? null);
  const seen = answer?.scene ?? null;
  const board = seen !== null ? boardOf(seen.board_data) : now.made.reduce(after, boardOf(scene.board_data));
  const offered = now.made.length === 0 ? scene.moves : answer === null ? null : (seen?.moves ?? answer.moves);
  return {
    made: now.made,
    board,
    left: Math.max(0, scene.board_data.left - now.made.length),
    moves: answer?.over === true ? [] : offered,
    complete: answer?.over === true,
    points: gained(scene, now.made),
    fault: now.fault,
    make: (way) => go([...now.made, ...way]),
    undo: () => go(now.made.slice(0, -1)),
    undoAll: () => go([]),
  };
}

function gained(scene: TarbleScene, made: Movement[]): number[] {
  const caught = made.filter((movement) => movement.captures !== null).length;
  return (scene.points ?? [0, 0]).map((points, side) => (side === scene.board_data.side ? points + caught : points));
}

/** A movement in words, for the list of what was done. */
export function inWords(movement: Movement): string {
  const capture = movement.captures === null ? "" : ` capturing ${nameOf(movement.captures)}`;
  return `${nameOf(movement.from)} to ${nameOf(movement.to)}${capture}`;
}
