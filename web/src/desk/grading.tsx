/** Half-open answers, graded one by one. Who wrote them, and how others grade them, is not shown. */

import { useCallback, useEffect, useMemo, useState } from "react";
import { put } from "../api/http";
import { Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { Fault, useDoing } from "./doing";
import type { Part, ToGrade } from "./types";

export default function Grading({ path }: Part) {
  const answers = useLoad<ToGrade[]>(`${path}/grading`);
  return (
    <Shown of={answers}>
      {(list) =>
        list.length === 0 ? (
          <p>There is nothing to grade: the plan asks no half-open question, or nobody has answered one yet.</p>
        ) : (
          <Graded path={path} answers={list} />
        )
      }
    </Shown>
  );
}

function Graded({ path, answers }: { path: string; answers: ToGrade[] }) {
  const [given, setGiven] = useState<Record<number, number>>({});
  const [keys, setKeys] = useState(true);
  const questions = useMemo(() => [...new Set(answers.map((one) => one.question))], [answers]);
  const [chosen, setChosen] = useState(() => answers.find((one) => one.grade === null)?.question ?? questions[0] ?? "");
  const group = useMemo(() => answers.filter((one) => one.question === chosen), [answers, chosen]);
  const gradeOf = (one: ToGrade): number | null => given[one.id] ?? one.grade;
  const [place, setPlace] = useState(() => firstOpen(group));
  const saving = useDoing();
  const answer = group[Math.min(place, group.length - 1)];
  const done = answers.filter((one) => gradeOf(one) !== null).length;

  const { run } = saving;
  const grade = useCallback(
    (value: number) => {
      if (answer === undefined) return;
      void run(() => put(`${path}/grading/${answer.id}`, { grade: value }), `Graded ${answer.grades[value] ?? value}.`).then((good) => {
        if (!good) return;
        setGiven((before) => ({ ...before, [answer.id]: value }));
        setPlace((before) => Math.min(before + 1, group.length - 1));
      });
    },
    [answer, group.length, path, run],
  );
  useEffect(() => {
    if (!keys) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.matches("input:not([type=checkbox]), textarea, select")) return;
      const value = Number(event.key) - 1;
      if (answer === undefined || !Number.isInteger(value) || value < 0 || value >= answer.grades.length) return;
      event.preventDefault();
      grade(value);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [keys, answer, grade]);

  if (answer === undefined) return null;
  const current = gradeOf(answer);
  return (
    <>
      <div className="row desk-progress">
        <progress max={answers.length} value={done} aria-label="Answers that you have graded" />
        <span role="status">
          You have graded {done} of {answers.length}
        </span>
      </div>
      {questions.length > 1 && (
        <label className="field">
          <span className="label">Question</span>
          <select
            value={chosen}
            onChange={(event) => {
              const next = event.target.value;
              setChosen(next);
              setPlace(firstOpen(answers.filter((one) => one.question === next).map((one) => ({ ...one, grade: gradeOf(one) }))));
            }}
          >
            {questions.map((name) => {
              const all = answers.filter((one) => one.question === name);
              return (
                <option key={name} value={name}>
                  {all[0]?.asked ?? name} ({all.filter((one) => gradeOf(one) !== null).length} of {all.length})
                </option>
              );
            })}
          </select>
        </label>
      )}
      <section className="panel grading" aria-labelledby="asked-head">
        <h2 id="asked-head" translate="no">{answer.asked}</h2>
        <div className="grading-pair">
          <figure>
            <figcaption className="small quiet-text">
              Answer {Math.min(place, group.length - 1) + 1} of {group.length}
            </figcaption>
            <blockquote data-testid="answer">{answer.text === "" ? <span className="quiet-text">(empty)</span> : <span translate="no">{answer.text}</span>}</blockquote>
          </figure>
          <figure>
            <figcaption className="small quiet-text">What is right</figcaption>
            <blockquote className="right" translate="no">{answer.right}</blockquote>
          </figure>
        </div>
        <div className="row" role="group" aria-label="Grade">
          {answer.grades.map((words, value) => (
            <button key={value} type="button" aria-pressed={current === value} disabled={saving.busy} onClick={() => grade(value)}>
              {keys && <kbd>{value + 1}</kbd>} {words}
            </button>
          ))}
        </div>
        <Fault of={saving} />
        <div className="row desk-between">
          <span className="row">
            <button type="button" disabled={place === 0} onClick={() => setPlace(place - 1)}>
              Previous
            </button>
            <button type="button" disabled={place >= group.length - 1} onClick={() => setPlace(place + 1)}>
              Next
            </button>
          </span>
          <label className="check">
            <input type="checkbox" checked={keys} onChange={(event) => setKeys(event.target.checked)} />
            Number keys grade
          </label>
        </div>
      </section>
      <p className="small quiet-text">Your grades are yours alone: other graders do not see them, and the report says how far you agree.</p>
    </>
  );
}

/** The first answer without a grade; the first of all if there is none. */
function firstOpen(group: ToGrade[]): number {
  return Math.max(0, group.findIndex((one) => one.grade === null));
}
