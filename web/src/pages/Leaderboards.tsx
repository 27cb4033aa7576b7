import { useId } from "react";
import { withQuery } from "../api/http";
import type { Leaderboard, LeaderboardName } from "../api/types";
import { PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { Rating } from "../parts/rating";
import { go, Link } from "../router";
import "./account.css";

/** The best of each game in which somebody is rated. */
export default function Leaderboards({ game }: { game: string | null }) {
  const names = useLoad<LeaderboardName[]>("/leaderboards");
  const chosen = game ?? names.data?.[0]?.game ?? null;
  const select = useId();
  return (
    <>
      <PageHead title="Leaderboards">
        <p className="quiet-text">Games that count for the rating, people and players of the lab alike.</p>
      </PageHead>
      <Shown of={names}>
        {(found) =>
          found.length === 0 ? (
            <p className="quiet-text">
              <span>Nobody is rated yet. With an account, open a table that “counts for your rating”.</span> <Link to="/">Choose a game</Link>
            </p>
          ) : (
            <div className="stack">
              <p className="row">
                <label htmlFor={select}>Game</label>
                <select
                  id={select}
                  value={chosen ?? ""}
                  onChange={(event) => go(`/leaderboards?game=${encodeURIComponent(event.target.value)}`)}
                >
                  {found.map((each) => (
                    <option key={each.game} value={each.game}>
                      {each.title}
                    </option>
                  ))}
                </select>
              </p>
              {chosen !== null && <Best key={chosen} game={chosen} />}
            </div>
          )
        }
      </Shown>
    </>
  );
}

function Best({ game }: { game: string }) {
  const list = useLoad<Leaderboard>(withQuery("/leaderboard", { game }));
  return (
    <Shown of={list}>
      {(found) => (
        <>
          <div className="wide-table panel">
            <table>
              <thead>
                <tr>
                  <th scope="col">Place</th>
                  <th scope="col">Name</th>
                  <th scope="col">Rating</th>
                  <th scope="col">Games</th>
                </tr>
              </thead>
              <tbody>
                {found.entries.map((entry) => (
                  <tr key={entry.place} aria-current={entry.you ? "true" : undefined}>
                    <td>{entry.place}</td>
                    <th scope="row">
                      {entry.person === null ? entry.name : <Link to={`/people/${entry.person}`}>{entry.name}</Link>}{" "}
                      {entry.you && <span className="tag you">you</span>}
                      {entry.person === null && <span className="tag">player of the lab</span>}
                      {/* With the name: a column of its own would not fit on a phone. */}
                      {entry.person !== null && !entry.you && (
                        <Link className="challenge-link" to={withQuery(`/games/${encodeURIComponent(game)}`, { challenge: entry.name })}>
                          Challenge
                          <span className="hidden-text"> {entry.name}</span>
                        </Link>
                      )}
                    </th>
                    <td>
                      <Rating of={entry.rating} />
                    </td>
                    <td>{entry.rating.games}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="small quiet-text">{found.explained}</p>
          <p className="small quiet-text">The list is ordered by the rating less the number after ±.</p>
        </>
      )}
    </Shown>
  );
}
