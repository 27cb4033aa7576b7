// @vitest-environment node

import { describe, expect, it } from "vitest";
import { towards, wayOf, type Spot } from "./roving";

const square: Spot[] = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => ({ key: `${x}${y}`, x, y })));

describe("arrow keys on a board", () => {
  it("go to the neighbour and stop at the edge", () => {
    expect(towards(square, "11", [1, 0])).toBe("21");
    expect(towards(square, "11", [0, -1])).toBe("10");
    expect(towards(square, "20", [1, 0])).toBeNull();
    expect(towards(square, "20", [0, -1])).toBeNull();
  });

  it("find a way up on rows that are shifted by half a cell", () => {
    const rows: Spot[] = [
      { key: "low", x: 0, y: 1 },
      { key: "left", x: -0.5, y: 0.13 },
      { key: "right", x: 0.5, y: 0.13 },
      { key: "two up", x: 0, y: -0.73 },
    ];
    expect(["left", "right"]).toContain(towards(rows, "low", [0, -1]));
    expect(towards(rows, "left", [1, 0])).toBe("right");
    expect(towards(rows, "left", [0, 1])).toBe("low");
  });

  it("begin at the first place when they are nowhere", () => {
    expect(towards(square, "no such place", [1, 0])).toBe("00");
  });

  it("are no other keys", () => {
    expect(wayOf("ArrowUp")).toEqual([0, -1]);
    expect(wayOf("a")).toBeNull();
  });
});
