/** What drawings are put together from: blocks of a known size, one below the other. */

import type { ReactNode } from "react";
import "./sheet.css";

export interface Block {
  width: number;
  height: number;
  /** Drawn from 0,0 at the top left. */
  body: ReactNode;
  /** Stands in the middle where others are wider. */
  centred?: boolean;
}

/** The drawing of a game's scenes: the board, and below it what is needed to read it. */
export type Drawing<S> = (scene: S) => Block[];

export const SIZE = 15;
const LEADING = 1.45;

/** A board that is drawn in coordinates of its own, at a width. */
export function picture([left, top, width, height]: readonly [number, number, number, number], shown: number, body: ReactNode): Block {
  const scale = shown / width;
  return { width: shown, height: height * scale, centred: true, body: <g transform={`scale(${scale.toFixed(4)}) translate(${-left} ${-top})`}>{body}</g> };
}

interface LineOptions {
  /** Small drawings before the text, in boxes of 20 × 20 around their middles. */
  marks?: ReactNode[];
  look?: "strong" | "quiet";
  /** Where the text is broken, at blanks. */
  most?: number;
}

/** A line of text, or several where it is long. */
export function line(text: string, { marks = [], look, most = 640 }: LineOptions = {}): Block {
  const indent = marks.length * 24;
  const rows = broken(text, most - indent);
  const height = SIZE * LEADING;
  return {
    width: Math.min(most, indent + Math.max(...rows.map((row) => widthOf(row)))),
    height: rows.length * height,
    body: (
      <>
        {marks.map((mark, number) => (
          <g key={number} transform={`translate(${10 + 24 * number} ${height / 2})`}>
            {mark}
          </g>
        ))}
        {rows.map((row, number) => (
          <text key={number} className={look === undefined ? "sheet-text" : `sheet-text ${look}`} x={indent} y={(number + 0.5) * height}>
            {row}
          </text>
        ))}
      </>
    ),
  };
}

/** How a game that is over has ended. */
export function ending(scene: { result: { ranks: number[] } | null; turn: { seat_names: string[] } }): string {
  const ranks = scene.result?.ranks ?? [];
  const winners = scene.turn.seat_names.filter((_, seat) => ranks[seat] === 1);
  if (winners.length === 0) return "The game is over";
  if (winners.length > 1 && winners.length === ranks.length) return "The game is over: a draw";
  return `The game is over: ${winners.join(" and ")} ${winners.length === 1 ? "wins" : "win"}`;
}

/** Blocks beside each other, broken into rows where they become too wide. */
export function beside(blocks: readonly Block[], gap: number, most: number): Block {
  let [x, y, tall, width] = [0, 0, 0, 0];
  const placed = blocks.map((block, number) => {
    if (x > 0 && x + block.width > most) [x, y, tall] = [0, y + tall + gap / 2, 0];
    const body = (
      <g key={number} transform={`translate(${x} ${y})`}>
        {block.body}
      </g>
    );
    width = Math.max(width, x + block.width);
    tall = Math.max(tall, block.height);
    x += block.width + gap;
    return body;
  });
  return { width, height: y + tall, body: placed };
}

/** How wide a text is, about: there is no browser to ask. */
export function widthOf(text: string, size = SIZE): number {
  let width = 0;
  for (const letter of text) width += "iIjl.,:;'’|!() ".includes(letter) ? 0.36 : "mMwW".includes(letter) ? 0.95 : /[A-Z0-9]/.test(letter) ? 0.68 : 0.6;
  return width * size;
}

/** A text in rows, broken at blanks. */
export function broken(text: string, most: number, size = SIZE): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of text.split(" ")) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (row !== "" && widthOf(longer, size) > most) {
      rows.push(row);
      row = word;
    } else row = longer;
  }
  return [...rows, row];
}
