/** What Boundary's field is drawn with, in the browser and outside it. */

import { sideName, sideStyle, Token } from "../common/sides";
import type { BoundaryData, BoundaryScene, Treasure } from "./scene";

/** The width of the rim around the field, which holds the figures. */
export const EDGE = 16;

/** Which turn it is, and who is waited for. */
export function headline(scene: BoundaryScene): string {
  const data = scene.board_data;
  if (scene.over) return `The game is over after ${data.turn} turns`;
  const turn = `Turn ${data.turn + 1} of ${data.parameters.max_turns}`;
  if (data.committed) {
    const others = scene.turn.movers.map((seat) => sideName(scene.turn.seat_names, seat)).join(", ");
    return `${turn}: your plan is sent${others === "" ? "" : `, waiting for ${others}`}`;
  }
  return scene.you === null ? turn : `${turn}: make your plan`;
}

export function Numbered({ names, seat, number }: { names: readonly string[]; seat: number; number: number }) {
  return (
    <Token names={names} seat={seat} r={7.2}>
      <text fontSize={number > 9 ? 7 : 8} y="0.4">
        {number}
      </text>
    </Token>
  );
}

/** Lines every 50 pixels, with the figures that plans use. */
export function Rulers({ width, height }: { width: number; height: number }) {
  const marks = (size: number) => Array.from({ length: Math.floor(size / 50) + 1 }, (_, number) => number * 50);
  return (
    <g className="boundary-rulers" aria-hidden="true">
      {marks(width).map((x) => (
        <g key={x}>
          <line x1={x} y1="0" x2={x} y2={height} />
          {x % 100 === 0 && (
            <text x={x} y="-7">
              {x}
            </text>
          )}
        </g>
      ))}
      {marks(height).map((y) => (
        <g key={y}>
          <line x1="0" y1={y} x2={width} y2={y} />
          {y % 100 === 0 && y > 0 && (
            <text x="-8" y={y} transform={`rotate(-90 -8 ${y})`}>
              {y}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

export function Walls({ data }: { data: BoundaryData }) {
  return data.walls.map((wall) => (
    <rect key={`${wall.left},${wall.top}`} className="boundary-wall" x={wall.left} y={wall.top} width={wall.right - wall.left} height={wall.bottom - wall.top} rx="2" />
  ));
}

export function Gold({ treasure, opacity }: { treasure: Treasure; opacity?: number }) {
  const size = treasure.worth > 9 ? 10 : 8.5;
  return (
    <g transform={`translate(${treasure.x} ${treasure.y})`} opacity={opacity} className="boundary-gold" aria-hidden="true" pointerEvents="none">
      <g className="boundary-grown">
        <path d={`M0 ${-size}L${size} 0L0 ${size}L${-size} 0z`} />
        <text y="0.4">{treasure.worth}</text>
      </g>
    </g>
  );
}

/** How the pieces came here in the last turn. */
export function Trails({ scene }: { scene: BoundaryScene }) {
  const { last_turn: last } = scene.board_data;
  return (
    <g aria-hidden="true" pointerEvents="none">
      {(last?.moved ?? []).map(({ piece, seat, from, to }) => (
        <line key={piece} className="boundary-trail" x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} style={sideStyle(scene.turn.seat_names, seat)} />
      ))}
      {(last?.captured ?? []).map(({ piece, seat, x, y }) => (
        <path key={piece} className="boundary-lost" d={`M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`} style={sideStyle(scene.turn.seat_names, seat)} aria-label={`captured: ${sideName(scene.turn.seat_names, seat)}`} />
      ))}
    </g>
  );
}
