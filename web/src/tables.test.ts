import { describe, expect, it } from "vitest";
import type { GameCard, PlayerCard } from "./api/types";
import { addressOf, seatCount, seatsAgainst, suitable } from "./tables";

const player = (text: string, strength: number): PlayerCard => ({
  name: text.split(":")[0] ?? text,
  text,
  title: text,
  character: "",
  strength,
  think: 0,
  remembers: false,
});
const seats = { name: "seats", kind: "int" as const, default: 3, suggested: 3, low: 2, high: 4, choices: [], help: "" };
const card = {
  name: "jostle",
  opponent: "ismcts",
  seats_low: 2,
  parameters: [seats],
  players: [player("random", 1), player("mcts:iterations=50", 3), player("champion", 5)],
} as unknown as GameCard;

describe("opponents", () => {
  it("are the game's own choice where people can choose it", () => {
    expect(suitable({ ...card, opponent: "champion" })).toBe("champion");
  });
  it("are of fair strength otherwise", () => {
    expect(suitable(card)).toBe("mcts:iterations=50");
    // The same kind of player at other strengths is another opponent.
    const players = [player("mcts:iterations=9000", 5), player("mcts:iterations=9", 1), player("joey", 3)];
    expect(suitable({ ...card, opponent: "mcts", players })).toBe("joey");
    expect(suitable({ ...card, players: [] })).toBe("ismcts");
  });
});

describe("seats", () => {
  it("are as many as the settings say", () => {
    expect(seatCount(card, {})).toBe(3);
    expect(seatCount(card, { seats: 4 })).toBe(4);
    expect(seatCount({ ...card, parameters: [] }, {})).toBe(2);
  });
  it("hold you once and players else", () => {
    expect(seatsAgainst(3, "joey", 1)).toEqual([
      { kind: "player", player: "joey" },
      { kind: "me" },
      { kind: "player", player: "joey" },
    ]);
  });
});

it("a table's page is its link, which may hold a key", () => {
  expect(addressOf({ id: "t", link: "/table/t?key=k" })).toBe("/table/t?key=k");
  expect(addressOf({ id: "a b", link: "" })).toBe("/table/a%20b");
});
