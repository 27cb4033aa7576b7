/** The moves of a game, numbered: each shows the position after it. */

import { useMemo } from "react";
import type { TableEvent, TableInfo } from "../api/types";
import { useSaid } from "../language";
import { standing, type Reason } from "../net/table-state";
import { lineOf, namesOf } from "../words";
import { SeatMark } from "./basics";
import { ReasonText, useTail } from "./log";

/** Events that stand between the moves, in words. */
const NEWS = new Set(["joined", "left", "started", "committed", "ended", "taken_back", "draw_offered", "draw_declined", "rematch"]);

interface MovesProps {
  events: TableEvent[];
  table: TableInfo;
  reasons: Record<number, Reason>;
  /** After how many decisions the board is shown; null for how it stands now. */
  at: number | null;
  onShow(decision: number | null): void;
  /** Null where nobody may be asked: the game keeps its secrets. */
  onAsk: ((decision: number) => void) | null;
}

export function Moves({ events, table, reasons, at, onShow, onAsk }: MovesProps) {
  const said = useSaid();
  const moves = useMemo(() => standing(events), [events]);
  const lines = useMemo(() => {
    const kept = new Set(moves);
    return events.filter((event, place) => {
      if (event.kind === "moved") return kept.has(event);
      // That somebody has decided is news until it is told what.
      if (event.kind === "committed") return !events.slice(place + 1).some((later) => later.kind === "moved" || later.kind === "ended" || later.kind === "taken_back");
      return NEWS.has(event.kind);
    });
  }, [events, moves]);
  const tail = useTail(lines.length);
  const total = Number(moves.at(-1)?.data["decision"] ?? -1) + 1;
  const now = at ?? total;
  const isPlayer = (seat: unknown) => table.seats.find((one) => one.seat === seat)?.kind === "player";
  return (
    <>
      <div className="row moves-steps" role="group" aria-label={said("Positions")}>
        <Step words="To the start" sign="|◀" to={0} now={now} total={total} onShow={onShow} />
        <Step words="One move back" sign="◀" to={now - 1} now={now} total={total} onShow={onShow} />
        <Step words="One move on" sign="▶" to={now + 1} now={now} total={total} onShow={onShow} />
        <Step words="To the game" sign="▶|" to={total} now={now} total={total} onShow={onShow} />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <ol className="log moves" ref={tail} aria-label={said("Moves")} tabIndex={0}>
        {lines.map((event) => {
          const line = lineOf(event, table);
          if (line === null) return null;
          if (event.kind !== "moved") {
            return (
              <li key={event.number} className="log-news">
                <span className="log-text">{said(line.text)}</span>
              </li>
            );
          }
          const decision = Number(event.data["decision"]);
          const reason = reasons[decision];
          return (
            <li key={event.number} className={`log-${line.tone}`}>
              <button type="button" className="quiet move" aria-current={at === decision + 1 ? "step" : undefined} onClick={() => onShow(decision + 1 === total ? null : decision + 1)}>
                <span className="move-number">{decision + 1}.</span>
                {line.seat !== undefined && <SeatMark seat={line.seat} names={namesOf(table)} />}
                <span className="log-text">{said(line.text)}</span>
              </button>
              {onAsk !== null && isPlayer(line.seat) && reason === undefined && (
                <button type="button" className="quiet why" onClick={() => onAsk(decision)}>
                  {said("Why?")}
                  <span className="hidden-text"> {said(line.text)}</span>
                </button>
              )}
              {reason !== undefined && <ReasonText reason={reason} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface StepProps {
  words: string;
  sign: string;
  to: number;
  now: number;
  total: number;
  onShow(decision: number | null): void;
}

function Step({ words, sign, to, now, total, onShow }: StepProps) {
  const said = useSaid();
  return (
    <button type="button" disabled={to < 0 || to > total || to === now} onClick={() => onShow(to === total ? null : to)}>
      <span aria-hidden="true">{sign}</span>
      <span className="hidden-text">{said(words)}</span>
    </button>
  );
}
