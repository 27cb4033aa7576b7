/** @jsxImportSource react */
/** A question of any kind, answered by pointer, finger, keyboard or screen reader. */

import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { announce } from "../parts/announcer";
import { MovesField, type Shown } from "./moves";
import { useSay } from "./texts";
import type { Answer, Question } from "./types";

export interface FieldProps {
  question: Question;
  value: Answer | undefined;
  /** `typing`: the answer is not finished yet, and what stood there before is noted when the field is left. */
  onChange(value: Answer, typing?: boolean): void;
  onLeave?(before: Answer | undefined): void;
  fault: string | null;
  /** The game that the question is about, where there is one. */
  game?: Shown | null;
}

interface Named {
  id: string;
  /** What describes the field: help, and what is wrong with the answer. */
  described: string | undefined;
}

export function QuestionField(props: FieldProps) {
  const { question, fault } = props;
  const id = useId();
  const say = useSay();
  const described = [question.help !== "" && `${id}-help`, fault !== null && `${id}-fault`].filter(Boolean).join(" ") || undefined;
  const named = { id, described };
  const head = (
    <>
      {question.text}
      {!question.required && <span className="small quiet-text asked-optional"> ({say("optional")})</span>}
    </>
  );
  const notes = (
    <>
      {question.help !== "" && (
        <p id={`${id}-help`} className="small quiet-text">
          {question.help}
        </p>
      )}
      {fault !== null && (
        <p id={`${id}-fault`} className="asked-fault">
          {fault}
        </p>
      )}
    </>
  );
  const place = { "data-question": question.key, className: fault === null ? "asked" : "asked wrong" };
  switch (question.kind) {
    case "open":
    case "half-open":
    case "number":
      return (
        <div {...place}>
          <label className="asked-text" htmlFor={id}>
            {head}
          </label>
          {notes}
          {question.kind === "number" ? <NumberField {...props} {...named} /> : <TextField {...props} {...named} />}
        </div>
      );
    case "choice":
    case "scale":
      return (
        <fieldset
          {...place}
          role="radiogroup"
          aria-describedby={described}
          aria-invalid={fault !== null || undefined}
          aria-required={question.required || undefined}
        >
          <legend className="asked-text">{head}</legend>
          {notes}
          {question.kind === "choice" ? <ChoiceField {...props} id={id} /> : <ScaleField {...props} id={id} />}
          {!question.required && props.value !== undefined && props.value !== null && (
            <button type="button" className="quiet take-back" onClick={() => props.onChange(null)}>
              {say("takeBack")}
              <span className="hidden-text">: {question.text}</span>
            </button>
          )}
        </fieldset>
      );
    default:
      return (
        <fieldset {...place} aria-describedby={described}>
          <legend className="asked-text">{head}</legend>
          {notes}
          {many(props, id)}
        </fieldset>
      );
  }
}

function many(props: FieldProps, id: string): ReactNode {
  switch (props.question.kind) {
    case "choices":
      return <ChoicesField {...props} />;
    case "matching":
      return <MatchingField {...props} id={id} />;
    case "ranking":
      return <RankingField {...props} />;
    case "moves":
      return <MovesField {...props} />;
    default:
      return null;
  }
}

function TextField({ question, value, onChange, onLeave, fault, id, described }: FieldProps & Named) {
  const say = useSay();
  const before = useRef<Answer | undefined>(undefined);
  const text = typeof value === "string" ? value : "";
  const left = (question.longest ?? Infinity) - text.length;
  const shared = {
    id,
    value: text,
    required: question.required,
    "aria-describedby": described,
    "aria-invalid": fault !== null || undefined,
    onFocus: () => (before.current = value),
    onBlur: () => onLeave?.(before.current),
  };
  return (
    <>
      {question.kind === "half-open" || question.lines === 1 ? (
        <input {...shared} type="text" autoComplete="off" onChange={(event) => onChange(event.target.value, true)} />
      ) : (
        <textarea {...shared} rows={question.lines} onChange={(event) => onChange(event.target.value, true)} />
      )}
      {left < 100 && <p className="small quiet-text">{say("charactersLeft", { count: left })}</p>}
    </>
  );
}

