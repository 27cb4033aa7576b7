import { ending, line, picture, type Drawing } from "../../drawing/blocks";
import { CAMP, Fields, headline, standing, WIDTH } from "./parts";
import type { BlottoScene } from "./scene";
import "./blotto.css";

const drawing: Drawing<BlottoScene> = (scene) => {
  const { last, plan } = scene.board_data;
  const sides: [number, number] = scene.you === 1 ? [1, 0] : [0, 1];
  // A plan that is sent is shown in place of the round before.
  const armies = plan !== null || last === null ? [plan, null] : sides.map((seat) => last[seat] ?? null);
  const drawn = <Fields scene={scene} armies={armies} sides={sides} />;
  return [
    picture([0, 0, WIDTH, CAMP.top], WIDTH, drawn),
    line(scene.over ? ending(scene) : headline(scene), { look: "strong" }),
    line(standing(scene), { look: "quiet" }),
  ];
};

export default drawing;
