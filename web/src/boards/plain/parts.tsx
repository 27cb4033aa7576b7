/** Cards, dice, counters and grids that a game declares, each drawn around 0,0 at a place of a common sheet. */

import type { ReactNode } from "react";
import { Card, CARD } from "../common/Card";
import { DieInPicture } from "../common/Die";
import { sideName, sideStyle, Token } from "../common/sides";
import type { PlainCell, PlainData } from "./scene";

export interface Item {
  key: string;
  x: number;
  y: number;
  /** The move that is made by pressing it. */
  move?: string | undefined;
  /** What it is, in words. */
  label: string;
  size: [width: number, height: number];
  body: ReactNode;
}

export interface Part {
  key: string;
  label: string;
  width: number;
  height: number;
  items: Item[];
}

const STEP = 68;
const CELL = 58;
const BAR = 300;
const MOST_CHIPS = 15;
const MOST_IN_ROW = 7;

/** All parts of a scene, in the order in which they are shown. */
export function partsOf(data: PlainData, names: readonly string[]): Part[] {
  return [
    ...(data.grids ?? []).map(({ label, rows }, number) => gridOf(`grid${number}`, label, rows, names)),
    ...(data.cards ?? []).map(({ label, cards }, number): Part => {
      const columns = Math.min(cards.length, MOST_IN_ROW);
      return {
        key: `cards${number}`,
        label,
        width: Math.max(1, columns) * STEP,
        height: Math.max(1, Math.ceil(cards.length / MOST_IN_ROW)) * (CARD.height + 8),
        items: cards.map((card, place) => ({
          key: `cards${number}-${place}`,
          x: (place % MOST_IN_ROW + 0.5) * STEP,
          y: (Math.floor(place / MOST_IN_ROW) + 0.5) * (CARD.height + 8),
          move: card.move,
          label: card.text === "" ? "a card face down" : `card ${card.text}`,
          size: [CARD.width, CARD.height],
          body: <Card face={card.text === "" ? null : card.text} names={names} {...(card.seat === undefined ? {} : { seat: card.seat })} />,
        })),
      };
    }),
    ...(data.dice ?? []).map(({ label, values }, number): Part => ({
      key: `dice${number}`,
      label,
      width: Math.max(1, values.length) * 52,
      height: 52,
      items: values.map((value, place) => ({
        key: `dice${number}-${place}`,
        x: 26 + 52 * place,
        y: 26,
        label: value === 0 ? "a die" : `a die: ${value}`,
        size: [44, 44],
        body: <DieInPicture value={value} />,
      })),
    })),
    ...(data.counters ?? []).map(({ label, count, of, seat }, number): Part => {
      const style = seat === undefined ? {} : sideStyle(names, seat);
      const long = of === undefined || of <= 0 ? 0 : (BAR * Math.max(0, Math.min(count, of))) / of;
      return {
        key: `counter${number}`,
        label,
        width: BAR + 60,
        height: 30,
        items: [
          {
            key: `counter${number}-0`,
            x: 0,
            y: 15,
            label: `${label}: ${count}`,
            size: [BAR, 30],
            body: (
              <g style={style}>
                {of === undefined ? (
                  Array.from({ length: Math.max(0, Math.min(count, MOST_CHIPS)) }, (_, chip) => <circle key={chip} className="plain-chip" cx={10 + 20 * chip} r="9" />)
                ) : (
                  <>
                    <rect className="plain-way" y="-10" width={BAR} height="20" rx="10" />
                    {long > 0 && <rect className="plain-bar" y="-10" width={Math.max(20, long)} height="20" rx="10" />}
                  </>
                )}
                <text className="plain-count" x={of === undefined ? 8 + 20 * Math.max(0, Math.min(count, MOST_CHIPS)) : BAR + 8}>
                  {of === undefined ? count : `${count} / ${of}`}
                </text>
              </g>
            ),
          },
        ],
      };
    }),
  ];
}

function gridOf(key: string, label: string, rows: readonly (readonly (PlainCell | null)[])[], names: readonly string[]): Part {
  return {
    key,
    label,
    width: Math.max(1, ...rows.map((row) => row.length)) * CELL,
    height: Math.max(1, rows.length) * CELL,
    items: rows.flatMap((row, y) =>
      row.flatMap((cell, x): Item[] => {
        if (cell === null) return [];
        const { text = "", seat, move, marked = false } = cell;
        const holds = [seat === undefined ? "" : sideName(names, seat), text].filter((part) => part !== "").join(" ");
        return [
          {
            key: `${key}-${x}-${y}`,
            x: (x + 0.5) * CELL,
            y: (y + 0.5) * CELL,
            move,
            label: `row ${y + 1}, column ${x + 1}: ${holds === "" ? "empty" : holds}${marked ? ", marked" : ""}`,
            size: [CELL - 4, CELL - 4],
            body: (
              <>
                <rect className={`plain-cell tone-${(x + y) % 2}`} x={-CELL / 2} y={-CELL / 2} width={CELL} height={CELL} />
                {seat === undefined ? (
                  text !== "" && <text className="plain-mark">{text}</text>
                ) : (
                  <Token names={names} seat={seat} r={20}>
                    {text !== "" && <text fontSize="18">{text}</text>}
                  </Token>
                )}
                {marked && <rect className="plain-marked" x={-CELL / 2 + 3} y={-CELL / 2 + 3} width={CELL - 6} height={CELL - 6} rx="8" />}
              </>
            ),
          },
        ];
      }),
    ),
  };
}
