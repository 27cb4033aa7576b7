// @vitest-environment node

import { describe, expect, it } from "vitest";
import walls from "../samples/boundary-4-walls.json";
import start from "../samples/boundary-1-start.json";
import { sampled } from "../samples";
import type { BoundaryData, BoundaryPiece, BoundaryScene } from "./scene";
import { lasting, moment } from "./replay";
import { aim, freeShare, planText, readPlan, walked } from "./walk";

const open = sampled<BoundaryScene>(start).board_data;
const walled = sampled<BoundaryScene>(walls).board_data;

function pieceOf(data: BoundaryData, number: number): BoundaryPiece {
  const found = data.pieces.find(({ piece }) => piece === number);
  if (found === undefined) throw new Error(`no piece ${number}`);
  return found;
}

describe("where a piece may be sent", () => {
  it("is within its reach", () => {
    const piece = pieceOf(open, 3);
    const [x, y] = aim(open, piece, [piece.x + 100, piece.y]);
    expect([x, y]).toEqual([220.72, 120.26]);
    expect(aim(open, piece, [piece.x + 3, piece.y - 4])).toEqual([213.72, 116.26]);
    expect(aim(open, piece, [piece.x, piece.y])).toEqual([piece.x, piece.y]);
  });

  it("is within the field", () => {
    expect(aim(open, pieceOf(open, 1), [447.19, -50])).toEqual([447.19, 0]);
  });

  it("is before a wall", () => {
    const piece = { ...pieceOf(walled, 3), x: 115, y: 150 };
    expect(aim(walled, piece, [200, 150])).toEqual([119.5, 150]);
    expect(freeShare(walled.walls, [115, 150], [125, 150])).toBe(0.5);
    expect(freeShare(walled.walls, [115, 20], [125, 20])).toBe(1);
  });
});

describe("plans", () => {
  it("are written as the server reads them, and read back", () => {
    const orders = readPlan("5 to 90.5,100; 3 to 120,88");
    expect(planText(orders)).toBe("3 to 120,88; 5 to 90.5,100");
    expect(planText(new Map())).toBe("stay");
    expect(readPlan("stay").size).toBe(0);
  });

  it("of the server's proposals are all within reach", () => {
    for (const move of sampled<BoundaryScene>(start).moves) {
      expect(planText(new Map(move.orders.map(({ piece, to }) => [piece, to])))).toBe(move.text);
      for (const { piece, to } of move.orders) expect(aim(open, pieceOf(open, piece), to)).toEqual(to);
    }
  });
});

describe("walking a plan", () => {
  const alone = (number: number, x: number, y: number, blob = number): BoundaryPiece => ({ piece: number, seat: 0, x, y, blob, size: 1, reach: 100, influence: 12 });
  const data = (pieces: BoundaryPiece[]): BoundaryData => ({ ...open, pieces });

  it("merges blobs that come near enough", () => {
    const found = walked(data([alone(1, 100, 100), alone(2, 140, 100)]), new Map([[2, [125, 100]]]));
    expect(found.map(({ blob }) => blob)).toEqual([1, 1]);
    expect(walked(data([alone(1, 100, 100), alone(2, 140, 100)]), new Map([[2, [131, 100]]])).map(({ blob }) => blob)).toEqual([1, 2]);
  });

  it("splits off who goes too far", () => {
    const pair = [alone(1, 100, 100), alone(2, 120, 100, 1)];
    expect(walked(data(pair), new Map([[2, [160, 100]]])).map(({ blob }) => blob)).toEqual([1, 1]);
    expect(walked(data(pair), new Map([[2, [170, 100]]])).map(({ blob }) => blob)).toEqual([1, 2]);
  });

  it("leaves all others where they stand", () => {
    const found = walked(open, new Map());
    expect(found.map(({ x, y, blob }) => [x, y, blob])).toEqual(open.pieces.map(({ x, y, blob }) => [x, y, blob]));
  });
});

describe("the last turn", () => {
  it("is shown from where pieces came to where they stand, those with short ways earlier", () => {
    const last = walled.last_turn;
    if (last === null) throw new Error("the sample has no last turn");
    expect(lasting(walled)).toBeGreaterThan(0);
    expect(lasting(open)).toBe(0);
    const begin = moment(walled, 0).pieces;
    for (const { piece, from } of last.moved) {
      const at = begin.find((one) => one.piece === piece);
      expect(at?.x).toBeCloseTo(from[0], 9);
      expect(at?.y).toBeCloseTo(from[1], 9);
    }
    expect(moment(walled, 0).lost.map(({ piece, fade }) => [piece, fade])).toEqual(last.captured.map(({ piece }) => [piece, 1]));
    expect(moment(walled, 1)).toEqual({ pieces: walled.pieces, lost: [], taken: [], joined: new Set() });
  });

  it("shows captures and merges when the rules say that they happened", () => {
    const last = walled.last_turn;
    const [first, second] = last?.moments ?? [];
    const [fallen] = second?.captured ?? [];
    if (last === null || first === undefined || second === undefined || fallen === undefined) throw new Error("the sample has no such moments");
    const walk = lasting(walled) - 500;
    const at = (share: number, later: number) => moment(walled, (share * walk + later) / lasting(walled));
    const blobOf = (found: ReturnType<typeof at>, piece: number) => found.pieces.find((one) => one.piece === piece)?.blob;
    // Blobs are those from before until they change.
    for (const { piece, blob } of first.joined) {
      expect(blobOf(at(first.share, -20), piece)).toBe(last.blobs.find((one) => one.piece === piece)?.blob);
      expect(blobOf(at(first.share, 20), piece)).toBe(blob);
      expect(at(first.share, 20).joined).toContain(piece);
    }
    // A piece holds ground until it is captured, there where it was captured, and then fades.
    expect(at(second.share, -20).pieces.map(({ piece }) => piece)).toContain(fallen.piece);
    const after = at(second.share, 20);
    expect(after.pieces.map(({ piece }) => piece)).not.toContain(fallen.piece);
    expect(after.lost[0]?.fade).toBeLessThan(1);
    expect(after.lost[0]?.x).toBeCloseTo(fallen.x, 6);
    expect(at(1, 499).lost[0]?.fade).toBeLessThan(after.lost[0]?.fade ?? 0);
  });
});
