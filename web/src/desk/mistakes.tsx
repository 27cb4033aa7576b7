/** What is wrong with a plan, while it is being written. */

import { useEffect, useState } from "react";
import { post, sentence } from "../api/http";
import { Notice } from "../parts/basics";
import type { Checked, Mistake } from "./types";

/** Milliseconds without a key after which a plan is checked. */
const PAUSE = 500;

export interface CheckedText {
  /** The text that was checked; null as long as none was. */
  text: string | null;
  mistakes: Mistake[];
  languages: string[];
  conditions: string[];
  fault: string | null;
  /** Whether the text has changed since. */
  pending: boolean;
}

const NONE = { text: null, mistakes: [], languages: [], conditions: [], fault: null };

export function useChecked(text: string): CheckedText {
  const [state, setState] = useState<Omit<CheckedText, "pending">>(NONE);
  useEffect(() => {
    if (text.trim() === "") return;
    let left = false;
    const timer = setTimeout(() => {
      post<Checked>("/desk/check", { text }).then(
        ({ mistakes, languages, conditions }) => {
          if (!left) setState({ text, mistakes, languages, conditions, fault: null });
        },
        (reason: unknown) => {
          if (!left) setState((before) => ({ ...before, text, fault: sentence(reason) }));
        },
      );
    }, PAUSE);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [text]);
  return { ...state, pending: state.text !== text };
}

/** The mistakes in the order of their lines; each leads there. */
export function Mistakes({ checked, onLine }: { checked: CheckedText; onLine(line: number): void }) {
  const { mistakes, fault, pending, text } = checked;
  if (fault !== null && !pending) return <Notice tone="bad">{fault}</Notice>;
  const count = mistakes.length;
  return (
    <section className="mistakes" aria-label="Mistakes in the plan">
      <p role="status" className={count === 0 || pending ? "small quiet-text" : "small mistakes-count"}>
        {text === null || pending
          ? "Checking…"
          : count === 0
            ? "Checked: nothing is wrong with this plan."
            : count === 1
              ? "One mistake:"
              : `${count} mistakes:`}
      </p>
      {count > 0 && (
        <ol>
          {[...mistakes]
            .sort((one, other) => one.line - other.line)
            .map((mistake, index) => (
              <li key={index}>
                <button type="button" className="quiet mistake-line" onClick={() => onLine(mistake.line)}>
                  Line {mistake.line}
                </button>
                <span>
                  {mistake.path !== "" && (
                    <>
                      <code>{mistake.path}</code>:{" "}
                    </>
                  )}
                  {mistake.what}
                  {mistake.remedy !== "" && <span className="quiet-text">: {mistake.remedy}</span>}
                </span>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}
