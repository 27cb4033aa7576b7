import { useState } from "react";
import { sentence } from "../api/http";
import type { GameCard, Status } from "../api/types";
import { GamePicture, Notice, PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { YourGames } from "../parts/your-games";
import { Link } from "../router";
import { useSession } from "../session";
import { opponentCard, playNow, suitable } from "../tables";
import { capital } from "../words";
import "./home.css";

export default function Home() {
  const { games } = useSession();
  const status = useLoad<Status>("/status", 10_000);
  const compiled = status.data?.warming;
  const warming = games.data?.find(({ name }) => name === compiled)?.title ?? compiled;
  return (
    <>
      <PageHead title="Choose a game">
        <p className="what">
          <strong>A laboratory for board and strategy games.</strong>{" "}
          <span>Play against players of every strength, design games of your own, and study how games are played.</span>
        </p>
        <ul className="ways">
          <li>
            <b>Play</b> <span>One click, no account,</span> <span>or</span> <Link to="/lobby">meet people in the lobby</Link>
          </li>
          <li>
            <Link to="/designs">Design</Link> <span>Games bred and measured by the lab, and your own as a file.</span>
          </li>
          <li>
            <Link to="/arena">Research</Link> <span>Tournaments with statistics, and studies with people.</span>
          </li>
        </ul>
      </PageHead>
      <YourGames />
      {warming && (
        <Notice tone="plain">
          The rules of {warming} are being compiled. Games that are not ready yet start a little later.
        </Notice>
      )}
      <Shown of={games}>
        {(cards) => (
          <ul className="game-cards">
            {inOrder(cards).map((card) => (
              <li key={card.name}>
                <Card card={card} />
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </>
  );
}

/** The games with boards of their own come first. */
function inOrder(cards: GameCard[]): GameCard[] {
  return [...cards].sort((one, other) => Number(one.board === "plain") - Number(other.board === "plain"));
}

function Card({ card }: { card: GameCard }) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const opponent = opponentCard(card, suitable(card))?.title ?? card.opponent;
  const play = () => {
    setBusy(true);
    setFault(null);
    playNow(card).catch((reason: unknown) => {
      setFault(sentence(reason));
      setBusy(false);
    });
  };
  const seats = card.seats_low === card.seats_high ? `${card.seats_low}` : `${card.seats_low}–${card.seats_high}`;
  return (
    <article className="game-card">
      {/* The same as the button below: one stop for the keyboard is enough. */}
      <button type="button" className="picture-button" tabIndex={-1} aria-hidden="true" onClick={play} disabled={busy}>
        <GamePicture game={card.name} className="game-picture" />
      </button>
      <div className="game-card-body">
        <h2>{card.title}</h2>
        <p className="game-summary">{capital(card.summary).replace(/\.$/, "")}.</p>
        <p className="row game-tags">
          <span className="tag">{seats === "1" ? "1 seat" : `${seats} seats`}</span>
          {card.hidden && <span className="tag">hidden information</span>}
          {card.at_once && <span className="tag">all move at once</span>}
        </p>
        {fault !== null && <Notice tone="bad">{fault}</Notice>}
        <div className="row play-row">
          <button type="button" className="primary" onClick={play} disabled={busy}>
            {busy ? "Opening…" : "Play"}
            <span className="hidden-text"> {card.title}</span>
          </button>
          {card.seats_high > 1 && <span className="small quiet-text">against {opponent}</span>}
        </div>
        <div className="row more-row">
          <Link className="more" to={`/games/${encodeURIComponent(card.name)}`}>
            Choose opponent and settings
            <span className="hidden-text"> of {card.title}</span>
          </Link>
          <Link className="more" to={`/help/${encodeURIComponent(card.name)}`}>
            Rules
            <span className="hidden-text"> of {card.title}</span>
          </Link>
        </div>
      </div>
    </article>
  );
}
