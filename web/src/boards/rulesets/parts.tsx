/** What boards of rule-set games are drawn with, in the browser and outside it. */

import { sideStyle } from "../common/sides";
import type { Place } from "../types";
import type { Cell, Man as Content, RuleSetData } from "./scene";
import { keyOf, type Grid } from "./grid";

type Pieces = RuleSetData["pieces"];

/** A man around 0,0. Where men are only put down they are crosses and rings, elsewhere black and white discs. */
export function Man({ man, pieces, names }: { man: Content; pieces: Pieces; names: readonly string[] }) {
  const colour = man.seat === 0 ? "black" : "white";
  if (pieces === "drop") {
    return (
      <g className="man" style={sideStyle(names, man.seat)}>
        {man.solid && <rect x="-0.4" y="-0.4" width="0.8" height="0.8" rx="0.1" className="man-solid" />}
        {man.hybrid && <circle r="0.42" className="man-hybrid" />}
        {man.seat === 1 ? <circle className="man-mark" r="0.27" strokeWidth="0.113" /> : <path className="man-mark" d="M-0.27 -0.27L0.27 0.27M0.27 -0.27L-0.27 0.27" strokeWidth="0.124" />}
      </g>
    );
  }
  return (
    <g className="man">
      <circle r="0.4" cy="0.035" className="token-shadow" />
      <circle r="0.4" className={`side-disc ${colour}`} strokeWidth="0.03" />
      {man.solid && <rect x="-0.23" y="-0.23" width="0.46" height="0.46" rx="0.06" className={`man-special on-${colour}`} />}
      {man.hybrid && <circle r="0.29" className={`man-special dashed on-${colour}`} />}
      {man.kind === "king" && <path className="man-crown" d="M-0.2 0.13L-0.23 -0.09L-0.1 0.03L0 -0.14L0.1 0.03L0.23 -0.09L0.2 0.13z" />}
    </g>
  );
}

/** A man in a line of text. */
export function ManMark({ seat, names, pieces }: { seat: number; names: readonly string[]; pieces: Pieces }) {
  return (
    <svg className="side-mark" viewBox="-0.45 -0.45 0.9 0.9" width="18" height="18" aria-hidden="true">
      <Man man={{ seat, kind: "man", hybrid: false, solid: false }} pieces={pieces} names={names} />
    </svg>
  );
}

/** Whose edge is whose, where edges matter: x joins or runs from the bottom to the top, o from left to right to join. */
export function Edges({ data, grid, names }: { data: RuleSetData; grid: Grid; names: readonly string[] }) {
  if (!data.end.startsWith("connect") && !data.end.startsWith("reach")) return null;
  const cells = data.cells.filter((cell) => cell.removed !== true);
  const rows = { low: 0, high: data.height - 1 };
  const mark = (seat: number, chosen: (x: number, y: number) => boolean, shift: [number, number]) =>
    cells
      .filter((cell) => chosen(cell.x, cell.y))
      .map((cell) => {
        const place: Place = [cell.x, cell.y];
        const middle = grid.at(place);
        const far = grid.at([cell.x + shift[0], cell.y + shift[1]]);
        const [dx, dy] = [(far.x - middle.x) * 0.16, (far.y - middle.y) * 0.16];
        return (
          <polygon
            key={`${seat} ${keyOf(place)} ${shift.join()}`}
            points={grid.outline}
            transform={`translate(${(middle.x + dx).toFixed(3)} ${(middle.y + dy).toFixed(3)})`}
            className="rulesets-edge"
            style={sideStyle(names, seat)}
          />
        );
      });
  const connect = data.end.startsWith("connect");
  return (
    <g aria-hidden="true">
      {connect ? (
        <>
          {mark(1, (x) => x === 0, [-1, 0])}
          {mark(1, (x) => x === data.width - 1, [1, 0])}
          {mark(0, (_, y) => y === rows.low, [0, -1])}
          {mark(0, (_, y) => y === rows.high, [0, 1])}
        </>
      ) : (
        <>
          {mark(0, (_, y) => y === rows.high, [0, 1])}
          {mark(1, (_, y) => y === rows.low, [0, -1])}
        </>
      )}
    </g>
  );
}

/** How much room names need, beside their size. */
const NAMES_ROOM = 0.45 / 0.26;

