import type { RunInfo } from "../api/types";
import { PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { Link } from "../router";
import { useTitles } from "../session";
import { capital, when } from "../words";
import "./arena.css";

const LIVE = 2000;

/** Tournaments and ladders of the results store. */
export default function Arena() {
  const title = useTitles();
  const runs = useLoad<RunInfo[]>("/arena/runs", LIVE);
  return (
    <>
      <PageHead title="Arena">
        <p className="quiet-text">Tournaments and ladders of players. Those that run now are shown live.</p>
      </PageHead>
      <Shown of={runs}>
        {(list) =>
          list.length === 0 ? (
            <p>
              No tournament has been played on this database. Start one with <code>ludarium tournament</code> or{" "}
              <code>ludarium ladder</code>.
            </p>
          ) : (
            <ul className="runs">
              {list.map((run) => (
                <li key={run.id} className="panel run">
                  <div>
                    <Link to={`/arena/${encodeURIComponent(run.id)}`} className="run-title">
                      {capital(`${run.kind} of ${title(run.game)}`)}
                    </Link>
                    <p className="small">{run.players.join(", ")}</p>
                    {run.note !== "" && <p className="small quiet-text">{run.note}</p>}
                  </div>
                  <Progress run={run} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

export function Progress({ run }: { run: RunInfo }) {
  return (
    <div className="run-progress small">
      <span className="quiet-text">{when(run.created)}</span>
      <span>
        {run.games}
        {run.planned === null ? "" : ` of ${run.planned}`} games
      </span>
      {run.planned !== null && !run.finished && (
        <progress max={run.planned} value={run.games} aria-label={`${run.games} of ${run.planned} games`} />
      )}
      <span className={run.finished ? "tag" : "tag live"}>{run.finished ? "finished" : "running or stopped"}</span>
    </div>
  );
}
