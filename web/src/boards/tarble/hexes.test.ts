// @vitest-environment node

import { describe, expect, it } from "vitest";
import middleGame from "../samples/tarble-2-middle.json";
import start from "../samples/tarble-1-start.json";
import within from "../samples/tarble-3-within-a-turn.json";
import { sampled } from "../samples";
import type { Place } from "../types";
import type { TarbleScene } from "./scene";
import { frames, news } from "./frames";
import { after, boardOf, isDeadly, keyOf, middle, movementsOf, onBoard, PLACES, standing, textOf, ways, type Board } from "./hexes";

const scenes = sampled<TarbleScene[]>([start, middleGame, within]);

function board(pieces: [number, number, number][], neutral = false): Board {
  return { pieces: new Map(pieces.map(([x, y, side]) => [keyOf([x, y]), side])), neutral };
}

describe("Tarble's board", () => {
  it("has 91 places, seven of them deadly", () => {
    expect(PLACES).toHaveLength(91);
    expect(PLACES.filter(isDeadly).map(keyOf).sort()).toEqual(["-5,-5", "-5,0", "0,-5", "0,0", "0,5", "5,0", "5,5"].sort());
    expect(onBoard([5, -1])).toBe(false);
  });

  it("has x to the right and y to the upper left", () => {
    expect(middle([1, 0])).toEqual({ x: 1, y: -0 });
    expect(middle([0, 1]).x).toBeCloseTo(-0.5);
    expect(middle([0, 1]).y).toBeCloseTo(-Math.sqrt(3) / 2);
    expect(middle([2, 1], true).x).toBeCloseTo(-middle([2, 1]).x);
  });

  it("offers the same movements as the server", () => {
    for (const scene of scenes) {
      const side = scene.board_data.side;
      const found = scene.board_data.pieces
        .filter((piece) => piece.side === side)
        .flatMap(({ x, y }) => movementsOf(boardOf(scene.board_data), [x, y], side).map(textOf));
      expect(found.sort()).toEqual(scene.moves.map((move) => move.text).sort());
    }
  });
});

describe("ways over several movements", () => {
  it("count movements around what stands in the way", () => {
    const found = ways(board([[0, 1, 0], [1, 1, 0]]), [0, 1], 2);
    expect(found.get("0,2")).toHaveLength(1);
    expect(found.get("2,2")).toHaveLength(2);
    expect(found.has("1,1")).toBe(false);
    expect(found.has("3,1")).toBe(false);
  });

  it("take a capture on the way where it costs nothing", () => {
    const before = board([[0, 1, 0], [1, 1, 1]]);
    const way = ways(before, [0, 1], 1).get("2,1") ?? [];
    expect(way.map((movement) => movement.captures)).toEqual([[1, 1]]);
    const [jump] = way;
    if (jump === undefined) throw new Error("no jump");
    const now = after(before, jump);
    expect([standing(now, [2, 1]), standing(now, [1, 1]), standing(now, [0, 1])]).toEqual([0, null, null]);
  });

  it("end where the last enemy is captured", () => {
    const last = ways(board([[-1, -1, 0], [0, 0, 1]]), [-1, -1], 2);
    expect(last.get(keyOf([1, 1]))).toEqual([{ from: [-1, -1], to: [1, 1], captures: [0, 0] }]);
    expect(last.has(keyOf([2, 2]))).toBe(false);
  });

  it("take the neutral piece", () => {
    const now = after(board([[-1, 0, 1]], true), { from: [-1, 0], to: [1, 0], captures: [0, 0] });
    expect(now.neutral).toBe(false);
  });
});

describe("what happened since the scene before", () => {
  const [, , scene] = scenes as [TarbleScene, TarbleScene, TarbleScene];
  const spectator: TarbleScene = { ...scene, you: null };
  const moved = scene.board_data.moved[0];
  if (moved === undefined) throw new Error("the sample shows no movement");
  const { from, to } = moved;
  const before: TarbleScene = {
    ...spectator,
    turn: { ...scene.turn, decision: scene.turn.decision - 1 },
    board_data: {
      ...scene.board_data,
      moved: [],
      neutral: true,
      pieces: scene.board_data.pieces.map((piece) => (keyOf([piece.x, piece.y]) === keyOf(to) ? { ...piece, x: from[0], y: from[1] } : piece)),
    },
  };

  it("is shown movement by movement, with what was captured", () => {
    const shown = frames(before, spectator);
    expect(shown).toHaveLength(1);
    expect(shown[0]?.gone).toEqual([{ place: [0, 0] as Place, side: -1 }]);
    expect([...(shown[0]?.board.pieces ?? [])].sort()).toEqual([...boardOf(scene.board_data).pieces].sort());
  });

  it("does not repeat your own movements", () => {
    expect(news(before, { ...scene, you: 1 })).toEqual([]);
    expect(frames(null, scene)).toEqual([]);
  });
});
