// @vitest-environment node

import { describe, expect, it } from "vitest";
import { placeAt } from "./parts";
import { evenly, moved, totalOf, withTroops } from "./plan";

describe("a plan", () => {
  it("takes no more than the camp has, and nothing that is no number", () => {
    expect(withTroops([4, 4, 0], 2, 9, 12)).toEqual([4, 4, 4]);
    expect(withTroops([4, 4, 0], 0, -3, 12)).toEqual([0, 4, 0]);
    expect(withTroops([4, 4, 0], 0, Number("no"), 12)).toEqual([4, 4, 0]);
    expect(withTroops([4, 4, 0], 0, 2.6, 12)).toEqual([3, 4, 0]);
  });

  it("is changed by soldiers that go from place to place", () => {
    expect(moved([0, 0, 0], null, 1, 1, 12)).toEqual([0, 1, 0]);
    expect(moved([3, 1, 0], 0, 2, 2, 12)).toEqual([1, 1, 2]);
    expect(moved([3, 1, 0], 0, null, 5, 12)).toEqual([0, 1, 0]);
    expect(moved([6, 6, 0], null, 2, 1, 12)).toEqual([6, 6, 0]);
    expect(moved([6, 6, 0], 1, 1, 1, 12)).toEqual([6, 6, 0]);
  });

  it("can be even", () => {
    expect(evenly(3, 12)).toEqual([4, 4, 4]);
    expect(evenly(5, 12)).toEqual([3, 3, 2, 2, 2]);
    expect(totalOf(evenly(6, 120))).toBe(120);
  });
});

describe("the place under a pointer", () => {
  it("is a field, the camp, or nothing", () => {
    expect(placeAt(10, 100, 3)).toBe(0);
    expect(placeAt(479, 100, 3)).toBe(2);
    expect(placeAt(240, 280, 3)).toBeNull();
    expect(placeAt(-5, 100, 3)).toBeUndefined();
    expect(placeAt(100, 900, 3)).toBeUndefined();
  });
});