/** The part of the plane that a board takes up with its names: left, top, width and height. */
export function boxOf(grid: Grid, shape: RuleSetData["shape"]): [number, number, number, number] {
  const hex = shape === "hex";
  const above = hex ? 0.45 : 0.1;
  const room = hex ? 0.45 : NAMES_ROOM * sizeOf(grid, 0.26, 0.12);
  const rounded = (value: number) => Number(value.toFixed(3));
  return [rounded(grid.left - room), rounded(grid.top - above), rounded(grid.width + room + 0.25), rounded(grid.height + above + room)];
}

/** A cell without what stands on it. Where something was taken away a ring is left. */
export function Ground({ cell, data, outline, changed }: { cell: Cell; data: Pick<RuleSetData, "shape" | "pieces">; outline: string; changed: boolean }) {
  const { shape, pieces } = data;
  // Where men are only put down, no cell differs from another.
  const tone = pieces === "reversi" ? "felt" : pieces === "drop" && shape !== "hex" ? "tone-1" : `${pieces === "drop" ? "" : "wood "}tone-${shape === "hex" ? (((cell.x - cell.y) % 3) + 3) % 3 : (cell.x + cell.y) % 2}`;
  return (
    <>
      <polygon points={outline} className={`rulesets-cell ${tone}${changed ? " changed" : ""}`} />
      {changed && cell.content === null && <circle r="0.1" className="rulesets-left" />}
    </>
  );
}

/** Marks a piece that has just come, where others have changed with it. */
export function Came() {
  return <circle r="0.12" className="rulesets-came" />;
}

/** What decided the game: a line through each row or chain, rings around single men. Nothing while it goes on. */
export function Decided({ decided, grid }: { decided: RuleSetData["decided"]; grid: Grid }) {
  if (decided === null) return null;
  return (
    <g className="rulesets-decided" aria-hidden="true">
      {decided.rows.map(({ cells }) => {
        const way = cells.map((cell) => `${grid.at(cell).x.toFixed(3)},${grid.at(cell).y.toFixed(3)}`).join(" ");
        return (
          <g key={way} data-decided={cells.length}>
            <polyline points={way} className="rulesets-decided-edge" pathLength="1" />
            <polyline points={way} className="rulesets-decided-line" pathLength="1" />
          </g>
        );
      })}
      {decided.marked.map((cell) => {
        const { x, y } = grid.at(cell);
        return (
          <g key={keyOf(cell)} data-decided="1">
            <circle cx={x.toFixed(3)} cy={y.toFixed(3)} r="0.44" className="rulesets-decided-edge" />
            <circle cx={x.toFixed(3)} cy={y.toFixed(3)} r="0.44" className="rulesets-decided-line" />
          </g>
        );
      })}
    </g>
  );
}

/** The size of a mark that shall not grow with the cells of a small board: full on boards of eight rows and more. */
export const sizeOf = (grid: Grid, full: number, least: number): number => Number(Math.min(full, Math.max(least, (full * Math.max(grid.width, grid.height)) / 8)).toFixed(3));

/** Numbers at the left of the rows, letters at an end of the columns. */
export function Names({ data, grid }: { data: RuleSetData; grid: Grid }) {
  const hex = data.shape === "hex";
  // The lower left side of a hexagon is full of numbers: its letters stand above.
  const above = data.outline === "hexagon";
  const at = (cell: Cell) => grid.at([cell.x, cell.y]);
  const rows = new Map<number, Cell>();
  const columns = new Map<number, Cell>();
  for (const cell of data.cells) {
    const [row, column] = [rows.get(cell.y), columns.get(cell.x)];
    if (row === undefined || at(cell).x < at(row).x) rows.set(cell.y, cell);
    if (column === undefined || (above ? at(cell).y < at(column).y : at(cell).y > at(column).y)) columns.set(cell.x, cell);
  }
  const size = sizeOf(grid, 0.26, 0.12);
  const shift = hex ? (above ? [0.38, -0.72] : [-0.38, 0.72]) : [0, 0.5 + 0.85 * size];
  return (
    <g className="rulesets-names" aria-hidden="true" fontSize={size}>
      {[...rows.values()].map((cell) => (
        <text key={`row ${cell.y}`} x={at(cell).x - (hex ? 0.8 : 0.5 + 0.92 * size)} y={at(cell).y}>
          {cell.y + 1}
        </text>
      ))}
      {[...columns.values()].map((cell) => (
        <text key={`column ${cell.x}`} x={at(cell).x + (shift[0] ?? 0)} y={at(cell).y + (shift[1] ?? 0)}>
          {cell.name.replace(/\d+/, "")}
        </text>
      ))}
    </g>
  );
}
