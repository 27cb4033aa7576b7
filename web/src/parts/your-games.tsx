/** Your unfinished games: go on with one, or leave it. */

import { useEffect, useState } from "react";
import { post, sentence } from "../api/http";
import type { YourGame } from "../api/types";
import { Link } from "../router";
import { addressOf } from "../tables";
import { listing } from "../words";
import { GamePicture, Notice } from "./basics";
import { clockWords } from "./clock";
import { deliberate } from "./deliberate";
import { useLoad } from "./load";
import "./your-games.css";

const FIRST = 4;

/** What is going on at one of your tables. */
export function stateOf(game: YourGame): string {
  if (game.table.state === "waiting") return "Waiting for somebody";
  if (game.table.state === "negotiating") return "Agree on the settings";
  if (game.your_turn === null) return "Being played";
  return game.your_turn ? "Your turn" : "Their turn";
}

/** What leaving does: before the start one gets up, a game against players is dropped, any other is lost. */
export function leavingOf(game: YourGame): { ask: string; yes: string } {
  if (game.table.state !== "running") return { ask: "Leave this table?", yes: "Yes, leave" };
  if (game.alone && !game.table.rated) return { ask: "Drop this game? It counts for nothing.", yes: "Yes, drop it" };
  return { ask: "Leave this game? It is lost then.", yes: "Yes, resign" };
}

/** How long ago, or in how long, in the largest unit that fits. */
export function age(from: number, to: number): string {
  const seconds = Math.max(0, (to - from) / 1000);
  if (seconds < 90) return "1 min";
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** The time, renewed twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(tick);
  }, []);
  return now;
}

export function YourGames({ limit }: { limit?: boolean }) {
  const games = useLoad<YourGame[]>("/your-games", 15_000);
  const [all, setAll] = useState(limit === true);
  const found = games.data ?? [];
  if (found.length === 0) return null;
  const shown = all ? found : found.slice(0, FIRST);
  return (
    <section className="your-games" aria-labelledby="your-games-head">
      <h2 id="your-games-head">Your games</h2>
      <ul>
        {shown.map((game) => (
          <li key={game.table.id}>
            <Game game={game} onLeft={games.reload} />
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Show all {found.length}
        </button>
      )}
    </section>
  );
}

function Game({ game, onLeft }: { game: YourGame; onLeft(): void }) {
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { table } = game;
  const others = table.seats.filter((seat) => seat.seat !== table.you && seat.kind !== "open").map((seat) => seat.label);
  const leaving = leavingOf(game);
  const now = useNow();
  const leave = () => {
    setBusy(true);
    post(`/tables/${encodeURIComponent(table.id)}/quit`).then(
      () => {
        setBusy(false);
        setSure(false);
        onLeft();
      },
      (reason: unknown) => {
        setBusy(false);
        setFault(sentence(reason));
      },
    );
  };
  return (
    <article className="panel your-game">
      <GamePicture game={table.game} className="your-game-picture" />
      <div className="your-game-text">
        <h3>{table.title}</h3>
        {others.length > 0 && <p className="small quiet-text">against {listing(others)}</p>}
        <p className="small">
          <strong>{stateOf(game)}</strong>
          <span className="quiet-text"> · {age(Date.parse(game.moved), now)} ago</span>
        </p>
        {table.clock && <p className="small quiet-text">{clockWords(table.clock)}</p>}
        {game.until && game.your_turn !== null && (
          <p className={game.your_turn && Date.parse(game.until) - now < 86_400_000 ? "small low-time" : "small"}>
            {game.your_turn ? `You have ${age(now, Date.parse(game.until))} left.` : `They have ${age(now, Date.parse(game.until))} left.`}
          </p>
        )}
        {game.expires !== null && (
          <p className="small quiet-text">Ends by itself in {age(now, Date.parse(game.expires))}.</p>
        )}
        {fault !== null && <Notice tone="bad">{fault}</Notice>}
        <div className="row">
          {sure ? (
            <>
              <span className="small">{leaving.ask}</span>
              <button type="button" className="primary" disabled={busy} onClick={deliberate(leave)}>
                {leaving.yes}
              </button>
              <button type="button" onClick={() => setSure(false)}>
                No
              </button>
            </>
          ) : (
            <>
              <Link className="button primary" to={addressOf(table)}>
                {table.state === "running" ? "Resume" : "Go to the table"}
                <span className="hidden-text"> {table.title}</span>
              </Link>
              <button type="button" onClick={() => setSure(true)}>
                Leave
                <span className="hidden-text"> {table.title}</span>
              </button>
            </>
          )}
        </div>
      </div>
    </article>
  );
}
