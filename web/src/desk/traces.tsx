/** What somebody's pointer did in a game, of people who agreed to that: where it was, and its path played again. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { Replay } from "../api/types";
import { withQuery } from "../api/http";
import { Shown } from "../parts/basics";
import { BoardFrame } from "../parts/board-frame";
import { useLoad } from "../parts/load";
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
          <Drawn trace={trace} game={game} />
        )
      }
    </Shown>
  );
}

function Drawn({ trace, game }: { trace: TraceInfo; game: string }) {
  const points = trace.points as Point[];
  const left = trace.focus.filter(([, here]) => !here).length;
  return (
    <div className="stack">
      <p className="small quiet-text">
        {points.length} points of the pointer, {trace.keys.length} keys, the page was left {left} times. Pauses longer than two
        seconds are shortened.
      </p>
      <Over points={points} game={game} />
    </div>
  );
}

function Over({ points, game }: { points: Point[]; game: string }) {
  // Masked games are not open to anybody before they are revealed: then the path is drawn over an empty frame.
  const replay = useLoad<Replay>(game === "" ? null : `/matches/${encodeURIComponent(game)}/replay`);
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
  const last = replay.data?.frames.at(-1);
  return (
    <>
      <div className="trace-box">
        {replay.data !== null && last !== undefined ? (
          <BoardFrame
            board={replay.data.board}
            scene={last.scene}
            you={null}
            interactive={false}
            onMove={() => undefined}
            onPreview={async () => ({ scene: null, moves: [], over: false, fault: null })}
            animate={false}
          />
        ) : (
          <div className="trace-empty" />
        )}
        {heat && <Heat points={points} />}
        <Path points={points} at={line.at} now={now} />
      </div>
      {replay.data === null && !replay.loading && (
        <p className="small quiet-text">
          {game === ""
            ? "All pages together, over an empty square: places are shares of the board, or of the page where there was none."
            : "The board is not shown, since this game is not open to be looked at: the path is drawn over an empty square frame that stands for the board's box."}
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
          max={Math.max(1, line.length)}
          step={50}
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
  return <canvas ref={canvas} width={GRID} height={GRID} className="trace-over" role="img" aria-label="Heat map: where the pointer was for long" />;
}

function Path({ points, at, now }: { points: Point[]; at: number[]; now: number }) {
  const here = pointAt(at, now);
  const point = points[here];
  if (point === undefined) return null;
  const from = Math.max(0, pointAt(at, now - TRAIL));
  const trail = points.slice(from, here + 1);
  return (
    <svg className="trace-over" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <polyline className="trace-trail" points={trail.map(([, x, y]) => `${x},${y}`).join(" ")} />
      <line className={point[3] > 0 ? "trace-point pressed" : "trace-point"} x1={point[1]} x2={point[1]} y1={point[2]} y2={point[2]} />
    </svg>
  );
}
