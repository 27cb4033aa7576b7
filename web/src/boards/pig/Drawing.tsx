import { ending, line, picture, type Drawing } from "../../drawing/blocks";
import { boxOf, dieAt, headline, LastThrow, Race, Thrown } from "./parts";
import type { PigScene } from "./scene";
import "./pig.css";

const drawing: Drawing<PigScene> = (scene) => {
  const { x, y } = dieAt(scene);
  const drawn = (
    <>
      <Race scene={scene} />
      <Thrown scene={scene} />
      <g transform={`translate(${x} ${y})`}>
        <LastThrow scene={scene} />
      </g>
    </>
  );
  return [picture(boxOf(scene), 480, drawn), line(scene.over ? ending(scene) : headline(scene), { look: "strong" })];
};

export default drawing;
