import { useEffect, useState } from "react";
import type { TableInfo } from "../api/types";
import { useSaid } from "../language";
import { hintOf, standing, yourTurn, type TableView } from "../net/table-state";
import type { TableHandle } from "../net/use-table";
import { duration, listing } from "../words";
import { deliberate } from "./deliberate";

/** What can be done beside moving. */
export function Controls({ table, view, ask }: { table: TableInfo; view: TableView; ask: TableHandle["ask"] }) {
  const [sure, setSure] = useState(false);
  const [waiting, setWaiting] = useState<number | null>(null);
  // Until it is answered: a second press of a double click would be refused.
  const [offering, setOffering] = useState(false);
  const offer = () => {
    setOffering(true);
    void ask({ type: "offer_draw" }).then(() => setOffering(false));
  };
  const [takingBack, setTakingBack] = useState(false);
  const takeBack = () => {
    setTakingBack(true);
    void ask({ type: "takeback", decision }).then(() => setTakingBack(false));
  };
  const { decision, you } = view;
  const others = table.seats.filter((seat) => seat.seat !== you);
  // Alone against players of the lab, and nothing counts: then one may try things out.
  const practice = !table.rated && others.length > 0 && others.every((seat) => seat.kind === "player");
  const duel = others.length === 1 && others[0]?.kind === "person";
  const made = standing(view.events).some((event) => event.data["seat"] === you);
  const asked = waiting === decision && hintOf(view) === null;
  const advise = () => {
    setWaiting(decision);
    void ask({ type: "hint", decision }).then((accepted) => !accepted && setWaiting(null));
  };
  const said = useSaid();
  return (
    <div className="row play-controls">
      {duel && table.draw_offer !== null && table.draw_offer !== undefined && table.draw_offer !== you && (
        <span className="row" role="status">
          <span>{said(`${others.map((seat) => seat.label).join()} offers a draw.`)}</span>
          <button type="button" className="primary" disabled={offering} onClick={offer}>
            {said("Accept")}
          </button>
          <button type="button" onClick={() => void ask({ type: "decline_draw" })}>
            {said("Decline")}
          </button>
        </span>
      )}
      {practice && !sure && (
        <>
          <button type="button" disabled={!made || takingBack} onClick={takeBack}>
            {said("Take back")}
          </button>
          <button type="button" disabled={!yourTurn(view) || asked} onClick={advise}>
            {said(asked ? "Thinking…" : "Hint")}
          </button>
        </>
      )}
      {duel && !sure && (table.draw_offer === null || table.draw_offer === undefined || table.draw_offer === you) && (
        <button type="button" disabled={offering || table.draw_offer === you} onClick={offer}>
          {said(table.draw_offer === you ? "Draw offered" : "Offer a draw")}
        </button>
      )}
      <Claim key={table.seats.map((seat) => seat.claim_in).join()} table={table} ask={ask} />
      {sure ? (
        <>
          <span>{said("Give the game up?")}</span>
          <button
            type="button"
            className="primary"
            onClick={deliberate(() => {
              setSure(false);
              void ask({ type: "resign" });
            })}
          >
            {said("Yes, resign")}
          </button>
          <button type="button" onClick={() => setSure(false)}>
            {said("No, play on")}
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          {said("Resign")}
        </button>
      )}
    </div>
  );
}

/** Somebody who must decide has left: after a time the game can be claimed. */
function Claim({ table, ask }: { table: TableInfo; ask: TableHandle["ask"] }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const tick = setInterval(() => setPassed((performance.now() - begun) / 1000), 500);
    return () => clearInterval(tick);
  }, []);
  const gone = table.seats.filter((seat) => seat.seat !== table.you && typeof seat.claim_in === "number");
  if (gone.length === 0) return null;
  const left = Math.max(...gone.map((seat) => seat.claim_in ?? 0)) - passed;
  const names = listing(gone.map((seat) => seat.label));
  const words = table.seats.length === 2 ? "Claim the win" : "Let players take over";
  return (
    <span className="row" role="status">
      <span>{gone.length === 1 ? `${names} has left.` : `${names} have left.`}</span>
      {left > 0 ? (
        <span className="quiet-text">You can claim the game in {duration(left)}.</span>
      ) : (
        <button type="button" className="primary" onClick={() => void ask({ type: "claim" })}>
          {words}
        </button>
      )}
    </span>
  );
}
