/** Every board with the sample scenes, to look at while drawing. Only in development builds. */

import { useState } from "react";
import { BoardFrame } from "../parts/board-frame";
import { PageHead } from "../parts/basics";
import { usePlace } from "../router";
import type { Preview, Scene } from "./types";

const FILES = import.meta.glob<{ default: unknown }>("./samples/*.json", { eager: true });

interface Sample {
  name: string;
  scene: Scene;
}

const SAMPLES: Sample[] = Object.entries(FILES)
  .map(([path, file]) => ({ name: path.replace(/^.*\/|\.json$/g, ""), scene: file.default as Scene }))
  .filter(({ scene }) => "board_data" in scene)
  .sort((one, other) => one.name.localeCompare(other.name));

const KINDS = [...new Set(SAMPLES.map(({ scene }) => scene.board))];

/** Boards whose turns are several moves foretell them here without a server. */
const FORESEEN = import.meta.glob<{ default(scene: Scene, moves: string[]): Preview }>("./*/foresee.ts", { eager: true });

async function preview(scene: Scene, moves: string[]): Promise<Preview> {
  const foresee = FORESEEN[`./${scene.board}/foresee.ts`]?.default;
  return foresee?.(scene, moves) ?? { scene: null, moves: [], over: false, fault: null };
}

export default function Gallery() {
  const { query } = usePlace();
  const only = query.get("board");
  return (
    <>
      {only === null && <PageHead title="All boards" />}
      {KINDS.filter((kind) => only === null || kind === only).map((kind) => (
        <Exhibit key={kind} kind={kind} first={query.get("sample")} animate={query.get("still") === null} />
      ))}
    </>
  );
}

function Exhibit({ kind, first, animate }: { kind: string; first: string | null; animate: boolean }) {
  const samples = SAMPLES.filter(({ scene }) => scene.board === kind);
  const [name, setName] = useState(first !== null && samples.some((sample) => sample.name === first) ? first : (samples[0]?.name ?? ""));
  const [sent, setSent] = useState("");
  const sample = samples.find((one) => one.name === name);
  if (sample === undefined) return null;
  const { scene } = sample;
  const interactive = !scene.over && scene.you !== null && scene.turn.movers.includes(scene.you);
  return (
    <section className="panel" aria-label={kind}>
      <label className="row">
        {kind}
        <select value={name} onChange={(event) => setName(event.target.value)}>
          {samples.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
      </label>
      <BoardFrame
        board={kind}
        scene={scene}
        you={scene.you}
        interactive={interactive}
        animate={animate}
        onMove={(moves) => setSent(moves.join(" | "))}
        onPreview={(moves) => preview(scene, moves)}
      />
      <p className="small quiet-text">
        Sent: <code className="gallery-sent">{sent === "" ? "nothing yet" : sent}</code>
      </p>
    </section>
  );
}
