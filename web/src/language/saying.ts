/** Looks sentences up in a catalogue: English to another language.
 *
 * An entry may have places. `{n}`, `{n1}` … stand for a number, `{c}`, `{c1}` … for a cell such as b4, `{list}` for any
 * words of one sentence, other names for words of one thing: no second sentence or clause, no list. What stands there is translated in turn.
 * What matches no entry as a whole is tried sentence by sentence, then clause by clause, then as a list. A sentence of which
 * only pieces are known is left as it is: half of it in another language nobody can read.
 */

export type Catalogue = Readonly<Record<string, string>>;

interface Pattern {
  form: RegExp;
  names: string[];
  text: string;
  /** Letters that are given: what says more is tried first. */
  given: number;
}

const PLACE = /\{(\w+)\}/g;
const NUMBER = /^n\d*$/;
const CELL = /^c\d*$/;
const LIST = "((?:(?![.!?] |\\n)[^])+?)";
const WORDS = "((?:(?!; |[.!?] |, | and |\\n)[^])+?)";
const DEEPEST = 14;
const KEPT = 2000;

/** Entries that say so little of their own, such as "{n} to {place}", that they fit into sentences of which nothing is known. */
const LITTLE = 6;
const PLAIN_WORDS = /(?<=^|[\s(])[a-z]{2,}(?=$|[\s,;:.)])/g;

/** Whether words, rather than a name or a figure, have been left as they were. */
const leftOut = (text: string, said: string): boolean => text === said && (text.match(PLAIN_WORDS) ?? []).length > 1;

/** What a language says instead of "and" between the last two of a list. */
export function sayer(catalogue: Catalogue, and: string): (text: string) => string {
  const patterns = Object.entries(catalogue)
    .filter(([english]) => english.includes("{"))
    .map(([english, text]) => patternOf(english, text))
    .sort((one, other) => other.given - one.given);
  const known = new Map<string, string>();

  const filled = ({ names, text: said }: Pattern, found: RegExpExecArray, depth: number): string =>
    said.replace(PLACE, (mark, name: string) => {
      const place = names.indexOf(name);
      return place < 0 ? mark : say(found[place + 1] ?? "", depth + 1);
    });

  const fits = (pattern: Pattern, found: RegExpExecArray, depth: number): boolean =>
    pattern.given > LITTLE || !found.slice(1).some((part) => leftOut(part, say(part, depth + 1)));

  const whole = (text: string, depth: number): string | null => {
    // Lines of rules are broken where they are long: that says nothing.
    const flat = text.replace(/\s*\n\s*|\u00a0/g, " ");
    // A sentence may begin with a capital letter where its entry does not.
    const small = flat.charAt(0).toLowerCase() + flat.slice(1);
    const exact = catalogue[flat] ?? capital(catalogue[small]);
    if (exact !== null) return exact;
    // Nor need an entry end as a sentence does.
    const open = flat.endsWith(".") ? (catalogue[flat.slice(0, -1)] ?? capital(catalogue[small.slice(0, -1)])) : null;
    if (open !== null) return `${open}.`;
    for (const pattern of patterns) {
      const found = pattern.form.exec(flat);
      if (found !== null && fits(pattern, found, depth)) return filled(pattern, found, depth);
      const inside = small === flat ? null : pattern.form.exec(small);
      if (inside !== null && fits(pattern, inside, depth)) return capital(filled(pattern, inside, depth));
    }
    return null;
  };

  const parts = (text: string, between: RegExp, depth: number): string[] | null => {
    const split = text.split(between);
    if (split.length < 2) return null;
    const said = split.map((part) => say(part, depth + 1));
    return said.some((part, index) => part !== split[index]) ? said : null;
  };

  /** The same for parts of one sentence: all of them, or none. */
  const pieces = (text: string, between: RegExp, depth: number): string[] | null => {
    const said = parts(text, between, depth);
    return said?.some((part, index) => leftOut(text.split(between)[index] ?? "", part)) === true ? null : said;
  };

  const say = (text: string, depth: number): string => {
    if (text === "" || depth > DEEPEST) return text;
    const found = whole(text, depth);
    if (found !== null) return found;
    const paragraphs = parts(text, /\n\s*\n/, depth);
    if (paragraphs !== null) return paragraphs.join("\n\n");
    const sentences = parts(text, /(?<=[.!?])\s+/, depth);
    if (sentences !== null) return sentences.join(" ");
    if (text.endsWith(".")) {
      const said = say(text.slice(0, -1), depth + 1);
      if (said !== text.slice(0, -1)) return `${said}.`;
    }
    const clauses = pieces(text, /; /, depth);
    if (clauses !== null) return clauses.join("; ");
    const ends = /^(.*) and (.*?)$/s.exec(text);
    if (ends !== null) {
      const [one, other] = [say(ends[1] ?? "", depth + 1), say(ends[2] ?? "", depth + 1)];
      const half = leftOut(ends[1] ?? "", one) || leftOut(ends[2] ?? "", other);
      if (!half && (one !== ends[1] || other !== ends[2])) return `${one} ${and} ${other}`;
    }
    // Not within brackets: what stands there is one thing.
    return pieces(text, /, (?![^(]*\))/, depth)?.join(", ") ?? text;
  };

  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const said = say(text, 0);
    if (known.size >= KEPT) known.clear();
    known.set(text, said);
    return said;
  };
}

function capital(text: string | undefined): string | null {
  return text === undefined ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

function patternOf(english: string, text: string): Pattern {
  const names: string[] = [];
  const form = english
    .split(PLACE)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part);
      if (NUMBER.test(part)) return "([-−]?\\d+(?:,\\d{3})*(?:\\.\\d+)?)";
      if (CELL.test(part)) return "([a-z]{1,2}\\d+)";
      return part === "list" ? LIST : WORDS;
    })
    .join("");
  return { form: new RegExp(`^${form}$`, "s"), names, text, given: english.replace(PLACE, "").length };
}
