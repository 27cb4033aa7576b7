/** The last turn, as it went: both sides at once, a pixel at a time, with captures and merges when they happened. */

import type { BoundaryData, BoundaryPiece, Treasure } from "./scene";
import type { Standing } from "./ground";

/** Milliseconds for which what was captured or taken fades, and for which a piece is marked that has joined others. */
const FADE = 500;

/** Milliseconds that the last turn takes to be shown: the pieces' way, and time for what happened at its end. */
export function lasting(data: BoundaryData): number {
  const walk = walking(data);
  return walk === 0 ? 0 : walk + (happened(data) ? FADE : 0);
}

function walking(data: BoundaryData): number {
  const far = longest(data);
  return far === 0 ? 0 : Math.min(1800, Math.max(600, far * 22));
}

function happened({ last_turn: last }: BoundaryData): boolean {
  return last !== null && (last.captured.length > 0 || last.taken.length > 0 || last.moments.length > 0);
}

function longest({ last_turn: last }: BoundaryData): number {
  return Math.max(last?.way ?? 0, ...(last?.moved ?? []).map(({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1])));
}

/** Something that has gone, and how much of it is still to be seen: 1 is all. */
export type Fading<T> = T & { fade: number };

export interface Moment {
  pieces: Standing[];
  /** Captured pieces and taken treasures: whole until it happens, then they fade. */
  lost: Fading<Pick<BoundaryPiece, "piece" | "seat" | "x" | "y">>[];
  taken: Fading<Treasure>[];
  /** Pieces that have just joined or left others. */
  joined: Set<number>;
}

/** The field when a share of the time is over; at 1 it is the scene itself. */
export function moment(data: BoundaryData, share: number): Moment {
  const last = data.last_turn;
  if (last === null || share >= 1) return { pieces: data.pieces, lost: [], taken: [], joined: new Set() };
  const walk = walking(data);
  const time = share * lasting(data);
  const gone = Math.min(1, time / walk) * longest(data);
  // Where the rules did not tell when, all of it happens in the middle.
  const moments = last.moments.length > 0 ? last.moments : [{ share: 0.6, captured: last.captured, taken: last.taken.map(({ treasure }) => treasure), joined: [] }];
  const since = (when: number) => time - when * walk;
  const fadeOf = (when: number) => Math.max(0, 1 - Math.max(0, since(when)) / FADE);

  const blobs = new Map(last.blobs.map(({ piece, blob }) => [piece, blob]));
  const joined = new Set<number>();
  for (const { share: when, joined: changed } of moments) {
    if (since(when) < 0) break;
    for (const { piece, blob } of changed) {
      blobs.set(piece, blob);
      if (since(when) < FADE) joined.add(piece);
    }
  }
  const known = last.moments.length > 0;
  const moves = new Map(last.moved.map((moved) => [moved.piece, moved]));
  const pieces: Standing[] = data.pieces.map((piece) => {
    const moved = moves.get(piece.piece);
    const blob = known ? (blobs.get(piece.piece) ?? piece.blob) : piece.blob;
    return moved === undefined ? { ...piece, blob } : { ...piece, blob, ...along(moved.from, moved.to, gone) };
  });
  const lost: Moment["lost"] = [];
  for (const { share: when, captured } of moments) {
    for (const { piece, seat, x, y } of captured) {
      const start = last.captured.find((one) => one.piece === piece);
      const at = start === undefined ? { x, y } : along([start.x, start.y], [x, y], gone);
      lost.push({ piece, seat, ...at, fade: fadeOf(when) });
      // Until then it holds ground like any other.
      if (since(when) < 0) pieces.push({ piece, seat, ...at, blob: (known ? blobs.get(piece) : start?.blob) ?? piece });
    }
  }
  const when = new Map(moments.flatMap((one) => one.taken.map((treasure) => [treasure, one.share] as const)));
  return { pieces, lost, taken: last.taken.map((treasure) => ({ ...treasure, fade: fadeOf(when.get(treasure.treasure) ?? 1) })), joined };
}

/** Where a piece is on its way after so many pixels. */
function along(from: readonly [number, number], to: readonly [number, number], gone: number): { x: number; y: number } {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const part = far === 0 ? 1 : Math.min(1, gone / far);
  return { x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part };
}
