/** Foretells a turn as the server does. For the gallery and the tests, which have no server. */

import type { Place, Preview } from "../types";
import type { TarbleMove, TarbleScene } from "./scene";
import { after, boardOf, isDeadly, keyOf, movementsOf, textOf, type Board, type Movement } from "./hexes";

export default function tarblePreview(scene: TarbleScene, texts: string[]): Preview<TarbleScene> {
  const data = scene.board_data;
  let board = boardOf(data);
  let left = data.left;
  for (const text of texts) {
    const movement = left > 0 ? movesOn(board, data.side).find((move) => textOf(move) === text) : undefined;
    if (movement === undefined) return { scene: null, moves: [], over: false, fault: `${text} cannot be done` };
    board = after(board, movement);
    left -= 1;
  }
  const next = movesOn(board, data.side);
  const over = left === 0 || next.length === 0;
  const moves: TarbleMove[] = over ? [] : next.map((move) => ({ ...move, text: textOf(move), words: textOf(move), deadly: isDeadly(move.to) }));
  const seen: TarbleScene = { ...scene, moves, board_data: { ...data, left, neutral: board.neutral, pieces: piecesOf(board) } };
  return { scene: seen, moves, over, fault: null };
}

function movesOn(board: Board, side: number): Movement[] {
  return placesOf(board).flatMap((place) => (board.pieces.get(keyOf(place)) === side ? movementsOf(board, place, side) : []));
}

function placesOf(board: Board): Place[] {
  return [...board.pieces.keys()].map((key) => key.split(",").map(Number) as Place);
}

function piecesOf(board: Board) {
  return placesOf(board).map(([x, y]) => ({ x, y, side: board.pieces.get(keyOf([x, y])) ?? 0 }));
}
