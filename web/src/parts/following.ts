/** What pages on which a table is followed have in common. */

import { useSaid } from "../language";
import { useEffect, useRef } from "react";
import { yourTurn, type TableView } from "../net/table-state";
import type { TableHandle } from "../net/use-table";
import { lineOf } from "../words";
import { announce } from "./announcer";

/** When your time runs out, for boards that count it down. */
export function deadlineOf({ clock, clockAt, you }: TableView): number | null {
  const left = you === null || clock?.running.includes(you) !== true ? null : clock.left[you];
  return typeof left === "number" ? clockAt + 1000 * left : null;
}

/** Reads new events to those who cannot see the board, and tells the server what was shown. */
export function useReading({ view, seen }: TableHandle, turnWords = "Your turn.") {
  const read = useRef<number | null>(null);
  const { events, table, you } = view;
  const turn = yourTurn(view);
  const said = useSaid();
  useEffect(() => {
    const newest = events.at(-1)?.number ?? 0;
    // What was there at the beginning is in the log; only news are read.
    if (read.current !== null && table !== null) {
      const from = read.current;
      const lines = events
        .filter((event) => event.number > from && !(event.kind === "moved" && event.data["seat"] === you))
        .map((event) => lineOf(event, table))
        .flatMap((line) => (line === null ? [] : [line.tone === "chat" ? `${line.who}: ${line.text}` : said(line.text)]));
      announce(lines.join(" "));
    }
    if (table !== null) read.current = newest;
    if (newest > 0) seen(newest);
  }, [events, table, you, seen, said]);
  useEffect(() => {
    if (!turn) return;
    const wait = setTimeout(() => announce(turnWords), 600);
    return () => clearTimeout(wait);
  }, [turn, turnWords]);
}
