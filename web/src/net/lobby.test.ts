import { describe, expect, it } from "vitest";
import type { LobbyMessage, TableInfo } from "../api/types";
import { EMPTY, hear, type LobbyView } from "./lobby";

const table = (id: string, created: string, state = "waiting") =>
  ({ id, created, state, seats: [], you: null, owner: false }) as unknown as TableInfo;
const person = (id: number) => ({ id, name: `Guest ${id}` });
const whole = (number: number, tables: TableInfo[], people: number[]): LobbyMessage => ({
  type: "lobby",
  number,
  tables,
  people: people.map(person),
  present: people.length,
  warming: null,
});
const change = (number: number, extra: Partial<Extract<LobbyMessage, { type: "lobby_changes" }>>): LobbyMessage => ({
  type: "lobby_changes",
  number,
  tables: [],
  removed: [],
  joined: [],
  left: [],
  present: 1,
  warming: null,
  ...extra,
});
const after = (view: LobbyView, ...messages: LobbyMessage[]) => messages.reduce(hear, view);
const ids = (view: LobbyView) => view.lobby?.tables.map((each) => each.id);

describe("the lobby", () => {
  const begun = after(EMPTY, whole(3, [table("b", "2"), table("a", "1")], [1]));

  it("takes changes in, the newest tables first", () => {
    const view = after(
      begun,
      change(4, { tables: [table("c", "3")], joined: [person(2)], present: 2 }),
      change(5, { removed: ["b"], tables: [table("a", "1", "running")], left: [1] }),
    );
    expect(ids(view)).toEqual(["c", "a"]);
    expect(view.lobby?.tables[1]?.state).toBe("running");
    expect(view.lobby?.people).toEqual([person(2)]);
    expect(view.gap).toBe(false);
  });

  it("shows where you sit, whenever that is told", () => {
    const yours: LobbyMessage = { type: "yours", tables: [{ id: "a", you: 1, owner: true }] };
    const view = after(begun, yours, change(4, { tables: [table("a", "1", "negotiating")] }));
    expect(view.lobby?.tables.map((each) => [each.you, each.owner])).toEqual([
      [null, false],
      [1, true],
    ]);
    expect(after(view, { type: "yours", tables: [] }).lobby?.tables[1]?.you).toBeNull();
  });

  it("notices a gap, keeps what it has, and begins anew with the whole", () => {
    const view = after(begun, change(5, { removed: ["a", "b"] }));
    expect(view.gap).toBe(true);
    expect(ids(view)).toEqual(["b", "a"]);
    expect(after(EMPTY, change(1, {})).gap).toBe(true);
    const again = after(view, whole(6, [], [1]), change(6, { tables: [table("old", "0")] }));
    expect(again.gap).toBe(false);
    expect(ids(again)).toEqual([]);
  });
});
