/** What happened between two scenes, movement by movement, to be shown once. */

import type { Place } from "../types";
import type { TarblePastMove, TarbleScene } from "./scene";
import { after, boardOf, keyOf, PLACES, standing, type Board, type Movement } from "./hexes";

export interface Shown {
  board: Board;
  movement: Movement | null;
  /** What this movement took off the board; -1 is the neutral piece. */
  gone: { place: Place; side: number }[];
}

/** The movements that came since the scene before. Your own were seen when you made them. */
export function news(before: TarbleScene | null, scene: TarbleScene): TarblePastMove[] {
  if (before === null) return [];
  const [old, now] = [before.board_data, scene.board_data];
  const seen = old.moved.length;
  let found: TarblePastMove[] = [];
  if (now.turn === old.turn) found = now.moved.slice(seen);
  else if (now.turn === old.turn + 1) found = [...now.last_turn.slice(seen), ...now.moved];
  return found.every((movement) => movement.side === scene.you) ? [] : found;
}

/** A board for each movement that came since the scene before; the scene itself follows them. */
export function frames(before: TarbleScene | null, scene: TarbleScene): Shown[] {
  const movements = news(before, scene);
  if (before === null || movements.length === 0) return [];
  let board = boardOf(before.board_data);
  const shown: Shown[] = [];
  let side = movements[0]?.side;
  for (const movement of movements) {
    if (movement.side !== side) {
      // The turn changed in between, which the views do not show one by one: the neutral piece is back.
      board = { pieces: board.pieces, neutral: standing(board, [0, 0]) === null || board.neutral };
      side = movement.side;
    }
    if (board.pieces.get(keyOf(movement.from)) !== movement.side) return [];
    const next = after(board, movement);
    shown.push({ board: next, movement, gone: lost(board, next, movement.from) });
    board = next;
  }
  const end = boardOf(scene.board_data);
  const sacrificed = lost(board, end, null);
  if (sacrificed.length > 0) shown.push({ board: end, movement: null, gone: sacrificed });
  return shown;
}

function lost(before: Board, now: Board, left: Place | null): Shown["gone"] {
  return PLACES.flatMap((place) => {
    const side = standing(before, place);
    const gone = side !== null && standing(now, place) === null && (left === null || keyOf(left) !== keyOf(place));
    return gone ? [{ place, side }] : [];
  });
}
