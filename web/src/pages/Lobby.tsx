import { useState } from "react";
import { post, sentence } from "../api/http";
import type { TableInfo } from "../api/types";
import { useSaid } from "../language";
import { useLobby } from "../net/lobby";
import { GamePicture, Notice, PageHead, SeatMark } from "../parts/basics";
import { clockWords } from "../parts/clock";
import { ANY, passes, type Filter } from "../parts/lobby-filter";
import { age, useNow } from "../parts/your-games";
import { go, Link } from "../router";
import { useCard, useSession } from "../session";
import { addressOf } from "../tables";
import { namesOf, settingsWords } from "../words";
import "./lobby.css";

export default function Lobby() {
  const { lobby, challenges, broken, refused, challenge, answered } = useLobby();
  const [asked, setAsked] = useState<string[]>([]);
  const { me } = useSession();
  const [filter, setFilter] = useState<Filter>(ANY);
  const all = lobby?.tables ?? [];
  const shown = all.filter((table) => table.you !== null || passes(table, filter));
  const waiting = shown.filter((table) => table.state === "waiting" || table.state === "negotiating");
  const running = shown.filter((table) => table.state === "running");
  const mine = waiting.find((table) => table.you !== null && table.seats.some((seat) => seat.kind === "open"));
  // Whoever waits here, not at the table, is told that somebody has come to it.
  const met = [...waiting, ...running].find(
    (table) => table.you !== null && table.state !== "waiting" && table.seats.filter((seat) => seat.kind === "person").length > 1,
  );
  const others = lobby?.people.filter((person) => person.id !== me.data?.id) ?? [];
  const unnamed = (lobby?.present ?? 0) - (lobby?.people.length ?? 0);
  return (
    <>
      <PageHead title="Lobby">
        <p className="quiet-text">Sit down at a table, watch a game, or open a table of your own.</p>
      </PageHead>
      {broken && <Notice tone="warn">The connection to the lobby is lost. It is tried again by itself.</Notice>}
      {refused !== null && <Notice tone="bad">{refused}</Notice>}
      {met !== undefined && (
        <Notice tone="good">
          <span>
            {met.state === "running"
              ? `Your game of ${met.title} has begun.`
              : `Everybody is at your table of ${met.title}: agree on the settings, and the game begins.`}
          </span>
          <Link className="button primary" to={addressOf(met)}>
            To your table
          </Link>
        </Notice>
      )}
      {challenges.map((call) => (
        <Challenge key={call.link} call={call} onAnswered={() => answered(call)} />
      ))}
      {all.length > 1 && <Filters tables={all} filter={filter} onChange={setFilter} />}
      <div className="lobby">
        <section className="stack" aria-labelledby="waiting">
          <h2 id="waiting">Waiting tables</h2>
          {lobby === null && !broken && <p className="quiet-text">Loading…</p>}
          {lobby !== null && waiting.length === 0 && (
            <p className="quiet-text">
              Nobody waits now. <Link to="/">Choose a game</Link>, then “Choose opponent and settings” and “Somebody
              else”.
            </p>
          )}
          <ul className="table-list">
            {waiting.map((table) => (
              <li key={table.id}>
                <WaitingTable table={table} />
              </li>
            ))}
          </ul>
          <h2>Games being played</h2>
          {lobby !== null && running.length === 0 && <p className="quiet-text">No public game is being played.</p>}
          <ul className="table-list">
            {running.map((table) => (
              <li key={table.id}>
                <article className="panel table-card">
                  <GamePicture game={table.game} className="lobby-picture" />
                  <TableText table={table} />
                  <Link className="button" to={addressOf(table)}>
                    {table.you === null ? "Watch" : "Go back to it"}
                    <span className="hidden-text"> {table.title}</span>
                  </Link>
                </article>
              </li>
            ))}
          </ul>
        </section>
        <section className="panel" aria-labelledby="people">
          <h2 id="people">People here</h2>
          {others.length === 0 ? (
            <p className="quiet-text">You are alone in the lobby.</p>
          ) : (
            <ul className="people">
              {others.map((person) => (
                <li key={person.id} className="row">
                  <span className="person-name">{person.name}</span>
                  {mine !== undefined && (
                    <button
                      type="button"
                      disabled={asked.includes(`${person.id} ${mine.id}`)}
                      onClick={() => {
                        challenge(person.id, mine.id);
                        setAsked([...asked, `${person.id} ${mine.id}`]);
                      }}
                    >
                      {asked.includes(`${person.id} ${mine.id}`) ? "Asked" : "Ask to your table"}
                      <span className="hidden-text">: {person.name}</span>
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {unnamed > 0 && <p className="quiet-text">And {unnamed} more.</p>}
          {others.length > 0 && mine === undefined && (
            <p className="small quiet-text">Open a table with a free seat, then you can ask people to it.</p>
          )}
        </section>
      </div>
    </>
  );
}

/** Somebody asks you to their table: sit down there with one click, or leave it. */
function Challenge({ call, onAnswered }: { call: { by: string; game: string; link: string }; onAnswered(): void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const accept = () => {
    setBusy(true);
    const address = new URL(call.link, location.href);
    const id = address.pathname.split("/").at(-1) ?? "";
    post<TableInfo>(`/tables/${id}/join`, { key: address.searchParams.get("key") }).then(
      (joined) => go(addressOf(joined)),
      (reason: unknown) => setFault(sentence(reason)),
    );
  };
  return (
    <Notice tone={fault === null ? "good" : "bad"}>
      <span>
        {fault ?? (
          <>
            <strong>{call.by}</strong> asks you to a game of {call.game}.
          </>
        )}
      </span>
      {fault === null && (
        <button type="button" className="primary" onClick={accept} disabled={busy}>
          Accept
        </button>
      )}
      <button type="button" onClick={onAnswered}>
        {fault === null ? "Not now" : "Close"}
      </button>
    </Notice>
  );
}

function WaitingTable({ table }: { table: TableInfo }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const free = table.seats.some((seat) => seat.kind === "open");
  const sit = () => {
    setBusy(true);
    post<TableInfo>(`/tables/${encodeURIComponent(table.id)}/join`).then(
      (joined) => go(addressOf(joined)),
      (reason: unknown) => {
        setFault(sentence(reason));
        setBusy(false);
      },
    );
  };
  return (
    <article className="panel table-card">
      <GamePicture game={table.game} className="lobby-picture" />
      <TableText table={table} />
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      {table.you === null && free ? (
        <button type="button" className="primary" onClick={sit} disabled={busy}>
          Sit down
          <span className="hidden-text"> at {table.title}</span>
        </button>
      ) : (
        <Link className="button" to={addressOf(table)}>
          {table.you === null ? "Watch" : "Go to your table"}
          <span className="hidden-text"> {table.title}</span>
        </Link>
      )}
    </article>
  );
}

const CLOCKS: Record<Filter["clock"], string> = { any: "Any clock", none: "No clock", live: "With a clock", days: "Days a decision" };

/** Which tables are shown: by game, free seats and clock. */
function Filters({ tables, filter, onChange }: { tables: TableInfo[]; filter: Filter; onChange(next: Filter): void }) {
  const games = [...new Map(tables.map((table) => [table.game, table.title]))].sort(([, a], [, b]) => a.localeCompare(b));
  return (
    <div className="row lobby-filters" role="group" aria-label="Which tables">
      <select
        aria-label="Game"
        value={filter.game}
        onChange={(event) => onChange({ ...filter, game: event.target.value })}
      >
        <option value="">All games</option>
        {games.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label="Clock"
        value={filter.clock}
        onChange={(event) => onChange({ ...filter, clock: event.target.value as Filter["clock"] })}
      >
        {Object.entries(CLOCKS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <label className="row">
        <input type="checkbox" checked={filter.free} onChange={(event) => onChange({ ...filter, free: event.target.checked })} />
        <span>Only with free seats</span>
      </label>
    </div>
  );
}

function TableText({ table }: { table: TableInfo }) {
  const now = useNow();
  const settings = settingsWords(table.settings, useCard(table.game)?.parameters, useSaid());
  return (
    <div className="table-text">
      <h3>{table.title}</h3>
      <ul className="lobby-seats">
        {table.seats.map((seat) => (
          <li key={seat.seat}>
            <SeatMark seat={seat.seat} names={namesOf(table)} />
            <span className="hidden-text">{seat.name}: </span>
            {seat.kind === "open" ? <em>free</em> : seat.label}
          </li>
        ))}
      </ul>
      <p className="small quiet-text">
        {[clockWords(table.clock), table.rated ? "rated" : "", settings].filter(Boolean).join(" · ")}
      </p>
      <p className="small quiet-text">
        {age(Date.parse(table.created), now)} ago
      </p>
    </div>
  );
}
