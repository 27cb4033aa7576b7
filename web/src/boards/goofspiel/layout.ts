/** Where things lie on the table of Goofspiel. */

import type { GoofspielScene } from "./scene";

export const WIDTH = 480;
/** The prize and the bids, then the prizes to come. */
export const ROUND = 112;
export const DECK = 36;
/** A line for each of the others. */
export const ROW = 36;
const HEAD = 26;
const CARD_ROW = 92;
const MOST_IN_ROW = 7;

export interface Layout {
  /** Where the lines of the others begin, and your hand. */
  others: number;
  hand: number;
  height: number;
  /** The middle of your card of this number: each keeps its place when others are gone. */
  cardAt(card: number): { x: number; y: number };
}

/** The seats that have a line of their own: all but yours. */
export const othersOf = (scene: GoofspielScene): number[] => scene.board_data.hands.map((_, seat) => seat).filter((seat) => seat !== scene.you);

export function layoutOf(scene: GoofspielScene): Layout {
  const { cards } = scene.board_data;
  const others = ROUND + DECK;
  const hand = others + ROW * othersOf(scene).length + 6;
  const rows = Math.ceil(cards / MOST_IN_ROW);
  const columns = Math.ceil(cards / rows);
  const step = Math.min(68, WIDTH / columns);
  const left = (WIDTH - step * columns) / 2 + step / 2;
  return {
    others,
    hand,
    height: scene.you === null ? hand : hand + HEAD + CARD_ROW * rows,
    cardAt: (card) => ({ x: left + step * ((card - 1) % columns), y: hand + HEAD + CARD_ROW * (Math.floor((card - 1) / columns) + 0.5) - 2 }),
  };
}
