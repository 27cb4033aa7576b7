/** @jsxImportSource react */
/** Moves of a game that are marked in the list of all, each of which can be looked at on the board. */

import { SeatMark } from "../parts/basics";
import type { FieldProps } from "./questions";
import { useSay } from "./texts";
import type { About } from "./types";

/** A game that questions are about, as the page shows it. */
export interface Shown {
  about: About;
  /** The names of the sides, for their colours; empty until the game is loaded. */
  sides: string[];
  /** A move in the game's own words, where they are known. */
  words(ply: number): string | null;
  /** Shows the position after a move; null where there is no board. */
  onShow: ((ply: number) => void) | null;
  shown: number | null;
}

export function MovesField({ question, value, onChange, game = null }: FieldProps) {
  const say = useSay();
  const moves = (game?.about.moves ?? []).filter((move) => question.seat === null || question.seat === undefined || move.seat === question.seat);
  if (game === null || moves.length === 0) return <p className="quiet-text">{say("noMoves")}</p>;
  const marked = Array.isArray(value) ? (value as number[]) : [];
  const most = question.most ?? Infinity;
  const toggle = (ply: number, on: boolean) =>
    onChange((on ? [...marked, ply] : marked.filter((one) => one !== ply)).sort((one, other) => one - other));
  return (
    <>
      <p className="small quiet-text" role="status">
        {marked.length === 0 ? say("markedNone") : marked.length === 1 ? say("markedOne") : say("markedMany", { count: marked.length })}
        {Number.isFinite(most) && ` · ${say("markMost", { most })}`}
      </p>
      <ol className="markable">
        {moves.map((move) => {
          const text = game.words(move.ply) ?? move.text;
          const name = game.about.names[String(move.seat)] ?? "";
          const full = !marked.includes(move.ply) && marked.length >= most;
          return (
            <li key={move.ply} className={game.shown === move.ply ? "shown" : undefined}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={marked.includes(move.ply)}
                  disabled={full}
                  onChange={(event) => toggle(move.ply, event.target.checked)}
                />
                <span className="small quiet-text number">{move.ply + 1}</span>
                {game.sides.length > 0 && <SeatMark seat={move.seat} names={game.sides} />}
                <span>
                  <span className="hidden-text">
                    {say("move", { number: move.ply + 1 })}, {name}:{" "}
                  </span>
                  {text}
                </span>
              </label>
              {game.onShow !== null && (
                <button type="button" className="quiet" onClick={() => game.onShow?.(move.ply)} aria-pressed={game.shown === move.ply}>
                  <span aria-hidden="true">▦</span>
                  <span className="hidden-text">
                    {say("showMove")}: {say("move", { number: move.ply + 1 })}
                  </span>
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {question.required && (
        <label className="check neutral">
          <input
            type="checkbox"
            checked={Array.isArray(value) && marked.length === 0}
            onChange={(event) => onChange(event.target.checked ? [] : null)}
          />
          <span>{say("markNone")}</span>
        </label>
      )}
    </>
  );
}
