import { describe, expect, it } from "vitest";
import { textsOf } from "../testing/texts";
import GERMAN from "./de";
import { sayer } from "./saying";

const said = sayer(GERMAN, "und");

/** Every source of the lab's pages. Participants' pages of studies have tables of their own texts (`studies/texts.ts`). */
const sources = import.meta.glob<string>(
  ["../**/*.{ts,tsx}", "!../**/*.test.*", "!../testing/**", "!../api/**", "!../studies/**", "!../**/scene.ts", "!../**/de.ts", "!../drawing/**", "!../**/Drawing.tsx", "!../boards/{samples,testing}.ts", "!../boards/Gallery.tsx"],
  { eager: true, import: "default", query: "?raw" },
);

/** Words of English that no German sentence has. */
const ENGLISH = /\b(the|your|you|piece|pieces|turn|turns|and|of|is|are|to|on|rolled|stack|move|moves|board|points?|field|wins|with|for|not|this|that|has|have|be|no)\b/i;

/** The same in both languages, or no text for people. */
const SAME = new Set(["Ludarium", "English", "Deutsch", "noopener noreferrer", "ludarium tournament", "ludarium ladder", "ludarium design", "ludarium desk plan {}"]);
/** Pieces of which sentences are made that are said as a whole. */
const PIECES = new Set(["Your", "on the stack", "on field {}", "rolled {} and {}, {} in all", "You {}: {}"]);
const FORMS = new Set(Object.keys(GERMAN).map((english) => english.replace(/\{\w+\}/g, "{}")));

/** Whether a text is said, whatever is filled in. */
function isSaid(shown: string): boolean {
  const text = shown.replace(/^[:;,.·–—]\s*/, "");
  if (SAME.has(text) || PIECES.has(text) || FORMS.has(text)) return true;
  return ["3", "Elm", "b4"].some((filled) => {
    const whole = text.replaceAll("{}", filled);
    const german = said(whole);
    return german !== whole && !ENGLISH.test(german.replace(/`[^`]*`/g, ""));
  });
}

describe("German, by the sources", () => {
  it.each(Object.entries(sources))("knows every text of %s", (name, source) => {
    expect(textsOf(name, source).filter((text) => !isSaid(text))).toEqual([]);
  });
});
