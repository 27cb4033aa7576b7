/**
 * Where pieces may be sent, and how blobs merge and split on the way: twins of games/boundary/geometry.py and blobs.py.
 * What the other side does, and captures, are not foreseen.
 */

import type { Place } from "../types";
import type { BoundaryData, BoundaryPiece } from "./scene";
import type { Standing } from "./ground";

type Wall = BoundaryData["walls"][number];

const hundredth = (value: number): number => Math.round(value * 100) / 100;

/** How far before a wall a way ends that it cuts short. */
const CLEAR = 0.5;

/** Which share of the straight way lies before the first wall; 1 where none stands in the way. */
export function freeShare(walls: readonly Wall[], from: Place, to: Place): number {
  let free = 1;
  for (const wall of walls) {
    let enter = 0;
    let leave = 1;
    const sides: [number, number, number, number][] = [
      [from[0], to[0], wall.left, wall.right],
      [from[1], to[1], wall.top, wall.bottom],
    ];
    for (const [start, end, low, high] of sides) {
      const way = end - start;
      if (way === 0) {
        if (start < low || start > high) enter = 2;
      } else {
        enter = Math.max(enter, Math.min((low - start) / way, (high - start) / way));
        leave = Math.min(leave, Math.max((low - start) / way, (high - start) / way));
      }
    }
    if (enter <= leave) free = Math.min(free, enter);
  }
  return free;
}

/** The place toward which a piece is sent: as near to the wish as its reach, the field and walls allow, in hundredths. */
export function aim(data: BoundaryData, piece: BoundaryPiece, wish: Place): Place {
  const from: Place = [piece.x, piece.y];
  const x = Math.min(Math.max(wish[0], 0), data.width);
  const y = Math.min(Math.max(wish[1], 0), data.height);
  const way = Math.hypot(x - from[0], y - from[1]);
  if (way === 0) return from;
  const share = Math.min(1, piece.reach / way);
  let to: Place = [from[0] + (x - from[0]) * share, from[1] + (y - from[1]) * share];
  const free = freeShare(data.walls, from, to);
  if (free < 1) {
    const shorter = Math.max(0, free - CLEAR / Math.hypot(to[0] - from[0], to[1] - from[1]));
    to = [from[0] + (to[0] - from[0]) * shorter, from[1] + (to[1] - from[1]) * shorter];
  }
  return [hundredth(to[0]), hundredth(to[1])];
}

export type Orders = ReadonlyMap<number, Place>;

/** A plan as it is sent: `3 to 120,88; 5 to 90.5,100`, or `stay`. */
export function planText(orders: Orders): string {
  const parts = [...orders].sort(([one], [other]) => one - other).map(([piece, [x, y]]) => `${piece} to ${hundredth(x)},${hundredth(y)}`);
  return parts.length === 0 ? "stay" : parts.join("; ");
}

/** The orders of a plan's text; what is no order is left out. */
export function readPlan(text: string): Map<number, Place> {
  const orders = new Map<number, Place>();
  for (const part of text.split(";")) {
    const found = /^\s*(\d+) to (-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(part);
    if (found !== null) orders.set(Number(found[1]), [Number(found[2]), Number(found[3])]);
  }
  return orders;
}

const MOST_CHANGES = 20;

/** Pieces after a plan was walked pixel by pixel with merging and splitting, the other side standing still. */
export function walked(data: BoundaryData, orders: Orders): Standing[] {
  const pieces: Standing[] = data.pieces.map(({ piece, seat, x, y, blob }) => ({ piece, seat, x, y, blob }));
  const ways = pieces.flatMap((piece) => {
    const to = orders.get(piece.piece);
    const far = to === undefined ? 0 : Math.hypot(to[0] - piece.x, to[1] - piece.y);
    return to === undefined || far === 0 ? [] : [{ piece, from: [piece.x, piece.y] as Place, to, far }];
  });
  const steps = Math.ceil(Math.max(0, ...ways.map(({ far }) => far)));
  const changes = new Map<number, number>();
  for (let step = 1; step <= steps; step += 1) {
    for (const { piece, from, to, far } of ways) {
      const share = Math.min(1, step / far);
      piece.x = from[0] + (to[0] - from[0]) * share;
      piece.y = from[1] + (to[1] - from[1]) * share;
    }
    regroup(data.parameters, pieces, changes);
  }
  return pieces;
}

/** Splits and merges blobs once: all decide on the same position, then those that split leave, then the others join. */
export function regroup(parameters: { merge: number; split: number }, pieces: Standing[], changes: Map<number, number>): void {
  const sizes = new Map<number, number>();
  for (const { blob } of pieces) sizes.set(blob, (sizes.get(blob) ?? 0) + 1);
  const tired = (piece: Standing) => (changes.get(piece.piece) ?? 0) >= MOST_CHANGES;
  const splits: Standing[] = [];
  const merges: [Standing, Standing][] = [];
  for (const piece of pieces) {
    if (tired(piece)) continue;
    let ally: Standing | null = null;
    let least = Infinity;
    for (const other of pieces) {
      const far = Math.hypot(other.x - piece.x, other.y - piece.y);
      if (other !== piece && other.seat === piece.seat && far < least) {
        ally = other;
        least = far;
      }
    }
    if (ally === null) continue;
    const size = Math.sqrt(sizes.get(ally.blob) ?? 1);
    if (ally.blob === piece.blob) {
      if (least > parameters.split * size) splits.push(piece);
    } else if (least < parameters.merge * size && !tired(ally)) merges.push([piece, ally]);
  }
  if (splits.length === 0 && merges.length === 0) return;
  const part = new Set<Standing>([...splits, ...merges.flat()]);
  // A number that no blob has: those of blobs are numbers of pieces.
  for (const piece of splits) piece.blob = 1000 + piece.piece;
  for (const [piece, ally] of merges) {
    const { blob: joined } = piece;
    for (const other of pieces) if (other.blob === joined && other.seat === piece.seat) other.blob = ally.blob;
  }
  for (const piece of part) changes.set(piece.piece, (changes.get(piece.piece) ?? 0) + 1);
  const names = new Map<number, number>();
  for (const piece of pieces) {
    const lowest = names.get(piece.blob);
    if (lowest === undefined || piece.piece < lowest) names.set(piece.blob, piece.piece);
  }
  for (const piece of pieces) piece.blob = names.get(piece.blob) ?? piece.blob;
}