function NumberField({ question, value, onChange, onLeave, fault, id, described }: FieldProps & Named) {
  const say = useSay();
  const before = useRef<Answer | undefined>(undefined);
  const { least, most } = question;
  return (
    <div className="row">
      {/* No number field: its wheel and arrows change answers unseen, and what it cannot read it gives as nothing. */}
      <input
        id={id}
        type="text"
        className="number-field"
        inputMode={question.whole && !(typeof least === "number" && least < 0) ? "numeric" : "text"}
        autoComplete="off"
        required={question.required}
        value={value === undefined || value === null ? "" : String(value)}
        aria-describedby={described}
        aria-invalid={fault !== null || undefined}
        onFocus={() => (before.current = value)}
        onBlur={() => onLeave?.(before.current)}
        onChange={(event) => onChange(event.target.value, true)}
      />
      {question.unit !== "" && <span>{question.unit}</span>}
      {typeof least === "number" && typeof most === "number" && (
        <span className="small quiet-text">{say("range", { least, most })}</span>
      )}
    </div>
  );
}

function ChoiceField({ question, value, onChange, id }: FieldProps & { id: string }) {
  const options = [...question.options, ...(question.neutral === "" ? [] : [{ value: "", text: question.neutral }])];
  return (
    <div className="asked-options">
      {options.map((option) => (
        <label key={option.value} className={option.value === "" ? "check neutral" : "check"}>
          <input type="radio" name={id} checked={value === option.value} onChange={() => onChange(option.value)} />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  );
}

function ScaleField({ question, value, onChange, id }: FieldProps & { id: string }) {
  const say = useSay();
  const points = question.points ?? 5;
  return (
    <div className="scale">
      <div className="scale-points" style={{ gridTemplateColumns: `repeat(${points}, minmax(0, 1fr))` }}>
        {Array.from({ length: points }, (_, index) => index + 1).map((point) => (
          <label key={point} className="scale-point">
            <input
              type="radio"
              name={id}
              checked={value === point}
              aria-label={[say("scaleOf", { point, points }), point === 1 ? question.low : point === points ? question.high : ""]
                .filter(Boolean)
                .join(": ")}
              onChange={() => onChange(point)}
            />
            <span aria-hidden="true">{point}</span>
          </label>
        ))}
      </div>
      {(question.low !== "" || question.high !== "") && (
        <div className="scale-ends small quiet-text" aria-hidden="true">
          <span>{question.low}</span>
          <span>{question.high}</span>
        </div>
      )}
      {question.neutral !== "" && (
        <label className="check neutral">
          <input type="radio" name={id} checked={value === ""} onChange={() => onChange("")} />
          <span>{question.neutral}</span>
        </label>
      )}
    </div>
  );
}

function ChoicesField({ question, value, onChange }: FieldProps) {
  const say = useSay();
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const least = question.least ?? 0;
  const most = question.most ?? question.options.length;
  const toggle = (name: string, on: boolean) => {
    const next = question.options.map((one) => one.value).filter((one) => (one === name ? on : chosen.includes(one)));
    onChange(next);
  };
  const bounds =
    least > 0 && most < question.options.length
      ? say("chooseRange", { least, most })
      : least > 0
        ? say("chooseLeast", { least })
        : most < question.options.length
          ? say("chooseMost", { most })
          : "";
  return (
    <>
      {bounds !== "" && <p className="small quiet-text">{bounds}</p>}
      <div className="asked-options">
        {question.options.map((option) => (
          <label key={option.value} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            <span>{option.text}</span>
          </label>
        ))}
        {least === 0 && question.required && (
          <label className="check neutral">
            <input
              type="checkbox"
              checked={Array.isArray(value) && chosen.length === 0}
              onChange={(event) => onChange(event.target.checked ? [] : null)}
            />
            <span>{say("noneOfThese")}</span>
          </label>
        )}
      </div>
    </>
  );
}

function MatchingField({ question, value, onChange, fault, id }: FieldProps & { id: string }) {
  const say = useSay();
  const given = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const pictured = question.to.filter((right) => right.picture !== "");
  return (
    <div className="matching">
      {/* A list that drops down shows no pictures: they stand above, each with the text by which it is chosen. */}
      {pictured.length > 0 && (
        <ul className="matching-pictures">
          {pictured.map((right) => (
            <li key={right.value}>
              <figure>
                <img src={right.picture} alt="" />
                <figcaption>{right.text}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
      {question.options.map((left) => (
        <div key={left.value} className="matching-line">
          <label htmlFor={`${id}-${left.value}`}>
            {left.picture !== "" && <img src={left.picture} alt="" />}
            {left.text}
          </label>
          <select
            id={`${id}-${left.value}`}
            value={given[left.value] ?? ""}
            aria-invalid={(fault !== null && (given[left.value] ?? "") === "") || undefined}
            onChange={(event) => {
              const others = Object.fromEntries(Object.entries(given).filter(([name]) => name !== left.value));
              onChange(event.target.value === "" ? others : { ...others, [left.value]: event.target.value });
            }}
          >
            <option value="">{say("matchChoose")}</option>
            {question.to.map((right) => (
              <option key={right.value} value={right.value}>
                {right.text}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  );
}

function RankingField({ question, value, onChange }: FieldProps) {
  const say = useSay();
  const list = useRef<HTMLOListElement>(null);
  const names = question.options.map((one) => one.value);
  const order = Array.isArray(value) ? (value as string[]) : names;
  const textOf = (name: string) => question.options.find((one) => one.value === name)?.text ?? name;
  const shift = (name: string, by: number) => {
    const from = order.indexOf(name);
    const to = from + by;
    if (to < 0 || to >= order.length) return;
    const next = order.filter((one) => one !== name);
    next.splice(to, 0, name);
    onChange(next);
    announce(say("ranked", { name: textOf(name), place: to + 1, count: order.length }));
    // The line moves: the focus goes with it, to a button that still can be pressed.
    requestAnimationFrame(() => {
      const line = list.current?.querySelector(`[data-name="${CSS.escape(name)}"]`);
      const wanted = line?.querySelector<HTMLButtonElement>(by < 0 ? ".up" : ".down");
      (wanted?.disabled === false ? wanted : line?.querySelector<HTMLButtonElement>("button:not(:disabled)"))?.focus();
    });
  };
  const keys = (name: string) => (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    shift(name, event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <>
      <p className="small quiet-text">{say("rankHelp")}</p>
      <ol className="ranking" ref={list}>
        {order.map((name, index) => (
          <li key={name} data-name={name}>
            <span className="ranking-text">{textOf(name)}</span>
            <button type="button" className="up" disabled={index === 0} onClick={() => shift(name, -1)} onKeyDown={keys(name)}>
              <span aria-hidden="true">↑</span>
              <span className="hidden-text">{say("rankUp", { name: textOf(name) })}</span>
            </button>
            <button
              type="button"
              className="down"
              disabled={index === order.length - 1}
              onClick={() => shift(name, 1)}
              onKeyDown={keys(name)}
            >
              <span aria-hidden="true">↓</span>
              <span className="hidden-text">{say("rankDown", { name: textOf(name) })}</span>
            </button>
          </li>
        ))}
      </ol>
      <label className="check">
        <input
          type="checkbox"
          checked={Array.isArray(value)}
          onChange={(event) => onChange(event.target.checked ? order : null)}
        />
        <span>{say("rankAsIs")}</span>
      </label>
    </>
  );
}
