// @vitest-environment node

import { describe, expect, it } from "vitest";
import middleGame from "../samples/jostle-2-middle.json";
import six from "../samples/jostle-3-six.json";
import start from "../samples/jostle-1-start.json";
import type { JostleData } from "./scene";
import { COLUMNS, layoutOf, links, PITCH, placeOf, stepsOf } from "./track";

const data = (sample: { board_data: unknown }) => sample.board_data as JostleData;

describe("the track", () => {
  const layout = layoutOf(data(start), 3);

  it("begins at the bottom left and turns back at the end of each row", () => {
    expect(layout.fieldAt(0)).toEqual({ x: 50, y: 350 });
    expect(layout.fieldAt(COLUMNS - 1).x).toBe(layout.fieldAt(COLUMNS).x);
    for (let field = 1; field < data(start).track.length; field += 1) {
      const [one, other] = [layout.fieldAt(field - 1), layout.fieldAt(field)];
      expect(Math.abs(one.x - other.x) + Math.abs(one.y - other.y)).toBe(PITCH);
    }
  });

  it("keeps the pieces of a stack beside each other, below the track", () => {
    const places = [0, 1, 2].map((piece) => placeOf(layout, data(start), piece, -1));
    expect(new Set(places.map(({ x }) => x)).size).toBe(3);
    for (const { y } of places) expect(y).toBeGreaterThan(layout.stacks);
  });

  it("draws each switch once and each back field", () => {
    expect(links(data(start).track)).toEqual([
      { from: 6, to: 14, kind: "switch" },
      { from: 10, to: 7, kind: "back" },
      { from: 13, to: 18, kind: "switch" },
      { from: 22, to: 19, kind: "back" },
      { from: 23, to: 20, kind: "back" },
    ]);
  });
});

describe("the last move in steps", () => {
  const field = (sample: { board_data: unknown }, piece: number) => stepsOf(data(sample)).map(({ fields }) => fields.get(piece));

  it("goes to a switch and on", () => {
    expect(field(middleGame, 2)).toEqual([12, 13, 18]);
  });

  it("goes field by field, and pushes when it has come", () => {
    expect(field(six, 3)).toEqual([17, 18, 19, 20, 20]);
    expect(field(six, 7)).toEqual([20, 20, 20, 20, 13]);
  });

  it("ends with the pieces where they stand", () => {
    for (const sample of [start, middleGame, six]) {
      const last = stepsOf(data(sample)).at(-1)?.fields;
      for (const { piece, field: rests } of data(sample).pieces) expect(last?.get(piece)).toBe(rests);
    }
  });
});
