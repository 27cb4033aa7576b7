import { useRef, useState } from "react";
import { useSaid } from "../../language";
import { useDragging } from "../common/dragging";
import { Frame } from "../common/Frame";
import { Hint } from "../common/Hint";
import { useSending, useSteps } from "../common/playing";
import { sideName, sideStyle } from "../common/sides";
import type { BoardProps } from "../types";
import { CAMP, Fields, headline, placeAt, Soldier, WIDTH, worthOf } from "./parts";
import { evenly, moved, totalOf, withTroops } from "./plan";
import type { BlottoScene } from "./scene";
import "./blotto.css";

const HEIGHT = CAMP.top + CAMP.height + 4;
/** How long the armies of a round stay before the next is planned. */
const SHOWN = [2600];
const NONE: number[] = [];

/** Places by their keys: the camp, or a field. */
const KEYS = { camp: "camp", of: (place: number | null | undefined) => (place === undefined ? null : place === null ? "camp" : `${place}`) };
const placeOf = (key: string): number | null => (key === KEYS.camp ? null : Number(key));

/** Colonel Blotto: soldiers are dragged from the camp to the fields, or sent by buttons and numbers below each field. */
export default function BlottoBoard({ scene, interactive, onMove, animate }: BoardProps<BlottoScene>) {
  const said = useSaid();
  const data = scene.board_data;
  const { fields, troops, round } = data;
  const names = scene.turn.seat_names;
  const field = useRef<SVGSVGElement>(null);
  const [sending, send] = useSending(scene.turn.decision, onMove);
  const [kept, setKept] = useState<{ round: number; plan: number[] }>({ round, plan: [] });
  const [told, setTold] = useState("");
  const steps = data.last === null ? NONE : SHOWN;
  const seen = useSteps(`${round} ${scene.over}`, steps, animate) >= steps.length;

  const sides: [number, number] = scene.you === 1 ? [1, 0] : [0, 1];
  const planning = interactive && !sending && data.plan === null && seen;
  const plan = data.plan ?? (kept.round === round && kept.plan.length === fields ? kept.plan : evenly(fields, 0));
  const left = troops - totalOf(plan);
  const player = scene.you !== null && !scene.over;
  const looking = scene.over || !player || !seen || (data.plan === null && !planning && !sending);
  const shown = looking && data.last !== null ? sides.map((seat) => data.last?.[seat] ?? null) : [player ? plan : null, null];
  const worth = worthOf(troops);

  const change = (next: number[], words = "") => {
    setKept({ round, plan: next });
    setTold(words);
  };
  const placed = (number: number, wanted: number) => {
    const next = withTroops(plan, number, wanted, troops);
    change(next, `Field ${number + 1}: ${next[number]}; ${troops - totalOf(next)} left`);
  };
  const drag = useDragging({
    picture: field,
    box: { x: 0, y: 0, width: WIDTH, height: player ? HEIGHT : CAMP.top },
    placeAt: ([x, y]) => KEYS.of(placeAt(x, y, fields)),
    can(key) {
      const from = placeOf(key);
      return planning && (from === null ? left : (plan[from] ?? 0)) > 0;
    },
    onDrop({ key, over }) {
      if (over === null) return false;
      if (over !== key) change(moved(plan, placeOf(key), placeOf(over), worth, troops));
      return true;
    },
  });

  return (
    <Frame className="blotto" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <svg
            ref={field}
            className={planning ? "board-picture blotto-planning" : "board-picture"}
            viewBox={`0 0 ${WIDTH} ${player ? HEIGHT : CAMP.top}`}
            role="group"
            aria-label={said("Battlefields")}
            aria-describedby={description}
            {...drag.handlers}
          >
            <Fields scene={scene} armies={shown} sides={sides} said={said} />
            {player && (
              <g aria-hidden="true" style={sideStyle(names, sides[0])}>
                <rect className="blotto-camp" x="1" y={CAMP.top} width={WIDTH - 2} height={CAMP.height} rx="12" />
                <text className="table-small" x="12" y={CAMP.top + 20}>
                  {said(left > 0 ? `Camp: ${left} to send` : "Camp: empty")}
                </text>
                {Array.from({ length: Math.min(24, Math.ceil(left / worth)) }, (_, soldier) => (
                  <Soldier key={soldier} x={20 + soldier * Math.min(24, (WIDTH - 40) / 23)} y={CAMP.top + 46} seat={sides[0]} />
                ))}
              </g>
            )}
            {drag.held !== null && (
              <g aria-hidden="true" pointerEvents="none" style={sideStyle(names, sides[0])} transform={`translate(${drag.held.at[0]} ${drag.held.at[1]}) scale(1.5)`}>
                <Soldier x={0} y={0} seat={sides[0]} />
              </g>
            )}
          </svg>
          {player && (
            <div className="blotto-numbers" role="group" aria-label={said("Troops of each field")} style={{ gridTemplateColumns: `repeat(${fields}, minmax(0, 1fr))` }}>
              {plan.map((count, number) => (
                <div key={number} className="blotto-number">
                  <button type="button" aria-label={said(`One fewer to field ${number + 1}`)} disabled={!planning || count === 0} onClick={() => placed(number, count - 1)}>
                    −
                  </button>
                  <input
                    inputMode="numeric"
                    aria-label={said(`Troops for field ${number + 1}`)}
                    value={count}
                    disabled={!planning}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => placed(number, event.target.value.trim() === "" ? 0 : Number(event.target.value))}
                  />
                  <button type="button" aria-label={said(`One more to field ${number + 1}`)} disabled={!planning || left === 0} onClick={() => placed(number, count + 1)}>
                    +
                  </button>
                </div>
              ))}
            </div>
          )}
          <div className="board-bar">
            <div className="board-says">
              <strong>{said(headline(scene))}</strong>
              <Hint text={hint(scene, planning, left, worth)} told={planning ? drag.told : ""} />
            </div>
            {player && (
              <div className="board-actions">
                <button type="button" disabled={!planning || totalOf(plan) === 0} onClick={() => change(evenly(fields, 0), "All troops are back in the camp")}>
                  {said("All back")}
                </button>
                <button type="button" disabled={!planning} onClick={() => change(evenly(fields, troops), "All troops are spread evenly")}>
                  {said("Spread evenly")}
                </button>
                <button type="button" className="primary" disabled={!planning || left !== 0} onClick={() => send([plan.join(" ")])}>
                  {said("Send troops")}
                </button>
              </div>
            )}
          </div>
          <p className="hidden-text" role="status">
            {said(told)}
          </p>
        </>
      )}
    </Frame>
  );
}

function hint(scene: BlottoScene, planning: boolean, left: number, worth: number): string {
  const { last, points } = scene.board_data;
  const names = scene.turn.seat_names;
  if (planning && left > 0 && last === null) return worth > 1 ? `Drag soldiers from the camp to the fields: each stands for ${worth}.` : "Drag soldiers from the camp to the fields.";
  if (planning && left === 0) return "All troops are placed.";
  if (scene.board_data.plan !== null) return "The other side is still planning.";
  return last === null ? "" : `Fields taken so far: ${points.map((count, seat) => `${sideName(names, seat)} ${count}`).join(", ")}`;
}

