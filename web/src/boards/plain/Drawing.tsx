import { beside, ending, line, widthOf, type Block, type Drawing } from "../../drawing/blocks";
import { partsOf, type Part } from "./parts";
import type { PlainScene } from "./scene";
import "./plain.css";

const FACT = 18;
const LETTER = 9.6;
const ROW = 22;
const WIDEST = 720;

/** What the plain board shows: facts in short, and cards, dice, counters and grids, or else the terminal's picture. */
const drawing: Drawing<PlainScene> = (scene) => {
  const { facts = [] } = scene.board_data;
  const parts = partsOf(scene.board_data, scene.turn.seat_names).flatMap(blocksOf);
  const shown = parts.length > 0 ? parts : [pictureOf(scene.picture)];
  const most = Math.max(480, ...shown.map(({ width }) => width));
  const told = scene.over ? [line(ending(scene), { look: "strong" })] : [];
  return [...(facts.length === 0 ? [] : [beside(facts.map(factOf), 8, Math.min(most, WIDEST))]), ...shown, ...told];
};

export default drawing;

function blocksOf({ label, width, height, items }: Part): Block[] {
  const body = items.map(({ key, x, y, body: drawn }) => (
    <g key={key} transform={`translate(${x} ${y})`}>
      {drawn}
    </g>
  ));
  return [line(label, { look: "quiet" }), { width, height, body }];
}

function factOf({ label, value }: { label: string; value: string }): Block {
  const width = Math.max(96, widthOf(label, 13) + 24, widthOf(value, 1.08 * FACT) + 24);
  return {
    width,
    height: 58,
    body: (
      <>
        <rect className="plain-fact" width={width} height="58" rx="10" />
        <text className="plain-label" x="12" y="19">
          {label}
        </text>
        <text className="plain-value" x="12" y="40">
          {value}
        </text>
      </>
    ),
  };
}

function pictureOf(picture: string): Block {
  const rows = picture.replace(/\n+$/, "").split("\n");
  const width = Math.max(...rows.map((row) => [...row].length)) * LETTER + 32;
  const height = rows.length * ROW + 32;
  return {
    width,
    height,
    body: (
      <>
        <rect className="plain-ground" width={width} height={height} rx="10" />
        {rows.map((row, number) => row.trim() !== "" && (
          <text key={number} className="plain-row" x="16" y={16 + (number + 0.5) * ROW} textLength={[...row].length * LETTER} xmlSpace="preserve">
            {row}
          </text>
        ))}
      </>
    ),
  };
}
