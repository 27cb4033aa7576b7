import { useState } from "react";
import { sentence } from "../api/http";
import type { DesignedGame, DesignInfo } from "../api/types";
import { GamePicture, Notice, PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { Link } from "../router";
import { openTable, seatsAgainst } from "../tables";
import { plainNumber } from "../words";
import "./arena.css";

const LIVE = 5000;
const finished = (run: DesignInfo): boolean => run.finished;
/** Designed games are for two; this search can play any of them, with fair strength. */
const OPPONENT = "mcts:iterations=300";

/** The runs of automatic game design. */
export default function Designs() {
  const runs = useLoad<DesignInfo[]>("/arena/designs", LIVE);
  return (
    <>
      <PageHead title="Designed games">
        <p className="quiet-text">Games that nobody thought of: bred, measured and chosen by the lab. Each can be played.</p>
      </PageHead>
      <Shown of={runs}>
        {(list) =>
          list.length === 0 ? (
            <p>
              No design run has been made here yet. Start one with <code>ludarium design</code>.
            </p>
          ) : (
            <ul className="runs">
              {list.map((run) => (
                <li key={run.id} className="panel run">
                  <Link to={`/designs/${encodeURIComponent(run.id)}`} className="run-title">
                    {run.title}
                  </Link>
                  <span className={run.finished ? "tag" : "tag live"}>{run.finished ? "finished" : "running or stopped"}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

/** The best games of one run. */
export function Design({ id }: { id: string }) {
  const run = useLoad<DesignInfo>(`/arena/designs/${encodeURIComponent(id)}`, LIVE, finished);
  return (
    <>
      <p className="small">
        <Link to="/designs">All design runs</Link>
      </p>
      <Shown of={run}>
        {(shown) => (
          <>
            <PageHead title={shown.title}>
              <p className="quiet-text">
                {shown.finished ? "The best games that this run found." : "The best games so far; the list follows the run."}
              </p>
            </PageHead>
            {shown.games.length === 0 && <p>No game has been found yet.</p>}
            <ul className="designs">
              {shown.games.map((game) => (
                <li key={game.game} className="panel">
                  <Designed game={game} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </>
  );
}

function Designed({ game }: { game: DesignedGame }) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const play = () => {
    setBusy(true);
    openTable({
      game: game.game,
      settings: {},
      seats: seatsAgainst(2, OPPONENT),
      seconds: null,
      private: false,
      rated: false,
    }).catch((reason: unknown) => {
      setFault(sentence(reason));
      setBusy(false);
    });
  };
  return (
    <>
      <GamePicture game={game.game} className="design-picture" />
      <h2>{game.title}</h2>
      <p className="small">{game.words}</p>
      {game.quality !== null && <p className="small quiet-text">Quality {plainNumber(game.quality)}</p>}
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      <div className="row">
        <button type="button" className="primary" onClick={play} disabled={busy}>
          Play
          <span className="hidden-text"> {game.title}</span>
        </button>
        <Link to={`/games/${encodeURIComponent(game.game)}`}>
          Choose opponent
          <span className="hidden-text"> in {game.title}</span>
        </Link>
        <Link to={`/help/${encodeURIComponent(game.game)}`}>
          Rules
          <span className="hidden-text"> of {game.title}</span>
        </Link>
      </div>
    </>
  );
}
