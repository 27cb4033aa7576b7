/** The rules of the style sheets that drawings need, as `plugins/style-rules.ts` makes them. */

/** An element by its name ("" for any) and the classes that it must have. */
export interface Compound {
  tag: string;
  classes: string[];
}

export interface Rule {
  /** From the outermost element to the one that the rule is for; none for the whole drawing. */
  parts: Compound[];
  set: [property: string, value: string][];
  /** For dark pages only. */
  dark: boolean;
  weight: number;
}

/** The properties that mean the same in every program that shows SVG. */
export const KEPT: ReadonlySet<string> = new Set([
  "color",
  "dominant-baseline",
  "fill",
  "fill-opacity",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "opacity",
  "paint-order",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
  "text-anchor",
]);

const whole: Rule[] = [];
/** By the first class, or else the name, of the element that a rule is for. */
const others = new Map<string, Rule[]>();
let order = 0;

export function register(rules: readonly Rule[]): void {
  for (const rule of rules) {
    // Of rules with the same weight the later one counts.
    const numbered = { ...rule, weight: rule.weight + (order += 1) / 1e6 };
    const last = rule.parts.at(-1);
    if (last === undefined) whole.push(numbered);
    else {
      const key = last.classes[0] ?? last.tag;
      others.set(key, [...(others.get(key) ?? []), numbered]);
    }
  }
}

/** An element as rules see it, with those around it. */
export interface Styled {
  tag: string;
  classes: readonly string[];
  around: Styled | null;
}

/** The rules for an element, those that count most last. */
export function rulesFor(element: Styled): Rule[] {
  if (element.around === null) return whole;
  const candidates = [element.tag, ...element.classes].flatMap((key) => others.get(key) ?? []);
  return candidates.filter(({ parts }) => matches(element, parts)).sort((one, other) => one.weight - other.weight);
}

function matches(element: Styled, parts: readonly Compound[]): boolean {
  let left = parts.length - 1;
  const own = parts[left];
  if (own === undefined || !fits(element, own)) return false;
  left -= 1;
  for (let around = element.around; left >= 0; around = around.around) {
    if (around === null) return false;
    const part = parts[left];
    if (part !== undefined && fits(around, part)) left -= 1;
  }
  return true;
}

function fits({ tag, classes }: Styled, part: Compound): boolean {
  return (part.tag === "" || part.tag === tag) && part.classes.every((name) => classes.includes(name));
}
