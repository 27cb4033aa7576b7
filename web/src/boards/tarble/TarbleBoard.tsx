import { useMemo, useRef, useState, type CSSProperties } from "react";
import { Die } from "../common/Die";
import { useDragging } from "../common/dragging";
import { Frame } from "../common/Frame";
import { Hint } from "../common/Hint";
import { useBefore, useSending, useSteps } from "../common/playing";
import { useRoving } from "../common/roving";
import { SpotButton } from "../common/SpotButton";
import { SideMark, sideName, Token } from "../common/sides";
import type { BoardProps, Place } from "../types";
import type { TarbleScene } from "./scene";
import { frames, type Shown } from "./frames";
import { hexagon, isDeadly, keyOf, middle, nameOf, PLACES, standing, ways, type Board, type Movement } from "./hexes";
import { BOX, CELL, Doomed, Ground, headline, Neutral, Trail } from "./parts";
import { inWords, useTurn } from "./turn";
import "./tarble.css";

const INNER = hexagon(0.86);
const STEP = 360;

/** Tarble: pick a piece, then a place; take movements back as you like, then end the turn. */
export default function TarbleBoard({ scene, interactive, onMove, onPreview, animate, flipped = false }: BoardProps<TarbleScene>) {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const decision = scene.turn.decision;
  const turned = flipped !== (scene.you === 1);
  const [sending, send] = useSending(decision, onMove);
  const mine = interactive && !scene.over && scene.you === data.side && !sending;
  const turn = useTurn(scene, onPreview);
  const [chosen, setChosen] = useState<Place | null>(null);

  const before = useBefore(scene);
  const shown = frames(before, scene);
  const step = useSteps(decision, shown.map(() => STEP), animate && turn.made.length === 0);
  const playing: Shown | undefined = shown[step];
  const board = playing?.board ?? turn.board;
  const lastMade = turn.made.at(-1) ?? null;
  const newest = playing?.movement ?? lastMade;

  const selected = chosen !== null && mine && standing(turn.board, chosen) === data.side ? chosen : null;
  const reach = useMemo(
    () => (selected === null || turn.complete ? new Map<string, Movement[]>() : ways(turn.board, selected, turn.left)),
    [selected, turn.board, turn.left, turn.complete],
  );
  const movable = new Set((turn.moves ?? []).map((move) => keyOf(move.from)));

  const spots = PLACES.map((place) => ({ key: keyOf(place), ...middle(place, turned) }));
  const home = data.pieces.find((piece) => piece.side === (scene.you ?? 0));
  const roving = useRoving(spots, home === undefined ? "0,0" : keyOf([home.x, home.y]));

  const press = (place: Place) => {
    const way = reach.get(keyOf(place));
    if (way !== undefined) {
      turn.make(way);
      setChosen(way.length < turn.left ? place : null);
    } else if (selected !== null && keyOf(selected) === keyOf(place)) setChosen(null);
    else setChosen(place);
  };
  const field = useRef<SVGSVGElement>(null);
  const takes = (key: string) => mine && playing === undefined && !turn.complete && movable.has(key) && turn.board.pieces.get(key) === data.side;
  const drag = useDragging({
    picture: field,
    box: { x: BOX[0], y: BOX[1], width: BOX[2], height: BOX[3] },
    can: takes,
    onTake: (key) => setChosen(placeOf(key)),
    onDrop({ key, over }) {
      if (over === null || over === key || !reach.has(over)) return false;
      press(placeOf(over));
      return true;
    },
  });
  const back = () => (selected !== null ? setChosen(null) : turn.undo());
  const end = () => {
    setChosen(null);
    send(turn.made.map((movement) => `${nameOf(movement.from)} ${nameOf(movement.to)}`));
  };

  const trail = turn.made.length > 0 ? turn.made : data.moved.length > 0 ? data.moved : data.last_turn;
  const trailSide = turn.made.length > 0 ? data.side : (data.moved[0] ?? data.last_turn[0])?.side;
  const at = (place: Place) => middle(place, turned);

  return (
    <Frame className="tarble" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <svg ref={field} {...drag.handlers} className="board-picture" viewBox={BOX.join(" ")} role="group" aria-label="Tarble board" aria-describedby={description} data-spots="">
            <Ground turned={turned} />
            {!playing && trail.length > 0 && trailSide !== undefined && <Trail trail={trail} turned={turned} names={names} side={trailSide} />}
            {PLACES.map((place) => {
              const key = keyOf(place);
              const there = standing(board, place);
              const way = playing === undefined ? reach.get(key) : undefined;
              const own = mine && there === data.side && !turn.complete && movable.has(key);
              const isChosen = selected !== null && keyOf(selected) === key;
              const { x, y } = at(place);
              return (
                <SpotButton
                  key={key}
                  spot={key}
                  roving={roving}
                  label={label(place, there, names, scene, way, turn.left)}
                  able={own || way !== undefined || isChosen}
                  pressed={own || isChosen ? isChosen : undefined}
                  takes={takes(key)}
                  className={`${own ? "tarble-own" : ""}${way !== undefined && drag.held?.over === key ? " over" : ""}`}
                  transform={`translate(${x.toFixed(3)} ${y.toFixed(3)})`}
                  onAct={() => press(place)}
                  onEscape={back}
                >
                  <polygon points={CELL} className="tarble-hit" />
                  {isChosen && <polygon points={INNER} className="tarble-chosen" />}
                  {way !== undefined && <Reachable way={way} deadly={isDeadly(place)} />}
                  <polygon points={INNER} className="focus-ring" />
                </SpotButton>
              );
            })}
            <g className="tarble-pieces">
              {PLACES.map((place) => {
                const there = standing(board, place);
                if (there === null) return null;
                const { x, y } = at(place);
                const moved = newest !== null && keyOf(newest.to) === keyOf(place) ? at(newest.from) : null;
                const doomed = there === data.side && isDeadly(place) && !scene.over;
                const own = mine && there === data.side && !turn.complete && movable.has(keyOf(place)) && !playing;
                return (
                  <g key={keyOf(place)} transform={`translate(${x.toFixed(3)} ${y.toFixed(3)})`}>
                    <g
                      key={moved === null ? "rests" : `${decision} ${turn.made.length} ${step}`}
                      className={drag.held?.key === keyOf(place) ? "dragged-from" : moved === null ? undefined : "slides"}
                      style={moved === null ? undefined : slideFrom(moved.x - x, moved.y - y)}
                    >
                      {there < 0 ? <Neutral /> : <Token names={names} seat={there} r={0.36} className={own ? "movable" : undefined} />}
                      {doomed && <Doomed />}
                    </g>
                  </g>
                );
              })}
              {drag.held !== null && (
                <g className="dragged" transform={shifted(at(placeOf(drag.held.key)), drag.held.by)}>
                  <Token names={names} seat={data.side} r={0.36} />
                </g>
              )}
              {(playing?.gone ?? (lastMade?.captures ? [{ place: lastMade.captures, side: captured(scene, turn.made) }] : [])).map(({ place, side }) => {
                const { x, y } = at(place);
                return (
                  <g key={`${keyOf(place)} ${decision} ${turn.made.length} ${step}`} transform={`translate(${x.toFixed(3)} ${y.toFixed(3)})`}>
                    <g className="vanishes">{side < 0 ? <Neutral /> : <Token names={names} seat={side} r={0.36} />}</g>
                  </g>
                );
              })}
            </g>
          </svg>
          <div className="board-bar">
            {!scene.over && <Die value={data.roll} rolled={`${data.turn}`} />}
            <div className="board-says">
              <strong>{headline(scene, mine, turn.left, turn.complete)}</strong>
              <Hint text={hint(scene, mine, selected, turn.complete, doomedCount(turn.board, data.side))} told={drag.told} />
            </div>
            {interactive && !scene.over && (
              <div className="board-actions">
                <button type="button" onClick={turn.undo} disabled={turn.made.length === 0 || sending}>
                  Undo
                </button>
                <button type="button" onClick={turn.undoAll} disabled={turn.made.length === 0 || sending}>
                  Undo all
                </button>
                <button type="button" className="primary" onClick={end} disabled={!turn.complete || sending}>
                  End turn
                </button>
              </div>
            )}
          </div>
          {turn.fault !== null && (
            <p className="notice bad" role="alert">
              {turn.fault}
            </p>
          )}
          <Score scene={scene} points={turn.points} made={turn.made} />
        </>
      )}
    </Frame>
  );
}

