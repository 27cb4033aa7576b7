import { describe, expect, it } from "vitest";
import type { ServerMessage, TableInfo } from "../api/types";
import type { Scene } from "../boards";
import { EMPTY, reduce, yourTurn, type TableView } from "./table-state";

const scene = (decision: number, movers: number[], committed: number[] = []): Scene => ({
  game: "blotto",
  title: "Blotto",
  board: "plain",
  turn: { decision, movers, committed, seat_names: ["First", "Second"] },
  you: 0,
  over: false,
  points: null,
  result: null,
  text: "",
  picture: "",
  board_data: {},
  moves: [],
  checked: true,
});
const table = { id: "t", state: "running", seats: [], you: 0, rematch: null } as unknown as TableInfo;
const clock = { limit: 30, left: [30, null], running: [0] };

function after(view: TableView, ...messages: ServerMessage[]): TableView {
  return messages.reduce((now, message, index) => reduce(now, { type: "message", message, now: index }), view);
}
const chat = (number: number) => ({ number, at: "", kind: "chat", data: {} });
const welcome = (extra: Partial<Extract<ServerMessage, { type: "welcome" }>> = {}): ServerMessage => ({
  type: "welcome",
  table,
  last: 1,
  you: 0,
  scene: scene(4, [0, 1]),
  events: [chat(1)],
  clock,
  ...extra,
});

describe("a table's state", () => {
  it("begins with what the welcome says", () => {
    const view = after(EMPTY, welcome());
    expect(view).toMatchObject({ you: 0, decision: 4, clock, events: [chat(1)] });
    expect(yourTurn(view)).toBe(true);
  });

  it("keeps the log over a second welcome, which brings what was missed", () => {
    const view = after(EMPTY, welcome(), welcome({ last: 3, events: [chat(2), chat(3)] }));
    expect(view.events.map((event) => event.number)).toEqual([1, 2, 3]);
  });

  it("takes the newest scene with its decision", () => {
    const view = after(EMPTY, welcome(), { type: "scene", scene: scene(5, [1]), decision: 5, clock });
    expect(view.decision).toBe(5);
    expect(yourTurn(view)).toBe(false);
  });

  it("is nobody's turn who has decided already", () => {
    const view = after(EMPTY, welcome({ scene: scene(4, [0, 1], [0]) }));
    expect(yourTurn(view)).toBe(false);
  });

  it("is not your turn as a spectator or when the game is over", () => {
    expect(yourTurn(after(EMPTY, welcome({ you: null })))).toBe(false);
    expect(yourTurn(after(EMPTY, welcome({ table: { ...table, state: "over" } })))).toBe(false);
  });

  it("knows the table of the rematch", () => {
    const view = after(EMPTY, welcome(), {
      type: "event",
      event: { number: 2, at: "", kind: "rematch", data: { table: "next" } },
    });
    expect(view.rematch).toBe("next");
  });

  it("keeps what was refused until the next move", () => {
    let view = reduce(after(EMPTY, welcome()), { type: "answered", refused: "not legal" });
    expect(view.refused).toBe("not legal");
    view = reduce(view, { type: "sending" });
    expect(view).toMatchObject({ refused: null, sending: true });
    expect(after(view, welcome()).sending).toBe(false);
  });
});
