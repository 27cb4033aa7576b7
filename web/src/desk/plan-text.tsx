/** A plan's text with the numbers of its lines; lines with mistakes are marked. */

import { useEffect, useId, useRef } from "react";
import type { Mistake } from "./types";

interface PlanTextProps {
  label: string;
  text: string;
  onText(text: string): void;
  mistakes: Mistake[];
  /** The line to go to: a new object goes there again. */
  at: { line: number } | null;
  readOnly?: boolean;
}

export function PlanText({ label, text, onText, mistakes, at, readOnly = false }: PlanTextProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const wrong = new Set(mistakes.map((mistake) => mistake.line));
  const lines = text.split("\n").length;

  useEffect(() => {
    const area = field.current;
    if (at === null || area === null) return;
    const [from, to] = placeOf(area.value, at.line);
    area.focus();
    area.setSelectionRange(from, to);
    const height = area.scrollHeight / Math.max(1, area.value.split("\n").length);
    area.scrollTop = Math.max(0, (at.line - 4) * height);
  }, [at]);

  return (
    <div className="field plan-field">
      <label htmlFor={id}>{label}</label>
      <div className="plan-text">
        <div ref={gutter} className="plan-gutter" aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <span key={index} className={wrong.has(index + 1) ? "wrong" : undefined}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={field}
          id={id}
          value={text}
          readOnly={readOnly}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          rows={22}
          onChange={(event) => onText(event.target.value)}
          onScroll={(event) => {
            if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
    </div>
  );
}

/** Where a line begins and ends in a text; the last line for one beyond the end. */
export function placeOf(text: string, line: number): [number, number] {
  const lines = text.split("\n");
  const index = Math.min(Math.max(1, line), lines.length) - 1;
  const from = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  return [from, from + (lines[index]?.length ?? 0)];
}
