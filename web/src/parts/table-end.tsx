import { useEffect, useState } from "react";
import { post, sentence, withQuery } from "../api/http";
import type { SeatWish, TableInfo } from "../api/types";
import type { Scene } from "../boards";
import { useSaid } from "../language";
import type { TableView } from "../net/table-state";
import { go, Link } from "../router";
import { useCard, useSession } from "../session";
import { addressOf, openTable } from "../tables";
import { announce } from "./announcer";
import { headlineOf, outcomeFor, strongerThan } from "./ending";

interface EndProps {
  table: TableInfo;
  view: TableView;
  scene: Scene;
  keyOf: string | null;
  onFault(text: string): void;
}

/** After the game: how it ended, and what may come next. */
export function End({ table, view, scene, keyOf, onFault }: EndProps) {
  const [busy, setBusy] = useState(false);
  const [shared, setShared] = useState(false);
  const card = useCard(table.game);
  const said = useSaid();
  const result = table.result ?? scene.result;
  const outcome = outcomeFor(result, table.you);
  const opponents = [...new Set(table.seats.filter((seat) => seat.seat !== table.you).map((seat) => seat.player))];
  const stronger = table.you !== null && opponents.length === 1 ? strongerThan(opponents[0] ?? null, card?.players ?? []) : null;
  const doing = (work: Promise<unknown>) => {
    setBusy(true);
    work.catch((reason: unknown) => {
      onFault(sentence(reason));
      setBusy(false);
    });
  };
  const rematch = () => doing(post<TableInfo>(`/tables/${encodeURIComponent(table.id)}/rematch`).then((next) => go(addressOf(next))));
  const challenge = (player: string) => {
    const seats: SeatWish[] = table.seats.map((seat) => (seat.seat === table.you ? { kind: "me" } : { kind: "player", player }));
    doing(openTable({ game: table.game, settings: table.settings, seats, clock: table.clock ?? null, private: table.private, rated: false }));
  };
  const replay = withQuery(`/match/${encodeURIComponent(table.id)}`, { key: keyOf });
  const share = () => {
    const address = new URL(withQuery(`/match/${encodeURIComponent(table.id)}`, { key: new URL(addressOf(table), location.href).searchParams.get("key") }), location.href).href;
    const copied = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error("no clipboard"));
    copied.then(
      () => {
        setShared(true);
        announce(said("The link is copied."));
      },
      () => onFault(said(`The browser does not let the page copy. The link is ${address}`)),
    );
  };
  return (
    <section className={`panel play-end ${outcome}`} aria-labelledby="end-head">
      <h2 id="end-head">{said(headlineOf(result, table.you, table.seats, table.how === "time"))}</h2>
      {table.rated && table.you !== null && <RatingChange game={table.game} />}
      <div className="row">
        {view.rematch !== null ? (
          <Link className="button primary" to={`/table/${encodeURIComponent(view.rematch)}`}>
            {said("Go to the rematch")}
          </Link>
        ) : (
          table.you !== null &&
          table.state === "over" && (
            <button type="button" className="primary" onClick={rematch} disabled={busy}>
              {said("Rematch")}
            </button>
          )
        )}
        {stronger !== null && (
          <button type="button" onClick={() => challenge(stronger.text)} disabled={busy} title={stronger.title}>
            {said("Stronger opponent")}
            <span className="hidden-text">: {stronger.title}</span>
          </button>
        )}
        {table.state === "over" && (
          <Link className="button" to={replay}>
            {said("Analyse")}
          </Link>
        )}
        {table.state === "over" && (
          <button type="button" onClick={share}>
            {said(shared ? "Link copied" : "Share")}
          </button>
        )}
        <Link className="button" to="/">
          {said("Another game")}
        </Link>
      </div>
    </section>
  );
}

/** The rating that a game brought, once it is reckoned. */
function RatingChange({ game }: { game: string }) {
  const { me } = useSession();
  const said = useSaid();
  const now = me.data?.ratings[game];
  // What was known when the end came: the server reckons a moment later.
  const [before] = useState(now);
  const [tries, setTries] = useState(0);
  const { reload } = me;
  const done = now !== undefined && now.games !== (before?.games ?? 0);
  useEffect(() => {
    if (done || tries >= 8) return;
    const timer = setTimeout(() => {
      reload();
      setTries(tries + 1);
    }, 800);
    return () => clearTimeout(timer);
  }, [done, tries, reload]);
  if (!done && tries < 8) return <p className="small quiet-text">{said("Your rating is being reckoned…")}</p>;
  if (now === undefined) return null;
  // A first rating is no change of one; nor is one that was reckoned before the page was opened.
  const change = before === undefined || !done ? null : now.points - before.points;
  return (
    <p className="small" data-testid="rating">
      {said(`Your rating: ${now.points}`)} ± {now.margin}
      {change !== null && ` (${change < 0 ? "−" : "+"}${Math.abs(change)})`}
    </p>
  );
}
