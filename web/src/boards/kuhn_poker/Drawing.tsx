import { ending, line, picture, type Drawing } from "../../drawing/blocks";
import { before, headline, HEIGHT, Table, WIDTH } from "./parts";
import type { KuhnScene } from "./scene";
import "./kuhn.css";

const drawing: Drawing<KuhnScene> = (scene) => {
  const { hand, last } = scene.board_data;
  return [
    picture([0, 0, WIDTH, HEIGHT], WIDTH, <Table scene={scene} hand={hand} />),
    line(scene.over ? ending(scene) : headline(scene, hand), { look: "strong" }),
    ...(last === null ? [] : [line(`Before: ${before(scene)}`, { look: "quiet" })]),
  ];
};

export default drawing;
