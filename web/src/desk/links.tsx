/** The ways into a study: the open link, and personal links, which are shown once. */

import { useId, useState, type FormEvent } from "react";
import { post } from "../api/http";
import { Notice } from "../parts/basics";
import { useLoad } from "../parts/load";
import { when } from "../words";
import { copy, download, Fault, useDoing } from "./doing";
import type { InvitationInfo, LinkInfo, StudyInfo } from "./types";

const MOST = 1000;

export function Links({ study, path }: { study: StudyInfo; path: string }) {
  const open = `${location.origin}/study/${encodeURIComponent(study.slug)}`;
  const made = useLoad<InvitationInfo[]>(`${path}/links`);
  const [count, setCount] = useState("10");
  const [label, setLabel] = useState("person");
  const [fresh, setFresh] = useState<LinkInfo[]>([]);
  const making = useDoing();
  const id = useId();
  const wanted = Number(count);
  const good = Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST && label.trim() !== "";
  const make = (event: FormEvent) => {
    event.preventDefault();
    const labels = labelsFrom(label.trim(), wanted, new Set((made.data ?? []).map((one) => one.label)));
    void making
      .run(async () => {
        const links = await post<LinkInfo[]>(`${path}/links`, { labels });
        // Those of before were shown once and are told nowhere else: they stay until the page is left.
        setFresh((before) => [...before, ...links.map((one) => ({ ...one, link: `${location.origin}${one.link}` }))]);
      }, `${labels.length} links were made.`)
      .then(made.reload);
  };
  const spent = made.data?.filter((one) => one.spent).length ?? 0;
  return (
    <section className="panel" aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>Ways in</h2>
      <div className="field">
        <label htmlFor={`${id}-open`}>Open link, for everybody</label>
        <div className="row desk-copy">
          <input id={`${id}-open`} readOnly value={open} onFocus={(event) => event.target.select()} />
          <button type="button" onClick={() => void copy(open)}>
            Copy<span className="hidden-text"> the open link</span>
          </button>
        </div>
      </div>
      <form className="row desk-make" onSubmit={make} aria-label="Personal links">
        <div className="field">
          <label htmlFor={`${id}-count`}>Personal links</label>
          <input id={`${id}-count`} type="number" min={1} max={MOST} value={count} onChange={(event) => setCount(event.target.value)} />
        </div>
        <div className="field">
          <label htmlFor={`${id}-label`}>Label</label>
          <input id={`${id}-label`} maxLength={90} value={label} onChange={(event) => setLabel(event.target.value)} />
        </div>
        <button type="submit" disabled={making.busy || !good}>
          Make links
        </button>
      </form>
      <p className="small quiet-text">
        Each takes one person into the study, once. Labels get a number; they stand beside the data as its source.
        {made.data !== null && made.data.length > 0 && ` ${made.data.length} were made so far, ${spent} of them were used.`}
      </p>
      <Fault of={making} />
      {fresh.length > 0 && (
        <>
          <Notice tone="warn">
            <span>These links are shown only now: nobody can read them again later. Copy or download them.</span>
            <button type="button" onClick={() => void copy(fresh.map((one) => one.link).join("\n"))}>
              Copy all
            </button>
            <button type="button" onClick={() => download(`${study.slug}-links.csv`, csvOf(fresh), "text/csv")}>
              Download as CSV
            </button>
          </Notice>
          <ul className="desk-links small">
            {fresh.map((one) => (
              <li key={one.label}>
                <span translate="no">{one.label}</span>: <code>{one.link}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {made.data !== null && made.data.length > 0 && (
        <details>
          <summary className="small">All personal links, by label</summary>
          <ul className="desk-links small">
            {made.data.map((one) => (
              <li key={one.label}>
                {one.label}: {one.spent ? "used" : "not used yet"}, made {when(one.created)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** So many labels that nobody has yet: "person 1", "person 2", … */
export function labelsFrom(word: string, count: number, taken: ReadonlySet<string>): string[] {
  const labels: string[] = [];
  for (let number = 1; labels.length < count; number += 1) {
    const label = `${word} ${number}`;
    if (!taken.has(label)) labels.push(label);
  }
  return labels;
}

/** A field that begins like a formula is no formula in any spreadsheet. */
export function csvOf(links: LinkInfo[]): string {
  const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  return ["label,link", ...links.map((one) => `${cell(one.label)},${cell(one.link)}`)].join("\r\n") + "\r\n";
}
