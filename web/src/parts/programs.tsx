/** Programs that a person brings along as opponents, where whoever runs the server lets them. */

import { useId, useRef, useState, type FormEvent } from "react";
import { postFile, remove, sentence, withQuery } from "../api/http";
import type { Programs as Brought } from "../api/types";
import { Field } from "./account-forms";
import { Notice, Shown } from "./basics";
import { useLoad } from "./load";

export function Programs() {
  const brought = useLoad<Brought>("/programs");
  return <Shown of={brought}>{(found) => (found.allowed ? <Panel found={found} onChange={brought.reload} /> : null)}</Shown>;
}

function Panel({ found, onChange }: { found: Brought; onChange(): void }) {
  const ids = useId();
  const file = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const done = (promise: Promise<unknown>) => {
    setFault(null);
    setBusy(true);
    const changed = () => {
      setName("");
      if (file.current !== null) file.current.value = "";
      onChange();
    };
    promise.then(changed, (reason: unknown) => setFault(sentence(reason))).finally(() => setBusy(false));
  };
  const bring = (event: FormEvent) => {
    event.preventDefault();
    const chosen = file.current?.files?.[0];
    if (chosen === undefined) setFault("Choose a Python file or a ZIP archive first.");
    else done(postFile(withQuery("/programs", { name }), chosen));
  };
  return (
    <section className="stack" aria-labelledby={`${ids}-head`}>
      <h2 id={`${ids}-head`}>Programs you brought along</h2>
      <div className="panel stack">
        {found.programs.length > 0 && (
          <ul className="browsers">
            {found.programs.map((program) => (
              <li key={program.key}>
                <span>
                  <b>{program.name}</b>
                  <span className="small quiet-text">
                    {program.summary} {program.games.length > 0 ? `Plays ${program.games.join(", ")}.` : "Plays every game."}
                  </span>
                </span>
                <button type="button" disabled={busy} onClick={() => done(remove(`/programs/${encodeURIComponent(program.key)}`))}>
                  Remove<span className="hidden-text"> {program.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <form className="stack" onSubmit={bring}>
          <p className="small quiet-text">
            A Python file, or a ZIP archive with a player.toml or a main.py, that speaks the protocol for programs. It runs closed off, and
            everybody here can choose it as an opponent.
          </p>
          <Field label="Its name" value={name} maxLength={60} autoComplete="off" onChange={setName} />
          <div className="field">
            <label htmlFor={`${ids}-file`}>Its file</label>
            <input ref={file} id={`${ids}-file`} type="file" accept=".py,.zip" />
          </div>
          <div>
            <button type="submit" disabled={busy}>
              Bring it along
            </button>
          </div>
        </form>
        {fault !== null && <Notice tone="bad">{fault}</Notice>}
      </div>
    </section>
  );
}
