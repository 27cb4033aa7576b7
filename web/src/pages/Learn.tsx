import { useState } from "react";
import { post, sentence } from "../api/http";
import type { Introduction, TriedTurn } from "../api/types";
import type { Preview, Scene } from "../boards";
import { announce } from "../parts/announcer";
import { Notice, PageHead, Shown } from "../parts/basics";
import { BoardFrame, useMotion } from "../parts/board-frame";
import { useLoad } from "../parts/load";
import { introductionPath } from "../parts/rules";
import { Link } from "../router";
import { useSession } from "../session";
import { playNow } from "../tables";
import "./learn.css";

/** A game learnt on its board: step by step, each a position and a move to be found. */
export default function Learn({ game }: { game: string }) {
  const introduction = useLoad<Introduction>(introductionPath(game, {}));
  return (
    <>
      <p className="small">
        <Link to={`/help/${encodeURIComponent(game)}`}>Rules</Link>
      </p>
      <Shown of={introduction}>{(found) => (found.learnt ? <Lesson game={game} introduction={found} /> : <None game={game} title={found.title} />)}</Shown>
    </>
  );
}

function None({ game, title }: { game: string; title: string }) {
  return (
    <>
      <PageHead title={title} />
      <p>
        This game has no introduction. <Link to={`/help/${encodeURIComponent(game)}`}>Read its rules</Link>.
      </p>
    </>
  );
}

function Lesson({ game, introduction }: { game: string; introduction: Introduction }) {
  const [at, setAt] = useState(0);
  const { steps } = introduction;
  const finished = at >= steps.length;
  return (
    <>
      <PageHead title={`Learn ${introduction.title}`}>
        <ol className="lesson-steps" aria-label="Steps">
          {steps.map((_, number) => (
            <li key={number} className={number < at ? "done" : ""}>
              <button type="button" aria-current={number === at ? "step" : undefined} aria-label={`Step ${number + 1} of ${steps.length}`} onClick={() => setAt(number)}>
                {number + 1}
              </button>
            </li>
          ))}
        </ol>
      </PageHead>
      {finished ? <Finished game={game} onAgain={() => setAt(0)} /> : <Step key={at} game={game} introduction={introduction} number={at} onDone={() => setAt(at + 1)} />}
    </>
  );
}

interface StepProps {
  game: string;
  introduction: Introduction;
  number: number;
  onDone(): void;
}

function Step({ game, introduction, number, onDone }: StepProps) {
  const step = introduction.steps[number];
  const motion = useMotion();
  const [after, setAfter] = useState<Scene | null>(null);
  const [told, setTold] = useState<{ tone: "good" | "warn" | "bad"; text: string } | null>(null);
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  if (step === undefined) return null;
  const scene = step.scene as unknown as Scene;
  const path = `/games/${encodeURIComponent(game)}/introduction/${number}`;

  const say = (tone: "good" | "warn" | "bad", text: string) => {
    setTold({ tone, text });
    announce(text);
  };
  const make = (moves: string[]) => {
    setBusy(true);
    post<TriedTurn>(path, { moves })
      .then((tried) => {
        if (tried.right) {
          setAfter(tried.scene as unknown as Scene);
          say("good", tried.text);
        } else {
          // The board starts afresh: what was chosen on it is taken back.
          setRound((before) => before + 1);
          say(tried.fault === null ? "warn" : "bad", tried.fault ?? tried.text);
        }
      })
      .catch((reason: unknown) => {
        setRound((before) => before + 1);
        say("bad", sentence(reason));
      })
      .finally(() => setBusy(false));
  };
  const solved = after !== null;
  return (
    <div className="lesson">
      <section className="lesson-text panel" aria-label={`Step ${number + 1} of ${introduction.steps.length}`}>
        <p>{step.text}</p>
        {told !== null && <Notice tone={told.tone}>{told.text}</Notice>}
        <div className="row">
          {solved ? (
            <button type="button" className="primary" onClick={onDone}>
              {number + 1 < introduction.steps.length ? "Next step" : "Finish"}
            </button>
          ) : (
            <button type="button" disabled={busy} onClick={() => make(step.answer)}>
              Show me
            </button>
          )}
        </div>
      </section>
      <div className="lesson-board">
        <BoardFrame
          key={round}
          board={introduction.board}
          scene={after ?? scene}
          you={scene.you}
          interactive={!solved && !busy}
          onMove={make}
          onPreview={(moves) => post<Preview>(`${path}/preview`, { moves })}
          animate={motion}
        />
      </div>
    </div>
  );
}

function Finished({ game, onAgain }: { game: string; onAgain(): void }) {
  const card = useSession().games.data?.find((one) => one.name === game);
  const [fault, setFault] = useState<string | null>(null);
  return (
    <div className="panel stack">
      <p>You know the game now. The rules tell the rest.</p>
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      <div className="row">
        {card !== undefined && (
          <button type="button" className="primary" onClick={() => void playNow(card).catch((reason: unknown) => setFault(sentence(reason)))}>
            Play
          </button>
        )}
        <Link className="button" to={`/help/${encodeURIComponent(game)}`}>
          Read the rules
        </Link>
        <button type="button" onClick={onAgain}>
          Once more
        </button>
      </div>
    </div>
  );
}
