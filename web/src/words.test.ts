import { describe, expect, it } from "vitest";
import type { ParameterInfo, TableInfo } from "./api/types";
import { duration, lineOf, listing, resultWords, settingsWords } from "./words";

const seats = [
  { seat: 0, name: "Red", label: "Ada" },
  { seat: 1, name: "Blue", label: "Brian" },
];
const table = { seats } as unknown as TableInfo;
const event = (kind: string, data: Record<string, unknown>) => ({ number: 1, at: "", kind, data });

describe("results in words", () => {
  it("name the winner, a draw, a shared win", () => {
    expect(resultWords({ points: [12, 7.5], ranks: [1, 2] }, seats)).toBe("Red wins (12 : 7.5).");
    expect(resultWords({ points: [3, 3], ranks: [1, 1] }, seats)).toBe("A draw (3 : 3).");
    expect(resultWords({ points: [4, 4, 1], ranks: [1, 1, 3] }, seats)).toBe("Red and Blue share the win (4 : 4 : 1).");
  });
});

describe("the log", () => {
  it("says a move in words, and what was unseen as unseen", () => {
    expect(lineOf(event("moved", { seat: 1, move: "x", words: "takes a card" }), table)?.text).toBe("Blue: takes a card");
    expect(lineOf(event("moved", { seat: 0, move: "", words: "" }), table)?.text).toBe("Red: decides out of sight");
  });
  it("marks a fault", () => {
    const line = lineOf(event("moved", { seat: 0, move: "a1", words: "", fault: "out of time" }), table);
    expect(line).toMatchObject({ tone: "fault", text: "Red: a1 (out of time)" });
  });
  it("says points at the end as the table does, without the fractions that break ties", () => {
    const ended = event("ended", { result: { points: [4.5, 32.1], ranks: [2, 1] }, reason: "" });
    expect(lineOf(ended, { ...table, result: { points: [4, 32], ranks: [2, 1] } } as TableInfo)?.text).toBe("Blue wins (4 : 32).");
    expect(lineOf(ended, table)?.text).toBe("Blue wins (4.5 : 32.1).");
  });
  it("keeps chat apart and leaves unknown kinds out", () => {
    expect(lineOf(event("chat", { who: "Ada", text: "<b>hi</b>" }), table)).toMatchObject({
      tone: "chat",
      who: "Ada",
      text: "<b>hi</b>",
    });
    expect(lineOf(event("from the future", {}), table)).toBeNull();
  });
});

it("lists words", () => {
  expect(listing(["a"])).toBe("a");
  expect(listing(["a", "b", "c"])).toBe("a, b and c");
});

it("shows a second until it is over", () => {
  expect(duration(59.1)).toBe("1:00");
  expect(duration(0.2)).toBe("0:01");
  expect(duration(-3)).toBe("0:00");
});

describe("settings", () => {
  it("are named in the reader's language", () => {
    const said = (text: string) => ({ "piece value": "Wert eines Steins" })[text] ?? text;
    expect(settingsWords({ piece_value: 15, side: "x" }, [], said)).toBe("Wert eines Steins 15, side x");
  });

  it("are those that differ from what people are offered", () => {
    const turns = { name: "max_turns", default: 200, suggested: 30 } as ParameterInfo;
    expect(settingsWords({ max_turns: 30 }, [turns])).toBe("");
    expect(settingsWords({ max_turns: 40 }, [turns])).toBe("max turns 40");
    expect(settingsWords({}, [turns])).toBe("max turns 200");
  });
});
