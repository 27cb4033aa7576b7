import { useEffect, useRef, useState } from "react";
import type { Frame, MatchInfo, Replay } from "../api/types";
import { useSaid } from "../language";
import { announce } from "../parts/announcer";
import { Notice, PageHead, SeatMark, Shown } from "../parts/basics";
import { clockWords, tookWords } from "../parts/clock";
import { BoardFrame, useMotion } from "../parts/board-frame";
import { useLoad } from "../parts/load";
import { go, Link } from "../router";
import { useCard } from "../session";
import { settingsWords, when } from "../words";
import { withQuery } from "../api/http";
import "./table.css";
import "./replay.css";

const SPEEDS = [
  { label: "slow", wait: 2500 },
  { label: "normal", wait: 1200 },
  { label: "fast", wait: 450 },
];

/** A finished match to step through; anybody who has the link sees the same. */
export default function ReplayPage({ id, at, secret }: { id: string; at: string | null; secret: string | null }) {
  const path = `/matches/${encodeURIComponent(id)}`;
  const match = useLoad<MatchInfo>(withQuery(path, { key: secret }));
  const over = match.data?.state === "over";
  const [seat, setSeat] = useState<number | null>(null);
  const replay = useLoad<Replay>(over ? withQuery(`${path}/replay`, { seat, key: secret }) : null);
  return (
    <Shown of={match}>
      {(info) =>
        info.state === "over" ? (
          <Shown of={replay}>
            {(shown) => <Viewer match={info} replay={shown} at={at} seat={seat} onSeat={setSeat} />}
          </Shown>
        ) : (
          <>
            <PageHead title={info.title} />
            <Notice tone="plain">
              <span>This game is not over yet.</span>
              <Link to={withQuery(`/table/${encodeURIComponent(id)}`, { key: secret })}>Watch it</Link>
            </Notice>
          </>
        )
      }
    </Shown>
  );
}

interface ViewerProps {
  match: MatchInfo;
  replay: Replay;
  at: string | null;
  seat: number | null;
  onSeat(seat: number | null): void;
}

