import { useState } from "react";
import { Die } from "../common/Die";
import { Frame } from "../common/Frame";
import { useSending, useSteps } from "../common/playing";
import { useRoving, type Spot } from "../common/roving";
import { SpotButton } from "../common/SpotButton";
import { sideName, sideStyle, Token } from "../common/sides";
import type { BoardProps } from "../types";
import type { JostleMove, JostleScene } from "./scene";
import { bow, layoutOf, links, placeOf, STACK, stepsOf, type Layout, type Point } from "./track";
import "./jostle.css";

/** Jostle: choose a piece to see where it goes and whom it pushes; choose it again, or its goal, to move it. */
export default function JostleBoard({ scene, interactive, onMove, animate }: BoardProps<JostleScene>) {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const decision = scene.turn.decision;
  const layout = layoutOf(data, names.length);
  const [sending, send] = useSending(decision, onMove);
  const [chosen, setChosen] = useState<{ decision: number; piece: number } | null>(null);
  const [near, setNear] = useState<number | null>(null);

  const steps = stepsOf(data);
  const step = useSteps(decision, data.last.length > 0 ? steps.map(({ lasts }) => lasts) : [], animate);
  const fields = data.last.length > 0 && step < steps.length ? steps[step]?.fields : undefined;
  const playing = fields !== undefined;
  const fieldOf = (piece: number, rests: number) => fields?.get(piece) ?? rests;

  const able = interactive && !sending && !playing;
  const moves = able ? scene.moves.filter((move) => move.kind === "move") : [];
  const byPiece = new Map(moves.map((move) => [move.piece, move]));
  const selected = chosen !== null && chosen.decision === decision ? (byPiece.get(chosen.piece) ?? null) : null;
  const shown = selected ?? (near === null ? null : (byPiece.get(near) ?? null));
  const goals = new Map(moves.map((move) => [move.to, move]));

  const pieces = data.pieces.map(({ piece, seat, field }) => ({ piece, seat, ...placeOf(layout, data, piece, fieldOf(piece, field)), field }));
  const spots: Spot[] = [
    ...pieces.map(({ piece, x, y }) => ({ key: `p${piece}`, x, y })),
    ...moves.filter(({ to }) => !data.pieces.some(({ field }) => field === to)).map(({ to }) => ({ key: `f${to}`, ...layout.fieldAt(to ?? 0) })),
  ];
  const roving = useRoving(spots, moves[0] === undefined ? null : `p${moves[0].piece}`);

  const press = (move: JostleMove) => {
    if (selected === move) send([move.text]);
    else setChosen({ decision, piece: move.piece ?? -1 });
  };

  return (
    <Frame className="jostle" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <svg
            className="board-picture"
            viewBox={`-6 -6 ${layout.width + 12} ${layout.height + 12}`}
            role="group"
            aria-label={`${data.name}, the track`}
            aria-describedby={description}
            data-spots=""
          >
            <Track scene={scene} layout={layout} />
            {!playing && <LastMove scene={scene} layout={layout} />}
            {moves.map((move) => {
              const { x, y } = layout.fieldAt(move.to ?? 0);
              const taken = data.pieces.some(({ field }) => field === move.to);
              const same = goals.get(move.to) === move;
              const goal = (
                <>
                  <circle r="44" className={shown === move ? "jostle-goal shown" : "jostle-goal"} style={sideStyle(names, data.seat)} />
                  <circle r="47" className="focus-ring" />
                </>
              );
              if (!same) return null;
              return taken ? (
                <g key={move.text} transform={`translate(${x} ${y})`} aria-hidden="true">
                  {goal}
                </g>
              ) : (
                <SpotButton
                  key={move.text}
                  spot={`f${move.to}`}
                  roving={roving}
                  label={`Field ${move.to}: ${move.words}`}
                  able
                  transform={`translate(${x} ${y})`}
                  onAct={() => send([(selected?.to === move.to ? selected : move).text])}
                  onEscape={() => setChosen(null)}
                  onNear={(here) => setNear(here ? move.piece : null)}
                >
                  {goal}
                </SpotButton>
              );
            })}
            {shown !== null && <Way move={shown} layout={layout} scene={scene} />}
            {pieces.map(({ piece, seat, field, x, y }) => {
              const move = byPiece.get(piece);
              const isChosen = selected !== null && selected.piece === piece;
              const pushed = !isChosen && selected !== null && selected.to === field && field >= 0;
              return (
                <g key={piece} className="jostle-piece" style={{ transform: `translate(${x}px, ${y}px)` }}>
                  <SpotButton
                    spot={`p${piece}`}
                    roving={roving}
                    label={labelOf(piece, seat, field, scene, move)}
                    able={move !== undefined || pushed}
                    pressed={move === undefined ? undefined : isChosen}
                    className={move === undefined ? "" : "jostle-movable"}
                    onAct={() => {
                      if (pushed) send([selected.text]);
                      else if (move !== undefined) press(move);
                    }}
                    onEscape={() => setChosen(null)}
                    onNear={(here) => setNear(here && move !== undefined ? piece : null)}
                  >
                    {/* On the stack pieces stand close together. */}
                    <circle r={field < 0 ? 32 : 40} className="jostle-hit" />
                    {move !== undefined && <circle r={field < 0 ? 30 : 35} className="jostle-halo" />}
                    <Token names={names} seat={seat} r={25}>
                      <text fontSize="22" y={seat % 6 === 2 ? 4 : 1}>
                        {piece}
                      </text>
                    </Token>
                    <circle r={field < 0 ? 32 : 38} className="focus-ring" />
                  </SpotButton>
                </g>
              );
            })}
          </svg>
          <div className="board-bar">
            {!scene.over && data.die > 0 && <Die value={data.die} rolled={`${data.turn} ${data.die}`} />}
            {!scene.over && data.second > 0 && <Die value={data.second} rolled={`${data.turn} second ${data.second}`} />}
            <div className="board-says">
              <strong>{headline(scene)}</strong>
              <span className="small quiet-text">{hint(scene, able, selected)}</span>
            </div>
          </div>
          {able && scene.moves.length > 0 && (
            <ul className="jostle-moves" aria-label="Your moves">
              {scene.moves.map((move) => (
                <li key={move.text}>
                  <button
                    type="button"
                    className={move === selected ? "primary" : undefined}
                    onClick={() => send([move.text])}
                    onPointerEnter={() => setNear(move.piece)}
                    onPointerLeave={() => setNear(null)}
                    onFocus={() => setNear(move.piece)}
                    onBlur={() => setNear(null)}
                  >
                    {capital(move.words)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Frame>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function headline(scene: JostleScene): string {
  const { board_data: data, turn } = scene;
  if (scene.over) return "The game is over";
  const mine = scene.you === data.seat;
  const who = mine ? "You" : sideName(turn.seat_names, data.seat);
  const rolled = data.second > 0 ? `rolled ${data.die} and ${data.second}, ${data.die + data.second} in all` : `rolled ${data.die}`;
  const last = data.last_round > 0 ? ` · last round, ${data.last_round === 1 ? "1 turn" : `${data.last_round} turns`} left` : "";
  return `${who} ${rolled}${last}`;
}

function hint(scene: JostleScene, able: boolean, selected: JostleMove | null): string {
  if (scene.over || !able || scene.you !== scene.board_data.seat) return "";
  if (scene.board_data.asking) return "Keep the six, or roll once more and move one piece by the sum?";
  return selected === null ? "Choose a piece." : "Choose it again, or its goal, to move.";
}

function labelOf(piece: number, seat: number, field: number, scene: JostleScene, move: JostleMove | undefined): string {
  const owner = seat === scene.you ? "Your" : `${sideName(scene.turn.seat_names, seat)}’s`;
  const where = field < 0 ? "on the stack" : `on field ${field}`;
  return `${owner} piece ${piece} ${where}${move === undefined ? "" : `; can go: ${move.words}`}`;
}

function Track({ scene, layout }: { scene: JostleScene; layout: Layout }) {
  const { track } = scene.board_data;
  const names = scene.turn.seat_names;
  const road = track.map(({ field }, number) => {
    const { x, y } = layout.fieldAt(field);
    return `${number === 0 ? "M" : "L"}${x} ${y}`;
  });
  const share = layout.width / names.length;
  return (
    <g aria-hidden="true">
      <path className="jostle-road-edge" d={road.join("")} />
      <path className="jostle-road" d={road.join("")} />
      {track.map(({ field, kind, mark, worth }) => {
        const { x, y } = layout.fieldAt(field);
        return (
          <g key={field} transform={`translate(${x} ${y})`} className={`jostle-field ${kind}`}>
            {kind === "goal" ? <path d={star(47, 31)} className="jostle-star" /> : <circle r="36" />}
            <text className="jostle-number" x="-37" y="-35">
              {field}
            </text>
            <text className="jostle-mark" y="2">
              {kind === "goal" ? worth : kind === "start" ? "start" : kind === "switch" ? mark.replace(/[→←]/, "⇄") : mark}
            </text>
          </g>
        );
      })}
      {links(track).map(({ from, to, kind }) => {
        const [one, other] = [layout.fieldAt(from), layout.fieldAt(to)];
        const straight = Math.abs(one.y - other.y) < 1;
        return <path key={from} className={`jostle-link ${kind}`} d={bow(...shortened(one, other, 30), straight ? (one.x < other.x ? -62 : 62) : 40)} />;
      })}
      {names.map((name, seat) => (
        <g key={name} transform={`translate(${seat * share} ${layout.stacks})`} className={scene.board_data.seat === seat && !scene.over ? "jostle-stack moving" : "jostle-stack"}>
          <rect x="6" y="0" width={share - 12} height={STACK} rx="14" style={sideStyle(names, seat)} />
          <text x={share / 2} y="24">
            {name}
            {seat === scene.you ? " (you)" : ""} · {scene.points?.[seat] ?? 0}
          </text>
        </g>
      ))}
    </g>
  );
}

function shortened(from: Point, to: Point, by: number): [Point, Point] {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [((to.x - from.x) / far) * by, ((to.y - from.y) / far) * by];
  return [
    { x: from.x + dx, y: from.y + dy },
    { x: to.x - dx, y: to.y - dy },
  ];
}

function star(outer: number, inner: number): string {
  const points = [];
  for (let corner = 0; corner < 10; corner += 1) {
    const far = corner % 2 === 0 ? outer : inner;
    points.push(`${(far * Math.sin((corner * Math.PI) / 5)).toFixed(1)} ${(-far * Math.cos((corner * Math.PI) / 5)).toFixed(1)}`);
  }
  return `M${points.join("L")}z`;
}

/** Rings where the last move's pieces came from and stand now. */
function LastMove({ scene, layout }: { scene: JostleScene; layout: Layout }) {
  const names = scene.turn.seat_names;
  return (
    <g aria-hidden="true" className="jostle-last">
      {scene.board_data.last.map(({ piece, seat, from, to, jostled }) => {
        const one = placeOf(layout, scene.board_data, piece, from);
        const other = placeOf(layout, scene.board_data, piece, to);
        return (
          <g key={piece} style={sideStyle(names, seat)} className={jostled ? "pushed" : undefined}>
            <circle cx={one.x} cy={one.y} r="10" />
            <circle cx={other.x} cy={other.y} r="36" className="there" />
          </g>
        );
      })}
    </g>
  );
}

/** Where a piece would go, and where those that it pushes would go. */
function Way({ move, layout, scene }: { move: JostleMove; layout: Layout; scene: JostleScene }) {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  if (move.piece === null || move.from === null || move.to === null) return null;
  const from = placeOf(layout, data, move.piece, move.from);
  const to = layout.fieldAt(move.to);
  const ends = move.ends === null || move.ends === move.to ? null : layout.fieldAt(move.ends);
  return (
    <g className="jostle-way" aria-hidden="true">
      <g style={sideStyle(names, data.seat)}>
        <path d={bow(from, to, 30)} />
        {ends !== null && <path d={bow(to, ends, 30)} />}
        <circle cx={(ends ?? to).x} cy={(ends ?? to).y} r="12" />
      </g>
      {move.jostles.map(({ piece, seat, from: start, to: end }) => {
        const [one, other] = [placeOf(layout, data, piece, start), placeOf(layout, data, piece, end)];
        return (
          <g key={piece} style={sideStyle(names, seat)} className="pushed">
            <path d={bow(one, other, -36)} />
            <circle cx={other.x} cy={other.y} r="10" />
          </g>
        );
      })}
    </g>
  );
}
