/**
 * Elements as the text of an SVG document that stands alone: style sheets become classes of resolved values, for light and
 * for dark pages, so that programs without variables and mixed colours show the same.
 *
 * What is drawn are pure functions of their properties. There is no browser here: no state, no effects, no context.
 */

import { Fragment, isValidElement, type CSSProperties, type ReactNode } from "react";
import { painted, settled } from "./colour";
import { KEPT, rulesFor, type Styled } from "./rules";

type Variables = ReadonlyMap<string, string>;

/** The looks of an element, the same for all that have the same name, classes and surroundings. */
interface Look extends Styled {
  around: Look | null;
  light: Variables;
  dark: Variables;
  /** The class that carries its styles; "" for none. */
  name: string;
  /** Whether a text stands around its place, not on it. */
  centred: boolean;
  within: Map<string, Look>;
}

/** Names of attributes that have capitals in SVG itself; all others are written with hyphens. */
const CAPITALS = new Set(["viewBox", "patternUnits", "patternTransform", "preserveAspectRatio", "markerWidth", "markerHeight", "refX", "refY", "clipPathUnits", "pathLength"]);
/** Not for pictures: what is pressed, and what is told to those who cannot see it, which the whole drawing tells. Pieces are
 * marked by `data-piece`, so that programs can find them. */
const LEFT_OUT = /^(on[A-Z]|aria-|data-(?!piece$)|children$|className$|style$|role$|tabIndex$|pointerEvents$|ref$|key$)/;

/** The text of a drawing, which is one `svg` element. */
export function rendered(drawing: ReactNode): string {
  const pen = new Pen();
  pen.write(drawing, null);
  const styles = [...pen.used].map(([name, [light]]) => `.${name}{${light}}`).join("");
  const dark = [...pen.used].flatMap(([name, [, dark]]) => (dark === "" ? [] : [`.${name}{${dark}}`])).join("");
  const sheet = `<style>${styles}${dark === "" ? "" : `@media (prefers-color-scheme:dark){${dark}}`}</style>`;
  const begun = pen.parts.indexOf(">") + 1;
  // Joined, not added: QuickJS keeps added texts in pieces, which its door to Python does not let through.
  return [...pen.parts.slice(0, begun), sheet, ...pen.parts.slice(begun)].join("");
}

/** The declarations of each class: for all pages, and what differs on dark ones. */
const declared = new Map<string, [string, string]>();
let roots = new Map<string, Look>();
let looks = 0;

class Pen {
  readonly parts: string[] = [];
  readonly used = new Map<string, [string, string]>();

  write(node: ReactNode, around: Look | null): void {
    if (node === null || node === undefined || typeof node === "boolean" || node === "") return;
    if (typeof node === "string" || typeof node === "number" || typeof node === "bigint") {
      this.parts.push(escaped(String(node)));
    } else if (Symbol.iterator in node) {
      for (const one of node) this.write(one, around);
    } else if (isValidElement<Record<string, unknown>>(node)) {
      const { type, props } = node;
      if (type === Fragment) this.write(props["children"] as ReactNode, around);
      else if (typeof type === "function") this.write((type as (props: unknown) => ReactNode)(props), around);
      else if (typeof type === "string") this.element(type, props, around);
      else this.write(memoized(type)(props), around);
    } else throw new TypeError("a drawing is made of functions and SVG elements alone");
  }

  private element(tag: string, props: Record<string, unknown>, around: Look | null): void {
    const style = (props["style"] ?? {}) as CSSProperties & Record<string, unknown>;
    const look = lookOf(tag, String(props["className"] ?? ""), style, around);
    this.parts.push(`<${tag}`);
    for (const [name, value] of Object.entries(props)) {
      if (!LEFT_OUT.test(name) && value !== undefined && value !== null && value !== false) this.attribute(name, value);
    }
    if (typeof style["transform"] === "string") this.attribute("transform", style["transform"].replaceAll("px", ""));
    if (look.centred && tag === "text" && props["dy"] === undefined) this.attribute("dy", "0.35em");
    if (look.name !== "") {
      this.attribute("class", look.name);
      const styles = declared.get(look.name);
      if (styles !== undefined) this.used.set(look.name, styles);
    }
    const mark = this.parts.push(">");
    this.write(props["children"] as ReactNode, look);
    if (this.parts.length === mark) this.parts[mark - 1] = "/>";
    else this.parts.push(`</${tag}>`);
  }

