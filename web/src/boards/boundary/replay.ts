/** The last turn, as it went: both sides at once, a pixel at a time. */

import type { BoundaryData, BoundaryPiece, Treasure } from "./scene";
import type { Standing } from "./ground";

/** Milliseconds that the last turn takes to be shown. */
export function lasting(data: BoundaryData): number {
  const far = longest(data);
  return far === 0 ? 0 : Math.min(1800, Math.max(600, far * 22));
}

function longest(data: BoundaryData): number {
  return Math.max(0, ...(data.last_turn?.moved ?? []).map(({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1])));
}

export interface Moment {
  pieces: Standing[];
  /** Captured pieces and taken treasures that fade. */
  lost: BoundaryPiece[];
  taken: Treasure[];
  fade: number;
}

/** The field when a share of the last turn is over; at 1 it is the scene itself. */
export function moment(data: BoundaryData, share: number): Moment {
  const now: Standing[] = data.pieces;
  const last = data.last_turn;
  if (last === null || share >= 1) return { pieces: now, lost: [], taken: [], fade: 0 };
  const gone = share * longest(data);
  const moves = new Map(last.moved.map((moved) => [moved.piece, moved]));
  const fade = Math.max(0, 1 - Math.max(0, share - 0.5) * 2);
  const walking = now.map((piece) => {
    const moved = moves.get(piece.piece);
    if (moved === undefined) return piece;
    const far = Math.hypot(moved.to[0] - moved.from[0], moved.to[1] - moved.from[1]);
    const part = far === 0 ? 1 : Math.min(1, gone / far);
    return { ...piece, x: moved.from[0] + (moved.to[0] - moved.from[0]) * part, y: moved.from[1] + (moved.to[1] - moved.from[1]) * part };
  });
  return { pieces: share < 0.6 ? [...walking, ...last.captured] : walking, lost: last.captured, taken: last.taken, fade };
}