const placeOf = (key: string): Place => key.split(",").map(Number) as Place;

const shifted = ({ x, y }: { x: number; y: number }, by: Place): string => `translate(${(x + by[0]).toFixed(3)} ${(y + by[1]).toFixed(3)})`;

function slideFrom(x: number, y: number): CSSProperties {
  return { "--from-x": `${x.toFixed(3)}px`, "--from-y": `${y.toFixed(3)}px` } as CSSProperties;
}

/** The side of what the last movement captured. */
function captured(scene: TarbleScene, made: Movement[]): number {
  const place = made.at(-1)?.captures;
  return place?.[0] === 0 && place[1] === 0 && scene.board_data.neutral ? -1 : 1 - scene.board_data.side;
}

function doomedCount(board: Board, side: number): number {
  return PLACES.filter((place) => isDeadly(place) && board.pieces.get(keyOf(place)) === side).length;
}

function hint(scene: TarbleScene, mine: boolean, selected: Place | null, complete: boolean, doomed: number): string {
  if (scene.over || !mine) return "";
  if (doomed > 0 && (complete || selected === null)) {
    const what = doomed === 1 ? "The crossed-out piece is" : `${doomed} crossed-out pieces are`;
    return `${what} removed when the turn ends${complete ? ". End the turn, or undo." : " as it stands."}`;
  }
  if (complete) return "End the turn, or undo.";
  return selected === null ? "Choose a piece." : "Choose where it goes; figures are movements needed.";
}

