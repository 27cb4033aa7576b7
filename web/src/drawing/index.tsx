/**
 * Boards as SVG text, for notebooks and whatever else has no browser: `draw` is called by Ludarium's `engine/svg.py`. It
 * draws every board that has a `Drawing` beside it; all other games are drawn as the plain board shows them.
 */

import "../styles/base.css";
import "../boards/common/boards.css";
import type { Scene } from "../boards/types";
import type { Block, Drawing } from "./blocks";
import { rendered } from "./render";

const PAD = 16;
const GAP = 12;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

const FILES = import.meta.glob<{ default: Drawing<Scene> }>("../boards/*/Drawing.tsx", { eager: true });

function drawingOf(board: string): [string, Drawing<Scene>] {
  const own = FILES[`../boards/${board}/Drawing.tsx`];
  if (own !== undefined) return [board, own.default];
  const plain = FILES["../boards/plain/Drawing.tsx"];
  if (plain === undefined) throw new Error("there is no plain drawing");
  return ["plain", plain.default];
}

export function draw(text: string): string {
  const scene = JSON.parse(text) as Scene;
  const [board, drawing] = drawingOf(scene.board);
  const blocks = drawing(scene);
  const inner = Math.max(...blocks.map(({ width }) => width));
  const width = Math.ceil(inner + 2 * PAD);
  const height = Math.ceil(blocks.reduce((sum, block) => sum + block.height + GAP, 2 * PAD - GAP));
  return rendered(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} width={width} height={height} fontFamily={FONT}>
      <desc>{`${scene.title}. ${scene.text}`}</desc>
      <rect className="sheet-ground" width={width} height={height} rx="10" />
      <g className={`board still ${board}`} transform={`translate(${PAD} ${PAD})`}>
        {stacked(blocks, inner)}
      </g>
    </svg>,
  );
}

/** One below the other. */
function stacked(blocks: readonly Block[], inner: number) {
  let y = 0;
  return blocks.map((block, number) => {
    const x = block.centred === true ? (inner - block.width) / 2 : 0;
    const placed = (
      <g key={number} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
        {block.body}
      </g>
    );
    y += block.height + GAP;
    return placed;
  });
}

/** Whether a board is drawn as its own. */
export const knows = (board: string): boolean => `../boards/${board}/Drawing.tsx` in FILES;

Object.assign(globalThis, { draw, knows });
