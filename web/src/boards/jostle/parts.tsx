/** What Jostle's board is drawn with, in the browser and outside it. */

import { ENGLISH, type Speech } from "../../language";
import { sideName, sideStyle, Token } from "../common/sides";
import type { JostleScene } from "./scene";
import { bow, links, placeOf, STACK, type Layout, type Point } from "./track";

/** The part of the plane that a board takes up: left, top, width and height. */
export const boxOf = (layout: Layout) => [-6, -6, layout.width + 12, layout.height + 12] as const;

/** A piece with its number around 0,0. */
export function Numbered({ names, seat, number }: { names: readonly string[]; seat: number; number: number }) {
  return (
    <Token names={names} seat={seat} r={25}>
      <text fontSize="22" y={seat % 6 === 2 ? 4 : 1}>
        {number}
      </text>
    </Token>
  );
}

/** What was rolled, and how near the end is. */
export function headline(scene: JostleScene): string {
  const { board_data: data, turn } = scene;
  if (scene.over) return "The game is over";
  const mine = scene.you === data.seat;
  const who = mine ? "You" : sideName(turn.seat_names, data.seat);
  const rolled = data.second > 0 ? `rolled ${data.die} and ${data.second}, ${data.die + data.second} in all` : `rolled ${data.die}`;
  const last = data.last_round > 0 ? ` · last round, ${data.last_round === 1 ? "1 turn" : `${data.last_round} turns`} left` : "";
  return `${who} ${rolled}${last}`;
}

/** `said` says its words in the reader's language. */
export function Track({ scene, layout, said = ENGLISH.said }: { scene: JostleScene; layout: Layout; said?: Speech["said"] }) {
  const { track } = scene.board_data;
  const names = scene.turn.seat_names;
  const road = track.map(({ field }, number) => {
    const { x, y } = layout.fieldAt(field);
    return `${number === 0 ? "M" : "L"}${x} ${y}`;
  });
  const share = layout.width / names.length;
  // A piece hides the mark of its field but for its ends.
  const taken = new Set(scene.board_data.pieces.map(({ field }) => field));
  return (
    <g aria-hidden="true">
      <path className="jostle-road-edge" d={road.join("")} />
      <path className="jostle-road" d={road.join("")} />
      {track.map(({ field, kind, mark, worth }) => {
        const { x, y } = layout.fieldAt(field);
        return (
          <g key={field} transform={`translate(${x} ${y})`} className={`jostle-field ${kind}`}>
            {kind === "goal" ? <path d={star(47, 31)} className="jostle-star" /> : <circle r="36" />}
            <text className="jostle-number" x="-37" y="-35">
              {field}
            </text>
            <text className="jostle-mark" y="2">
              {taken.has(field) && kind !== "goal" ? "" : kind === "goal" ? worth : kind === "start" ? said("start") : kind === "switch" ? mark.replace(/[→←]/, "⇄") : mark}
            </text>
          </g>
        );
      })}
      {links(track).map(({ from, to, kind }) => {
        const [one, other] = [layout.fieldAt(from), layout.fieldAt(to)];
        const straight = Math.abs(one.y - other.y) < 1;
        return <path key={from} className={`jostle-link ${kind}`} d={bow(...shortened(one, other, 30), straight ? (one.x < other.x ? -62 : 62) : 40)} />;
      })}
      {names.map((name, seat) => (
        <g key={name} transform={`translate(${seat * share} ${layout.stacks})`} className={scene.board_data.seat === seat && !scene.over ? "jostle-stack moving" : "jostle-stack"}>
          <rect x="6" y="0" width={share - 12} height={STACK} rx="14" style={sideStyle(names, seat)} />
          <text x={share / 2} y="24">
            {said(name)}
            {seat === scene.you ? ` ${said("(you)")}` : ""} · {scene.points?.[seat] ?? 0}
          </text>
        </g>
      ))}
    </g>
  );
}

function shortened(from: Point, to: Point, by: number): [Point, Point] {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [((to.x - from.x) / far) * by, ((to.y - from.y) / far) * by];
  return [
    { x: from.x + dx, y: from.y + dy },
    { x: to.x - dx, y: to.y - dy },
  ];
}

function star(outer: number, inner: number): string {
  const points = [];
  for (let corner = 0; corner < 10; corner += 1) {
    const far = corner % 2 === 0 ? outer : inner;
    points.push(`${(far * Math.sin((corner * Math.PI) / 5)).toFixed(1)} ${(-far * Math.cos((corner * Math.PI) / 5)).toFixed(1)}`);
  }
  return `M${points.join("L")}z`;
}

/** Rings where the last move's pieces came from and stand now. */
export function LastMove({ scene, layout }: { scene: JostleScene; layout: Layout }) {
  const names = scene.turn.seat_names;
  return (
    <g aria-hidden="true" className="jostle-last">
      {scene.board_data.last.map(({ piece, seat, from, to, jostled }) => {
        const one = placeOf(layout, scene.board_data, piece, from);
        const other = placeOf(layout, scene.board_data, piece, to);
        return (
          <g key={piece} style={sideStyle(names, seat)} className={jostled ? "pushed" : undefined}>
            <circle cx={one.x} cy={one.y} r="10" />
            <circle cx={other.x} cy={other.y} r="36" className="there" />
          </g>
        );
      })}
    </g>
  );
}
