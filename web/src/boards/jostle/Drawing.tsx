import { ending, line, picture, type Drawing } from "../../drawing/blocks";
import { dieMark, seatMark } from "../../drawing/marks";
import { boxOf, headline, LastMove, Numbered, Track } from "./parts";
import type { JostleScene } from "./scene";
import { layoutOf, placeOf } from "./track";
import "./jostle.css";

const drawing: Drawing<JostleScene> = (scene) => {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const layout = layoutOf(data, names.length);
  const drawn = (
    <>
      <Track scene={scene} layout={layout} />
      <LastMove scene={scene} layout={layout} />
      {data.pieces.map(({ piece, number, seat, field }) => {
        const { x, y } = placeOf(layout, data, piece, field);
        return (
          <g key={piece} data-piece={seat} transform={`translate(${x} ${y})`}>
            <Numbered names={names} seat={seat} number={number} />
          </g>
        );
      })}
    </>
  );
  const dice = [data.die, data.second].filter((value) => value > 0).map(dieMark);
  const told = line(scene.over ? ending(scene) : headline(scene), { marks: scene.over ? [] : [seatMark(names, data.seat), ...dice], look: "strong" });
  return [picture(boxOf(layout), 640, drawn), told];
};

export default drawing;
