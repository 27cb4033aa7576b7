/** What Pig's board is drawn with, in the browser and outside it. */

import { ENGLISH, type Speech } from "../../language";
import { DieInPicture } from "../common/Die";
import { sideName, sideStyle } from "../common/sides";
import type { PigScene } from "./scene";

const WIDTH = 480;
const ROW = 56;
const DICE = 118;
const BAR = { left: 8, width: WIDTH - 16, height: 24 };
const IN_ROW = 7;

const top = (scene: PigScene): number => 6 + ROW * scene.board_data.banked.length;

/** The part of the plane that the board takes up: left, top, width and height. */
export const boxOf = (scene: PigScene) => [0, 0, WIDTH, top(scene) + DICE] as const;

/** Where the die lies that is thrown. */
export const dieAt = (scene: PigScene) => ({ x: WIDTH - 66, y: top(scene) + 58 });

/** What has just happened, or what is asked. */
export function headline(scene: PigScene): string {
  const { ended, risk, seat, throws } = scene.board_data;
  if (scene.over) return "The game is over";
  if (ended !== null) {
    const who = nameOf(scene, ended.seat);
    if (!ended.lost) return `${who} banked ${ended.points} points`;
    return ended.points === 0 ? `${who} threw a 1: the turn is over` : `${who} threw a 1: ${ended.points} points lost`;
  }
  const last = throws.at(-1);
  if (risk > 0 && last !== undefined) return `${nameOf(scene, seat)} threw ${last}: ${risk} points at risk`;
  return seat === scene.you ? "It is your turn" : `It is the turn of ${sideName(scene.turn.seat_names, seat)}`;
}

const nameOf = (scene: PigScene, seat: number): string => (seat === scene.you ? "You" : sideName(scene.turn.seat_names, seat));

/** Everybody's way to the goal: what is banked, and lighter what is at risk. */
export function Race({ scene, said = ENGLISH.said }: { scene: PigScene; said?: Speech["said"] }) {
  const { banked, goal, risk, seat: moving } = scene.board_data;
  const names = scene.turn.seat_names;
  const long = (points: number) => (BAR.width * Math.min(points, goal)) / goal;
  return (
    <g aria-hidden="true">
      {banked.map((points, seat) => {
        const own = seat === moving && !scene.over ? risk : 0;
        return (
          <g key={seat} data-piece={seat} transform={`translate(0 ${6 + ROW * seat})`} style={sideStyle(names, seat)}>
            <text className="table-name" x={BAR.left + 2} y="15">
              {seat === moving && !scene.over ? "▸ " : ""}
              {said(sideName(names, seat))}
              {seat === scene.you ? ` ${said("(you)")}` : ""}
            </text>
            <text className="table-figure" x={BAR.left + BAR.width - 2} y="15">
              {points}
              {own > 0 ? ` + ${own}` : ""} / {goal}
            </text>
            <rect className="pig-way" x={BAR.left} y="22" width={BAR.width} height={BAR.height} rx="12" />
            {own > 0 && <rect className="pig-risk" x={BAR.left} y="22" width={Math.max(BAR.height, long(points + own))} height={BAR.height} rx="12" />}
            {points > 0 && <rect className="pig-banked" x={BAR.left} y="22" width={Math.max(BAR.height, long(points))} height={BAR.height} rx="12" />}
          </g>
        );
      })}
    </g>
  );
}

/** The throws of the turn that lie on the table already, the oldest first. */
export function Thrown({ scene, said = ENGLISH.said }: { scene: PigScene; said?: Speech["said"] }) {
  const { throws, risk, ended } = scene.board_data;
  const lying = throws.slice(0, -1).slice(-2 * IN_ROW);
  const lost = ended?.lost === true;
  const words = risk > 0 && !scene.over ? `At risk in this turn: ${risk}` : lost ? "Lost in the last turn" : throws.length > 0 ? "Throws of the last turn" : "";
  return (
    <g aria-hidden="true" transform={`translate(0 ${top(scene)})`}>
      <text className="table-small" x="10" y="18">
        {said(words)}
      </text>
      {lying.map((value, number) => (
        <g key={number} transform={`translate(${30 + 46 * (number % IN_ROW)} ${50 + 46 * Math.floor(number / IN_ROW)})`} className={lost ? "pig-lost" : undefined}>
          <DieInPicture value={value} />
        </g>
      ))}
    </g>
  );
}

/** The last throw, large; a blank die before the first. */
export function LastThrow({ scene, rolled }: { scene: PigScene; rolled?: number }) {
  const value = scene.board_data.throws.at(-1) ?? 0;
  const look = value === 1 ? "pig-one" : "";
  return <DieInPicture value={value} size={100} look={look} {...(rolled === undefined ? {} : { rolled })} />;
}
