// @vitest-environment node

import { describe, expect, it } from "vitest";
import middleGame from "../samples/boundary-2-middle.json";
import sample from "../samples/boundary-ground.json";
import { sampled } from "../samples";
import type { Place } from "../types";
import type { BoundaryScene } from "./scene";
import { holder, holders, NOBODY, teamsOf, type Standing } from "./ground";

const LETTERS = "RB";

/** Who holds the points of a grid, as the server reckons it. */
interface GroundSample {
  scene: BoundaryScene;
  /** Pixels between neighbouring points, and the first point. */
  step: number;
  first: Place;
  /** A line for each row: R, B, or . where nobody holds the point. */
  holders: string[];
}

describe("who holds a point", () => {
  it("is what the server says, at every point of the sample", () => {
    const { scene, step, first, holders: lines } = sampled<GroundSample>(sample);
    const { pieces, parameters } = scene.board_data;
    const teams = teamsOf(pieces, parameters.influence);
    const found = lines.map((line, row) => [...line].map((_, column) => LETTERS[holder(teams, first[0] + column * step, first[1] + row * step)] ?? ".").join(""));
    expect(found).toEqual(lines);
    expect(lines.join("")).toMatch(/R/);
    expect(lines.join("")).toMatch(/B/);
  });

  it("is reckoned alike for single points and for a grid", () => {
    const { pieces, parameters, width, height } = sampled<BoundaryScene>(middleGame).board_data;
    const teams = teamsOf(pieces, parameters.influence);
    const step = 5;
    const [columns, rows] = [width / step, height / step];
    const grid = holders(teams, 0, 0, step, columns, rows);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        expect(grid[row * columns + column]).toBe(holder(teams, column * step, row * step));
      }
    }
    expect([...grid].filter((seat) => seat !== NOBODY).length).toBeGreaterThan(50);
  });

  const piece = (number: number, seat: number, x: number, y: number, blob = number): Standing => ({ piece: number, seat, x, y, blob });

  it("is nobody where both are equally near, and whoever stands there", () => {
    const teams = teamsOf([piece(1, 0, 0, 0), piece(2, 1, 10, 0)], 12);
    expect(holder(teams, 5, 0)).toBe(NOBODY);
    expect(holder(teams, 0, 0)).toBe(0);
    expect(holder(teams, 10, 0)).toBe(1);
    expect(holder(teamsOf([piece(1, 0, 0, 0), piece(2, 1, 0, 0)], 12), 0, 0)).toBe(NOBODY);
  });

  it("reaches farther with more pieces in a blob, and alone up to the radius", () => {
    expect(holder(teamsOf([piece(1, 0, 0, 0)], 12), 12, 0)).toBe(0);
    expect(holder(teamsOf([piece(1, 0, 0, 0)], 12), 12.1, 0)).toBe(NOBODY);
    const two = teamsOf([piece(1, 0, 0, 0), piece(2, 0, 0, 0, 1)], 12);
    expect(holder(two, 23, 0)).toBe(0);
  });

  it("needs only the closest blob: a lone piece can keep a blob behind it from holding ground", () => {
    const blob = [piece(1, 0, 0, 0), piece(2, 0, 0, 0, 1), piece(3, 0, 0, 0, 1)];
    expect(holder(teamsOf(blob, 12), 30, 0)).toBe(0);
    expect(holder(teamsOf([...blob, piece(4, 0, 45, 0)], 12), 30, 0)).toBe(NOBODY);
  });
});
