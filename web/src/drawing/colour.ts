/** Values of style sheets without what only browsers understand: variables and mixed colours. */

/** Red, green, blue to 255, and how much covers what lies behind. */
type Colour = [number, number, number, number];

const NAMED: Record<string, Colour> = { transparent: [0, 0, 0, 0], black: [0, 0, 0, 1], white: [255, 255, 255, 1] };

/** A value with its variables replaced; null where one of them has no value. */
export function settled(value: string, variables: ReadonlyMap<string, string>): string | null {
  const start = value.indexOf("var(");
  if (start < 0) return value;
  const end = closing(value, start + 3);
  const [name = "", ...fallback] = value.slice(start + 4, end).split(",");
  const known = variables.get(name.trim()) ?? (fallback.length > 0 ? fallback.join(",").trim() : undefined);
  if (known === undefined) return null;
  return settled(value.slice(0, start) + known + value.slice(end + 1), variables);
}

/** Where the bracket that opens at a place is closed. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let place = open; place < text.length; place += 1) {
    if (text[place] === "(") depth += 1;
    else if (text[place] === ")" && (depth -= 1) === 0) return place;
  }
  return text.length;
}

/** A colour as a six-digit number and its opacity; null for what is no colour, such as "none" or "url(#id)". */
export function painted(value: string): { colour: string; opacity: number } | null {
  const colour = read(value.trim());
  if (colour === null) return null;
  const digits = colour.slice(0, 3).map((part) => Math.round(part).toString(16).padStart(2, "0"));
  return { colour: `#${digits.join("")}`, opacity: colour[3] };
}

function read(text: string): Colour | null {
  if (text.startsWith("#")) return fromDigits(text.slice(1));
  if (text.startsWith("rgb")) return fromParts(text.slice(text.indexOf("(") + 1, -1));
  if (text.startsWith("color-mix(")) return mixed(text.slice("color-mix(".length, -1));
  return NAMED[text] ?? null;
}

function fromDigits(digits: string): Colour {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const part = (from: number) => parseInt(long.slice(from, from + 2), 16);
  return [part(0), part(2), part(4), long.length > 6 ? part(6) / 255 : 1];
}

function fromParts(text: string): Colour {
  const [red = 0, green = 0, blue = 0, opacity = 1] = text
    .split(/[\s,/]+/)
    .filter((part) => part !== "")
    .map((part) => (part.endsWith("%") ? parseFloat(part) / 100 : parseFloat(part)));
  return [red, green, blue, opacity];
}

/** `in srgb, one 40%, other`: the share of the other is what is left, as in the sheets of this project. */
function mixed(text: string): Colour | null {
  const [, one = "", other = ""] = parted(text);
  const match = /^(.*?)(?:\s+([\d.]+)%)?$/.exec(one.trim());
  const [first, second] = [read(match?.[1] ?? ""), read(other.trim())];
  if (first === null || second === null) return null;
  const share = match?.[2] === undefined ? 0.5 : parseFloat(match[2]) / 100;
  const opacity = first[3] * share + second[3] * (1 - share);
  if (opacity === 0) return [0, 0, 0, 0];
  // What is transparent gives no colour of its own.
  const mix = (part: 0 | 1 | 2) => (first[part] * first[3] * share + second[part] * second[3] * (1 - share)) / opacity;
  return [mix(0), mix(1), mix(2), opacity];
}

/** The parts of a list between commas that stand in no brackets. */
function parted(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === "(") place = closing(text, place);
    else if (text[place] === ",") {
      parts.push(text.slice(start, place));
      start = place + 1;
    }
  }
  return [...parts, text.slice(start)];
}
