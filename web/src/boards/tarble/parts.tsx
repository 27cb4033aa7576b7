/** What Tarble's board is drawn with, in the browser and outside it. */

import { memo } from "react";
import { sideColour, sideName } from "../common/sides";
import type { TarbleScene } from "./scene";
import { CORNER, hexagon, isDeadly, keyOf, middle, PLACES, type Movement } from "./hexes";

export const BOX = [-6.1, -5.3, 12.2, 10.6] as const;
export const CELL = hexagon(0.985);

/** What was rolled, and what is left of it. */
export function headline(scene: TarbleScene, mine: boolean, left: number, complete: boolean): string {
  const { turn, board_data: data } = scene;
  if (scene.over) return "The game is over";
  const who = sideName(turn.seat_names, data.side);
  const rolled = `rolled ${data.roll}`;
  if (mine && complete) return "All movements are made";
  const count = left === 1 ? "1 movement left" : `${left} movements left`;
  return scene.you === data.side ? `You ${rolled}: ${count}` : `${who} ${rolled}: ${count}`;
}

/** The board without pieces. */
export const Ground = memo(function Ground({ turned }: { turned: boolean }) {
  const edges = PLACES.filter(([x, y]) => x === Math.max(-5, y - 5));
  const ends = PLACES.filter(([x, y]) => y === Math.max(-5, x - 5));
  return (
    <g className="tarble-ground" aria-hidden="true">
      <polygon className="tarble-rim" points={outline()} />
      {PLACES.map((place) => {
        const { x, y } = middle(place, turned);
        const tone = (((place[0] + place[1]) % 3) + 3) % 3;
        return (
          <g key={keyOf(place)} transform={`translate(${x.toFixed(3)} ${y.toFixed(3)})`}>
            <polygon points={CELL} className={isDeadly(place) ? "tarble-cell deadly" : `tarble-cell tone-${tone}`} />
            {isDeadly(place) && <polygon points={hexagon(0.62)} className="tarble-pit" />}
          </g>
        );
      })}
      {edges.map((place) => {
        const { x, y } = middle(place, turned);
        return (
          <text key={`y${place[1]}`} x={x + (turned ? 0.94 : -0.82)} y={y}>
            {place[1]}
          </text>
        );
      })}
      {ends.map((place) => {
        const { x, y } = middle(place, turned);
        return (
          <text key={`x${place[0]}`} x={x + (turned ? -0.46 : 0.46)} y={y + (turned ? -0.78 : 0.78)}>
            {place[0]}
          </text>
        );
      })}
    </g>
  );
});

function outline(): string {
  const far = 5 + CORNER * 1.02 + 0.1;
  return [0, 1, 2, 3, 4, 5].map((corner) => `${(far * Math.cos((corner * Math.PI) / 3)).toFixed(3)},${(far * Math.sin((corner * Math.PI) / 3)).toFixed(3)}`).join(" ");
}

/** Arrows along the movements of this turn or the last one. */
export function Trail({ trail, turned, names, side }: { trail: readonly Movement[]; turned: boolean; names: readonly string[]; side: number }) {
  return (
    <g className="tarble-trail" aria-hidden="true">
      {trail.map((movement, number) => {
        const from = middle(movement.from, turned);
        const to = middle(movement.to, turned);
        return (
          <g key={number} className={number === trail.length - 1 ? "newest" : undefined}>
            <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} style={{ stroke: sideColour(names, side) }} />
            <circle cx={from.x} cy={from.y} r={0.1} style={{ fill: sideColour(names, side) }} />
            {movement.captures !== null && <Cross {...middle(movement.captures, turned)} />}
          </g>
        );
      })}
      <title>{`Movements of ${sideName(names, side)}`}</title>
    </g>
  );
}

function Cross({ x, y }: { x: number; y: number }) {
  const r = 0.16;
  return <path className="tarble-cross" d={`M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`} />;
}

/** The neutral piece: a grey star, like neither side. */
export function Neutral() {
  const points = [];
  for (let corner = 0; corner < 12; corner += 1) {
    const far = corner % 2 === 0 ? 0.38 : 0.25;
    points.push(`${(far * Math.sin((corner * Math.PI) / 6)).toFixed(3)},${(-far * Math.cos((corner * Math.PI) / 6)).toFixed(3)}`);
  }
  return <polygon className="tarble-neutral" points={points.join(" ")} />;
}

export function Doomed() {
  return (
    <g className="tarble-doomed">
      <circle r="0.44" />
      <path d="M-0.22 -0.22L0.22 0.22M0.22 -0.22L-0.22 0.22" />
    </g>
  );
}
