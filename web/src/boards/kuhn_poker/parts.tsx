/** What the table of Kuhn poker is drawn with, in the browser and outside it. */

import { ENGLISH, type Speech } from "../../language";
import { Card } from "../common/Card";
import { SideMarkInPicture, sideName, sideStyle } from "../common/sides";
import type { Hand, KuhnScene } from "./scene";

export const WIDTH = 480;
export const HEIGHT = 318;
/** Where the chip lies that you may bet. */
export const BET_AT = { x: 348, y: 262 };
/** How large it is: a word stands on it. */
export const CHIP = 31;

const FACES = { jack: "J", queen: "Q", king: "K" };
const MIDDLE = 159;

type Said = Speech["said"];

/** Who sits above and below: you below, and who watches sees the first seat there. */
export const seatsOf = (scene: KuhnScene): [above: number, below: number] => (scene.you === 1 ? [0, 1] : [1, 0]);

/** What is asked, or how the hand that is shown has ended. */
export function headline(scene: KuhnScene, hand: Hand): string {
  if (hand.winner !== null) {
    const chips = hand.stakes[1 - hand.winner] ?? 0;
    const won = `${chips} ${chips === 1 ? "chip" : "chips"}`;
    return hand.winner === scene.you ? `You win ${won}` : `${sideName(scene.turn.seat_names, hand.winner)} wins ${won}`;
  }
  const [mover] = scene.turn.movers;
  const last = hand.said.at(-1);
  const who = last === undefined ? "" : sideName(scene.turn.seat_names, last.seat);
  if (mover === undefined) return "The game is over";
  if (mover !== scene.you) return `It is the turn of ${sideName(scene.turn.seat_names, mover)}`;
  if (last === undefined) return "You speak first";
  return last.word === "bet" ? `${who} has bet` : `${who} has passed`;
}

/** The hand before in one line. */
export function before(scene: KuhnScene): string {
  const { last } = scene.board_data;
  if (last === null || last.winner === null) return "";
  const names = scene.turn.seat_names;
  const cards = last.cards.flatMap((card, seat) => (card === null ? [] : [`${sideName(names, seat)} had the ${card}`]));
  return [headline(scene, last).replace(" win ", " won ").replace(" wins ", " won "), ...cards].join("; ");
}

/** The table with everything on it but what can be pressed. */
export function Table({ scene, hand, said = ENGLISH.said }: { scene: KuhnScene; hand: Hand; said?: Said }) {
  const { number, hands, chips } = scene.board_data;
  const names = scene.turn.seat_names;
  const [above, below] = seatsOf(scene);
  const showdown = hand.winner !== null && !hand.cards.includes(null);
  const pot = (hand.stakes[0] ?? 0) + (hand.stakes[1] ?? 0);
  return (
    <g aria-hidden="true">
      <rect className="kuhn-felt" x="4" y="42" width={WIDTH - 8} height="234" rx="117" />
      {hands > 1 && (
        <text className="kuhn-count" x="26" y="22">
          {said(`Hand ${number} of ${hands}`)}
        </text>
      )}
      {([above, below] as const).map((seat, place) => {
        const y = place === 0 ? 58 : 260;
        const words = hand.said.filter((one) => one.seat === seat).map(({ word }) => word);
        const card = hand.cards[seat] ?? null;
        const won = hand.winner === seat;
        return (
          <g key={seat} style={sideStyle(names, seat)}>
            <g data-piece={card ?? "unknown"} transform={`translate(240 ${y}) rotate(${place === 0 ? 4 : -4}) scale(1.12)`}>
              <g key={`${number} ${showdown}`} className="appears">
                {won && <rect className="kuhn-won" x="-36" y="-49" width="72" height="98" rx="11" />}
                <Card face={card === null ? null : FACES[card]} names={names} seat={seat} />
              </g>
            </g>
            <g transform={`translate(0 ${place === 0 ? 64 : 254})`}>
              <rect className="kuhn-name" x="18" y="-17" width="180" height={hands > 1 ? 42 : 26} rx="9" />
              <SideMarkInPicture names={names} seat={seat} x={32} />
              <text className="table-name" x="46" y="2">
                {said(sideName(names, seat))}
                {seat === scene.you ? ` ${said("(you)")}` : ""}
              </text>
              {hands > 1 && (
                <text className="table-small" x="46" y="19">
                  {said(chipsOf(chips[seat] ?? 0))}
                </text>
              )}
            </g>
            {words.length > 0 && (
              <g transform={`translate(332 ${place === 0 ? 70 : 208})`} key={`${number} ${words.length}`} className="kuhn-word">
                <rect x="-40" y="-14" width="80" height="28" rx="14" />
                <text>{said(words.at(-1) === "bet" ? "bets" : "passes")}</text>
              </g>
            )}
          </g>
        );
      })}
      <g transform={`translate(240 ${MIDDLE - 16})`}>
        {Array.from({ length: pot }, (_, chip) => (
          <Chip key={chip} x={-90 + (chip % 2) * 22} y={16 - Math.floor(chip / 2) * 8} light={chip % 2 === 0} />
        ))}
        <text className="kuhn-pot" x="-50" y="20">
          {said(`Pot ${pot}`)}
        </text>
      </g>
    </g>
  );
}

const chipsOf = (chips: number): string => (chips > 0 ? `${chips} ${chips === 1 ? "chip" : "chips"} won` : chips < 0 ? `${-chips} ${chips === -1 ? "chip" : "chips"} lost` : "even");

/** A chip that lies on the table. */
export function Chip({ x = 0, y = 0, light = false, large = false }: { x?: number; y?: number; light?: boolean; large?: boolean }) {
  const r = large ? CHIP : 13;
  return (
    <g transform={`translate(${x} ${y}) scale(1 ${large ? 1 : 0.55})`} className={light ? "kuhn-chip light" : "kuhn-chip"}>
      <circle r={r} />
      {!large && <circle r={r * 0.62} className="inner" />}
    </g>
  );
}
