/** Everybody who takes part: where they are, for how long, and what they wait for. */

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { post } from "../api/http";
import { Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { when } from "../words";
import { Fault, Sure, useDoing } from "./doing";
import { may, type GameRow, type Monitor, type PersonRow, type StudyInfo } from "./types";
import { span, statusWords } from "./words";

const Traces = lazy(() => import("./traces"));

interface PeopleProps {
  study: StudyInfo;
  path: string;
  now: Monitor;
  reload(): void;
}

export function People({ study, path, now, reload }: PeopleProps) {
  const [shown, setShown] = useState("");
  const [looked, setLooked] = useState<string | null>(null);
  const doing = useDoing();
  const here = [...new Set(now.people.map((one) => one.status))];
  const people = now.people.filter((one) => shown === "" || one.status === shown);
  const act = (who: PersonRow, what: "advance" | "release") =>
    void doing
      .run(() => post(`${path}/people/${encodeURIComponent(who.participant)}/${what}`), what === "advance" ? "They go on." : "They are released.")
      .then(reload);
  return (
    <section className="panel" aria-labelledby="people-head">
      <div className="row desk-between">
        <h2 id="people-head">People</h2>
        {here.length > 1 && (
          <label className="row small">
            Show
            <select value={shown} onChange={(event) => setShown(event.target.value)}>
              <option value="">everybody ({now.people.length})</option>
              {here.map((status) => (
                <option key={status} value={status}>
                  {statusWords(status)} ({now.people.filter((one) => one.status === status).length})
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Fault of={doing} />
      {people.length === 0 ? (
        <p className="quiet-text">{study.state === "open" ? "Nobody has come yet." : "Nobody has come yet: the study is not open."}</p>
      ) : (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        <div className="wide-table" tabIndex={0} role="group" aria-label="Everybody who takes part">
          <table className="people">
            <thead>
              <tr>
                <th scope="col">Who</th>
                <th scope="col">Status</th>
                <th scope="col">Where</th>
                <th scope="col">Here for</th>
                <th scope="col">Quiet for</th>
                <th scope="col">
                  <span className="hidden-text">What can be done</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map((who) => (
                <Person key={who.participant} who={who} able={may(study, "steer")} busy={doing.busy} onAct={act} onLook={setLooked} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {looked !== null && <Games key={looked} path={path} participant={looked} traced={may(study, "export")} onClose={() => setLooked(null)} />}
    </section>
  );
}

interface PersonProps {
  who: PersonRow;
  able: boolean;
  busy: boolean;
  onAct(who: PersonRow, what: "advance" | "release"): void;
  onLook(participant: string): void;
}

function Person({ who, able, busy, onAct, onLook }: PersonProps) {
  const active = who.status === "active";
  const more = [who.condition, who.source, who.language].filter((one) => one !== "").join(" · ");
  return (
    <tr data-person={who.participant}>
      <th scope="row">
        <code>{who.participant}</code> {who.pilot && <span className="tag">pilot</span>}
        {more !== "" && <span className="small quiet-text desk-under">{more}</span>}
      </th>
      <td data-label="Status">
        <span className={active ? "tag live" : "tag"}>{statusWords(who.status)}</span>
        {who.inactive && active && <span className="small quiet-text desk-under">long away</span>}
      </td>
      <td data-label="Where">
        {who.stage}
        {who.doing !== who.stage && `, ${who.doing}`}
        <span className="small quiet-text desk-under">
          page {Math.min(who.step + 1, who.steps)} of {who.steps}
          {who.waiting_for !== null && `; waiting for others for ${span(who.waiting_for)}`}
        </span>
      </td>
      <td data-label="Here for">{active ? span(who.here_for) : ""}</td>
      <td data-label="Quiet for">{active ? span(who.quiet_for) : who.finished !== null ? `ended ${when(who.finished)}` : ""}</td>
      <td>
        <div className="row desk-actions">
          {able && active && (
            <>
              <button type="button" disabled={busy} onClick={() => onAct(who, "advance")}>
                Advance<span className="hidden-text"> {who.participant}</span>
              </button>
              <Sure
                label={
                  <>
                    Release<span className="hidden-text"> {who.participant}</span>
                  </>
                }
                question={`Bring ${who.participant} to the end of the study, with a code? They cannot go on after that.`}
                yes="Yes, release them"
                disabled={busy}
                onYes={() => onAct(who, "release")}
              />
            </>
          )}
          <button type="button" onClick={() => onLook(who.participant)}>
            Games<span className="hidden-text"> of {who.participant}</span>
          </button>
        </div>
      </td>
    </tr>
  );
}

interface GamesProps {
  path: string;
  participant: string;
  traced: boolean;
  onClose(): void;
}

const ALL = "";

function Games({ path, participant, traced, onClose }: GamesProps) {
  const place = `${path}/people/${encodeURIComponent(participant)}`;
  const games = useLoad<GameRow[]>(`${place}/games`);
  const [game, setGame] = useState<string | null>(null);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section className="desk-games stack" aria-labelledby="games-head">
      <div className="row desk-between">
        <h3 id="games-head" ref={head} tabIndex={-1}>
          Games of <code>{participant}</code>
        </h3>
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </div>
      <Shown of={games}>
        {(list) => (
          <ul className="desk-list">
            {list.map((one) => (
              <li key={one.table} className="row desk-between">
                <span>
                  {one.stage}, as {one.name} on seat {one.seat + 1}
                  <span className="small quiet-text desk-under">
                    {one.ended === null ? "goes on" : `ended ${when(one.ended)}${one.how === "" ? "" : `: ${one.how}`}`}
                  </span>
                </span>
                {traced && (
                  <button type="button" aria-pressed={game === one.table} onClick={() => setGame(one.table)}>
                    Pointer and keys<span className="hidden-text"> in {one.stage}</span>
                  </button>
                )}
              </li>
            ))}
            {list.length === 0 && <li className="quiet-text">No game yet.</li>}
            {traced && (
              <li className="row desk-between">
                <span>All pages</span>
                <button type="button" aria-pressed={game === ALL} onClick={() => setGame(ALL)}>
                  Pointer and keys<span className="hidden-text"> on all pages</span>
                </button>
              </li>
            )}
          </ul>
        )}
      </Shown>
      {game !== null && (
        <Suspense fallback={<p className="quiet-text">Loading…</p>}>
          <Traces key={game} place={place} game={game} />
        </Suspense>
      )}
    </section>
  );
}
