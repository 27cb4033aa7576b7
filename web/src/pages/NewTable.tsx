import { useId, useState, type FormEvent } from "react";
import { sentence } from "../api/http";
import type { GameCard, SeatWish, Settings, Value } from "../api/types";
import { clockOf, draftOf, faultOf, type ClockDraft } from "../parts/clock";
import { ClockFields } from "../parts/clock-fields";
import { Measured, Notice, PageHead, SeatMark, Shown, Strength } from "../parts/basics";
import { useLoad, type Loaded } from "../parts/load";
import { changed, ParameterFields } from "../parts/parameters";
import { RulesDetails } from "../parts/rules";
import { Link } from "../router";
import { useSession } from "../session";
import { opponentCard, openTable, seatCount, suggested, suitable } from "../tables";
import { capital } from "../words";
import "./new-table.css";

/** A game with everything one may choose: opponents, seats, settings, clock. */
export default function NewTable({ name, challenge }: { name: string; challenge: string | null }) {
  const { games } = useSession();
  const known = games.data?.find((card) => card.name === name);
  // A rule set given by its short form has a card, too, but not on the first page.
  const other = useLoad<GameCard>(
    games.data !== null && known === undefined ? `/games/${encodeURIComponent(name)}` : null,
  );
  const card: Loaded<GameCard> = known === undefined ? { ...other, fault: other.fault ?? games.fault } : { ...other, data: known };
  return <Shown of={card}>{(shown) => <Form card={shown} challenge={challenge} />}</Shown>;
}

const OPEN = "open";
/** The seats stay open, and somebody is asked to one of them by name. */
const PERSON = "person";

const isOpen = (choice: string): boolean => choice === OPEN || choice === PERSON;

