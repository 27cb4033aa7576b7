/**
 * Who holds a point of Boundary's field: the browser's twin of the server's reckoning (games/boundary/influence.py),
 * so that ground can be seen while pieces are dragged. The server decides; `ground.test.ts` holds both together.
 */

/** What reckoning needs of a piece. */
export interface Standing {
  piece: number;
  seat: number;
  x: number;
  y: number;
  /** The number of the blob's first piece. */
  blob: number;
}

export const NOBODY = -1;

/** A team's blobs: coordinates of the pieces in a row, and the influence radius. */
interface Blob {
  xs: number[];
  ys: number[];
  radius: number;
}

export type Teams = [Blob[], Blob[]];

/** The blobs of both teams; a blob of n pieces has n times the influence radius of one. */
export function teamsOf(pieces: readonly Standing[], influence: number): Teams {
  const teams: Teams = [[], []];
  const blobs = new Map<number, Blob>();
  for (const piece of pieces) {
    let blob = blobs.get(piece.blob);
    if (blob === undefined) {
      blob = { xs: [], ys: [], radius: 0 };
      blobs.set(piece.blob, blob);
      teams[piece.seat === 0 ? 0 : 1].push(blob);
    }
    blob.xs.push(piece.x);
    blob.ys.push(piece.y);
    blob.radius += influence;
  }
  return teams;
}

/** The distance of a team's closest blob to a point. It is written into `found`, with the influence radius. */
export function closest(blobs: readonly Blob[], x: number, y: number, found: { distance: number; radius: number }): void {
  found.distance = Infinity;
  found.radius = 0;
  for (const { xs, ys, radius } of blobs) {
    let product = 1;
    for (let piece = 0; piece < xs.length; piece += 1) {
      const across = x - (xs[piece] ?? 0);
      const down = y - (ys[piece] ?? 0);
      product *= across * across + down * down;
    }
    // The geometric mean of the distances, from the product of their squares.
    const mean = xs.length === 1 ? Math.sqrt(product) : xs.length === 2 ? Math.sqrt(Math.sqrt(product)) : product ** (0.5 / xs.length);
    if (mean < found.distance) {
      found.distance = mean;
      found.radius = radius;
    }
  }
}

/** Whether own + own²/other is at most the radius. */
function reaches(own: number, other: number, radius: number): boolean {
  return other === Infinity ? own <= radius : own * (own + other) <= radius * other;
}

const first = { distance: 0, radius: 0 };
const second = { distance: 0, radius: 0 };

/** The seat that holds a point, or NOBODY. */
export function holder(teams: Teams, x: number, y: number): number {
  closest(teams[0], x, y, first);
  closest(teams[1], x, y, second);
  const one = reaches(first.distance, second.distance, first.radius);
  const other = reaches(second.distance, first.distance, second.radius);
  if (one && other) {
    if (first.distance === second.distance) return NOBODY;
    return first.distance < second.distance ? 0 : 1;
  }
  if (one) return 0;
  return other ? 1 : NOBODY;
}

/** The holders of a grid of points, row by row: NOBODY, 0 or 1. Far from all pieces nothing is reckoned. */
export function holders(teams: Teams, left: number, top: number, step: number, columns: number, rows: number): Int8Array {
  const found = new Int8Array(columns * rows).fill(NOBODY);
  for (const blob of teams.flat()) {
    // No point farther from all pieces of a blob than its radius can be held by it.
    const reach = blob.radius;
    const low = (values: number[], start: number) => Math.max(0, Math.ceil((Math.min(...values) - reach - start) / step));
    const high = (values: number[], start: number, most: number) => Math.min(most - 1, Math.floor((Math.max(...values) + reach - start) / step));
    const lastColumn = high(blob.xs, left, columns);
    const lastRow = high(blob.ys, top, rows);
    for (let row = low(blob.ys, top); row <= lastRow; row += 1) {
      for (let column = low(blob.xs, left); column <= lastColumn; column += 1) {
        const index = row * columns + column;
        if (found[index] === NOBODY) found[index] = holder(teams, left + column * step, top + row * step);
      }
    }
  }
  return found;
}
