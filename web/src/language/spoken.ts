/** The language in which elements are made: the one place through which every text that a page shows goes.
 *
 * The project's JSX runtime (`jsx-runtime.ts`) hands in what an element shows: its text, and attributes that are read out.
 * Texts and numbers that stand side by side are one sentence, so that `{n} seats` is looked up as a whole. What people have
 * written themselves carries `translate="no"`.
 */

import type { Speech } from "./index";

type Props = Record<string, unknown>;

/** Attributes that people read or hear. */
const READ = ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "alt", "label", "placeholder", "title"] as const;
/** What programs say is the same in all languages. */
const VERBATIM = new Set(["code", "pre", "kbd", "samp", "textarea", "style", "script"]);
const LETTER = /\p{L}{2}/u;

let speech: Speech | null = null;

/** From now on elements are made in this language; null: in English. What is shown already stays as it is. */
export function speak(next: Speech | null): void {
  speech = next === null || next.language === "en" ? null : next;
}

/** The properties of an element of the page, in the language that is spoken. */
export function spoken(type: unknown, props: Props): Props {
  // Components hand on what they are given: it is said where it is shown. A fragment is not named by a text either.
  if (speech === null || (typeof type !== "string" && typeof type !== "symbol") || props["translate"] === "no") return props;
  if (typeof type === "string" && VERBATIM.has(type)) return props;
  let made: Props | null = null;
  for (const name of READ) {
    const text = props[name];
    if (typeof text !== "string") continue;
    const said = sayIt(text);
    if (said !== text) made = { ...(made ?? props), [name]: said };
  }
  const children = props["children"];
  if (children === undefined) return made ?? props;
  const told = tell(children);
  return told === children ? (made ?? props) : { ...(made ?? props), children: told };
}

const plain = (child: unknown): child is string | number => typeof child === "string" || typeof child === "number";
const nothing = (child: unknown) => child === null || child === undefined || typeof child === "boolean";

function tell(children: unknown): unknown {
  if (typeof children === "string") return sayIt(children);
  if (!Array.isArray(children)) return children;
  const told: unknown[] = [...children];
  let changed = false;
  for (let first = 0; first < told.length; first++) {
    const child = told[first];
    if (Array.isArray(child)) {
      const inner = tell(child);
      changed ||= inner !== child;
      told[first] = inner;
    }
    if (!plain(child)) continue;
    let last = first;
    let text = String(child);
    for (let next = first + 1; next < told.length && (plain(told[next]) || nothing(told[next])); next++) {
      if (nothing(told[next])) continue;
      text += String(told[next]);
      last = next;
    }
    const said = sayIt(text);
    if (said !== text) {
      changed = true;
      // The places of the other children stay, for React knows children by them.
      told[first] = said;
      for (let place = first + 1; place <= last; place++) told[place] = null;
    }
    first = last;
  }
  return changed ? told : children;
}

/** A text in the language that is spoken, for what is no element: the title of the window, a question of the browser. */
export function sayIt(text: string): string {
  if (speech === null || !LETTER.test(text)) return text;
  const [, before = "", words = "", after = ""] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  // What follows another element may begin with what divides them.
  const [, mark = "", rest = ""] = /^([:;,.·–—]\s*|)([^]*)$/.exec(words) ?? [];
  return before + mark + speech.said(rest) + after;
}
