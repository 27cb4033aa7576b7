/** What somebody's pointer did in a game, of people who agreed to that: where it was, and its path played again. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { Replay } from "../api/types";
import { withQuery } from "../api/http";
import { Shown } from "../parts/basics";
import { BoardFrame } from "../parts/board-frame";
import { useLoad } from "../parts/load";
import { tracedBox } from "../studies/trace";
import { duration } from "../words";
import { density, pointAt, timeline, type Point } from "./tracing";
import type { TraceInfo } from "./types";
import "../pages/table.css";

const GRID = 72;
const TRAIL = 1500;
const SPEEDS = [0.5, 1, 2, 5, 10];

export default function Traces({ place, game }: { place: string; game: string }) {
  const traces = useLoad<TraceInfo>(withQuery(`${place}/traces`, { game }));
  return (
    <Shown of={traces}>
      {(trace) =>
        trace.points.length === 0 && trace.keys.length === 0 ? (
          <p className="quiet-text">Nothing was recorded here: they did not agree to it, the plan does not ask for it, or nothing was moved.</p>
        ) : (
          <Drawn trace={trace} place={place} game={game} />
        )
      }
    </Shown>
  );
}

function Drawn({ trace, place, game }: { trace: TraceInfo; place: string; game: string }) {
  const points = trace.points as Point[];
  const left = trace.focus.filter(([, here]) => !here).length;
  return (
    <div className="stack">
      <p className="small quiet-text">
        {counted(points.length, "point")} of the pointer, {counted(trace.keys.length, "key")}, the page was left {left === 1 ? "once" : counted(left, "time")}.
        Pauses longer than two seconds are shortened.
      </p>
      <Over points={points} moved={trace.moved} place={place} game={game} />
    </div>
  );
}

/** Milliseconds between two places of the slider. */
const STEP = 50;

const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

interface OverProps {
  points: Point[];
  /** When each decision of the game was made, by the clock of the points. */
  moved: number[];
  place: string;
  game: string;
}

function Over({ points, moved, place, game }: OverProps) {
  // A game that goes on is not shown to anybody: then the path is drawn over an empty frame.
  const replay = useLoad<Replay>(game === "" ? null : `${place}/games/${encodeURIComponent(game)}/replay`);
  const box = useRef<HTMLDivElement>(null);
  const [heat, setHeat] = useState(true);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const line = useMemo(() => timeline(points), [points]);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    let last = performance.now();
    const tick = (time: number) => {
      const gone = (time - last) * speed;
      last = time;
      setNow((before) => Math.min(line.length, before + gone));
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, line.length]);
  const ended = now >= line.length;
  const running = playing && !ended;
  const time = points[Math.max(0, pointAt(line.at, now))]?.[0] ?? 0;
  const frames = replay.data?.frames ?? [];
  // The last moves may have come after the pointer was last seen.
  const frame = ended ? frames.at(-1) : frames[Math.min(frames.length - 1, pointAt(moved, time) + 1)];
  const over = useOver(box, frame !== undefined);
  return (
    <>
      <div className="trace-box" ref={box} data-traced data-frame={frame?.number}>
        {replay.data !== null && frame !== undefined ? (
          <BoardFrame
            board={replay.data.board}
            scene={frame.scene}
            you={frame.scene.you}
            interactive={false}
            onMove={() => undefined}
            onPreview={async () => ({ scene: null, moves: [], over: false, fault: null })}
            animate={false}
          />
        ) : (
          <div className="trace-empty" />
        )}
        <div className="trace-over" style={over}>
          {heat && <Heat points={points} />}
          <Path points={points} at={line.at} now={now} />
        </div>
      </div>
      {frame !== undefined && (
        <p className="small quiet-text" data-testid="trace-frame">
          {frame.number === 0 ? "The start" : `After move ${frame.number} of ${frames.length - 1}: ${frame.words || frame.move}`}
        </p>
      )}
      {replay.data === null && !replay.loading && (
        <p className="small quiet-text">
          {game === ""
            ? "All pages together, over an empty square: places are shares of the board, or of the page where there was none."
            : "The board is not shown: the game goes on, or nothing is left of it. The path is drawn over an empty square that stands for the board."}
        </p>
      )}
      <div className="row">
        <button
          type="button"
          onClick={() => {
            if (ended) setNow(0);
            setPlaying(!running);
          }}
        >
          {running ? "Pause" : "Play"}
        </button>
        <label className="row small">
          Speed
          <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
        </label>
        <label className="check small">
          <input type="checkbox" checked={heat} onChange={(event) => setHeat(event.target.checked)} />
          Heat map
        </label>
      </div>
      <label className="row trace-time small">
        <span className="hidden-text">Time</span>
        <input
          type="range"
          min={0}
          // A whole number of steps: a slider stops at the last one before its end, and says so after it was let go.
          max={Math.max(1, Math.ceil(line.length / STEP)) * STEP}
          step={STEP}
          value={now}
          aria-valuetext={duration(now / 1000)}
          onChange={(event) => {
            setPlaying(false);
            setNow(Number(event.target.value));
          }}
        />
        <span>
          {duration(now / 1000)} of {duration(line.length / 1000)}
        </span>
      </label>
    </>
  );
}