function Viewer({ match, replay, at, seat, onSeat }: ViewerProps) {
  const last = replay.frames.length - 1;
  const [number, setNumber] = useState(() => Math.min(last, Math.max(0, Number(at ?? 0) || 0)));
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [copied, setCopied] = useState(false);
  const motion = useMotion();
  const card = useCard(match.game);
  const said = useSaid();
  const frame = replay.frames[number];
  // The link to a private match holds a key.
  const page = new URL(match.link, location.href);
  const addressAt = (place: number): string =>
    withQuery(page.pathname, { key: page.searchParams.get("key"), at: place === 0 ? null : place });
  const download = (what: string): string =>
    withQuery(`/api/matches/${encodeURIComponent(match.id)}/${what}`, { key: page.searchParams.get("key") });

  const show = (wanted: number) => {
    const next = Math.min(last, Math.max(0, wanted));
    setNumber(next);
    setCopied(false);
    const reached = replay.frames[next];
    if (reached !== undefined) announce(`${next} of ${last}. ${frameWords(reached, replay)}`);
    go(addressAt(next), true);
  };

  // The list keeps the move that is shown in sight; the page itself stays where it is.
  const moves = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = moves.current;
    const line = box?.children[number - 1];
    if (!box || !(line instanceof HTMLElement)) return;
    box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
  }, [number]);

  const running = playing && number < last;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setNumber((now) => Math.min(last, now + 1)), SPEEDS[speed]?.wait ?? 1200);
    return () => clearTimeout(timer);
  }, [running, number, speed, last]);

  const share = () => {
    void navigator.clipboard
      ?.writeText(new URL(addressAt(number), location.href).href)
      .then(() => {
        setCopied(true);
        announce("The link to this position is copied.");
      });
  };
  const stop = () => setPlaying(false);
  if (frame === undefined) return <Notice tone="bad">This match has no positions to show.</Notice>;

  return (
    <>
      <PageHead title={`${replay.title}, played again`}>
        <p className="quiet-text">
          {replay.players.map((player, index) => `${replay.seat_names[index] ?? index + 1}: ${player}`).join(" · ")}
        </p>
        <p>{replay.words}</p>
        {replay.clock && <p className="small quiet-text">{clockWords(replay.clock)}</p>}
      </PageHead>
      <div className="table-page replay-page">
        <section className="table-board" aria-labelledby="board-head">
          <h2 id="board-head" className="hidden-text">
            Board
          </h2>
          <p className="status-line" data-testid="frame-words">
            {frame.seat !== null && <SeatMark seat={frame.seat} names={replay.seat_names} />} {frameWords(frame, replay)}
            {/* The board shows it; whoever hears the page is told, however long it is. */}
            {frame.seat === null && <span className="hidden-text"> {frame.text}</span>}
          </p>
          <div className="transport" role="group" aria-label="Steps">
            <div className="row">
              <button type="button" onClick={() => (stop(), show(0))} disabled={number === 0}>
                <Icon path="M5 3v14M16 4 8 10l8 6z" />
                <span className="hidden-text">To the start</span>
              </button>
              <button type="button" onClick={() => (stop(), show(number - 1))} disabled={number === 0}>
                Back
              </button>
              <button
                type="button"
                className="primary play"
                onClick={() => {
                  if (!running && number === last) show(0);
                  setPlaying(!running);
                }}
              >
                {running ? "Pause" : "Play"}
              </button>
              <button type="button" onClick={() => (stop(), show(number + 1))} disabled={number === last}>
                Next
              </button>
              <button type="button" onClick={() => (stop(), show(last))} disabled={number === last}>
                <Icon path="M15 3v14M4 4l8 6-8 6z" />
                <span className="hidden-text">To the end</span>
              </button>
            </div>
            <label className="scrub">
              <span className="small quiet-text">
                Move {number} of {last}
              </span>
              <input
                type="range"
                min={0}
                max={last}
                value={number}
                aria-valuetext={`${number} of ${last}`}
                onChange={(event) => (stop(), show(Number(event.target.value)))}
              />
            </label>
            <div className="row">
              <label className="row small">
                Speed
                <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
                  {SPEEDS.map((one, index) => (
                    <option key={one.label} value={index}>
                      {one.label}
                    </option>
                  ))}
                </select>
              </label>
              {replay.decisive !== null && (
                <button type="button" onClick={() => (stop(), show(replay.decisive ?? 0))}>
                  Decisive moment
                </button>
              )}
            </div>
          </div>
          {replay.decisive === number && replay.why !== "" && <Notice tone="plain">{replay.why}</Notice>}
          <BoardFrame
            board={replay.board}
            scene={frame.scene}
            you={null}
            interactive={false}
            onMove={() => undefined}
            onPreview={async () => ({ scene: null, moves: [], over: false, fault: null })}
            animate={motion}
          />
        </section>
        <div className="table-side">
          <section className="panel" aria-labelledby="moves-head">
            <h2 id="moves-head">Moves</h2>
            <ol className="log frames" ref={moves}>
              {replay.frames.slice(1).map((one) => (
                <li key={one.number}>
                  <button
                    type="button"
                    className="quiet"
                    aria-current={one.number === number ? "step" : undefined}
                    onClick={() => (stop(), show(one.number))}
                  >
                    {one.seat !== null && <SeatMark seat={one.seat} names={replay.seat_names} />}
                    {frameWords(one, replay)}
                    {typeof one.seconds === "number" && <span className="small quiet-text frame-time">{tookWords(one.seconds)}</span>}
                  </button>
                </li>
              ))}
            </ol>
          </section>
          {frame.reason !== "" && (
            <section className="panel" aria-label="Reason of the player">
              <h2>Why</h2>
              <p>{frame.reason}</p>
            </section>
          )}
          {replay.seat_names.length > 1 && (
            <label className="row small">
              Seen by
              <select
                value={seat ?? ""}
                onChange={(event) => onSeat(event.target.value === "" ? null : Number(event.target.value))}
              >
                <option value="">everybody at the end</option>
                {replay.seat_names.map((name, index) => (
                  <option key={name} value={index}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <section className="panel" aria-label="Share and download">
            <div className="row">
              {navigator.clipboard !== undefined && (
                <button type="button" onClick={share}>
                  {copied ? "Link copied" : "Copy link to this position"}
                </button>
              )}
              <a className="button" href={download("record")} download>
                Download the record
              </a>
              {match.notation && (
                <a className="button" href={download("notation")} download>
                  Notation
                </a>
              )}
            </div>
            <p className="small quiet-text">
              {[settingsWords(match.settings, card?.parameters, said), when(match.ended), match.rated ? "rated" : "", match.uploaded ? "uploaded" : ""]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </section>
        </div>
      </div>
    </>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d={path} fill="currentColor" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}

function frameWords(frame: Frame, replay: Replay): string {
  if (frame.seat === null) return "The start.";
  const name = replay.seat_names[frame.seat] ?? `Seat ${frame.seat + 1}`;
  return `${name}: ${frame.words || frame.move || "decides out of sight"}${frame.fault === "" ? "" : ` (${frame.fault})`}`;
}
