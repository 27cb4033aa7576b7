import { ending, line, picture, type Drawing } from "../../drawing/blocks";
import { Card } from "../common/Card";
import { layoutOf, WIDTH } from "./layout";
import { headline, lastRound, Left, OwnName, Round } from "./parts";
import type { GoofspielScene } from "./scene";
import "./goofspiel.css";

const drawing: Drawing<GoofspielScene> = (scene) => {
  const layout = layoutOf(scene);
  const hand = scene.you === null ? [] : (scene.board_data.hands[scene.you] ?? []);
  const drawn = (
    <>
      <Round scene={scene} />
      <Left scene={scene} />
      <OwnName scene={scene} />
      {hand.map((card) => {
        const { x, y } = layout.cardAt(card);
        return (
          <g key={card} data-piece={scene.you} transform={`translate(${x} ${y})`}>
            <Card face={`${card}`} names={scene.turn.seat_names} />
          </g>
        );
      })}
    </>
  );
  const last = lastRound(scene);
  return [
    picture([0, 0, WIDTH, layout.height], 480, drawn),
    line(scene.over ? ending(scene) : headline(scene), { look: "strong" }),
    ...(last === "" ? [] : [line(last, { look: "quiet" })]),
  ];
};

export default drawing;
