import { useSaid } from "../../language";
import { useRef, useState, type CSSProperties } from "react";
import { useDragging } from "../common/dragging";
import { Frame } from "../common/Frame";
import { Hint } from "../common/Hint";
import { useBefore, useSending } from "../common/playing";
import { useRoving } from "../common/roving";
import { SpotButton } from "../common/SpotButton";
import { sideName } from "../common/sides";
import type { BoardProps, Place } from "../types";
import type { Cell, RuleSetMove, RuleSetScene } from "./scene";
import { boxOf, Came, Decided, Edges, Ground, Man, ManMark, Names, sizeOf } from "./parts";
import { changes, gridOf, keyOf, press, targets, type Grid } from "./grid";
import { oneOf, Reserve } from "./Reserve";
import "./rulesets.css";

interface Begun {
  decision: number;
  trail: Place[];
  /** Moves that end alike, to be told apart by words. */
  choice: RuleSetMove[];
}

/** Games that are put together from rules: men on squares or hexagons. */
export default function RuleSetBoard({ scene, interactive, onMove, animate, flipped = false }: BoardProps<RuleSetScene>) {
  const data = scene.board_data;
  const decision = scene.turn.decision;
  const [sending, send] = useSending(decision, onMove);
  const [kept, setKept] = useState<Begun | null>(null);
  const said = useSaid();
  const begun: Begun = kept !== null && kept.decision === decision ? kept : { decision, trail: [], choice: [] };
  const moves = interactive && !sending ? scene.moves : [];
  const { starts, goals, on } = targets(moves, begun.trail);

  const before = useBefore(scene);
  const news = changes(animate ? (before?.board_data ?? null) : null, data);
  // Who walks up the board wants to see it from below; where men are only put down, nobody does.
  const turned = flipped !== (scene.you === 1 && (data.pieces === "checkers" || data.pieces === "step"));
  const grid = gridOf(data, turned);
  const cells = data.cells.filter((cell) => cell.removed !== true);
  const first = moves.find((move) => move.from !== null || move.kind === "place");
  const spots = cells.map((cell) => ({ key: keyOf([cell.x, cell.y]), ...grid.at([cell.x, cell.y]) }));
  const roving = useRoving(spots, first === undefined ? null : keyOf(first.from ?? first.to ?? [0, 0]));

  const act = (place: Place) => {
    const next = press(moves, begun.trail, place);
    if (next.kind === "send") {
      setKept(null);
      send([next.move.text]);
    } else if (next.kind === "trail") setKept({ decision, trail: next.trail, choice: [] });
    else if (next.kind === "choose") setKept({ ...begun, choice: next.moves });
    else setKept(null);
  };
  const back = () => setKept(begun.choice.length > 0 ? { ...begun, choice: [] } : { ...begun, trail: begun.trail.slice(0, -1) });
  const changed = new Set(data.changed.map(keyOf));
  const came = new Set(data.came.map(keyOf));
  const field = useRef<SVGSVGElement>(null);
  const [left, top, width, height] = boxOf(grid, data.shape);
  // In the middle of a chain of jumps the man stands where it has come to, and goes on from there.
  const stands = begun.trail.length > 1 ? begun.trail.at(-1) : undefined;
  const drag = useDragging({
    picture: field,
    box: { x: left, y: top, width, height },
    can: (key) => (stands === undefined ? starts.has(key) : keyOf(stands) === key),
    onTake: (key) => stands === undefined && setKept({ decision, trail: [placeOf(key)], choice: [] }),
    onDrop({ over }) {
      if (over === null || !(goals.has(over) || on.has(over))) return false;
      act(placeOf(over));
      return true;
    },
  });
  const origin = begun.trail[0];
  const walking = origin === undefined ? null : (cells.find((cell) => keyOf([cell.x, cell.y]) === keyOf(origin))?.content ?? null);
  const inHand = drag.held === null && stands === undefined ? null : walking;
  const buttons = moves.filter((move) => move.kind === "extra" || move.kind === "pass");

  return (
    <Frame className="rulesets" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <svg
            ref={field}
            {...drag.handlers}
            className="board-picture"
            viewBox={[left, top, width, height].join(" ")}
            style={{ maxWidth: `${Math.min(44, grid.width * 6.5)}rem` }}
            role="group"
            aria-label={said(`Board of ${scene.title}`)}
            aria-describedby={description}
            data-spots=""
          >
            <Names data={data} grid={grid} />
            <Edges data={data} grid={grid} names={scene.turn.seat_names} />
            {cells.map((cell) => {
              const place: Place = [cell.x, cell.y];
              const key = keyOf(place);
              const { x, y } = grid.at(place);
              const chosen = begun.trail.some((step) => keyOf(step) === key);
              const goal = goals.has(key) || on.has(key);
              const able = goal || chosen || starts.has(key);
              return (
                <SpotButton
                  key={key}
                  spot={key}
                  roving={roving}
                  label={said(labelOf(cell, scene, goal, starts.has(key)))}
                  able={able}
                  pressed={starts.has(key) || chosen ? chosen : undefined}
                  takes={stands === undefined ? starts.has(key) : keyOf(stands) === key}
                  className={`${goal ? "goal" : starts.has(key) ? "start" : ""}${goal && drag.held?.over === key ? " over" : ""}`}
                  transform={`translate(${x.toFixed(3)} ${y.toFixed(3)})`}
                  onAct={() => act(place)}
                  onEscape={back}
                >
                  <Ground cell={cell} data={data} outline={grid.outline} changed={changed.has(key)} />
                  {chosen && <circle r="0.44" className="rulesets-chosen" />}
                  {goal && <circle r={sizeOf(grid, goals.has(key) ? 0.15 : 0.09, 0.08)} className="rulesets-goal" />}
                  {starts.has(key) && !chosen && begun.trail.length === 0 && <circle r="0.43" className="rulesets-start" />}
                  {cell.content !== null && (
                    <g key={`${decision}`} className={inHand !== null && origin !== undefined && keyOf(origin) === key ? "dragged-from" : motion(key, news)} style={slide(key, news, grid, place)}>
                      <Man man={cell.content} pieces={data.pieces} names={scene.turn.seat_names} />
                      {came.has(key) && data.pieces === "reversi" && <Came />}
                    </g>
                  )}
                  <polygon points={grid.outline} className="focus-ring" transform="scale(0.92)" />
                </SpotButton>
              );
            })}
            {news.gone.map(({ place, seat, king }) => {
              const { x, y } = grid.at(place);
              return (
                <g key={`${decision} ${keyOf(place)}`} transform={`translate(${x.toFixed(3)} ${y.toFixed(3)})`} aria-hidden="true" pointerEvents="none">
                  <g className="vanishes">
                    <Man man={{ seat, kind: king ? "king" : "man", hybrid: false, solid: false }} pieces={data.pieces} names={scene.turn.seat_names} />
                  </g>
                </g>
              );
            })}
            {inHand !== null && origin !== undefined && (
              <g className="dragged" aria-hidden="true" transform={moved(grid.at(stands ?? origin), drag.held?.by ?? [0, 0])}>
                <Man man={inHand} pieces={data.pieces} names={scene.turn.seat_names} />
              </g>
            )}
            <g key={decision} pointerEvents="none">
              <Decided decided={data.decided} grid={grid} />
            </g>
          </svg>
          <div className="board-bar">
            <div className="board-says">
              <strong><Headline scene={scene} /></strong>
              <Hint text={hint(scene, moves, begun)} told={drag.told} />
            </div>
            {begun.choice.length > 0 && (
              <div className="board-actions" role="group" aria-label={said("Which move?")}>
                {begun.choice.map((move) => (
                  <button key={move.text} type="button" className="primary" onClick={() => send([move.text])}>
                    {said(move.words)}
                  </button>
                ))}
                <button type="button" onClick={back}>
                  {said("Back")}
                </button>
              </div>
            )}
            {buttons.length > 0 && begun.choice.length === 0 && (
              <div className="board-actions" role="group" aria-label={said("Other moves")}>
                {buttons.map((move) => (
                  <button key={move.text} type="button" title={said(move.words)} onClick={() => send([move.text])}>
                    {said(move.label)}
                  </button>
                ))}
              </div>
            )}
          </div>
          <Reserve scene={scene} />
        </>
      )}
    </Frame>
  );
}

