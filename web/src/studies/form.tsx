/** @jsxImportSource react */
/** A page that is read or answered and then sent. What stands in its fields is kept until the server has it. */

import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import { announce } from "../parts/announcer";
import { Notice } from "../parts/basics";
import { Attention } from "./attention";
import { canonical, faultOf, visible } from "./checking";
import { answered, emptyDraft, replaced, type Draft, type Drafts } from "./drafts";
import type { Shown } from "./moves";
import { QuestionField } from "./questions";
import { Refused } from "./speaking";
import { secondsText, useSay } from "./texts";
import type { Answer, Answers, PageSent, Question, StudyPage } from "./types";
import type { Study } from "./use-study";

const SAVING = 300;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface FormProps {
  study: Study;
  page: StudyPage;
  drafts: Drafts;
  game?: Shown | null;
  children?: ReactNode;
}

export function PageForm({ study, page, drafts, game = null, children }: FormProps) {
  const say = useSay();
  const { step, attempt } = page;
  const [draft, setDraft] = useState<Draft>(() => drafts.load(step, attempt) ?? begun(page));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const attention = useAttention(draft);
  const left = useReading(page);
  const kept = useKept(drafts, page, draft, attention);

  const shown = visible(page.questions, draft.answers);
  const faults = new Map<string, string>();
  for (const question of shown) {
    const fault = faultOf(question, draft.answers[question.key], say);
    if (fault !== null) faults.set(question.key, fault);
  }
  const badAddress = page.email && draft.email.trim() !== "" && !ADDRESS.test(draft.email.trim());

  const change = (key: string, value: Answer, typing: boolean) =>
    setDraft((before) => {
      const next = answered(before, key, value, Date.now());
      return typing ? next : replaced(next, key, before.answers[key]);
    });

  const submit = async (skip: boolean) => {
    if (busy) return;
    setRefused(null);
    if (left > 0) {
      announce(say("readOn", { seconds: secondsText(say, left) }));
      return;
    }
    if (!skip && (faults.size > 0 || badAddress)) {
      setTried(true);
      const count = faults.size + (badAddress ? 1 : 0);
      announce(count === 1 ? say("faultOne") : say("faultMany", { count }));
      const first = shown.find((question) => faults.has(question.key));
      const place = first === undefined ? "[name=email]" : `[data-question="${CSS.escape(first.key)}"]`;
      focusIn(form.current?.querySelector(place));
      return;
    }
    setBusy(true);
    kept.flush();
    const fault = await study.send(sentFrom(page, draft, shown, skip, attention));
    if (fault === null) {
      drafts.clear(step, attempt);
      kept.stop();
    } else {
      setRefused(fault);
      setBusy(false);
    }
  };
  const count = faults.size + (badAddress ? 1 : 0);
  return (
    <form
      ref={form}
      className="stack study-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(false);
      }}
    >
      {children}
      {grouped(shown).map((group) => (
        <Group key={group.key} group={group} names={page.about?.names ?? {}}>
          {group.questions.map((question) => (
            <QuestionField
              key={question.key}
              question={question}
              value={draft.answers[question.key]}
              fault={
                (tried ? faults.get(question.key) : undefined) ??
                (page.wrong.includes(question.key) && draft.answers[question.key] === undefined ? say("wrongHere") : null)
              }
              game={game}
              onChange={(value, typing = false) => change(question.key, value, typing)}
              onLeave={(before) => setDraft((now) => replaced(now, question.key, before))}
            />
          ))}
        </Group>
      ))}
      {page.email && (
        <div className={tried && badAddress ? "asked wrong" : "asked"}>
          <label className="asked-text" htmlFor="study-email">
            {say("emailField")}
          </label>
          <p id="study-email-help" className="small quiet-text">
            {say("emailHelp")}
          </p>
          {tried && badAddress && (
            <p id="study-email-fault" className="asked-fault">
              {say("badEmail")}
            </p>
          )}
          <input
            id="study-email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={draft.email}
            aria-describedby={tried && badAddress ? "study-email-help study-email-fault" : "study-email-help"}
            aria-invalid={(tried && badAddress) || undefined}
            onChange={(event) => setDraft({ ...draft, email: event.target.value })}
          />
        </div>
      )}
      {tried && count > 0 && <Notice tone="bad">{count === 1 ? say("faultOne") : say("faultMany", { count })}</Notice>}
      <Refused text={refused} />
      {busy && study.offline && <Notice tone="warn">{say("notSentYet")}</Notice>}
      <div className="row study-actions">
        <button type="submit" className="primary" aria-disabled={left > 0 || busy || undefined} aria-describedby={left > 0 ? "reading" : undefined}>
          {busy ? say("sending") : say("goOn")}
        </button>
        {page.skippable && (
          <button type="button" aria-disabled={busy || undefined} onClick={() => void submit(true)}>
            {say("skip")}
          </button>
        )}
        {left > 0 && (
          <span id="reading" className="quiet-text" role="timer">
            {say("readOn", { seconds: secondsText(say, left) })}
          </span>
        )}
      </div>
    </form>
  );
}