/** Where the board's picture lies in its frame: places are shares of it. */
function useOver(box: React.RefObject<HTMLDivElement | null>, shown: boolean): React.CSSProperties {
  const [style, setStyle] = useState<React.CSSProperties>({ inset: 0 });
  useEffect(() => {
    const frame = box.current;
    if (frame === null || !shown) return;
    const measure = () => {
      const outer = frame.getBoundingClientRect();
      const inner = tracedBox(frame.parentElement ?? document)?.getBoundingClientRect() ?? outer;
      setStyle({ left: inner.left - outer.left, top: inner.top - outer.top, width: inner.width, height: inner.height });
    };
    // Boards are loaded when they are needed, and change their size with the window.
    const watch = new ResizeObserver(measure);
    watch.observe(frame);
    return () => watch.disconnect();
  }, [box, shown]);
  return style;
}

/** From cool to hot, with nothing where nobody was. */
const STOPS = [
  [0, 114, 178],
  [230, 159, 0],
  [213, 50, 0],
] as const;

function Heat({ points }: { points: Point[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const grid = useMemo(() => density(points, GRID), [points]);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context === null || context === undefined) return;
    const image = context.createImageData(GRID, GRID);
    grid.forEach((value, index) => {
      const level = Math.sqrt(value);
      const step = Math.min(1, Math.floor(level * 2));
      const share = level * 2 - step;
      const [from, to] = [STOPS[step] ?? STOPS[0], STOPS[step + 1] ?? STOPS[2]];
      for (let part = 0; part < 3; part += 1) {
        image.data[4 * index + part] = Math.round((from[part] ?? 0) * (1 - share) + (to[part] ?? 0) * share);
      }
      image.data[4 * index + 3] = Math.round(200 * level);
    });
    context.putImageData(image, 0, 0);
  }, [grid]);
  return <canvas ref={canvas} width={GRID} height={GRID} className="trace-layer" role="img" aria-label="Heat map: where the pointer was for long" />;
}

function Path({ points, at, now }: { points: Point[]; at: number[]; now: number }) {
  const here = pointAt(at, now);
  const point = points[here];
  if (point === undefined) return null;
  const from = Math.max(0, pointAt(at, now - TRAIL));
  const trail = points.slice(from, here + 1);
  return (
    <svg className="trace-layer" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <polyline className="trace-trail" points={trail.map(([, x, y]) => `${x},${y}`).join(" ")} />
      <line className={point[3] > 0 ? "trace-point pressed" : "trace-point"} x1={point[1]} x2={point[1]} y1={point[2]} y2={point[2]} />
    </svg>
  );
}
