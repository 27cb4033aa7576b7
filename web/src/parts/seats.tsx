/** Who sits where, whose turn it is, points and clocks. */

import { useSaid } from "../language";
import { useEffect, useState } from "react";
import type { Clock, TableInfo } from "../api/types";
import type { Scene } from "../boards";
import { namesOf, plainNumber } from "../words";
import { SeatMark } from "./basics";
import { isLow, leftWords } from "./clock";
import { scoreOf } from "./ending";

interface SeatsProps {
  table: TableInfo;
  scene: Scene | null;
  clock: Clock | null;
  clockAt: number;
  onSit?(seat: number): void;
  /** For pages in another language. */
  words?: SeatWords;
}

export interface SeatWords {
  you: string;
  away: string;
  decided: string;
  moving: string;
  winner: string;
  points: string;
  left: string;
}

const WORDS: SeatWords = {
  you: "you",
  away: "away",
  decided: "has decided",
  moving: "to move",
  winner: "winner",
  points: "points",
  left: "Time left",
};

export function Seats({ table, scene, clock, clockAt, onSit, words = WORDS }: SeatsProps) {
  const said = useSaid();
  const running = table.state === "running" && scene !== null && !scene.over;
  return (
    <ul className="seats" aria-label={said("Seats")}>
      {table.seats.map((seat) => {
        const committed = (scene?.turn.committed ?? []).includes(seat.seat);
        const moving = running && scene.turn.movers.includes(seat.seat) && !committed;
        // What a game adds at its end is in the result only; one that was given up has no more points than were made.
        const points = scene?.points && (scene.over && scoreOf(table.result, table.you) !== "" ? (table.result?.points ?? scene.points) : scene.points)[seat.seat];
        const ranks = table.result?.ranks ?? [];
        const won = ranks[seat.seat] === 1 && ranks.some((rank) => rank > 1);
        return (
          <li key={seat.seat} className={moving ? "seat moving" : "seat"} aria-current={moving ? "true" : undefined}>
            <SeatMark seat={seat.seat} names={namesOf(table)} />
            <span className="seat-names">
              <span className="seat-who">
                {seat.kind === "open" ? <em>{said("free seat")}</em> : seat.label}
                {seat.seat === table.you && <span className="tag you">{words.you}</span>}
              </span>
              <span className="small quiet-text">
                {said(seat.name)}
                {seat.kind === "person" && !seat.present && ` · ${words.away}`}
                {table.state === "negotiating" && seat.kind === "person" && (seat.agreed ? " · agrees" : " · not agreed yet")}
                {running && committed && ` · ${words.decided}`}
                {moving && <span className="hidden-text"> · {words.moving}</span>}
                {won && ` · ${words.winner}`}
              </span>
            </span>
            {typeof points === "number" && (
              <span className="seat-points">
                {plainNumber(points)}
                <span className="hidden-text"> {words.points}</span>
              </span>
            )}
            {running && clock !== null && typeof clock.left[seat.seat] === "number" && (
              <Countdown
                left={clock.left[seat.seat] ?? 0}
                at={clockAt}
                runs={clock.running.includes(seat.seat)}
                limit={clock.limit}
                label={words.left}
              />
            )}
            {seat.kind === "open" && onSit !== undefined && (
              <button type="button" onClick={() => onSit(seat.seat)}>
                Sit here
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Seconds left, counted down on this device from what the server said. */
function Countdown({ left, at, runs, limit, label }: { left: number; at: number; runs: boolean; limit: number | null; label: string }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!runs) return;
    const tick = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(tick);
  }, [runs]);
  const seconds = runs ? left - Math.max(0, now - at) / 1000 : left;
  const low = isLow(seconds, limit);
  return (
    <span className={`seat-clock${runs ? " runs" : ""}${low ? " low" : ""}`} role="timer" aria-label={label}>
      {leftWords(seconds, runs)}
    </span>
  );
}
