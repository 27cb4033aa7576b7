import { ending, line, picture, type Drawing } from "../../drawing/blocks";
import { sideName } from "../common/sides";
import { gridOf, keyOf } from "./grid";
import { boxOf, Came, Decided, Edges, Ground, Man, Names } from "./parts";
import { menOf, quietOf, stockOf } from "./Reserve";
import type { RuleSetScene } from "./scene";
import "./rulesets.css";

const drawing: Drawing<RuleSetScene> = (scene) => {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const grid = gridOf(data, false);
  const changed = new Set(data.changed.map(keyOf));
  const came = new Set(data.came.map(keyOf));
  const mark = (seat: number) => (
    <g transform="scale(22)">
      <Man man={{ seat, kind: "man", hybrid: false, solid: false }} pieces={data.pieces} names={names} />
    </g>
  );
  const board = (
    <>
      <Names data={data} grid={grid} />
      <Edges data={data} grid={grid} names={names} />
      {data.cells
        .filter((cell) => cell.removed !== true)
        .map((cell) => {
          const { x, y } = grid.at([cell.x, cell.y]);
          return (
            <g key={cell.name} transform={`translate(${x.toFixed(3)} ${y.toFixed(3)})`}>
              <Ground cell={cell} data={data} outline={grid.outline} changed={changed.has(keyOf([cell.x, cell.y]))} />
              {cell.content !== null && (
                <g data-piece={cell.content.seat}>
                  <Man man={cell.content} pieces={data.pieces} names={names} />
                  {data.pieces === "reversi" && came.has(keyOf([cell.x, cell.y])) && <Came />}
                </g>
              )}
            </g>
          );
        })}
      <Decided decided={data.decided} grid={grid} />
    </>
  );
  const [mover] = scene.over ? [] : scene.turn.movers;
  const said = data.stage === null ? "" : ` (announced: ${data.stage})`;
  const told = mover === undefined ? line(ending(scene), { look: "strong" }) : line(`${sideName(names, mover)} to move${said}`, { marks: [mark(mover)], look: "strong" });
  const held = names.map((name, seat) => {
    const left = data.extras?.[seat];
    return line(`${name}: ${menOf(data, seat)}${left === undefined ? "" : ` · ${stockOf(left, data.pieces)}`}`, { marks: [mark(seat)] });
  });
  const quiet = data.quiet !== null && data.quiet.plies > 0 ? [line(quietOf(data.quiet), { look: "quiet" })] : [];
  const why = data.decided === null ? [] : [line(data.decided.words)];
  return [picture(boxOf(grid, data.shape), Math.min(480, 72 * grid.width), board), told, ...why, ...held, ...quiet];
};

export default drawing;
