/** Answers that are typed but not sent yet: kept in the tab until they are, whatever happens to the page. */

import type { Answers } from "./types";

export interface Draft {
  /** As they stand in the fields. Numbers are kept as they were typed. */
  answers: Answers;
  /** By question: what stood there before, in order. */
  changes: Record<string, Answers[string][]>;
  /** By question: seconds from the page's first showing to the last change. */
  seconds: Record<string, number>;
  /** When the page was shown first, on the clock of `Date.now()`. */
  shown: number;
  /** Seconds in which the page was hidden, and in which nobody did anything. */
  hidden: number;
  idle: number;
  email: string;
}

export function emptyDraft(now: number): Draft {
  return { answers: {}, changes: {}, seconds: {}, shown: now, hidden: 0, idle: 0, email: "" };
}

/** So many earlier answers to a question are sent at most. */
export const MOST_CHANGES = 100;

/** The draft with another answer, and what it replaces noted. `replaces` is what stood there before this change, where
 * that is not simply the last value: a text counts once it is left, not by letters. */
export function answered(draft: Draft, key: string, value: Answers[string], now: number): Draft {
  return {
    ...draft,
    answers: { ...draft.answers, [key]: value },
    seconds: { ...draft.seconds, [key]: Math.max(0, (now - draft.shown) / 1000) },
  };
}

/** Notes that an answer was another one before. No answer is no change. */
export function replaced(draft: Draft, key: string, before: Answers[string] | undefined): Draft {
  if (before === undefined || before === null || JSON.stringify(before) === JSON.stringify(draft.answers[key] ?? null)) return draft;
  const earlier = draft.changes[key] ?? [];
  return { ...draft, changes: { ...draft.changes, [key]: [...earlier, before].slice(-MOST_CHANGES) } };
}

function place(study: string, participant: string, step: number, attempt: number): string {
  return `ludarium study ${study} ${participant} ${step}.${attempt}`;
}

export class Drafts {
  constructor(
    private readonly study: string,
    private readonly participant: string,
    private readonly storage: Storage | null = tabStorage(),
  ) {}

  load(step: number, attempt: number): Draft | null {
    try {
      const text = this.storage?.getItem(place(this.study, this.participant, step, attempt)) ?? null;
      const found: unknown = text === null ? null : JSON.parse(text);
      return isDraft(found) ? found : null;
    } catch {
      return null;
    }
  }

  save(step: number, attempt: number, draft: Draft): void {
    try {
      this.storage?.setItem(place(this.study, this.participant, step, attempt), JSON.stringify(draft));
    } catch {
      // A full or forbidden storage: the answers still stand in the fields.
    }
  }

  clear(step: number, attempt: number): void {
    try {
      this.storage?.removeItem(place(this.study, this.participant, step, attempt));
    } catch {
      // As above.
    }
  }
}

function tabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { answers, changes, seconds, shown, hidden, idle, email } = value as Partial<Draft>;
  return (
    [answers, changes, seconds].every((part) => typeof part === "object" && part !== null) &&
    [shown, hidden, idle].every((part) => typeof part === "number") &&
    typeof email === "string"
  );
}
