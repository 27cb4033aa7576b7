import { useSaid } from "../../language";
import { useId } from "react";
import { SideMark } from "../common/sides";
import { headline } from "./parts";
import type { BoundaryScene } from "./scene";
import type { Plan } from "./plan";
import { planText } from "./walk";

/** How many times larger the field can be shown. */
export const CLOSEST = 4;

interface PlanBarProps {
  scene: BoundaryScene;
  plan: Plan;
  /** Whether the buttons are shown; they can be pressed when `able`. */
  shown: boolean;
  able: boolean;
  zoom: number;
  onZoom(by: number): void;
  onSend(text: string): void;
}

/** What your plan is, what can be done with it, and how the game stands. */
export function PlanBar({ scene, plan, shown, able, zoom, onZoom, onSend }: PlanBarProps) {
  const choice = useId();
  const said = useSaid();
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const moved = plan.orders.size;
  return (
    <>
      <div className="board-bar">
        <div className="board-says">
          <strong>{said(headline(scene))}</strong>
          <span className="small quiet-text">{said(hint(scene, plan, able))}</span>
        </div>
        <div className="boundary-zoom" role="group" aria-label={said("Zoom")}>
          <button type="button" aria-label={said("Smaller")} onClick={() => onZoom(-1)} disabled={zoom === 1}>
            −
          </button>
          <button type="button" aria-label={said("Larger")} onClick={() => onZoom(1)} disabled={zoom === CLOSEST}>
            +
          </button>
        </div>
        {shown && (
          <div className="board-actions">
            <button type="button" aria-pressed={plan.whole} disabled={!able} onClick={() => plan.setWhole(!plan.whole)}>
              {said("Whole blob")}
            </button>
            <button type="button" onClick={plan.undo} disabled={!able || !plan.canUndo}>
              {said("Undo")}
            </button>
            <button type="button" onClick={() => plan.set(new Map())} disabled={!able || moved === 0}>
              {said("Clear")}
            </button>
            <label className="hidden-text" htmlFor={choice}>
              {said("Ready-made plans")}
            </label>
            <select
              id={choice}
              value=""
              disabled={!able}
              onChange={(event) => {
                const move = scene.moves.find(({ text }) => text === event.target.value);
                if (move !== undefined) plan.set(new Map(move.orders.map(({ piece, to }) => [piece, to])));
              }}
            >
              <option value="">{said("Ready-made plans…")}</option>
              {scene.moves.map((move) => (
                <option key={move.text} value={move.text}>
                  {said(move.words)}
                </option>
              ))}
            </select>
            <button type="button" className="primary" disabled={!able} onClick={() => onSend(planText(plan.orders))}>
              {said(moved === 0 ? "Send: all stay" : "Send plan")}
            </button>
          </div>
        )}
      </div>
      <ul className="boundary-score">
        {names.map((name, seat) => {
          const gain = data.last_turn?.points?.[seat] ?? 0;
          const count = data.pieces.filter((piece) => piece.seat === seat).length;
          return (
            <li key={name}>
              <SideMark names={names} seat={seat} /> {said(name)}
              {seat === scene.you && <span className="tag">{said("you")}</span>} <b>{scene.points?.[seat] ?? 0}</b>
              {gain > 0 && <span className="boundary-gain"> +{gain}</span>} {said(`points, ${count === 1 ? "1 piece" : `${count} pieces`}`)}
            </li>
          );
        })}
      </ul>
      {moved > 0 && (
        <p className="small quiet-text boundary-plan">
          {said("Plan:")} <code>{planText(plan.orders)}</code>
        </p>
      )}
    </>
  );
}

function hint(scene: BoundaryScene, plan: Plan, able: boolean): string {
  if (!able) return "";
  if (plan.chosen !== null) return "Drag the piece, or tap where it shall go. The circle is its reach.";
  if (plan.orders.size === 0) return "Drag your pieces. Both plans are carried out at once.";
  const own = scene.board_data.pieces.filter((piece) => piece.seat === scene.you).length;
  return `${plan.orders.size} of ${own} pieces move. The ground is as if only you moved.`;
}
