/**
 * Tarble's board: a hexagon with 6 cells along each side. A place is [x, y] with the centre at [0, 0]; x grows to the
 * right and y to the upper left; x, y and x − y lie between −5 and 5.
 */

import type { Place } from "../types";
import type { TarbleData } from "./scene";

export const SIDE = 6;
/** The distance of a cell's corners from its middle, where neighbours are 1 apart. */
export const CORNER = 1 / Math.sqrt(3);

const WAYS: Place[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
];

export type Key = string;

export const keyOf = (place: Place): Key => `${place[0]},${place[1]}`;
export const nameOf = (place: Place): string => `(${place[0]},${place[1]})`;

export function onBoard([x, y]: Place): boolean {
  const most = SIDE - 1;
  return Math.abs(x) <= most && Math.abs(y) <= most && Math.abs(x - y) <= most;
}

/** All places, row by row from the top. */
export const PLACES: Place[] = [];
for (let y = SIDE - 1; y > -SIDE; y -= 1) {
  for (let x = -SIDE + 1; x < SIDE; x += 1) if (onBoard([x, y])) PLACES.push([x, y]);
}

/** Corners and centre: pieces that end a turn there are removed. */
export function isDeadly([x, y]: Place): boolean {
  const far = Math.max(Math.abs(x), Math.abs(y), Math.abs(x - y));
  if (far === 0) return true;
  // On a corner two of the three coordinates are at their ends.
  const ends = [x, y, x - y].filter((value) => Math.abs(value) === SIDE - 1).length;
  return far === SIDE - 1 && ends === 2;
}

/** The middle of a cell on the screen, y downwards; `turned` shows the board from Blue's side. */
export function middle([x, y]: Place, turned = false): { x: number; y: number } {
  const sign = turned ? -1 : 1;
  return { x: sign * (x - y / 2), y: (-sign * y * Math.sqrt(3)) / 2 };
}

/** The corners of a cell around 0,0, shrunk by a factor. */
export function hexagon(scale = 1): string {
  const points = [];
  for (let corner = 0; corner < 6; corner += 1) {
    const angle = ((60 * corner - 90) * Math.PI) / 180;
    points.push(`${(CORNER * scale * Math.cos(angle)).toFixed(4)},${(CORNER * scale * Math.sin(angle)).toFixed(4)}`);
  }
  return points.join(" ");
}

export interface Board {
  /** The side of the piece on each place. */
  pieces: Map<Key, number>;
  neutral: boolean;
}

export interface Movement {
  from: Place;
  to: Place;
  captures: Place | null;
}

export function boardOf(data: TarbleData): Board {
  return { pieces: new Map(data.pieces.map((piece) => [keyOf([piece.x, piece.y]), piece.side])), neutral: data.neutral };
}

export const textOf = (movement: Movement): string => `${nameOf(movement.from)} ${nameOf(movement.to)}`;

/** Whether something stands on a place: a side, or -1 for the neutral piece; null for an empty place. */
export function standing(board: Board, place: Place): number | null {
  const side = board.pieces.get(keyOf(place));
  if (side !== undefined) return side;
  return board.neutral && place[0] === 0 && place[1] === 0 ? -1 : null;
}

/** The movements of the piece on a place: a step to an empty neighbour, or a jump over what is not one's own. */
export function movementsOf(board: Board, from: Place, side: number): Movement[] {
  const found: Movement[] = [];
  for (const [dx, dy] of WAYS) {
    const beside: Place = [from[0] + dx, from[1] + dy];
    if (!onBoard(beside)) continue;
    const there = standing(board, beside);
    if (there === null) found.push({ from, to: beside, captures: null });
    else if (there !== side) {
      const behind: Place = [from[0] + 2 * dx, from[1] + 2 * dy];
      if (onBoard(behind) && standing(board, behind) === null) found.push({ from, to: behind, captures: beside });
    }
  }
  return found;
}

/** The board after a movement; pieces on corners and centre stay until the turn ends. */
export function after(board: Board, movement: Movement): Board {
  const pieces = new Map(board.pieces);
  const side = pieces.get(keyOf(movement.from));
  pieces.delete(keyOf(movement.from));
  let neutral = board.neutral;
  if (movement.captures !== null && !pieces.delete(keyOf(movement.captures))) neutral = false;
  if (side !== undefined) pieces.set(keyOf(movement.to), side);
  return { pieces, neutral };
}

/** The places that a piece can come to with so many movements of its own, each with a shortest way there; of equally
 * short ways one with the most captures. */
export function ways(board: Board, from: Place, left: number): Map<Key, Movement[]> {
  const side = standing(board, from);
  const found = new Map<Key, Movement[]>();
  if (side === null || side < 0) return found;
  let edge: { board: Board; at: Place; way: Movement[] }[] = [{ board, at: from, way: [] }];
  for (let step = 0; step < left && edge.length > 0; step += 1) {
    const next = new Map<Key, { board: Board; at: Place; way: Movement[] }>();
    for (const { board: now, at, way } of edge) {
      for (const movement of movementsOf(now, at, side)) {
        const key = keyOf(movement.to);
        if (found.has(key) || key === keyOf(from)) continue;
        const longer = [...way, movement];
        const known = next.get(key);
        if (known === undefined || captures(longer) > captures(known.way)) {
          next.set(key, { board: after(now, movement), at: movement.to, way: longer });
        }
      }
    }
    for (const [key, reached] of next) found.set(key, reached.way);
    // Who has captured the last enemy has won, and moves no more.
    edge = [...next.values()].filter(({ board: now, way }) => captures(way) === 0 || [...now.pieces.values()].includes(1 - side));
  }
  return found;
}

function captures(way: Movement[]): number {
  return way.filter((movement) => movement.captures !== null).length;
}
