// @vitest-environment node

import { describe, expect, it } from "vitest";
import middleGame from "../samples/boundary-2-middle.json";
import start from "../samples/boundary-1-start.json";
import walls from "../samples/boundary-4-walls.json";
import { sampled } from "../samples";
import { holder, teamsOf, type Standing } from "./ground";
import { outlines } from "./outline";
import type { BoundaryScene } from "./scene";

type Corner = [number, number];

/** The loops of a path that `outlines` has written. */
const loopsOf = (path: string): Corner[][] =>
  path
    .split("z")
    .filter((loop) => loop !== "")
    .map((loop) => loop.slice(1).split("L").map((corner) => corner.split(" ").map(Number) as Corner));

/** Whether a point lies within loops: it is crossed an odd number of times on the way out. */
function within(loops: readonly Corner[][], x: number, y: number): boolean {
  let crossed = 0;
  for (const loop of loops) {
    loop.forEach(([x1, y1], number) => {
      const [x2, y2] = loop[(number + 1) % loop.length] ?? [x1, y1];
      if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) crossed += 1;
    });
  }
  return crossed % 2 === 1;
}

/** Points, two pixels away from every line, where outline and reckoning differ. */
function differences(pieces: readonly Standing[], influence: number, width: number, height: number): number {
  const teams = teamsOf(pieces, influence);
  const loops = outlines(pieces, influence, width, height).map(loopsOf);
  let found = 0;
  for (let y = 2; y < height - 2; y += 4) {
    for (let x = 2; x < width - 2; x += 4) {
      const here = holder(teams, x, y);
      const settled = [[-2, 0], [2, 0], [0, -2], [0, 2]].every(([dx = 0, dy = 0]) => holder(teams, x + dx, y + dy) === here);
      if (settled && loops.some((side, seat) => within(side, x, y) !== (here === seat))) found += 1;
    }
  }
  return found;
}

describe("the outlines of ground", () => {
  it.each([
    ["a start", start],
    ["a middle game", middleGame],
    ["walls", walls],
  ])("enclose what the reckoning says is held: %s", (_, sample) => {
    const { pieces, parameters, width, height } = sampled<BoundaryScene>(sample).board_data;
    expect(differences(pieces, parameters.influence, width, height)).toBe(0);
  }, 60_000);

  it("end at the edge of the field, and leave holes", () => {
    const at = (piece: number, seat: number, x: number, y: number, blob = piece): Standing => ({ piece, seat, x, y, blob });
    const ring = [at(1, 0, 20, 60), at(2, 0, 80, 60, 1), at(3, 0, 50, 30, 1), at(4, 0, 50, 90, 1), at(5, 1, 50, 60)];
    expect(differences(ring, 20, 120, 120)).toBe(0);
    const [red = ""] = outlines(ring, 20, 120, 120);
    for (const [x, y] of loopsOf(red).flat()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
    }
    expect(loopsOf(red).length).toBeGreaterThan(1);
  });

  it("are empty where nobody stands", () => {
    expect(outlines([], 12, 100, 100)).toEqual(["", ""]);
  });
});
