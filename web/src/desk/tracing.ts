/** What can be made of a pointer's path: a density over the board, and a line of time to play it by. */

export type Point = readonly [number, number, number, number];

/** A pause longer than this is shortened in the replay, and a point counts for no more than this in the heat map. */
export const LONGEST = 2000;

/** The points on one line of time: where the clock begins anew (another page), it goes on from the last. */
export function timeline(points: readonly Point[]): { at: number[]; length: number } {
  const at: number[] = [];
  let now = 0;
  points.forEach(([time], index) => {
    const before = points[index - 1]?.[0];
    if (before !== undefined) now += time < before ? LONGEST : Math.min(LONGEST, time - before);
    at.push(now);
  });
  return { at, length: now };
}

/** How long the pointer was in each cell of a grid, smoothed, the greatest being 1. Points beside the board count nothing. */
export function density(points: readonly Point[], size: number, blur = 1.6): Float64Array {
  const { at, length } = timeline(points);
  const grid = new Float64Array(size * size);
  const reach = Math.ceil(3 * blur);
  points.forEach(([, x, y], index) => {
    if (x < 0 || x > 1 || y < 0 || y > 1) return;
    const weight = (at[index + 1] ?? length) - (at[index] ?? 0) + 1;
    const column = x * (size - 1);
    const row = y * (size - 1);
    for (let i = Math.max(0, Math.floor(row) - reach); i <= Math.min(size - 1, Math.ceil(row) + reach); i += 1) {
      for (let j = Math.max(0, Math.floor(column) - reach); j <= Math.min(size - 1, Math.ceil(column) + reach); j += 1) {
        const away = ((i - row) ** 2 + (j - column) ** 2) / (2 * blur * blur);
        grid[i * size + j] = (grid[i * size + j] ?? 0) + weight * Math.exp(-away);
      }
    }
  });
  const most = grid.reduce((best, value) => Math.max(best, value), 0);
  return most === 0 ? grid : grid.map((value) => value / most);
}

/** The last point at or before a time; -1 before the first. */
export function pointAt(at: readonly number[], time: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
