/**
 * The outlines of the ground that both sides hold, where it cannot be painted point by point: lines through the points
 * where holding ends, found on a grid (marching squares).
 */

import { closest, teamsOf, type Standing, type Teams } from "./ground";

/** About how many points are looked at: large areas are as smooth as small ones with fewer points for each. */
const POINTS = 1600;
const FINEST = 3;

const first = { distance: 0, radius: 0 };
const second = { distance: 0, radius: 0 };

/** How far each side is from holding a point, in pixels; 0 and below it holds it. The same question as `holder`. */
function lacking(teams: Teams, x: number, y: number): [number, number] {
  closest(teams[0], x, y, first);
  closest(teams[1], x, y, second);
  const [one, other] = [first.distance, second.distance];
  // Where a side stands alone there is no other distance to divide by.
  const left = one + (other === Infinity ? 0 : (one * one) / Math.max(other, 1e-9)) - first.radius;
  const right = other + (one === Infinity ? 0 : (other * other) / Math.max(one, 1e-9)) - second.radius;
  // Where both reach, the nearer holds; nobody on the line between them.
  return [Math.max(left, Math.min(-right, one - other)), Math.max(right, Math.min(-left, other - one))];
}

interface Grid {
  columns: number;
  /** The parts in which somebody may hold something: first and last column, first and last row of points. */
  parts: [number, number, number, number][];
  /** How far both sides are from holding each point; Infinity where nobody comes near. */
  values: [Float64Array, Float64Array];
  x(column: number): number;
  y(row: number): number;
}

function gridOf(teams: Teams, width: number, height: number): Grid {
  const boxes = teams.flat().map(({ xs, ys, radius }) => ({
    left: Math.max(0, Math.min(...xs) - radius),
    right: Math.min(width, Math.max(...xs) + radius),
    top: Math.max(0, Math.min(...ys) - radius),
    bottom: Math.min(height, Math.max(...ys) + radius),
  }));
  const area = boxes.reduce((sum, { left, right, top, bottom }) => sum + (right - left) * (bottom - top), 0);
  const step = Math.max(FINEST, Math.sqrt(area / POINTS));
  // The points at the ends lie on the field's edges; a rim of points around them that nobody holds closes the outlines.
  const [columns, rows] = [Math.ceil(width / step) + 3, Math.ceil(height / step) + 3];
  const [across, down] = [width / (columns - 3), height / (rows - 3)];
  const grid: Grid = {
    columns,
    parts: boxes.map(({ left, right, top, bottom }) => [
      Math.max(1, Math.floor(left / across)),
      Math.min(columns - 2, Math.ceil(right / across) + 2),
      Math.max(1, Math.floor(top / down)),
      Math.min(rows - 2, Math.ceil(bottom / down) + 2),
    ]),
    values: [new Float64Array(columns * rows).fill(Infinity), new Float64Array(columns * rows).fill(Infinity)],
    x: (column) => (column - 1) * across,
    y: (row) => (row - 1) * down,
  };
  for (const [from, to, high, low] of grid.parts) {
    for (let row = high; row <= low; row += 1) {
      for (let column = from; column <= to; column += 1) {
        const index = row * columns + column;
        if (grid.values[0][index] !== Infinity) continue;
        const [one, other] = lacking(teams, grid.x(column), grid.y(row));
        grid.values[0][index] = one;
        grid.values[1][index] = other;
      }
    }
  }
  return grid;
}

/** The lines around all that a side holds, as the data of one path. */
function pathOf(grid: Grid, seat: 0 | 1): string {
  const { columns } = grid;
  const values = grid.values[seat];
  const at = (index: number) => values[index] ?? Infinity;
  /** From a side of a cell that is crossed to the next one; sides are numbered by the cell's corner and direction. */
  const next = new Map<number, number>();
  const cross = (corner: number) => {
    const held = [at(corner) <= 0, at(corner + 1) <= 0, at(corner + columns + 1) <= 0, at(corner + columns) <= 0];
    if (held[0] === held[1] && held[1] === held[2] && held[2] === held[3]) return;
    const sides = [2 * corner, 2 * (corner + 1) + 1, 2 * (corner + columns), 2 * corner + 1];
    // Clockwise around the cell: a line comes in where what is held begins, and leaves where it ends.
    for (let side = 0; side < 4; side += 1) {
      if (held[side] === true || held[(side + 1) % 4] === false) continue;
      let out = (side + 1) % 4;
      while (held[(out + 1) % 4] === true) out = (out + 1) % 4;
      next.set(sides[side] ?? 0, sides[out] ?? 0);
    }
  };
  for (const [from, to, high, low] of grid.parts) {
    for (let row = high - 1; row <= low; row += 1) for (let column = from - 1; column <= to; column += 1) cross(row * columns + column);
  }
  const point = (side: number) => {
    const one = side >> 1;
    const other = side % 2 === 0 ? one + 1 : one + columns;
    const [before, after] = [at(one), at(other)];
    const share = before === Infinity ? 1 : after === Infinity ? 0 : before / (before - after);
    const [x, y] = [grid.x(one % columns), grid.y(Math.floor(one / columns))];
    const [far, low] = [grid.x(other % columns), grid.y(Math.floor(other / columns))];
    return `${(x + (far - x) * share).toFixed(1)} ${(y + (low - y) * share).toFixed(1)}`;
  };
  const parts: string[] = [];
  for (const start of next.keys()) {
    const loop: string[] = [];
    for (let side: number | undefined = start; side !== undefined; ) {
      const following: number | undefined = next.get(side);
      if (following === undefined) break;
      next.delete(side);
      loop.push(point(side));
      side = following;
    }
    if (loop.length > 2) parts.push(`M${loop.join("L")}z`);
  }
  return parts.join("");
}

/** The ground of both sides, each as the data of a path whose holes are holes (`evenodd`). */
export function outlines(pieces: readonly Standing[], influence: number, width: number, height: number): [string, string] {
  const grid = gridOf(teamsOf(pieces, influence), width, height);
  return [pathOf(grid, 0), pathOf(grid, 1)];
}
