import { beside, ending, line, picture, type Drawing } from "../../drawing/blocks";
import { seatMark } from "../../drawing/marks";
import { sideColour } from "../common/sides";
import { outlines } from "./outline";
import { EDGE, Gold, headline, Numbered, Rulers, Trails, Walls } from "./parts";
import type { BoundaryScene } from "./scene";
import "./boundary.css";

const drawing: Drawing<BoundaryScene> = (scene) => {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const { width, height } = data;
  const drawn = (
    <>
      <rect className="boundary-rim" x={-EDGE} y={-EDGE} width={width + 2 * EDGE} height={height + 2 * EDGE} rx="6" />
      <Held scene={scene} />
      <Rulers width={width} height={height} />
      <rect className="boundary-back" width={width} height={height} />
      <Walls data={data} />
      {data.treasures.map((treasure) => (
        <g key={treasure.treasure} data-piece="treasure">
          <Gold treasure={treasure} />
        </g>
      ))}
      <Trails scene={scene} />
      {data.pieces.map(({ piece, seat, x, y }) => (
        <g key={piece} data-piece={seat} transform={`translate(${x} ${y})`}>
          <Numbered names={names} seat={seat} number={piece} />
        </g>
      ))}
    </>
  );
  const score = names.map((name, seat) => {
    const count = data.pieces.filter((piece) => piece.seat === seat).length;
    const gain = data.last_turn?.points?.[seat] ?? 0;
    const points = `${scene.points?.[seat] ?? 0}${gain > 0 ? ` (+${gain})` : ""} points`;
    return line(`${name}: ${points}, ${count} ${count === 1 ? "piece" : "pieces"}`, { marks: [seatMark(names, seat)] });
  });
  return [picture([-EDGE, -EDGE, width + 2 * EDGE, height + 2 * EDGE], 640, drawn), line(scene.over ? ending(scene) : headline(scene), { look: "strong" }), beside(score, 24, 640)];
};

export default drawing;

/** The ground that both sides hold; Red's is striped, so that colour is not needed. */
function Held({ scene }: { scene: BoundaryScene }) {
  const { pieces, parameters, width, height } = scene.board_data;
  const names = scene.turn.seat_names;
  const stripes = "ludarium-boundary-stripes";
  return (
    <>
      <defs>
        <pattern id={stripes} patternUnits="userSpaceOnUse" width="4.95" height="4.95" patternTransform="rotate(45)">
          <rect width="1.41" height="4.95" className="boundary-stripe" style={{ fill: sideColour(names, 0) }} />
        </pattern>
      </defs>
      <rect className="boundary-floor" width={width} height={height} />
      {outlines(pieces, parameters.influence, width, height).map((path, seat) => (
        <g key={seat}>
          <path d={path} fillRule="evenodd" className="boundary-held" style={{ fill: sideColour(names, seat), stroke: sideColour(names, seat) }} />
          {seat === 0 && <path d={path} fillRule="evenodd" fill={`url(#${stripes})`} />}
        </g>
      ))}
    </>
  );
}
