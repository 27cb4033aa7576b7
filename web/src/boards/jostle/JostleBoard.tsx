import { useRef, useState } from "react";
import { useSaid } from "../../language";
import { Die } from "../common/Die";
import { useDragging } from "../common/dragging";
import { Frame } from "../common/Frame";
import { Hint } from "../common/Hint";
import { useSending, useSteps } from "../common/playing";
import { useRoving, type Spot } from "../common/roving";
import { SpotButton } from "../common/SpotButton";
import { sideName, sideStyle } from "../common/sides";
import type { BoardProps } from "../types";
import type { JostleMove, JostleScene } from "./scene";
import { boxOf, headline, LastMove, Numbered, Track } from "./parts";
import { bow, layoutOf, placeOf, stepsOf, type Layout } from "./track";
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
  const said = useSaid();

  const steps = stepsOf(data);
  const step = useSteps(decision, data.last.length > 0 ? steps.map(({ lasts }) => lasts) : [], animate);
  const fields = data.last.length > 0 && step < steps.length ? steps[step]?.fields : undefined;
  const playing = fields !== undefined;
  const fieldOf = (piece: number, rests: number) => fields?.get(piece) ?? rests;

  const able = interactive && !sending && !playing;
  const moves = able ? scene.moves.filter(({ kind }) => kind === "move" || kind === "name") : [];
  const byPiece = new Map(moves.map((move) => [move.piece, move]));
  const selected = chosen !== null && chosen.decision === decision ? (byPiece.get(chosen.piece) ?? null) : null;
  const shown = selected ?? (near === null ? null : (byPiece.get(near) ?? null));
  const goals = new Map(moves.map((move) => [move.to, move]));

  const pieces = data.pieces.map(({ piece, number, seat, field }) => ({ piece, number, seat, ...placeOf(layout, data, piece, fieldOf(piece, field)), field }));
  const spots: Spot[] = [
    ...pieces.map(({ piece, x, y }) => ({ key: `p${piece}`, x, y })),
    ...moves.filter(({ to }) => !data.pieces.some(({ field }) => field === to)).map(({ to }) => ({ key: `f${to}`, ...layout.fieldAt(to ?? 0) })),
  ];
  const roving = useRoving(spots, moves[0] === undefined ? null : `p${moves[0].piece}`);

  const press = (move: JostleMove) => {
    if (selected === move) send([move.text]);
    else setChosen({ decision, piece: move.piece ?? -1 });
  };

  const field = useRef<SVGSVGElement>(null);
  const [left, top, width, height] = boxOf(layout);
  const drag = useDragging({
    picture: field,
    box: { x: left, y: top, width, height },
    can: (key) => key.startsWith("p") && byPiece.has(Number(key.slice(1))),
    onTake: (key) => setChosen({ decision, piece: Number(key.slice(1)) }),
    onDrop({ key, over }) {
      const move = byPiece.get(Number(key.slice(1)));
      // Its goal, or the piece that stands there and is pushed.
      const there = over?.startsWith("p") === true ? data.pieces.find(({ piece }) => `p${piece}` === over)?.field : Number(over?.slice(1) ?? Number.NaN);
      if (move === undefined || there !== move.to || over === key) return false;
      send([move.text]);
      return true;
    },
  });

  return (
    <Frame className="jostle" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <svg
            ref={field}
            {...drag.handlers}
            className="board-picture"
            viewBox={[left, top, width, height].join(" ")}
            role="group"
            aria-label={said(`${data.name}, the track`)}
            aria-describedby={description}
            data-spots=""
          >
            <Track scene={scene} layout={layout} said={said} />
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
                  label={said(`Field ${move.to}: ${move.words}`)}
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
            {pieces.map(({ piece, number, seat, field, x, y }) => {
              const move = byPiece.get(piece);
              const isChosen = selected !== null && selected.piece === piece;
              const pushed = !isChosen && selected !== null && selected.to === field && field >= 0;
              return (
                <g key={piece} className="jostle-piece" style={{ transform: `translate(${x}px, ${y}px)` }}>
                  <SpotButton
                    spot={`p${piece}`}
                    roving={roving}
                    label={said(labelOf(number, seat, field, scene, move))}
                    able={move !== undefined || pushed}
                    pressed={move === undefined ? undefined : isChosen}
                    takes={move !== undefined}
                    className={`${move === undefined ? "" : "jostle-movable"}${drag.held?.key === `p${piece}` ? " dragged-from" : ""}`}
                    onAct={() => {
                      if (pushed) send([selected.text]);
                      else if (move !== undefined) press(move);
                    }}
                    onEscape={() => setChosen(null)}
                    onNear={(here) => setNear(here && move !== undefined ? piece : null)}
                  >
                    {/* On the stack pieces stand close together. */}
                    <circle r={field < 0 ? 32 : 40} className="jostle-hit" />
                    {(move !== undefined || (data.named === piece && !playing)) && <circle r={field < 0 ? 30 : 35} className="jostle-halo" />}
                    <Numbered names={names} seat={seat} number={number} />
                    <circle r={field < 0 ? 32 : 38} className="focus-ring" />
                  </SpotButton>
                </g>
              );
            })}
            {pieces
              .filter(({ piece }) => drag.held?.key === `p${piece}`)
              .map(({ piece, number, seat, x, y }) => (
                <g key={`held ${piece}`} className="dragged" aria-hidden="true" transform={`translate(${x + (drag.held?.by[0] ?? 0)} ${y + (drag.held?.by[1] ?? 0)})`}>
                  <Numbered names={names} seat={seat} number={number} />
                </g>
              ))}
          </svg>
          <div className="board-bar">
            {!scene.over && data.die > 0 && <Die value={data.die} rolled={`${data.turn} ${data.die}`} />}
            {!scene.over && data.second > 0 && <Die value={data.second} rolled={`${data.turn} second ${data.second}`} />}
            <div className="board-says">
              <strong>{said(headline(scene))}</strong>
              <Hint text={hint(scene, able, selected)} told={drag.told} />
            </div>
          </div>
          {able && scene.moves.length > 0 && (
            <ul className="jostle-moves" aria-label={said("Your moves")}>
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
                    {capital(said(move.words))}
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

function hint(scene: JostleScene, able: boolean, selected: JostleMove | null): string {
  if (scene.over || !able || scene.you !== scene.board_data.seat) return "";
  const { asking, second_roll: rule } = scene.board_data;
  if (asking && rule === "sum") return "Keep the six, or roll once more and move one piece by the sum?";
  if (asking) return rule === "chosen" ? "Keep the six, or roll once more and move this piece by the sum?" : "Leave the piece here, or roll once more and move it on?";
  if (scene.moves.some(({ kind }) => kind === "name")) return selected === null ? "Choose a piece; then you may roll once more for it." : "Choose it again, or its goal, to decide for it.";
  return selected === null ? "Choose a piece." : "Choose it again, or its goal, to move.";
}

function labelOf(number: number, seat: number, field: number, scene: JostleScene, move: JostleMove | undefined): string {
  const owner = seat === scene.you ? "Your" : `${sideName(scene.turn.seat_names, seat)}’s`;
  const where = field < 0 ? "on the stack" : `on field ${field}`;
  return `${owner} piece ${number} ${where}${move === undefined ? "" : `; can go: ${move.words}`}`;
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
