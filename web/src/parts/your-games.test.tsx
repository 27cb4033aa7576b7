import { expect, it } from "vitest";
import type { TableInfo, YourGame } from "../api/types";
import { ANY, passes } from "./lobby-filter";
import { age, leavingOf, stateOf } from "./your-games";

const game = (state: string, more: Partial<YourGame> = {}, rated = false) =>
  ({ table: { state, rated } as unknown as TableInfo, your_turn: null, alone: false, moved: "", expires: null, ...more }) as YourGame;

it("says whose turn it is, where that is known", () => {
  expect(stateOf(game("waiting"))).toBe("Waiting for somebody");
  expect(stateOf(game("running"))).toBe("Being played");
  expect(stateOf(game("running", { your_turn: true }))).toBe("Your turn");
  expect(stateOf(game("running", { your_turn: false }))).toBe("Their turn");
});

it("says before it is done that leaving may lose the game", () => {
  expect(leavingOf(game("waiting")).ask).toBe("Leave this table?");
  expect(leavingOf(game("running", { alone: true })).ask).toContain("counts for nothing");
  expect(leavingOf(game("running", { alone: true }, true)).ask).toContain("lost");
  expect(leavingOf(game("running")).ask).toContain("lost");
});

it("tells times in the largest unit that fits, and never less than a minute", () => {
  const minute = 60_000;
  expect([0, 30 * minute, 120 * minute, 47 * 60 * minute].map((span) => age(0, span))).toEqual(["1 min", "30 min", "2 h", "2 days"]);
  expect(age(5 * minute, 0)).toBe("1 min");
});

it("filters the lobby by game, clock and free seats", () => {
  const table = { game: "pig", clock: null, seats: [{ kind: "person" }, { kind: "open" }] } as Parameters<typeof passes>[0];
  expect(passes(table, ANY)).toBe(true);
  expect(passes(table, { ...ANY, game: "reversi" })).toBe(false);
  expect(passes(table, { ...ANY, clock: "live" })).toBe(false);
  expect(passes(table, { ...ANY, clock: "none", free: true })).toBe(true);
  expect(passes({ ...table, seats: table.seats.slice(0, 1) }, { ...ANY, free: true })).toBe(false);
});