/** An answer as it first stands in its field: what somebody has said of themselves before is there already. */
function begun(page: StudyPage): Draft {
  const draft = emptyDraft(Date.now());
  const before = page.profile;
  if (before === null || before === undefined) return draft;
  return { ...draft, answers: before.values as Answers, email: before.email };
}

function sentFrom(page: StudyPage, draft: Draft, shown: Question[], skip: boolean, attention: Attention): PageSent {
  const keys = new Set(shown.map((question) => question.key));
  const of = <T,>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)));
  const answers: Answers = {};
  if (!skip) for (const question of shown) answers[question.key] = canonical(question, draft.answers[question.key]);
  return {
    step: page.step,
    attempt: page.attempt,
    answers,
    skip,
    changes: of(draft.changes),
    seconds: of(draft.seconds),
    hidden: attention.hidden,
    idle: attention.idle,
    email: page.email ? draft.email.trim() : "",
  };
}

interface GroupOf {
  key: string;
  seat: number | null;
  questions: Question[];
}

/** Questions about the same opponent stand together. */
export function grouped(questions: Question[]): GroupOf[] {
  const groups: GroupOf[] = [];
  for (const question of questions) {
    const seat = question.seat ?? null;
    const last = groups.at(-1);
    if (last !== undefined && last.seat === seat) last.questions.push(question);
    else groups.push({ key: question.key, seat, questions: [question] });
  }
  return groups;
}

function Group({ group, names, children }: { group: GroupOf; names: Record<string, string>; children: ReactNode }) {
  const say = useSay();
  const name = group.seat === null ? undefined : names[String(group.seat)];
  if (name === undefined) return <div className="stack panel">{children}</div>;
  const id = `about-${group.key}`;
  return (
    <section className="stack panel" aria-labelledby={id}>
      <h2 id={id}>{say("aboutPlayer", { name })}</h2>
      {children}
    </section>
  );
}

/** The field itself, where the mark is on a group of them. */
function focusIn(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  const fields = "input:not(:disabled), textarea, select, button:not(:disabled)";
  const field = element.matches(fields) ? element : element.querySelector<HTMLElement>(`[aria-invalid=true], ${fields}`);
  (field?.matches("fieldset") ? field.querySelector<HTMLElement>(fields) : field)?.focus();
}

function useAttention(draft: Draft): Attention {
  const [attention] = useState(() => new Attention(draft));
  useEffect(() => attention.start(), [attention]);
  return attention;
}

/** Seconds that the page must still be read. */
function useReading(page: StudyPage): number {
  const say = useSay();
  const [until] = useState(() => performance.now() + 1000 * page.seconds);
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const tick = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(tick);
  }, [left]);
  const waited = useRef(left > 0);
  useEffect(() => {
    if (left === 0 && waited.current) {
      waited.current = false;
      announce(say("readDone"));
    }
  }, [left, say]);
  return left;
}

/** Keeps the draft: a moment after each change, and when the page is left. */
function useKept(drafts: Drafts, page: StudyPage, draft: Draft, attention: Attention) {
  const { step, attempt } = page;
  const latest = useRef(draft);
  const stopped = useRef(false);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  const keeper = useMemo(
    () => ({
      flush: () => {
        if (!stopped.current) drafts.save(step, attempt, { ...latest.current, hidden: attention.hidden, idle: attention.idle });
      },
      stop: () => {
        stopped.current = true;
      },
    }),
    [drafts, step, attempt, attention],
  );
  useEffect(() => {
    const timer = setTimeout(keeper.flush, SAVING);
    return () => clearTimeout(timer);
  }, [draft, keeper]);
  useEffect(() => {
    window.addEventListener("pagehide", keeper.flush);
    document.addEventListener("visibilitychange", keeper.flush);
    return () => {
      window.removeEventListener("pagehide", keeper.flush);
      document.removeEventListener("visibilitychange", keeper.flush);
    };
  }, [keeper]);
  return keeper;
}
