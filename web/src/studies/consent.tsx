/** @jsxImportSource react */
import { useState, type FormEvent } from "react";
import { post } from "../api/http";
import { announce } from "../parts/announcer";
import { Notice } from "../parts/basics";
import { Markdown } from "./markdown";
import { Refused } from "./speaking";
import { useSay } from "./texts";
import type { StudyPage } from "./types";
import type { Study } from "./use-study";

/** What one would agree to. Nothing is stored before one does. */
export function ConsentPage({ study, page }: { study: Study; page: StudyPage }) {
  const say = useSay();
  const [ticked, setTicked] = useState<boolean[]>(() => page.statements.map(() => false));
  const [pointer, setPointer] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const missing = ticked.filter((one) => !one).length;
  const agree = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (missing > 0) {
      setTried(true);
      announce(say("missingStatements"));
      document.getElementById(`statement-${ticked.indexOf(false)}`)?.focus();
      return;
    }
    setBusy(true);
    const fault = await study.act(() =>
      post<StudyPage>(`/studies/${encodeURIComponent(study.slug)}/consent`, {
        version: page.version,
        statements: page.statements.length,
        pointer: page.pointer === "ask" && pointer,
        language: page.language,
        invitation: new URLSearchParams(location.search).get("i") ?? "",
        recruited: page.recruited,
      }),
    );
    if (fault !== null) {
      setRefused(fault);
      setBusy(false);
    }
  };
  return (
    <form className="stack study-form" noValidate onSubmit={(event) => void agree(event)}>
      {page.summary !== "" && <p className="study-summary">{page.summary}</p>}
      <Markdown text={page.text} />
      {page.pointer === "yes" && <p>{say("pointerAlways")}</p>}
      {page.contact !== "" && <p>{say("contact", { contact: page.contact })}</p>}
      {page.statements.length > 0 && (
        <fieldset className="panel" aria-describedby={tried && missing > 0 ? "consent-fault" : undefined}>
          <legend className="asked-text legend-in">{say("consentAsk")}</legend>
          {page.statements.map((statement, index) => (
            <label key={index} className="check">
              <input
                id={`statement-${index}`}
                type="checkbox"
                checked={ticked[index] ?? false}
                aria-invalid={(tried && !ticked[index]) || undefined}
                onChange={(event) => setTicked(ticked.map((one, place) => (place === index ? event.target.checked : one)))}
              />
              <span>{statement}</span>
            </label>
          ))}
          {tried && missing > 0 && (
            <p id="consent-fault" className="asked-fault">
              {say("missingStatements")}
            </p>
          )}
        </fieldset>
      )}
      {page.pointer === "ask" && (
        <fieldset className="panel" role="radiogroup">
          <legend className="asked-text legend-in">{say("pointerAsk")}</legend>
          <label className="check">
            <input type="radio" name="pointer" checked={pointer} onChange={() => setPointer(true)} />
            <span>{say("pointerYes")}</span>
          </label>
          <label className="check">
            <input type="radio" name="pointer" checked={!pointer} onChange={() => setPointer(false)} />
            <span>{say("pointerNo")}</span>
          </label>
        </fieldset>
      )}
      <Refused text={refused} />
      {busy && study.offline && <Notice tone="warn">{say("notSentYet")}</Notice>}
      <div className="row study-actions">
        <button type="submit" className="primary" aria-disabled={busy || undefined}>
          {busy ? say("sending") : say("agree")}
        </button>
      </div>
    </form>
  );
}
