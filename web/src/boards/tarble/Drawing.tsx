import { beside, ending, line, picture, type Drawing } from "../../drawing/blocks";
import { dieMark, seatMark } from "../../drawing/marks";
import { Token } from "../common/sides";
import { boardOf, isDeadly, keyOf, middle, PLACES, standing } from "./hexes";
import { BOX, Doomed, Ground, headline, Neutral, Trail } from "./parts";
import type { TarbleScene } from "./scene";
import "./tarble.css";

const drawing: Drawing<TarbleScene> = (scene) => {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const board = boardOf(data);
  const trail = data.moved.length > 0 ? data.moved : data.last_turn;
  const [first] = trail;
  const drawn = (
    <>
      <Ground turned={false} />
      {first !== undefined && <Trail trail={trail} turned={false} names={names} side={first.side} />}
      {PLACES.map((place) => {
        const there = standing(board, place);
        if (there === null) return null;
        const { x, y } = middle(place);
        return (
          <g key={keyOf(place)} data-piece={there < 0 ? "neutral" : there} transform={`translate(${x.toFixed(3)} ${y.toFixed(3)})`}>
            {there < 0 ? <Neutral /> : <Token names={names} seat={there} r={0.36} />}
            {there === data.side && isDeadly(place) && !scene.over && <Doomed />}
          </g>
        );
      })}
    </>
  );
  const score = names.map((name, side) => {
    const points = scene.points?.[side] ?? 0;
    const count = data.pieces.filter((piece) => piece.side === side).length;
    return line(`${name}: ${points} ${points === 1 ? "point" : "points"}, ${count} ${count === 1 ? "piece" : "pieces"}`, { marks: [seatMark(names, side)] });
  });
  const told = line(scene.over ? ending(scene) : headline(scene, false, data.left, false), { marks: scene.over ? [] : [seatMark(names, data.side), dieMark(data.roll)], look: "strong" });
  return [picture(BOX, 520, drawn), told, beside(score, 24, 520)];
};

export default drawing;
