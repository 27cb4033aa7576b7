/** The refinement of a study: how far it is, what must still be judged, what came of it, and who descends from whom. */

import { useMemo, useState } from "react";
import { post } from "../api/http";
import { Notice, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { capital, plainNumber } from "../words";
import { Fault, Sure, useDoing } from "./doing";
import { layoutOf, rangeOf, shadeOf, type Placed } from "./tree";
import { may, type FamilyTree, type Part, type RefinementInfo } from "./types";

const LIVE = 10_000;

export default function Refinement({ study, path }: Part) {
  const loaded = useLoad<RefinementInfo>(`${path}/refinement`, LIVE);
  const doing = useDoing();
  return (
    <Shown of={loaded}>
      {(info) =>
        info.begun ? (
          <Begun info={info} />
        ) : (
          <>
            <p>
              The strategies of this study can evolve by what people judge: those taken for human have offspring, and in the
              end everything that is not needed for that is taken away from them. Rating comes first, then evolution, then
              decomposition; all of it goes on by itself as people judge.
            </p>
            <Fault of={doing} />
            {may(study, "plan") ? (
              <div className="row">
                <Sure
                  label="Begin the refinement"
                  className="primary"
                  question="Begin? From now on the strategies that people meet are chosen by the refinement, not by the plan's list."
                  yes="Yes, begin"
                  disabled={doing.busy}
                  onYes={() => void doing.run(() => post(`${path}/refinement`), "The refinement has begun.").then(loaded.reload)}
                />
              </div>
            ) : (
              <p className="quiet-text">It has not begun. As {study.role} you cannot begin it.</p>
            )}
          </>
        )
      }
    </Shown>
  );
}

const PHASES = ["rating", "evolution", "decomposition", "ended"];
const SHORT = 12;

function Begun({ info }: { info: RefinementInfo }) {
  const [all, setAll] = useState(false);
  const now = PHASES.indexOf(info.phase);
  const wanted = all ? info.wanted : info.wanted.slice(0, SHORT);
  return (
    <>
      <ol className="phases" aria-label="Phases">
        {PHASES.map((phase, index) => (
          <li key={phase} className={index < now ? "done" : undefined} aria-current={index === now ? "step" : undefined}>
            {capital(phase)}
          </li>
        ))}
      </ol>
      <p className="small quiet-text">
        {info.generations === 1 ? "One generation" : `${info.generations} generations`} so far.
      </p>
      {info.ending !== "" && <Notice tone="good">It has ended: {info.ending}.</Notice>}
      {info.minimal.length > 0 && (
        <section className="panel" aria-labelledby="minimal-head">
          <h2 id="minimal-head">Minimal strategies that still pass for human</h2>
          <ul className="minimal">
            {info.minimal.map((elements, index) => (
              <li key={index}>{elements.length === 0 ? "(no element at all)" : elements.join(" → ")}</li>
            ))}
          </ul>
        </section>
      )}
      <Family tree={info.tree} />
      {info.wanted.length > 0 && (
        <section className="panel" aria-labelledby="wanted-head">
          <h2 id="wanted-head">Still to be judged</h2>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
          <div className="wide-table" tabIndex={0} role="group" aria-label="Still to be judged">
            <table>
              <thead>
                <tr>
                  <th scope="col">Strategy</th>
                  <th scope="col">judgements</th>
                  <th scope="col">of them by super experts</th>
                </tr>
              </thead>
              <tbody>
                {wanted.map((one) => (
                  <tr key={one.player}>
                    <td className="tree-player">{one.player}</td>
                    <td>{one.ratings}</td>
                    <td>{one.experts}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {info.wanted.length > SHORT && (
            <div className="row">
              <button type="button" onClick={() => setAll(!all)}>
                {all ? "Show fewer" : `Show all ${info.wanted.length}`}
              </button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

const ACROSS = 130;
const DOWN = 26;
const LEFT = 40;
const TOP = 44;

export function Family({ tree }: { tree: Partial<FamilyTree> }) {
  const layout = useMemo(() => layoutOf(tree), [tree]);
  const [shown, setShown] = useState<string | null>(null);
  const { nodes, edges, columns, rows } = layout;
  const range = rangeOf(nodes);
  const one = nodes.find((node) => node.id === shown) ?? null;
  const near = new Set(edges.flatMap(({ from, to }) => (from.id === shown || to.id === shown ? [from.id, to.id] : [])));
  const x = (node: Placed) => LEFT + node.column * ACROSS;
  const y = (node: Placed) => TOP + node.row * DOWN;
  // Before there is a second generation there is room for names.
  const named = columns.length === 1;
  const width = LEFT * 2 + (named ? 260 : (columns.length - 1) * ACROSS);
  const height = TOP + rows * DOWN;
  return (
    <section className="panel" aria-labelledby="tree-head">
      <h2 id="tree-head">Family tree</h2>
      <p className="tree-words" role="status">
        {one === null ? "Point at a strategy, or go through them with the tab key, to see what it is." : wordsOf(one)}
      </p>
      <div className="tree-scroll">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={`Family tree of ${nodes.length} strategies in ${columns.length} generations`}>
          {columns.map((column, index) => (
            <text key={column.generation} x={LEFT + index * ACROSS} y={16} className="tree-column">
              {column.generation}
              {column.phase !== "" && column.phase !== columns[index - 1]?.phase ? ` ${column.phase}` : ""}
            </text>
          ))}
          {edges.map(({ from, to }) => {
            const middle = (x(from) + x(to)) / 2;
            const near = from.id === shown || to.id === shown;
            return (
              <path
                key={`${from.id} ${to.id}`}
                className={near ? "tree-edge near" : "tree-edge"}
                d={`M${x(from)} ${y(from)}C${middle} ${y(from)} ${middle} ${y(to)} ${x(to)} ${y(to)}`}
              />
            );
          })}
          {nodes.map((node) => (
            <g
              key={node.id}
              tabIndex={0}
              role="img"
              aria-label={wordsOf(node)}
              className={`tree-node${node.fitness === null ? " unknown" : ""}${node.preliminary ? " guessed" : ""}${near.has(node.id) ? " near" : ""}`}
              onMouseEnter={() => setShown(node.id)}
              onFocus={() => setShown(node.id)}
            >
              <circle
                cx={x(node)}
                cy={y(node)}
                r={9}
                style={
                  node.fitness === null || range === null
                    ? undefined
                    : { fill: `color-mix(in srgb, var(--accent) ${shadeOf(node.fitness, range)}%, var(--raised))` }
                }
              />
              {named && (
                <text x={x(node) + 18} y={y(node) + 4} className="tree-name">
                  {node.player}
                </text>
              )}
              {node.minimal ? <path d={star(x(node), y(node))} className="tree-star" /> : node.passed && <circle cx={x(node)} cy={y(node)} r={3} className="tree-passed" />}
            </g>
          ))}
        </svg>
      </div>
      <ul className="tree-legend small">
        {range !== null && (
          <li>
            fitness {plainNumber(range[0])} <span className="tree-scale" /> {plainNumber(range[1])}
          </li>
        )}
        <li>
          <svg width="20" height="20" aria-hidden="true" className="tree-node unknown">
            <circle cx="10" cy="10" r="8" />
          </svg>
          guessed or not judged
        </li>
        <li>
          <svg width="20" height="20" aria-hidden="true" className="tree-node">
            <circle cx="10" cy="10" r="8" />
            <circle cx="10" cy="10" r="3" className="tree-passed" />
          </svg>
          passed for human
        </li>
        <li>
          <svg width="20" height="20" aria-hidden="true" className="tree-node">
            <circle cx="10" cy="10" r="8" />
            <path d={star(10, 10)} className="tree-star" />
          </svg>
          minimal
        </li>
      </ul>
    </section>
  );
}

function star(x: number, y: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? 6.5 : 2.8;
    const angle = (Math.PI * index) / 5 - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

function wordsOf(node: Placed): string {
  const fitness =
    node.fitness === null ? "not judged yet" : `fitness ${plainNumber(node.fitness)}${node.preliminary ? ", guessed from its parents" : ""}`;
  const marks = [node.how, fitness, node.minimal ? "minimal" : node.passed ? "passed for human" : ""].filter((word) => word !== "");
  return `${node.player}: ${marks.join(", ")}`;
}
