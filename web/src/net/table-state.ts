/** What a table page knows: a fold over the server's messages. */

import type { Clock, ServerMessage, TableEvent, TableInfo } from "../api/types";
import type { Scene } from "../boards";
import type { LineState } from "./table-socket";

export interface Reason {
  text: string;
  figures: Record<string, unknown>;
}

export interface TableView {
  line: LineState;
  /** Why the line is closed for good. */
  fault: string | null;
  table: TableInfo | null;
  you: number | null;
  scene: Scene | null;
  /** How many decisions were made when the scene was seen: sent with every move. */
  decision: number;
  clock: Clock | null;
  /** The time on this device's clock when `clock` came. */
  clockAt: number;
  events: TableEvent[];
  reasons: Record<number, Reason>;
  /** A move that is on its way: the board waits for it. */
  sending: boolean;
  /** What the server refused last, in its words. */
  refused: string | null;
  /** The table of the next game, once someone asked for it. */
  rematch: string | null;
}

export const EMPTY: TableView = {
  line: "connecting",
  fault: null,
  table: null,
  you: null,
  scene: null,
  decision: 0,
  clock: null,
  clockAt: 0,
  events: [],
  reasons: {},
  sending: false,
  refused: null,
  rematch: null,
};

export type Action =
  | { type: "message"; message: ServerMessage; now: number }
  | { type: "line"; state: LineState; fault: string | null }
  | { type: "sending" }
  | { type: "answered"; refused: string | null }
  | { type: "dismiss" };

export function reduce(view: TableView, action: Action): TableView {
  switch (action.type) {
    case "message":
      return hear(view, action.message, action.now);
    case "line":
      return { ...view, line: action.state, fault: action.fault ?? view.fault };
    case "sending":
      return { ...view, sending: true, refused: null };
    case "answered":
      return { ...view, sending: false, refused: action.refused };
    case "dismiss":
      return { ...view, refused: null };
  }
}

function hear(view: TableView, message: ServerMessage, now: number): TableView {
  switch (message.type) {
    case "welcome":
      return {
        ...view,
        table: message.table,
        you: message.you,
        scene: message.scene,
        decision: message.scene?.turn.decision ?? view.decision,
        clock: message.clock,
        clockAt: now,
        events: [...view.events, ...message.events],
        sending: false,
        rematch: message.table.rematch,
      };
    case "event":
      return happen(view, message.event);
    case "table":
      return { ...view, table: message.table, you: message.table.you, rematch: message.table.rematch ?? view.rematch };
    case "scene":
      return {
        ...view,
        scene: message.scene,
        decision: message.decision,
        clock: message.clock,
        clockAt: now,
      };
    case "reason":
      return {
        ...view,
        reasons: { ...view.reasons, [message.decision]: { text: message.text, figures: message.figures } },
      };
    default:
      return view;
  }
}

/** One event goes into the log; what it changed comes as a new scene or table. */
function happen(view: TableView, event: TableEvent): TableView {
  const events = [...view.events, event];
  if (event.kind === "taken_back") {
    const kept = Number(event.data["decisions"]);
    const reasons = Object.fromEntries(Object.entries(view.reasons).filter(([decision]) => Number(decision) < kept));
    return { ...view, events, reasons };
  }
  return event.kind === "rematch" ? { ...view, events, rematch: String(event.data["table"]) } : { ...view, events };
}

/** The moves that stand: those that were taken back are left out. */
export function standing(events: readonly TableEvent[]): TableEvent[] {
  const moves: TableEvent[] = [];
  for (const event of events) {
    if (event.kind === "moved") moves.push(event);
    else if (event.kind === "taken_back") {
      const kept = Number(event.data["decisions"]);
      while (Number(moves.at(-1)?.data["decision"] ?? -1) >= kept) moves.pop();
    }
  }
  return moves;
}

/** The hint for the decision that you must take now; null where there is none, or it was for another position. */
export function hintOf({ events, you, decision }: Pick<TableView, "events" | "you" | "decision">): { move: string; words: string; reason: string } | null {
  for (let place = events.length - 1; place >= 0; place -= 1) {
    const event = events[place];
    if (event === undefined || event.kind === "moved" || event.kind === "taken_back") return null;
    if (event.kind === "hinted" && event.data["seat"] === you && event.data["decision"] === decision) {
      const text = (name: string) => String(event.data[name] ?? "");
      return { move: text("move"), words: text("words"), reason: text("reason") };
    }
  }
  return null;
}

/** Whether this device's person may move now. */
export function yourTurn(view: TableView): boolean {
  return (
    view.you !== null &&
    view.table?.state === "running" &&
    view.scene !== null &&
    !view.scene.over &&
    view.scene.turn.movers.includes(view.you) &&
    !(view.scene.turn.committed ?? []).includes(view.you)
  );
}
