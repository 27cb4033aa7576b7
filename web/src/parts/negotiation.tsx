/** Agreeing on the settings: everybody sees changes at once, and all must agree to the same set. */

import { useId, useState } from "react";
import type { GameCard, Request, Settings, TableInfo, Value } from "../api/types";
import { useSaid } from "../language";
import { changed, ParameterFields } from "./parameters";
import { Notice, SeatMark } from "./basics";
import { clockOf, clockWords, draftOf, faultOf, timeUpWords, type ClockDraft } from "./clock";
import { ClockFields } from "./clock-fields";
import { namesOf, settingsWords } from "../words";

interface NegotiationProps {
  table: TableInfo;
  card: GameCard | undefined;
  ask(request: Request): Promise<boolean>;
}

export function Negotiation({ table, card, ask }: NegotiationProps) {
  const ids = useId();
  const said = useSaid();
  const [draft, setDraft] = useState<{ revision: number; settings: Settings; clock: ClockDraft } | null>(null);
  const [agreeing, setAgreeing] = useState(false);
  const me = table.seats.find((seat) => seat.seat === table.you);
  const mayPropose = me !== undefined && (table.state === "negotiating" || (table.state === "waiting" && table.owner));
  // A change by somebody else makes a draft old: it is put aside and what they proposed is shown.
  const editing = draft !== null && draft.revision === table.revision ? draft : null;
  const overtaken = draft !== null && draft.revision !== table.revision;
  const settings = editing?.settings ?? table.settings;
  const clock = editing === null ? draftOf(table.clock) : editing.clock;
  const edit = (change: { settings?: Settings; clock?: ClockDraft }) =>
    setDraft({ revision: table.revision, settings, clock, ...change });
  const parameters = card?.parameters.filter((parameter) => parameter.name !== "seats") ?? [];
  const seats = card?.parameters.filter((parameter) => parameter.name === "seats") ?? [];

  const propose = () => {
    if (editing === null) return;
    const kept = Object.fromEntries(seats.flatMap(({ name }) => (name in table.settings ? [[name, table.settings[name] as Value]] : [])));
    void ask({
      type: "propose",
      revision: table.revision,
      settings: { ...kept, ...changed(parameters, editing.settings) },
      clock: clockOf(editing.clock),
    }).then((accepted) => {
      if (accepted) setDraft(null);
    });
  };

  return (
    <section className="panel negotiation" aria-labelledby={`${ids}-head`}>
      <h2 id={`${ids}-head`}>Settings of this game</h2>
      <p>
        <strong>{settingsWords(table.settings, card?.parameters, said) || "As the game has them"}</strong>, {[clockWords(table.clock), timeUpWords(table.clock)].filter(Boolean).join(", ")}.
      </p>
      {table.state === "negotiating" && (
        <ul className="agreements" aria-label="Who agrees">
          {table.seats
            .filter((seat) => seat.kind === "person")
            .map((seat) => (
              <li key={seat.seat} className="row">
                <SeatMark seat={seat.seat} names={namesOf(table)} />
                <span>
                  {seat.label} {seat.agreed ? "agrees." : "has not agreed yet."}
                </span>
              </li>
            ))}
        </ul>
      )}
      {overtaken && <Notice tone="warn">Somebody changed the settings while you did. Theirs are shown now.</Notice>}
      {mayPropose && (
        <details>
          <summary>Propose other settings</summary>
          <div className="stack">
            <ParameterFields
              parameters={parameters}
              settings={settings}
              onChange={(name: string, value: Value) => edit({ settings: { ...settings, [name]: value } })}
            />
            <div className="row table-options">
              <ClockFields draft={clock} people={table.seats.filter((seat) => seat.kind !== "player").length > 1} onChange={(next) => edit({ clock: next })} />
            </div>
            <div>
              <button type="button" onClick={propose} disabled={editing === null || faultOf(editing.clock) !== null}>
                Propose these
              </button>
            </div>
          </div>
        </details>
      )}
      {table.state === "negotiating" && me !== undefined && (
        <div>
          <button
            type="button"
            className="primary"
            disabled={me.agreed || agreeing || editing !== null}
            onClick={() => {
              setAgreeing(true); // a second press of a double click would be refused: the game has started
              void ask({ type: "agree", revision: table.revision }).then(() => setAgreeing(false));
            }}
          >
            {me.agreed ? "You agree; waiting for the others" : "Agree and play"}
          </button>
        </div>
      )}
    </section>
  );
}
