/** What happened, in words, and the chat. */

import { useSaid } from "../language";
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState, type FormEvent } from "react";
import type { TableEvent, TableInfo } from "../api/types";
import type { Reason } from "../net/table-state";
import { lineOf, namesOf } from "../words";
import { SeatMark } from "./basics";

/** Keeps a list at its end while new lines come, unless the reader has scrolled up. */
export function useTail(length: number) {
  const list = useRef<HTMLOListElement>(null);
  const seen = useRef({ lines: 0, box: 0 });
  const follow = useCallback(() => {
    const box = list.current;
    if (box === null) return;
    // Whether the end was in sight before the new lines came, or before the box gave room to something else.
    const { lines, box: height } = seen.current;
    if (box.scrollTop + Math.max(height, box.clientHeight) > lines - NEAR) box.scrollTop = box.scrollHeight;
    seen.current = { lines: box.scrollHeight, box: box.clientHeight };
  }, []);
  useLayoutEffect(follow, [follow, length]);
  const empty = length === 0;
  useLayoutEffect(() => {
    if (empty || list.current === null || typeof ResizeObserver === "undefined") return;
    const watch = new ResizeObserver(follow);
    watch.observe(list.current);
    return () => watch.disconnect();
  }, [follow, empty]);
  return list;
}

/** So many pixels from the end count as the end. */
const NEAR = 40;

interface LogProps {
  events: TableEvent[];
  table: TableInfo;
  reasons: Record<number, Reason>;
  /** Null where nobody may be asked: a person decided, or the game keeps its secrets. */
  onAsk: ((decision: number) => void) | null;
  label?: string;
}

export function Log({ events, table, reasons, onAsk, label = "What happened" }: LogProps) {
  const lines = useMemo(
    () =>
      events.flatMap((event, place) => {
        // That somebody has decided is news until it is told what.
        const told = event.kind === "committed" && events.slice(place + 1).some((later) => later.kind === "moved" || later.kind === "ended");
        const line = event.kind === "chat" || told ? null : lineOf(event, table);
        const decision = event.kind === "moved" ? Number(event.data["decision"]) : null;
        return line === null ? [] : [{ event, line, decision }];
      }),
    [events, table],
  );
  const tail = useTail(lines.length);
  const said = useSaid();
  const player = (seat: number | undefined) =>
    seat !== undefined && table.seats.find((one) => one.seat === seat)?.kind === "player";
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <ol className="log" ref={tail} aria-label={label} tabIndex={0}>
      {lines.map(({ event, line, decision }) => {
        const reason = decision === null ? undefined : reasons[decision];
        return (
          <li key={event.number} className={`log-${line.tone}`}>
            {line.seat !== undefined && line.tone !== "news" && <SeatMark seat={line.seat} names={namesOf(table)} />}
            <span className="log-text">{said(line.text)}</span>
            {decision !== null && onAsk !== null && player(line.seat) && reason === undefined && (
              <button type="button" className="quiet why" onClick={() => onAsk(decision)}>
                Why?<span className="hidden-text"> {line.text}</span>
              </button>
            )}
            {reason !== undefined && <ReasonText reason={reason} />}
          </li>
        );
      })}
    </ol>
  );
}

export function ReasonText({ reason }: { reason: Reason }) {
  const figures = Object.entries(reason.figures).filter(([, value]) => typeof value !== "object" || value === null);
  return (
    <div className="reason">
      {reason.text === "" ? "It gave no reason." : reason.text}
      {figures.length > 0 && (
        <span className="small quiet-text">
          {" "}
          {figures.map(([name, value]) => `${name.replaceAll("_", " ")} ${figure(value)}`).join(" · ")}
        </span>
      )}
    </div>
  );
}

function figure(value: unknown): string {
  return typeof value === "number" && !Number.isInteger(value) ? value.toPrecision(3) : String(value);
}

interface ChatProps {
  events: TableEvent[];
  table: TableInfo;
  onSay(text: string): Promise<boolean>;
  /** For pages in another language. */
  words?: typeof CHAT_WORDS;
}

const CHAT_WORDS = { chat: "Chat", messages: "Messages", message: "Message", say: "Say something", send: "Send" };

export const CHAT_LIMIT = 500;

export function Chat({ events, table, onSay, words: named = CHAT_WORDS }: ChatProps) {
  const field = useId();
  const [text, setText] = useState("");
  const said = useMemo(() => events.filter((event) => event.kind === "chat"), [events]);
  const tail = useTail(said.length);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words === "") return;
    setText("");
    void onSay(words).then((accepted) => {
      // What was refused is given back to be mended.
      if (!accepted) setText((now) => (now === "" ? words : now));
    });
  };
  return (
    <section className="panel chat" aria-labelledby={`${field}-head`}>
      <h2 id={`${field}-head`}>{named.chat}</h2>
      {said.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        <ol className="log" ref={tail} aria-label={named.messages} tabIndex={0}>
          {said.map((event) => {
            const line = lineOf(event, table);
            return (
              <li key={event.number}>
                <span className="log-text" translate="no">
                  <strong translate="no">{line?.who}:</strong> {line?.text}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <form className="chat-form" onSubmit={send}>
        <label className="hidden-text" htmlFor={field}>
          {named.message}
        </label>
        <input
          id={field}
          value={text}
          maxLength={CHAT_LIMIT}
          autoComplete="off"
          placeholder={named.say}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">{named.send}</button>
      </form>
    </section>
  );
}