  private attribute(name: string, value: unknown): void {
    const written = name === "xmlSpace" ? "xml:space" : CAPITALS.has(name) ? name : name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    const text = typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value);
    this.parts.push(` ${written}="${escaped(text)}"`);
  }
}

// What XML cannot hold at all is left out; a scene may say anything.
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The function within one that browsers call again only when its properties change. */
function memoized(type: unknown): (props: unknown) => ReactNode {
  if (typeof type === "object" && type !== null && "type" in type && typeof type.type === "function") return type.type as (props: unknown) => ReactNode;
  throw new TypeError("a drawing is made of functions and SVG elements alone");
}

function escaped(text: string): string {
  return text.replace(UNWRITABLE, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function lookOf(tag: string, classes: string, style: Record<string, unknown>, around: Look | null): Look {
  const own = Object.entries(style).filter(([name]) => name !== "transform");
  const key = `${tag}|${classes}|${own.map(([name, value]) => `${name}:${String(value)}`).join(";")}`;
  const known = (around?.within ?? roots).get(key);
  if (known !== undefined) return known;
  if ((looks += 1) > 5000) {
    // Looks are kept from one drawing to the next; what no drawing needs any more goes now and then.
    roots = new Map();
    looks = 0;
  }
  const bare: Styled = { tag, classes: classes.split(/\s+/).filter((name) => name !== ""), around };
  const given = own.map(([name, value]): [string, string] => [name.startsWith("--") ? name : name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`), String(value)]);
  const rules = rulesFor(bare);
  const every = rules.flatMap((rule) => (rule.dark ? [] : rule.set));
  const light = resolved([...every, ...given], around?.light ?? new Map());
  const dark = resolved([...rules.flatMap((rule) => rule.set), ...given], around?.dark ?? new Map());
  const difference = new Map([...dark.styles].filter(([name, value]) => light.styles.get(name) !== value));
  const texts: [string, string] = [written(light.styles), written(difference)];
  const name = texts.join("") === "" ? "" : `lu${hash(texts.join("|"))}`;
  if (name !== "") declared.set(name, texts);
  const look: Look = { ...bare, around, light: light.variables, dark: dark.variables, name, centred: light.centred, within: new Map() };
  (around?.within ?? roots).set(key, look);
  return look;
}

interface Resolved {
  styles: Map<string, string>;
  variables: Variables;
  centred: boolean;
}

/** Styles and variables of an element from what is declared for it, the strongest last. */
function resolved(declarations: readonly [string, string][], inherited: Variables): Resolved {
  const variables = new Map(inherited);
  for (const [name, value] of declarations) {
    if (name.startsWith("--") || name === "color") variables.set(name, settled(value, variables) ?? value);
  }
  const styles = new Map<string, string>();
  let centred = false;
  for (const [name, value] of declarations) {
    const plain = KEPT.has(name) ? settled(value, variables) : null;
    // Few programs know the property; moved down by a third of its height, a text stands there in all of them.
    if (name === "dominant-baseline") centred = plain === "central";
    else if (plain === "currentcolor") styles.set(name, variables.get("color") ?? "none");
    else if (plain !== null && plain !== "inherit" && name !== "color") styles.set(name, plain);
  }
  return { styles: plainly(styles), variables, centred };
}

/** Styles that every program understands: colours as six digits, what shines through as an opacity, sizes in pixels. */
function plainly(styles: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map(styles);
  for (const [name, value] of styles) {
    const paint = name === "fill" || name === "stroke" ? painted(value) : null;
    if (name === "font-size" && value.endsWith("rem")) found.set(name, `${16 * parseFloat(value)}px`);
    // Not every program knows weights between the hundreds.
    if (name === "font-weight") found.set(name, String(100 * Math.round(parseFloat(value) / 100)));
    if (paint === null) continue;
    found.set(name, paint.opacity === 0 ? "none" : paint.colour);
    const opacity = paint.opacity * parseFloat(styles.get(`${name}-opacity`) ?? "1");
    if (opacity > 0 && opacity < 1) found.set(`${name}-opacity`, String(Math.round(opacity * 1000) / 1000));
  }
  return found;
}

const written = (styles: ReadonlyMap<string, string>): string => [...styles].map(([name, value]) => `${name}:${value}`).join(";");

/** A short name for a text: equal texts have equal names, on whatever page they stand (FNV-1a). */
function hash(text: string): string {
  let found = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) found = Math.imul(found ^ text.charCodeAt(place), 0x01000193);
  return (found >>> 0).toString(36);
}