function label(place: Place, there: number | null, names: readonly string[], scene: TarbleScene, way: Movement[] | undefined, left: number): string {
  const parts = [nameOf(place)];
  if (there !== null) parts.push(there < 0 ? "neutral piece" : there === scene.you ? "your piece" : `${sideName(names, there)} piece`);
  else if (isDeadly(place)) parts.push(place[0] === 0 && place[1] === 0 ? "centre" : "corner");
  if (way !== undefined) {
    parts.push(`reachable in ${way.length} of ${left}`);
    const caught = way.filter((movement) => movement.captures !== null).length;
    if (caught > 0) parts.push(caught === 1 ? "captures a piece" : `captures ${caught} pieces`);
  }
  return parts.join(", ");
}

function Reachable({ way, deadly }: { way: Movement[]; deadly: boolean }) {
  const caught = way.some((movement) => movement.captures !== null);
  const near = way.length === 1;
  return (
    <g className={`tarble-reach${near ? " near" : ""}${caught ? " catches" : ""}${deadly ? " deadly" : ""}`}>
      <circle r={near ? 0.24 : 0.19} />
      <text y="0.015">{way.length}</text>
    </g>
  );
}

function Score({ scene, points, made }: { scene: TarbleScene; points: number[]; made: Movement[] }) {
  const names = scene.turn.seat_names;
  return (
    <div className="tarble-score">
      {names.map((name, side) => {
        const count = scene.board_data.pieces.filter((piece) => piece.side === side).length;
        return (
          <span key={name} className={scene.board_data.side === side && !scene.over ? "tarble-side moving" : "tarble-side"}>
            <SideMark names={names} seat={side} /> {name}
            {side === scene.you && <span className="tag you">you</span>} <b>{points[side]}</b> {points[side] === 1 ? "point" : "points"}, {count}{" "}
            {count === 1 ? "piece" : "pieces"}
          </span>
        );
      })}
      {made.length > 0 && (
        <ol className="tarble-made small" aria-label="Your movements">
          {made.map((movement, number) => (
            <li key={number}>{inWords(movement)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
