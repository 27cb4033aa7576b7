// @vitest-environment node

import { describe, expect, it } from "vitest";
import checkers from "../samples/rulesets-1-checkers.json";
import hexagon from "../samples/rulesets-6-hexagon.json";
import { sampled } from "../samples";
import type { Place } from "../types";
import type { RuleSetData, RuleSetMove } from "./scene";
import { beginning, changes, gridOf, keyOf, press, targets } from "./grid";

const square = sampled<RuleSetData>(checkers.board_data);
const hex = sampled<RuleSetData>(hexagon.board_data);

function jump(text: string, path: Place[], more: Partial<RuleSetMove> = {}): RuleSetMove {
  const [from, to] = [path[0] ?? null, path.at(-1) ?? null];
  return { text, words: text, label: text, kind: "jump", from, to, path, captures: [], disk: null, ...more };
}
const put = (text: string, to: Place, disk: RuleSetMove["disk"] = null): RuleSetMove => ({ ...jump(text, [to]), kind: "place", from: null, disk });

describe("the grid", () => {
  it("has row 1 at the bottom, or at the top when it is turned", () => {
    expect(gridOf(square, false).at([2, 1])).toEqual({ x: 2, y: -1 });
    expect(gridOf(square, true).at([2, 1])).toEqual({ x: -2, y: 1 });
    expect(gridOf(square, false).width).toBe(8);
  });

  it("shifts the rows of hexagons by half a cell", () => {
    const { at } = gridOf(hex, false);
    expect(at([0, 1]).x - at([0, 0]).x).toBe(0.5);
    const far = Math.hypot(at([0, 1]).x - at([0, 0]).x, at([0, 1]).y - at([0, 0]).y);
    expect(far).toBeCloseTo(1);
  });
});

describe("pressing cells", () => {
  const way = jump("a1:c3:e1", [[0, 0], [2, 2], [4, 0]]);
  const other = jump("a1:c3:e5", [[0, 0], [2, 2], [4, 4]]);
  const round = jump("a1:c3:e1 the other way", [[0, 0], [2, -2], [4, 0]]);

  it("moves in two presses", () => {
    expect(press([way, other], [], [0, 0])).toEqual({ kind: "trail", trail: [[0, 0]] });
    expect(press([way, other], [[0, 0]], [4, 4])).toEqual({ kind: "send", move: other });
  });

  it("goes on along jumps cell by cell, and back", () => {
    const next = press([way, other], [[0, 0]], [2, 2]);
    expect(next).toEqual({ kind: "trail", trail: [[0, 0], [2, 2]] });
    expect(press([way, other], [[0, 0], [2, 2]], [2, 2])).toEqual({ kind: "trail", trail: [[0, 0]] });
    expect(beginning([way, other], [[0, 0], [2, 2]])).toHaveLength(2);
  });

  it("asks where two ways end alike", () => {
    expect(press([way, round], [[0, 0]], [4, 0])).toEqual({ kind: "choose", moves: [way, round] });
  });

  it("places in one press, and asks for the disk where there is a choice", () => {
    const plain = put("c1", [2, 0]);
    expect(press([plain], [], [2, 0])).toEqual({ kind: "send", move: plain });
    const hybrid = put("c1+", [2, 0], "hybrid");
    expect(press([plain, hybrid], [], [2, 0])).toEqual({ kind: "choose", moves: [plain, hybrid] });
    expect(press([plain], [], [3, 0])).toEqual({ kind: "nothing" });
  });

  it("takes up another man instead", () => {
    const second = jump("b2:d4", [[1, 1], [3, 3]]);
    expect(press([way, second], [[0, 0]], [1, 1])).toEqual({ kind: "trail", trail: [[1, 1]] });
  });

  it("knows what can be pressed next", () => {
    const { starts, goals, on } = targets([way, other], [[0, 0]]);
    expect([...starts]).toEqual(["0,0"]);
    expect([...goals].sort()).toEqual(["4,0", "4,4"]);
    expect([...on]).toEqual(["2,2"]);
  });
});

describe("what changed", () => {
  it("tells a man that walked from men that were captured or flipped", () => {
    const man = (seat: number) => ({ seat, kind: "man" as const, hybrid: false, solid: false });
    const board = (content: Record<string, number>): RuleSetData => ({
      ...square,
      cells: square.cells.map((cell) => {
        const seat = content[keyOf([cell.x, cell.y])];
        return { ...cell, content: seat === undefined ? null : man(seat) };
      }),
    });
    const jumped = changes(board({ "0,0": 0, "1,1": 1, "5,5": 1 }), board({ "2,2": 0, "5,5": 1 }));
    expect(jumped.from.get("2,2")).toEqual([0, 0]);
    expect(jumped.gone).toEqual([{ place: [1, 1], seat: 1, king: false }]);
    const flipped = changes(board({ "1,0": 1 }), board({ "0,0": 0, "1,0": 0 }));
    expect([[...flipped.came], [...flipped.flipped], flipped.gone]).toEqual([["0,0"], ["1,0"], []]);
    expect(changes(null, square).came.size).toBe(0);
  });
});
