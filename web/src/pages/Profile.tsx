import { useId, useState } from "react";
import { withQuery } from "../api/http";
import type { Profile as ProfileInfo, Tally } from "../api/types";
import { PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { Rating } from "../parts/rating";
import { Link } from "../router";
import { useSession, useTitles } from "../session";
import "./account.css";

/** Somebody: ratings, results by game and by player met, the latest matches. */
export default function Profile({ id }: { id: string }) {
  const found = useLoad<ProfileInfo>(`/people/${encodeURIComponent(id)}`);
  return (
    <>
      <PageHead title={found.data === null ? "Profile" : found.data.name} verbatim={found.data !== null} />
      <Shown of={found}>{(profile) => <Known profile={profile} />}</Shown>
    </>
  );
}

function Known({ profile }: { profile: ProfileInfo }) {
  const { me } = useSession();
  const title = useTitles();
  const ratings = Object.entries(profile.ratings).sort(([, one], [, other]) => other.at_least - one.at_least);
  return (
    <div className="stack">
      {me.data !== null && me.data.id !== profile.id && !profile.guest && <ChallengeForm name={profile.name} first={ratings[0]?.[0]} />}
      {ratings.length > 0 && (
        <section className="stack" aria-labelledby="ratings">
          <h2 id="ratings">Ratings</h2>
          <div className="wide-table panel">
            <table>
              <thead>
                <tr>
                  <th scope="col">Game</th>
                  <th scope="col">Rating</th>
                  <th scope="col">Games</th>
                </tr>
              </thead>
              <tbody>
                {ratings.map(([game, rating]) => (
                  <tr key={game}>
                    <th scope="row">
                      <Link to={`/leaderboards?game=${encodeURIComponent(game)}`}>{title(game)}</Link>
                    </th>
                    <td>
                      <Rating of={rating} />
                    </td>
                    <td>{rating.games}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="small quiet-text">{profile.explained}</p>
        </section>
      )}
      <Tallies head="Results by game" rows={profile.games} />
      <Tallies head="Results by player met" rows={profile.players} />
      <section className="stack" aria-labelledby="recent">
        <h2 id="recent">Latest matches</h2>
        {profile.recent.length === 0 && <p className="quiet-text">None yet.</p>}
        <ul className="plain-list">
          {profile.recent.map((match) => (
            <li key={match.id}>
              <Link to={match.link}>{match.title}</Link>
              <span className="small quiet-text">
                {" "}
                <span>{match.players.join(", ")}</span> · <span>{match.words}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Ask somebody to a game: the rest is chosen on its page. */
function ChallengeForm({ name, first }: { name: string; first: string | undefined }) {
  const { games } = useSession();
  const cards = (games.data ?? []).filter((card) => card.seats_high > 1);
  const [game, setGame] = useState(first ?? "");
  const select = useId();
  const chosen = cards.find((card) => card.name === game) ?? cards[0];
  if (chosen === undefined) return null;
  return (
    <section className="panel" aria-label="Challenge">
      <div className="row">
        <label htmlFor={select}>Challenge {name} to a game of</label>
        <select id={select} value={chosen.name} onChange={(event) => setGame(event.target.value)}>
          {cards.map((card) => (
            <option key={card.name} value={card.name}>
              {card.title}
            </option>
          ))}
        </select>
        <Link className="button primary" to={withQuery(`/games/${encodeURIComponent(chosen.name)}`, { challenge: name })}>
          Challenge
        </Link>
      </div>
    </section>
  );
}

function Tallies({ head, rows }: { head: string; rows: Tally[] }) {
  if (rows.length === 0) return null;
  const most = [...rows].sort((one, other) => total(other) - total(one));
  return (
    <section className="stack">
      <h2>{head}</h2>
      <div className="wide-table panel">
        <table>
          <thead>
            <tr>
              <th scope="col">Game</th>
              {rows.some((row) => row.player !== "") && <th scope="col">Player</th>}
              <th scope="col">Won</th>
              <th scope="col">Drawn</th>
              <th scope="col">Lost</th>
            </tr>
          </thead>
          <tbody>
            {most.map((row) => (
              <tr key={`${row.game} ${row.player}`}>
                <th scope="row">{row.title}</th>
                {row.player !== "" && <td>{row.player}</td>}
                <td>{row.won}</td>
                <td>{row.drawn}</td>
                <td>{row.lost}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const total = (row: Tally) => row.won + row.drawn + row.lost;
