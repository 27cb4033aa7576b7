/** Whether an answer fits its question: said in the browser, in the reader's language, before anything is sent. The
 * server checks again. */

import type { Say } from "./texts";
import type { Answer, Answers, Question } from "./types";

/** The questions that somebody sees who has given these answers, as the server decides it too. */
export function visible(questions: readonly Question[], answers: Answers): Question[] {
  const shown: Question[] = [];
  for (const question of questions) {
    const condition = question.show_if;
    if (condition) {
      const deciding = shown.find((one) => one.key === condition.key);
      const given = deciding === undefined ? null : canonical(deciding, answers[deciding.key]);
      if (given === null) continue;
      const fits = Array.isArray(given) ? (given as (string | number)[]).includes(condition.value) : String(given) === condition.value;
      if (fits === condition.unless) continue;
    }
    shown.push(question);
  }
  return shown;
}

/** What is sent for what stands in the fields; null for no answer. */
export function canonical(question: Question, value: Answer | undefined): Answer {
  if (value === undefined || value === null) return null;
  switch (question.kind) {
    case "open":
    case "half-open":
      return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
    case "number": {
      const read = numberIn(value);
      return read === undefined ? null : (read ?? String(value));
    }
    case "matching": {
      const given = Object.entries(value as Record<string, string>).filter(([, to]) => to !== "");
      return given.length === 0 ? null : Object.fromEntries(given);
    }
    default:
      return value;
  }
}

/** The number that was typed; undefined for nothing, null for what is none. A comma divides decimals as a point does. */
function numberIn(value: Answer): number | null | undefined {
  const text = String(value).trim().replace(",", ".");
  if (text === "") return undefined;
  const read = Number(text);
  return Number.isFinite(read) ? read : null;
}

/** What is wrong with an answer, in a sentence; null if it can be sent. */
export function faultOf(question: Question, value: Answer | undefined, say: Say): string | null {
  const given = canonical(question, value);
  if (given === null) {
    if (!question.required) return null;
    return say(question.kind === "ranking" ? "rankNotYet" : "needsAnswer");
  }
  switch (question.kind) {
    case "open":
    case "half-open": {
      const most = question.longest ?? Infinity;
      const count = [...String(given)].length;
      return count > most ? say("tooLong", { most, count }) : null;
    }
    case "number": {
      if (typeof given !== "number") return say("noNumber");
      if (question.whole && !Number.isInteger(given)) return say("notWhole");
      const { least, most } = question;
      if (typeof least === "number" && given < least) return say("tooLow", { least });
      if (typeof most === "number" && given > most) return say("tooHigh", { most });
      return null;
    }
    case "choices": {
      const count = (given as string[]).length;
      const { least, most } = question;
      if (typeof least === "number" && count < least) return say("chooseLeast", { least });
      if (typeof most === "number" && count > most) return say("chooseMost", { most });
      return null;
    }
    case "matching":
      return Object.keys(given).length < (question.options ?? []).length ? say("matchAll") : null;
    case "moves": {
      const most = question.most ?? Infinity;
      return (given as number[]).length > most ? say("markMost", { most }) : null;
    }
    default:
      return null;
  }
}