const placeOf = (key: string): Place => key.split(",").map(Number) as Place;

const moved = ({ x, y }: { x: number; y: number }, by: Place): string => `translate(${(x + by[0]).toFixed(3)} ${(y + by[1]).toFixed(3)})`;

function motion(key: string, news: ReturnType<typeof changes>): string | undefined {
  if (news.from.has(key)) return "slides";
  if (news.came.has(key)) return "appears";
  return news.flipped.has(key) ? "flips" : undefined;
}

function slide(key: string, news: ReturnType<typeof changes>, grid: Grid, place: Place): CSSProperties | undefined {
  const from = news.from.get(key);
  if (from === undefined) return undefined;
  const [one, other] = [grid.at(from), grid.at(place)];
  return { "--from-x": `${one.x - other.x}px`, "--from-y": `${one.y - other.y}px` } as CSSProperties;
}

function Headline({ scene }: { scene: RuleSetScene }) {
  const said = useSaid();
  const [mover] = scene.turn.movers;
  const names = scene.turn.seat_names;
  if (scene.over || mover === undefined) return said("The game is over");
  return (
    <>
      {said(mover === scene.you ? "Your move: you are" : "To move:")}{" "}
      <ManMark seat={mover} names={names} pieces={scene.board_data.pieces} /> {sideName(names, mover)}
    </>
  );
}

function hint(scene: RuleSetScene, moves: readonly RuleSetMove[], begun: Begun): string {
  const { stage, must_jump: jump } = scene.board_data;
  if (scene.over) return scene.board_data.decided?.words ?? "";
  if (moves.length === 0) return "";
  if (begun.choice.length > 0) return "Which of these?";
  const parts = stage === null ? [] : [`Announced: ${stage}.`];
  if (begun.trail.length > 0) parts.push("Choose where it goes.");
  else if (moves.some((move) => move.from !== null)) parts.push(jump ? "You must jump. Choose a man." : "Choose a man.");
  else if (moves.some((move) => move.kind === "place")) parts.push("Choose a cell.");
  return parts.join(" ");
}

function labelOf(cell: Cell, scene: RuleSetScene, goal: boolean, start: boolean): string {
  const man = cell.content;
  const parts = [cell.name];
  if (man === null) parts.push("empty");
  else {
    parts.push(`${man.seat === scene.you ? "your" : `${sideName(scene.turn.seat_names, man.seat)}’s`} ${man.kind === "king" ? "king" : oneOf(scene.board_data.pieces)}`);
    if (man.hybrid) parts.push("hybrid disk");
    if (man.solid) parts.push("non-flipping disk");
  }
  if (goal) parts.push("can be chosen");
  else if (start) parts.push("can move");
  return parts.join(", ");
}
