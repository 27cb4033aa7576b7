/** Sentences that several pages share. */

import type { ParameterInfo, Result, SeatInfo, Settings, TableEvent, TableInfo } from "./api/types";

export interface Line {
  text: string;
  /** `chat` is shown apart from what happened on the board. */
  tone: "move" | "news" | "chat" | "fault";
  who?: string;
  seat?: number;
}

function seatOf(event: TableEvent): number | null {
  const seat = event.data["seat"];
  return typeof seat === "number" ? seat : null;
}

export function seatName(table: TableInfo | null, seat: number | null): string {
  if (seat === null) return "Someone";
  return table?.seats.find((one) => one.seat === seat)?.name ?? `Seat ${seat + 1}`;
}

/** Who sits there, as people say it: "Ada (Red)". */
export function whoSits(table: TableInfo | null, seat: number | null): string {
  const info = table?.seats.find((one) => one.seat === seat);
  if (info === undefined || info.label === "" || info.label === info.name) return seatName(table, seat);
  return `${info.label} (${info.name})`;
}

/** An event as a line of the log; null for events that need no line. */
export function lineOf(event: TableEvent, table: TableInfo | null): Line | null {
  const seat = seatOf(event);
  const who = typeof event.data["who"] === "string" ? event.data["who"] : whoSits(table, seat);
  const at = seat === null ? {} : { seat };
  switch (event.kind) {
    case "chat":
      return { tone: "chat", who, text: String(event.data["text"] ?? ""), ...at };
    case "joined":
      return { tone: "news", text: `${who} sits down${seat === null ? "" : ` as ${seatName(table, seat)}`}.`, ...at };
    case "left":
      return {
        tone: "news",
        text: leavingWords(event, who),
        ...at,
      };
    case "challenged":
      return { tone: "news", text: `${who} was asked to come.` };
    case "challenge_declined":
      return { tone: "news", text: `${who} declines to come.` };
    case "proposal":
      // The first set of settings is the table's own: nobody has changed anything.
      if (event.data["revision"] === 1) return null;
      return { tone: "news", text: `${whoSits(table, numberOr(event.data["by"]))} proposes other settings.` };
    case "agreed":
      if ((table?.seats.filter((one) => one.kind === "person").length ?? 0) < 2) return null;
      return { tone: "news", text: `${whoSits(table, seat)} agrees to the settings.`, ...at };
    case "started":
      return { tone: "news", text: "The game begins." };
    case "committed":
      return { tone: "news", text: `${whoSits(table, seat)} has decided.`, ...at };
    case "moved": {
      const words = String(event.data["words"] || event.data["move"] || "");
      const fault = event.data["fault"] ? ` (${String(event.data["fault"])})` : "";
      const done = words === "" ? "decides out of sight" : words;
      return { tone: fault === "" ? "move" : "fault", text: `${seatName(table, seat)}: ${done}${fault}`, ...at };
    }
    case "taken_back":
      return { tone: "news", text: `${whoSits(table, seat)} takes back.`, ...at };
    case "draw_offered":
      return { tone: "news", text: `${whoSits(table, seat)} offers a draw.`, ...at };
    case "draw_declined":
      return { tone: "news", text: `${whoSits(table, seat)} declines the draw.`, ...at };
    case "ended":
      return { tone: "news", text: endWords(event, table) };
    case "abandoned":
      return { tone: "news", text: "The table was given up." };
    case "rematch":
      return { tone: "news", text: "A rematch is ready." };
    default:
      return null;
  }
}

function numberOr(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function leavingWords(event: TableEvent, who: string): string {
  if (!event.data["player"]) return `${who} leaves.`;
  const player = String(event.data["player"]);
  return event.data["why"] === "time" ? `The time of ${who} is up; ${player} plays on.` : `${who} leaves; ${player} plays on.`;
}

function endWords(event: TableEvent, table: TableInfo | null): string {
  const reason = event.data["reason"] ? ` ${String(event.data["reason"])}` : "";
  // The table has the points as people count them; those of the event may hold fractions by which ties are broken.
  const result = table?.result ?? (event.data["result"] as Result | null | undefined);
  return `${result ? resultWords(result, table?.seats ?? []) : "The game is over."}${reason}`;
}

/** "Red wins (12 : 7)." — by ranks, where 1 is best. */
export function resultWords(result: Result, seats: Pick<SeatInfo, "seat" | "name">[]): string {
  const name = (seat: number) => seats.find((one) => one.seat === seat)?.name ?? `Seat ${seat + 1}`;
  const best = Math.min(...result.ranks);
  const winners = result.ranks.flatMap((rank, seat) => (rank === best ? [name(seat)] : []));
  const score = result.points.map(plainNumber).join(" : ");
  if (result.ranks.length === 1) return `The game is over with ${score} points.`;
  if (winners.length === result.ranks.length) return `A draw (${score}).`;
  return winners.length === 1 ? `${winners[0]} wins (${score}).` : `${listing(winners)} share the win (${score}).`;
}

export function namesOf(table: { seats: Pick<SeatInfo, "name">[] } | null): string[] {
  return table?.seats.map((seat) => seat.name) ?? [];
}

/** A sentence begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function listing(words: string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function plainNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Math.round(value * 100) / 100);
}

/** The settings in words; of those, where the game's parameters are known, only what differs from
 * what people are offered.
 *
 * `said` says the name of each in the reader's language: a list of them is no sentence that a catalogue could hold. */
export function settingsWords(settings: Settings, parameters: ParameterInfo[] = [], said: (text: string) => string = (text) => text): string {
  const usual = new Map(parameters.map((parameter) => [parameter.name, parameter.suggested]));
  // What is not named is as the game has it, which may be something else than people are offered.
  const whole = { ...Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default])), ...settings };
  return Object.entries(whole)
    .filter(([name, value]) => usual.get(name) !== value && value !== "")
    .map(([name, value]) => `${said(name.replaceAll("_", " "))} ${typeof value === "number" ? plainNumber(value) : value}`)
    .join(", ");
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A date as the reader's country writes it; empty for none. */
export function when(iso: string | null | undefined): string {
  if (!iso) return "";
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  // As the reader is used to it, unless the page speaks another language than the browser.
  const language = document.documentElement.lang;
  const locale = language === "" || navigator.language.startsWith(language) ? undefined : language;
  return date.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

const STATES: Record<TableInfo["state"], string> = {
  waiting: "waiting for players",
  negotiating: "agreeing on the settings",
  running: "being played",
  over: "over",
  abandoned: "given up",
};

export function stateWords(state: TableInfo["state"]): string {
  return STATES[state];
}
