/** A table's clock: what can be chosen, and how it is said. */

import type { TableClock } from "../api/types";
import { plainNumber } from "../words";

export const DAY = 86_400;

export type ClockKind = TableClock["kind"];

/** A clock as somebody writes it down: texts, since anything can be written. */
export interface ClockDraft {
  kind: ClockKind | "none";
  /** For `move` seconds, for `game` minutes, for `days` days. */
  time: string;
  increment: string;
  timeUp: "lose" | "move" | null;
}

/** What is proposed when somebody chooses a kind. */
export const USUAL: Record<ClockDraft["kind"], string> = { none: "", move: "60", game: "5", days: "3" };
const UNIT: Record<ClockKind, number> = { move: 1, game: 60, days: DAY };
const MOST: Record<ClockKind, number> = { move: DAY, game: 600, days: 30 };
const LEAST: Record<ClockKind, number> = { move: 1, game: 0.1, days: 1 };
const MOST_ADDED = 600;

export function draftOf(clock: TableClock | null | undefined): ClockDraft {
  if (clock === null || clock === undefined) return { kind: "none", time: "", increment: "3", timeUp: null };
  return {
    kind: clock.kind,
    time: String(clock.seconds / UNIT[clock.kind]),
    increment: String(clock.kind === "game" ? clock.increment : 3),
    timeUp: clock.time_up ?? null,
  };
}

const numberOf = (text: string): number | null => {
  const plain = text.trim().replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
};

/** What is wrong with what was written, in words; null if nothing is. */
export function faultOf(draft: ClockDraft): string | null {
  if (draft.kind === "none") return null;
  const time = numberOf(draft.time);
  const [least, most] = [LEAST[draft.kind], MOST[draft.kind]];
  if (time === null || time < least || time > most || (draft.kind === "days" && !Number.isInteger(time))) {
    switch (draft.kind) {
      case "move":
        return `A decision may have ${least} to ${most} seconds.`;
      case "game":
        return `A game may have ${least} to ${most} minutes.`;
      case "days":
        return `A decision may have ${least} to ${most} whole days.`;
    }
  }
  const added = draft.kind === "game" ? numberOf(draft.increment) : 0;
  if (added === null || added < 0 || added > MOST_ADDED) return `A turn may add 0 to ${MOST_ADDED} seconds.`;
  return null;
}

/** The clock that was written down; only where nothing is wrong with it. */
export function clockOf(draft: ClockDraft): TableClock | null {
  if (draft.kind === "none" || faultOf(draft) !== null) return null;
  return {
    kind: draft.kind,
    seconds: Math.round((numberOf(draft.time) ?? 0) * UNIT[draft.kind] * 1000) / 1000,
    increment: draft.kind === "game" ? (numberOf(draft.increment) ?? 0) : 0,
    time_up: draft.kind === "game" ? null : draft.timeUp,
  };
}

/** A clock in a few words: "5 min + 3 s", "60 seconds a decision", "3 days a decision". */
export function clockWords(clock: TableClock | null | undefined): string {
  if (clock === null || clock === undefined) return "no clock";
  switch (clock.kind) {
    case "game": {
      const whole = clock.seconds < 60 ? `${plainNumber(clock.seconds)} s` : `${plainNumber(clock.seconds / 60)} min`;
      return clock.increment > 0 ? `${whole} + ${plainNumber(clock.increment)} s` : `${whole} for the game`;
    }
    case "days":
      return clock.seconds === DAY ? "1 day a decision" : `${plainNumber(clock.seconds / DAY)} days a decision`;
    case "move":
      return `${plainNumber(clock.seconds)} seconds a decision`;
  }
}

/** What happens when the time is up; empty without a clock, and where it is always the same. */
export function timeUpWords(clock: TableClock | null | undefined): string {
  if (clock === null || clock === undefined || clock.kind === "game") return "";
  return clock.time_up === "move" ? "a move is made when the time is up" : "lost when the time is up";
}

/** Time that is left, in the units that matter then: "2 d 3 h", "1:04:10", "4:05", tenths in the last seconds. */
export function leftWords(seconds: number, tenths = false): string {
  const left = Math.max(0, seconds);
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / 3600)} h`;
  if (tenths && left < 10) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.ceil(left);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** How long a decision took: "0.6 s", and from a minute on as clocks have it. */
export function tookWords(seconds: number): string {
  return seconds < 60 ? `${seconds.toFixed(1)} s` : leftWords(seconds);
}

/** When little is left: a tenth of a long time, but no more than a minute and no less than ten seconds. */
export function isLow(left: number, limit: number | null): boolean {
  return left < Math.min(60, Math.max(10, (limit ?? 0) / 10));
}
