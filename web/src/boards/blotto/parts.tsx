/** What Colonel Blotto's fields are drawn with, in the browser and outside it. */

import { ENGLISH, type Speech } from "../../language";
import { capital } from "../../words";
import { sideName, sideStyle } from "../common/sides";
import type { BlottoScene } from "./scene";

export const WIDTH = 480;
const GAP = 8;
export const FIELD = { top: 4, height: 232 };
export const CAMP = { top: FIELD.top + FIELD.height + 8, height: 66 };
const FRONT = FIELD.top + FIELD.height / 2;
/** Soldiers that an army is drawn with at most; larger ones stand for several. */
const MOST_DRAWN = 12;

/** The left edge and the width of a field. */
export function fieldAt(field: number, fields: number): { x: number; width: number } {
  const width = (WIDTH - GAP * (fields - 1)) / fields;
  return { x: field * (width + GAP), width };
}

/** The field over a place of the picture; null for the camp, undefined for what lies off the board. */
export function placeAt(x: number, y: number, fields: number): number | null | undefined {
  if (x < 0 || x > WIDTH) return undefined;
  if (y >= CAMP.top && y <= CAMP.top + CAMP.height) return null;
  if (y < FIELD.top || y > FIELD.top + FIELD.height) return undefined;
  return Math.min(fields - 1, Math.floor((x / WIDTH) * fields));
}

/** How many troops one drawn soldier stands for. */
export const worthOf = (troops: number): number => Math.max(1, Math.ceil(troops / (2 * MOST_DRAWN)));

export function headline(scene: BlottoScene): string {
  const { round, rounds, plan } = scene.board_data;
  if (scene.over) return "The game is over";
  const turn = rounds > 1 ? `Round ${round} of ${rounds}: ` : "";
  if (plan !== null) return capital(`${turn}your plan is sent`);
  return capital(scene.you === null ? `${turn}both are planning` : `${turn}divide your troops`);
}

interface FieldsProps {
  scene: BlottoScene;
  /** The plans of the lower and the upper side; null for one that is not known. */
  armies: readonly (readonly number[] | null)[];
  sides: readonly [lower: number, upper: number];
  said?: Speech["said"];
}

/** The fields and the armies on them. Where the upper side's plan is not known, its last one stands there, pale. */
export function Fields({ scene, armies, sides, said = ENGLISH.said }: FieldsProps) {
  const { fields, troops, last } = scene.board_data;
  const names = scene.turn.seat_names;
  return (
    <g aria-hidden="true">
      {Array.from({ length: fields }, (_, field) => {
        const { x, width } = fieldAt(field, fields);
        const [own, other] = [armies[0]?.[field], armies[1]?.[field]];
        const before = armies[1] === null ? last?.[sides[1]]?.[field] : undefined;
        const taker = own !== undefined && other !== undefined && own !== other ? (own > other ? sides[0] : sides[1]) : null;
        return (
          <g key={field}>
            <rect className={`blotto-field tone-${field % 3}`} x={x} y={FIELD.top} width={width} height={FIELD.height} rx="12" style={taker === null ? {} : sideStyle(names, taker)} />
            <path className="blotto-front" d={`M${x + 8} ${FRONT}H${x + width - 8}`} />
            {[other, own].map((count, place) =>
              count === undefined ? null : (
                <Army key={place} x={x + width / 2} count={count} troops={troops} width={width - 8} lower={place === 1} names={names} seat={sides[place === 1 ? 0 : 1]} />
              ),
            )}
            {before !== undefined && (
              <g className="blotto-before">
                <Army x={x + width / 2} count={before} troops={troops} width={width - 8} lower={false} names={names} seat={sides[1]} />
              </g>
            )}
            {taker !== null && <path className="blotto-flag" style={sideStyle(names, taker)} d={`M${x + width - 22} ${FRONT + 8}v-34l18 8l-18 8`} />}
            {armies[1] === null && before === undefined && (
              <text className="blotto-unknown" x={x + width / 2} y={FRONT - 58}>
                ?
              </text>
            )}
            <text className="blotto-title" x={x + width / 2} y={FIELD.top + FIELD.height - 9}>
              {said(`Field ${field + 1}`)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface ArmyProps {
  x: number;
  count: number;
  troops: number;
  width: number;
  lower: boolean;
  names: readonly string[];
  seat: number;
}

/** An army at the front: soldiers in rows, the first row nearest to it, and their number behind them. */
function Army({ x, count, troops, width, lower, names, seat }: ArmyProps) {
  const worth = worthOf(troops);
  const drawn = Math.min(MOST_DRAWN, Math.ceil(count / worth));
  const inRow = Math.max(2, Math.min(4, Math.floor(width / 24)));
  const way = lower ? 1 : -1;
  return (
    <g style={sideStyle(names, seat)}>
      {Array.from({ length: drawn }, (_, soldier) => {
        const row = Math.floor(soldier / inRow);
        const here = Math.min(inRow, drawn - row * inRow);
        const left = x + 22 * ((soldier % inRow) - (here - 1) / 2);
        const y = FRONT + way * (18 + 21 * row);
        return <Soldier key={soldier} x={left} y={y} seat={seat} />;
      })}
      <text className="blotto-count" x={x} y={lower ? FIELD.top + FIELD.height - 30 : FIELD.top + 22}>
        {count}
      </text>
    </g>
  );
}

/** A soldier around a place, in the colour of the side that is set around it. */
export function Soldier({ x, y, seat }: { x: number; y: number; seat: number }) {
  return (
    <g data-piece={seat} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`} className="blotto-soldier">
      <path d="M-7.5 9v-5a5 5 0 0 1 5 -5h5a5 5 0 0 1 5 5v5z" />
      <circle cy="-6" r="5" />
    </g>
  );
}

/** The points of both sides, and how the last round ended. */
export function standing(scene: BlottoScene): string {
  const names = scene.turn.seat_names;
  return scene.board_data.points.map((points, seat) => `${sideName(names, seat)} ${points}`).join(" : ");
}
