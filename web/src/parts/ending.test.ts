// @vitest-environment node

import { describe, expect, it } from "vitest";
import { headlineOf, outcomeFor, strongerThan } from "./ending";
import type { PlayerCard } from "../api/types";

const SEATS = [
  { seat: 0, name: "Black" },
  { seat: 1, name: "White" },
];

describe("the headline of the end", () => {
  it("has your points first", () => {
    expect(headlineOf({ points: [20, 44], ranks: [2, 1] }, 1, SEATS)).toBe("You won 44 : 20");
    expect(headlineOf({ points: [20, 44], ranks: [2, 1] }, 0, SEATS)).toBe("You lost 20 : 44");
    expect(headlineOf({ points: [20, 44], ranks: [2, 1] }, null, SEATS)).toBe("White won 20 : 44");
  });

  it("leaves points out that say no more than who won", () => {
    expect(headlineOf({ points: [1, 0], ranks: [1, 2] }, 0, SEATS)).toBe("You won");
    expect(headlineOf({ points: [0.5, 0.5], ranks: [1, 1] }, 0, SEATS)).toBe("A draw");
  });

  it("knows no two winners of a draw", () => {
    expect(outcomeFor({ points: [32, 32], ranks: [1, 1] }, 0)).toBe("drawn");
    expect(headlineOf({ points: [32, 32], ranks: [1, 1] }, null, SEATS)).toBe("A draw 32 : 32");
    expect(headlineOf({ points: [5, 5, 1], ranks: [1, 1, 3] }, 0, SEATS)).toBe("You share the win 5 : 5 : 1");
  });

  it("of one who played alone, and of games that were broken off", () => {
    expect(headlineOf({ points: [80], ranks: [1] }, 0, SEATS)).toBe("The end: 80 points");
    expect(headlineOf(null, 0, SEATS)).toBe("The game is over");
  });
});

describe("a stronger opponent", () => {
  const card = (name: string, text: string, strength: number): PlayerCard => ({ name, text, title: text, character: "", strength, think: 0, remembers: false });
  const players = [card("random", "random", 1), card("mcts", "mcts:a", 2), card("greedy", "greedy", 3), card("mcts", "mcts:b", 4)];

  it("is the next of the same kind, or else the next of all", () => {
    expect(strongerThan("mcts:a", players)?.text).toBe("mcts:b");
    expect(strongerThan("random", players)?.text).toBe("mcts:a");
    expect(strongerThan("mcts:b", players)).toBeNull();
    expect(strongerThan("nobody", players)).toBeNull();
    expect(strongerThan(null, players)).toBeNull();
  });
});

describe("a game that was lost on time", () => {
  it("says so, without points that decided nothing", () => {
    const seats = [{ seat: 0, name: "Black" }, { seat: 1, name: "White" }];
    const result = { points: [1, 0], ranks: [1, 2] };
    expect(headlineOf(result, 0, seats, true)).toBe("You won on time");
    expect(headlineOf(result, 1, seats, true)).toBe("You lost on time");
    expect(headlineOf(result, null, seats, true)).toBe("Black won on time");
    expect(headlineOf({ points: [0.5, 0.5], ranks: [1, 1] }, 0, seats, true)).toBe("A draw");
  });
});
