/** What the study as a whole does: open, pause, close, pilot, findings, freeze, delete, and a message to all. */

import { useId, useState } from "react";
import { patch, post, remove } from "../api/http";
import { Notice } from "../parts/basics";
import { go } from "../router";
import { when } from "../words";
import { Fault, Sure, useDoing } from "./doing";
import { may, type Change, type Part, type StudyInfo } from "./types";

export function Steering(part: Part) {
  return (
    <>
      {may(part.study, "steer") ? <Steered {...part} /> : <Said text={part.study.message} />}
      <Frozen {...part} />
    </>
  );
}

function Said({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <Notice tone="plain">
      <span>
        <strong>Everybody is told:</strong> {text}
      </span>
    </Notice>
  );
}

function Steered({ study, path, onChange }: Part) {
  const doing = useDoing();
  const telling = useDoing();
  const [message, setMessage] = useState(study.message);
  const id = useId();
  const change = (wish: Partial<Change>, said: string) =>
    void doing.run(async () => onChange(await patch<StudyInfo>(path, wish)), said);
  const tell = (text: string) =>
    void telling.run(
      async () => {
        onChange(await patch<StudyInfo>(path, { message: text }));
        setMessage(text);
      },
      text === "" ? "The message is taken back." : "Everybody is told.",
    );
  return (
    <section className="panel" aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>Steer the study</h2>
      <div className="row">
        {study.state !== "open" && (
          <button type="button" className="primary" disabled={doing.busy} onClick={() => change({ state: "open" }, "The study is open.")}>
            Open
          </button>
        )}
        {study.state === "open" && (
          <button type="button" disabled={doing.busy} onClick={() => change({ state: "paused" }, "The study is paused.")}>
            Pause
          </button>
        )}
        {study.state !== "closed" && study.state !== "draft" && (
          <Sure
            label="Close"
            question="Close the study? Nobody new can begin; those under way go on to their end."
            yes="Yes, close it"
            disabled={doing.busy}
            onYes={() => change({ state: "closed" }, "The study is closed.")}
          />
        )}
        <button
          type="button"
          aria-pressed={study.pilot}
          disabled={doing.busy}
          onClick={() => change({ pilot: !study.pilot }, study.pilot ? "Whoever comes now counts." : "Whoever comes now is a pilot.")}
        >
          Pilot {study.pilot ? "on" : "off"}
        </button>
        <button
          type="button"
          aria-pressed={study.findings}
          disabled={doing.busy}
          onClick={() => change({ findings: !study.findings }, study.findings ? "The findings are closed." : "The findings are open.")}
        >
          Findings {study.findings ? "open" : "closed"}
        </button>
        {may(study, "roles") && study.completed + study.active === 0 && (
          <Sure
            label="Delete"
            className="danger"
            question="Delete the study with its plan, its links and its notes? This cannot be undone."
            yes="Yes, delete it"
            disabled={doing.busy}
            onYes={() =>
              void doing.run(async () => {
                await remove(path);
                go("/desk");
              }, "The study is deleted.")
            }
          />
        )}
      </div>
      <p className="small quiet-text">
        {study.pilot && "Whoever begins now is a pilot and counts for nothing. "}
        {study.findings ? "Everybody who took part can read the findings." : "The findings are shown to nobody who took part."}
      </p>
      <Fault of={doing} />
      <form
        className="field desk-message"
        onSubmit={(event) => {
          event.preventDefault();
          tell(message.trim());
        }}
      >
        <label htmlFor={`${id}-message`}>Message to all who take part</label>
        <textarea id={`${id}-message`} rows={2} maxLength={2000} value={message} onChange={(event) => setMessage(event.target.value)} />
        <div className="row">
          <button type="submit" disabled={telling.busy || message.trim() === study.message}>
            Tell everybody
          </button>
          {study.message !== "" && (
            <button type="button" className="quiet" disabled={telling.busy} onClick={() => tell("")}>
              Take it back
            </button>
          )}
          {study.message !== "" && <span className="small quiet-text">Shown on their pages now.</span>}
        </div>
        <Fault of={telling} />
      </form>
    </section>
  );
}

function Frozen({ study, path, onChange }: Part) {
  const doing = useDoing();
  const { frozen } = study;
  if (frozen === null && !may(study, "plan")) return null;
  return (
    <details className="panel">
      <summary>
        Freeze (preregistration)
        {frozen !== null && <span className="quiet-text">: frozen {when(String(frozen["at"] ?? ""))}</span>}
        {study.changed.length > 0 && <strong>, changed since: {study.changed.join(", ")}</strong>}
      </summary>
      {frozen === null ? (
        <>
          <p>
            Before the first person comes you can freeze the study: the digests of its plan, its questions and the programs
            that will judge its data are kept with the date. You can still change them later, but the report then says what
            was changed after it was frozen. It is done once and cannot be undone.
          </p>
          <Fault of={doing} />
          <div className="row">
            <Sure
              label="Freeze"
              question="Freeze the study as it stands now? This is done once."
              yes="Yes, freeze it"
              disabled={doing.busy}
              onYes={() => void doing.run(async () => onChange(await post<StudyInfo>(`${path}/freeze`)), "The study is frozen.")}
            />
          </div>
        </>
      ) : (
        <>
          <p>
            {study.changed.length === 0
              ? "Nothing has changed since."
              : `Since then these have changed: ${study.changed.join(", ")}. The report says so.`}
          </p>
          <dl className="desk-digests small">
            {Object.entries(frozen)
              .filter(([name]) => name !== "at")
              .map(([name, digest]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <code>{String(digest)}</code>
                  </dd>
                </div>
              ))}
          </dl>
        </>
      )}
    </details>
  );
}
