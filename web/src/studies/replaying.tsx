/** @jsxImportSource react */
/** The game that a page's questions are about, beside them: stepped through on its board. */

import { useMemo, useState } from "react";
import type { Replay } from "../api/types";
import { useSaid } from "../language";
import { announce } from "../parts/announcer";
import { BoardFrame, useMotion } from "../parts/board-frame";
import { useLoad } from "../parts/load";
import type { Shown } from "./moves";
import { useSay } from "./texts";
import type { About, StudyPage } from "./types";
import "../pages/table.css";

export interface Replaying {
  shown: Shown;
  replay: Replay | null;
  fault: string | null;
  frame: number;
  show(frame: number): void;
}

/** Null for pages that are about no game. */
export function useReplay(slug: string, page: StudyPage): Replaying | null {
  const say = useSay();
  const said = useSaid();
  const about: About | null = page.about ?? null;
  const loaded = useLoad<Replay>(
    about === null ? null : `/studies/${encodeURIComponent(slug)}/tables/${encodeURIComponent(about.table)}/replay`,
  );
  const replay = loaded.data;
  const [frame, setFrame] = useState<number | null>(null);
  return useMemo(() => {
    if (about === null) return null;
    const last = (replay?.frames.length ?? 1) - 1;
    const now = Math.min(last, frame ?? last);
    const wordsOf = (number: number): string | null => {
      const found = replay?.frames[number];
      if (found === undefined || found.seat === null) return null;
      return found.words || found.move ? said(found.words || found.move) : say("outOfSight");
    };
    const show = (number: number) => {
      const next = Math.max(0, Math.min(last, number));
      setFrame(next);
      announce(`${say("replayAt", { number: next, count: last })}. ${wordsOf(next) ?? say("replayStart")}`);
    };
    return {
      replay,
      fault: loaded.fault,
      frame: now,
      show,
      shown: {
        about,
        sides: replay?.seat_names ?? [],
        words: (ply) => wordsOf(ply + 1),
        onShow: replay === null ? null : (ply) => show(ply + 1),
        shown: frame === null ? null : now - 1,
      },
    };
  }, [about, replay, loaded.fault, frame, say, said]);
}

export function ReplayPanel({ replaying }: { replaying: Replaying }) {
  const say = useSay();
  const motion = useMotion();
  const { replay, fault, frame, show, shown } = replaying;
  if (fault !== null) return <p className="quiet-text">{say("replayGone")}</p>;
  const scene = replay?.frames[frame]?.scene;
  const last = (replay?.frames.length ?? 1) - 1;
  const seat = replay?.frames[frame]?.seat ?? null;
  const name = seat === null ? "" : `${shown.about.names[String(seat)] ?? ""}: `;
  return (
    <section className="panel study-replay" aria-labelledby="replay-head">
      <h2 id="replay-head">{say("replay")}</h2>
      {replay === null || scene === undefined ? (
        <p className="quiet-text">{say("loading")}</p>
      ) : (
        <>
          <p className="status-line" data-testid="frame-words">
            {name}
            {shown.words(frame - 1) ?? say("replayStart")}
          </p>
          <div className="study-board" data-traced>
            <BoardFrame
              board={replay.board}
              scene={scene}
              you={shown.about.you}
              interactive={false}
              onMove={() => undefined}
              onPreview={async () => ({ scene: null, moves: [], over: false, fault: null })}
              animate={motion}
            />
          </div>
          <div className="row replay-steps">
            <button type="button" onClick={() => show(frame - 1)} disabled={frame === 0}>
              {say("replayBack")}
            </button>
            <label className="scrub">
              <span className="small quiet-text">{say("replayAt", { number: frame, count: last })}</span>
              <input type="range" min={0} max={last} value={frame} onChange={(event) => show(Number(event.target.value))} />
            </label>
            <button type="button" onClick={() => show(frame + 1)} disabled={frame === last}>
              {say("replayNext")}
            </button>
          </div>
        </>
      )}
    </section>
  );
}
