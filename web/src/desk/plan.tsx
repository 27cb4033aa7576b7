/** The plan: written, checked as one writes, looked at as those who take part will see it, and stored as a new version. */

import { useEffect, useState } from "react";
import { get, put, Refusal } from "../api/http";
import { Notice } from "../parts/basics";
import { download, Fault, Sure, useDoing } from "./doing";
import { Mistakes, useChecked } from "./mistakes";
import { PlanText } from "./plan-text";
import { Preview } from "./preview";
import { may, type Part, type StudyInfo } from "./types";

interface Kept {
  version: number;
  text: string;
}

export default function Plan({ study, path, onChange }: Part) {
  const [kept] = useState(() => load(study.slug));
  const [text, setText] = useState(kept?.text ?? study.text);
  const [base, setBase] = useState(kept?.version ?? study.version);
  const [looking, setLooking] = useState(false);
  const [theirs, setTheirs] = useState(false);
  const [line, setLine] = useState<{ line: number } | null>(null);
  const saving = useDoing();
  const checked = useChecked(text);
  const changed = text !== study.text;
  const able = may(study, "plan");
  const begun = study.completed + study.active > 0;

  // What was typed outlives the page until it is stored.
  useEffect(() => keep(study.slug, changed ? { version: base, text } : null), [study.slug, changed, base, text]);

  const save = () =>
    void saving.run(async () => {
      try {
        const next = await put<StudyInfo>(`${path}/plan`, { text, version: base });
        setBase(next.version);
        onChange(next);
        // What was stored is what was written: a plan that says the same in other words has no new version.
        if (next.text === text) keep(study.slug, null);
      } catch (fault) {
        if (fault instanceof Refusal && fault.status === 409) onChange(await get<StudyInfo>(path));
        throw fault;
      }
    }, "The plan is stored.");
  return (
    <>
      <div className="row desk-between">
        <div className="row" role="group" aria-label="Show">
          <button type="button" aria-pressed={!looking} onClick={() => setLooking(false)}>
            Text
          </button>
          <button type="button" aria-pressed={looking} onClick={() => setLooking(true)}>
            Preview
          </button>
        </div>
        <div className="row">
          {able && changed && (
            <Sure
              label="Undo all changes"
              className="quiet"
              question={`Throw your changes away and go back to version ${study.version}?`}
              yes="Yes, throw them away"
              onYes={() => {
                setText(study.text);
                setBase(study.version);
              }}
            />
          )}
          <button type="button" className="quiet" onClick={() => download(`${study.slug}-plan.toml`, text, "text/plain")}>
            Download
          </button>
          {able && (
            <button type="button" className="primary" disabled={!changed || saving.busy} onClick={save}>
              Save as version {study.version + 1}
            </button>
          )}
        </div>
      </div>
      {able ? (
        <p className="small quiet-text">
          {changed ? "Your changes are kept in this tab until you save them. " : `This is version ${study.version}. `}
          {begun ? "People have begun: they go on by the version with which they began; whoever comes later goes by the new one." : "Nobody has begun yet."}
          {study.frozen !== null && " The study is frozen: the report will say that the plan has changed since."}
        </p>
      ) : (
        <p className="small quiet-text">As {study.role} you can read the plan, but not change it.</p>
      )}
      {changed && base !== study.version && (
        <Notice tone="warn">
          <span>
            You began from version {base}; version {study.version} has been stored since. Your text is kept here: look at the
            other one before yours takes its place.
          </span>
          <button type="button" aria-pressed={theirs} onClick={() => setTheirs(!theirs)}>
            {theirs ? `Hide version ${study.version}` : `Show version ${study.version}`}
          </button>
          <button type="button" onClick={() => setBase(study.version)}>
            Mine shall follow it
          </button>
        </Notice>
      )}
      {theirs && changed && base !== study.version && (
        <PlanText label={`Version ${study.version}, as it is stored`} text={study.text} onText={() => undefined} mistakes={[]} at={null} readOnly />
      )}
      <Fault of={saving} />
      {looking ? (
        <Preview text={text} languages={checked.languages} conditions={checked.conditions} />
      ) : (
        <>
          <Mistakes checked={checked} onLine={(number) => setLine({ line: number })} />
          <PlanText
            label={able ? "Plan (TOML or YAML)" : "Plan"}
            text={text}
            onText={setText}
            mistakes={checked.pending ? [] : checked.mistakes}
            at={line}
            readOnly={!able}
          />
        </>
      )}
    </>
  );
}

function place(slug: string): string {
  return `ludarium desk plan ${slug}`;
}

function load(slug: string): Kept | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(place(slug)) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { version, text } = found as Partial<Kept>;
    return typeof version === "number" && typeof text === "string" ? { version, text } : null;
  } catch {
    return null;
  }
}

function keep(slug: string, draft: Kept | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(place(slug));
    else sessionStorage.setItem(place(slug), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage: the text still stands in its field.
  }
}
