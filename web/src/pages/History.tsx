import { useId, useState, type ChangeEvent } from "react";
import { get, postText, sentence, withQuery } from "../api/http";
import type { MatchInfo, MatchList } from "../api/types";
import { Notice, PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { go, Link } from "../router";
import { useSession } from "../session";
import { stateWords, when } from "../words";
import "./history.css";

const LARGEST_UPLOAD = 4_000_000;

export default function History() {
  const ids = useId();
  const { games } = useSession();
  const [game, setGame] = useState("");
  const [mine, setMine] = useState(true);
  const path = withQuery("/matches", { game, mine });
  const list = useLoad<MatchList>(path);
  return (
    <>
      <PageHead title="History">
        <p className="quiet-text">Games that were played here. Each can be looked at again, move by move.</p>
      </PageHead>
      <div className="row filters">
        <div className="field">
          <label htmlFor={`${ids}-game`}>Game</label>
          <select id={`${ids}-game`} value={game} onChange={(event) => setGame(event.target.value)}>
            <option value="">all games</option>
            {games.data?.map((card) => (
              <option key={card.name} value={card.name}>
                {card.title}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${ids}-whose`}>Whose</label>
          <select id={`${ids}-whose`} value={mine ? "mine" : "all"} onChange={(event) => setMine(event.target.value === "mine")}>
            <option value="mine">mine</option>
            <option value="all">everybody’s public games</option>
          </select>
        </div>
        <Upload />
      </div>
      <Shown of={list}>{(first) => <Matches key={path} first={first} path={path} />}</Shown>
    </>
  );
}

function Matches({ first, path }: { first: MatchList; path: string }) {
  const [older, setOlder] = useState<MatchInfo[]>([]);
  const [before, setBefore] = useState(first.before);
  const [fault, setFault] = useState<string | null>(null);
  const matches = [...first.matches, ...older];
  if (matches.length === 0) {
    return (
      <p>
        No games yet. <Link to="/">Play one</Link>, and it will stand here.
      </p>
    );
  }
  const more = () => {
    const join = path.includes("?") ? "&" : "?";
    get<MatchList>(`${path}${join}before=${encodeURIComponent(before ?? "")}`).then(
      (next) => {
        setOlder([...older, ...next.matches]);
        setBefore(next.before);
      },
      (reason: unknown) => setFault(sentence(reason)),
    );
  };
  return (
    <>
      <ul className="matches">
        {matches.map((match) => (
          <li key={match.id} className="match">
            <div className="match-text">
              <Link to={match.state === "over" ? `/match/${match.id}` : `/table/${match.id}`} className="match-title">
                {match.title}
              </Link>
              <span className="small">
                {match.players.map((player, seat) => (
                  <span key={seat} className={seat === match.you ? "match-player me-too" : "match-player"}>
                    {player}
                    {match.result?.ranks[seat] === 1 && match.players.length > 1 && (
                      <span title="winner">
                        <span aria-hidden="true"> ★</span>
                        <span className="hidden-text"> (winner)</span>
                      </span>
                    )}
                  </span>
                ))}
              </span>
              <span className="small quiet-text">
                {match.state === "over" ? match.words || "over" : stateWords(match.state)}
                {match.reason !== "" && match.words === "" && `: ${match.reason}`}
              </span>
            </div>
            <div className="match-meta small quiet-text">
              <span>{when(match.ended ?? match.created)}</span>
              <span>
                {match.decisions} moves{match.rated && " · rated"}
                {match.uploaded && " · uploaded"}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      {before !== null && (
        <div>
          <button type="button" onClick={more}>
            Older games
          </button>
        </div>
      )}
    </>
  );
}

/** A record from elsewhere: the server replays it and refuses what does not fit. */
function Upload() {
  const field = useId();
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file === undefined) return;
    setFault(null);
    setBusy(true);
    readRecord(file)
      .then((record) => postText<MatchInfo>("/matches", record))
      .then(
        (match) => go(`/match/${match.id}`),
        (reason: unknown) => setFault(sentence(reason)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div className="field">
      <label htmlFor={field}>Show a record of yours</label>
      <input id={field} type="file" accept=".json,application/json" disabled={busy} onChange={chosen} />
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
    </div>
  );
}

async function readRecord(file: File): Promise<string> {
  if (file.size > LARGEST_UPLOAD) throw new Error("This file is too large to be a record of one game.");
  const text = await file.text();
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new Error("This file is no record: a record is JSON, as “Download the record” saves it.");
  }
}
