import { useId } from "react";
import { faultOf, USUAL, type ClockDraft } from "./clock";

const KINDS: [ClockDraft["kind"], string][] = [
  ["none", "no clock"],
  ["move", "seconds for each decision"],
  ["game", "minutes for the whole game"],
  ["days", "days for each decision"],
];

const UNITS: Record<ClockDraft["kind"], string> = { none: "", move: "Seconds a decision", game: "Minutes each", days: "Days a decision" };

interface ClockFieldsProps {
  draft: ClockDraft;
  onChange(draft: ClockDraft): void;
  /** Whether other people play: then time that is up loses, unless somebody chooses otherwise. */
  people: boolean;
}

/** A clock to be chosen: its kind, its time, and what happens when that is up. What is wrong is said at once. */
export function ClockFields({ draft, onChange, people }: ClockFieldsProps) {
  const ids = useId();
  const fault = faultOf(draft);
  const told = fault === null ? {} : { "aria-invalid": true, "aria-describedby": `${ids}-fault` };
  return (
    <>
      <div className="field">
        <label htmlFor={`${ids}-kind`}>Clock</label>
        <select
          id={`${ids}-kind`}
          value={draft.kind}
          onChange={(event) => {
            const kind = event.target.value as ClockDraft["kind"];
            onChange({ ...draft, kind, time: USUAL[kind] });
          }}
        >
          {KINDS.map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {draft.kind !== "none" && (
        <div className="field short-field">
          <label htmlFor={`${ids}-time`}>{UNITS[draft.kind]}</label>
          <input
            id={`${ids}-time`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={draft.time}
            {...told}
            onChange={(event) => onChange({ ...draft, time: event.target.value })}
          />
        </div>
      )}
      {draft.kind === "game" && (
        <div className="field short-field">
          <label htmlFor={`${ids}-added`}>Seconds more a turn</label>
          <input
            id={`${ids}-added`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={draft.increment}
            {...told}
            onChange={(event) => onChange({ ...draft, increment: event.target.value })}
          />
        </div>
      )}
      {(draft.kind === "move" || draft.kind === "days") && (
        <div className="field">
          <label htmlFor={`${ids}-up`}>When the time is up</label>
          <select
            id={`${ids}-up`}
            value={draft.timeUp ?? (people ? "lose" : "move")}
            onChange={(event) => onChange({ ...draft, timeUp: event.target.value as "lose" | "move" })}
          >
            <option value="lose">the game is lost</option>
            <option value="move">a move is made</option>
          </select>
        </div>
      )}
      {fault !== null && (
        <p id={`${ids}-fault`} className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
