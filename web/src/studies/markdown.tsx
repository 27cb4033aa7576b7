/** @jsxImportSource react */
/** The simple parts of Markdown in which plans are written: headings, lists, emphasis, links, code. Everything else is
 * text: whatever a plan holds, no element comes from it but these. */

import type { ReactNode } from "react";
import "../parts/rules.css";

export function Markdown({ text }: { text: string }) {
  return <div className="prose">{blocksOf(text).map((block, index) => block(index))}</div>;
}

type Block = (key: number) => ReactNode;

function blocksOf(text: string): Block[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n/)
    .flatMap((part) => partsOf(part.split("\n").filter((line) => line.trim() !== "")));
}

const BULLET = /^\s{0,3}[-*•]\s+(.*)$/;
const NUMBER = /^\s{0,3}\d+[.)]\s+(.*)$/;
const HEADING = /^(#{1,6})\s+(.*)$/;

/** The blocks among lines that no empty line divides: a list may follow its sentence at once. */
function partsOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  while (start < lines.length) {
    const first = lines[start] ?? "";
    const heading = HEADING.exec(first);
    const kind = BULLET.test(first) ? BULLET : NUMBER.test(first) ? NUMBER : null;
    let end = start + 1;
    if (heading !== null) {
      const words = heading[2] ?? "";
      // The page's own heading is the first: those of a text come below it.
      const Level = (heading[1] ?? "").length < 3 ? "h2" : "h3";
      blocks.push((key) => <Level key={key}>{inline(words)}</Level>);
    } else if (kind !== null) {
      const items = [kind.exec(first)?.[1] ?? ""];
      for (; end < lines.length && !HEADING.test(lines[end] ?? ""); end += 1) {
        const next = kind.exec(lines[end] ?? "");
        if (next !== null) items.push(next[1] ?? "");
        else if (/^\s/.test(lines[end] ?? "")) items.push(`${items.pop() ?? ""} ${(lines[end] ?? "").trim()}`);
        else break;
      }
      const List = kind === BULLET ? "ul" : "ol";
      blocks.push((key) => (
        <List key={key}>
          {items.map((item, index) => (
            <li key={index}>{inline(item)}</li>
          ))}
        </List>
      ));
    } else {
      while (end < lines.length && ![BULLET, NUMBER, HEADING].some((form) => form.test(lines[end] ?? ""))) end += 1;
      const words = lines.slice(start, end).map((line) => line.trim()).join(" ");
      blocks.push((key) => <p key={key}>{inline(words)}</p>);
    }
    start = end;
  }
  return blocks;
}

const INLINE = /\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|(?<!\w)_([^_]+)_(?!\w)|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)/g;

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, strong, star, under, code, words, address] = found;
    parts.push(text.slice(from, found.index));
    const key = found.index;
    if (strong !== undefined) parts.push(<strong key={key}>{inline(strong)}</strong>);
    else if (star !== undefined || under !== undefined) parts.push(<em key={key}>{star ?? under}</em>);
    else if (code !== undefined) parts.push(<code key={key}>{code}</code>);
    else if (words !== undefined && safe(address)) {
      parts.push(
        <a key={key} href={address} target="_blank" rel="noreferrer noopener">
          {words}
        </a>,
      );
    } else parts.push(whole);
    from = found.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

/** Whether an address may be followed: no script. */
export function safe(address: string | undefined): address is string {
  return address !== undefined && /^(https?:\/\/|mailto:)/i.test(address);
}