function Form({ card, challenge }: { card: GameCard; challenge: string | null }) {
  const [settings, setSettings] = useState<Settings>(() => suggested(card.parameters));
  const [opponent, setOpponent] = useState(challenge === null ? suitable(card) : PERSON);
  const [person, setPerson] = useState(challenge ?? "");
  const [single, setSingle] = useState<Record<number, string>>({});
  const [you, setYou] = useState(0);
  const [clock, setClock] = useState<ClockDraft>(() =>
    draftOf(card.seconds === null || card.seconds === undefined ? null : { kind: "move", seconds: card.seconds, increment: 0, time_up: null }),
  );
  const [hidden, setHidden] = useState(false);
  const [rated, setRated] = useState(false);
  const [remembered, setRemembered] = useState(true);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const ids = useId();
  const { me } = useSession();

  const count = seatCount(card, settings);
  const seats = Array.from({ length: count }, (_, seat) => seat);
  const sitting = you < count ? you : 0;
  const chosen = (seat: number) => single[seat] ?? opponent;
  const people = seats.some((seat) => seat !== sitting && isOpen(chosen(seat)));
  const asking = opponent === PERSON && people;
  const rememberers = card.players.filter(
    (player) => player.remembers && seats.some((seat) => seat !== sitting && chosen(seat) === player.text),
  );

  const start = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    const wishes = seats.map((seat): SeatWish => {
      if (seat === sitting) return { kind: "me" };
      // Null leaves it to the player: most cannot.
      return isOpen(chosen(seat)) ? { kind: "open" } : { kind: "player", player: chosen(seat), remembers: remembered ? null : false };
    });
    openTable({
      game: card.name,
      settings: changed(card.parameters, settings),
      seats: wishes,
      clock: clockOf(clock),
      private: people && hidden,
      challenge: asking ? person.trim() : null,
      rated,
    }).catch((reason: unknown) => {
      setFault(sentence(reason));
      setBusy(false);
    });
  };
  const everywhere = (player: string) => {
    setOpponent(player);
    setSingle({});
  };

  return (
    <>
      <PageHead title={card.title}>
        <p className="quiet-text">{capital(card.summary)}</p>
      </PageHead>
      <div className="new-table">
        <form className="stack" onSubmit={start}>
          {count > 1 && (
            <fieldset className="panel">
              <legend className="panel-title">Your opponent</legend>
              <div className="opponents">
                {card.players.map((player) => (
                  <label key={player.text} className="opponent">
                    <input
                      type="radio"
                      name={`${ids}-opponent`}
                      checked={opponent === player.text && Object.keys(single).length === 0}
                      onChange={() => everywhere(player.text)}
                    />
                    <span>
                      <span className="opponent-head">
                        <strong>{player.title}</strong> <Strength value={player.strength} />
                      </span>
                      <span className="small">{player.character}</span>{" "}
                      <Measured player={player} />
                    </span>
                  </label>
                ))}
                <label className="opponent">
                  <input
                    type="radio"
                    name={`${ids}-opponent`}
                    checked={opponent === OPEN && Object.keys(single).length === 0}
                    onChange={() => everywhere(OPEN)}
                  />
                  <span>
                    <strong className="opponent-head">Somebody else</strong>
                    <span className="small">The seat stays open: wait in the lobby, or send a friend the link.</span>
                  </span>
                </label>
                <label className="opponent">
                  <input
                    type="radio"
                    name={`${ids}-opponent`}
                    checked={opponent === PERSON && Object.keys(single).length === 0}
                    onChange={() => everywhere(PERSON)}
                  />
                  <span>
                    <strong className="opponent-head">Somebody by name</strong>
                    <span className="small">They see your challenge, and sit down or decline.</span>
                  </span>
                </label>
              </div>
              {asking &&
                (me.data?.guest === true ? (
                  <p className="small">
                    Challenges need an <Link to="/account">account</Link>. Without one, choose “Somebody else” and send the link.
                  </p>
                ) : (
                  <div className="field person-field">
                    <label htmlFor={`${ids}-person`}>Whom do you challenge?</label>
                    <input
                      id={`${ids}-person`}
                      value={person}
                      maxLength={60}
                      autoComplete="off"
                      spellCheck={false}
                      required
                      onChange={(event) => setPerson(event.target.value)}
                    />
                  </div>
                ))}
              {count > 1 && (
                <details>
                  <summary>Seats one by one</summary>
                  <div className="stack seats-choice">
                    {seats.map((seat) => (
                      <div key={seat} className="row">
                        <label htmlFor={`${ids}-seat-${seat}`} className="row seat-label">
                          <SeatMark seat={seat} names={card.seat_names} /> {card.seat_names[seat] ?? `Seat ${seat + 1}`}
                        </label>
                        <select
                          id={`${ids}-seat-${seat}`}
                          value={seat === sitting ? "me" : isOpen(chosen(seat)) ? OPEN : chosen(seat)}
                          onChange={(event) => {
                            if (event.target.value === "me") setYou(seat);
                            else {
                              if (seat === sitting) setYou((seat + 1) % count);
                              setSingle({ ...single, [seat]: event.target.value });
                            }
                          }}
                        >
                          <option value="me">You</option>
                          <option value={OPEN}>Open</option>
                          {card.players.map((player) => (
                            <option key={player.text} value={player.text}>
                              {player.title}
                            </option>
                          ))}
                          {opponentCard(card, opponent) === undefined && !isOpen(opponent) && (
                            <option value={opponent}>{opponent}</option>
                          )}
                        </select>
                      </div>
                    ))}
                  </div>
                </details>
              )}
            </fieldset>
          )}
          <fieldset className="panel">
            <legend className="panel-title">The table</legend>
            <div className="row table-options">
              <div className="field">
                <label htmlFor={`${ids}-you`}>You play</label>
                <select id={`${ids}-you`} value={sitting} onChange={(event) => setYou(Number(event.target.value))}>
                  {seats.map((seat) => (
                    <option key={seat} value={seat}>
                      {card.seat_names[seat] ?? `Seat ${seat + 1}`}
                    </option>
                  ))}
                </select>
              </div>
              <ClockFields draft={clock} people={people} onChange={setClock} />
            </div>
            {people && !asking && (
              <label className="check">
                <input type="checkbox" checked={hidden} onChange={(event) => setHidden(event.target.checked)} />
                Private: only who has the link may come
              </label>
            )}
            {rememberers.length > 0 && (
              <div>
                <label className="check">
                  <input
                    type="checkbox"
                    checked={remembered}
                    aria-describedby={`${ids}-remembers`}
                    onChange={(event) => setRemembered(event.target.checked)}
                  />
                  {rememberers.map((player) => player.title).join(" and ")} {rememberers.length > 1 ? "remember" : "remembers"} you
                </label>
                <p id={`${ids}-remembers`} className="small quiet-text">
                  Adapts to how you play, from game to game. What it keeps of you, you can see and delete in{" "}
                  <Link to="/account">your account</Link>.
                </p>
              </div>
            )}
            {me.data?.guest === false ? (
              <label className="check">
                <input type="checkbox" checked={rated} onChange={(event) => setRated(event.target.checked)} />
                Counts for your rating
              </label>
            ) : (
              <p className="small quiet-text">
                Ratings are for people with an <Link to="/account">account</Link>.
              </p>
            )}
          </fieldset>
          {card.parameters.length > 0 && (
            <details className="panel">
              <summary>
                <span className="panel-title">Settings of the game</span>
              </summary>
              <ParameterFields
                parameters={card.parameters}
                settings={settings}
                onChange={(name: string, value: Value) => setSettings({ ...settings, [name]: value })}
              />
              <div>
                <button type="button" onClick={() => setSettings({})}>
                  As they were
                </button>
              </div>
            </details>
          )}
          {fault !== null && <Notice tone="bad">{fault}</Notice>}
          <div className="start-row">
            <button type="submit" className="primary big" disabled={busy || faultOf(clock) !== null || (asking && (person.trim() === "" || me.data?.guest === true))}>
              {busy ? "Opening…" : asking ? "Send the challenge" : people ? "Open the table" : "Start the game"}
            </button>
          </div>
        </form>
        <aside className="panel" aria-label="Rules">
          <RulesDetails game={card.name} settings={changed(card.parameters, settings)} />
        </aside>
      </div>
    </>
  );
}
