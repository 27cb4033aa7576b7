/** Every page that somebody who takes part will see, drawn by the very parts that draw theirs. Nothing is sent. */

import { useEffect, useMemo, useState, type ReactNode } from "react";
import { post, sentence, withQuery } from "../api/http";
import { Notice, Shown } from "../parts/basics";
import { BoardFrame } from "../parts/board-frame";
import { useLoad } from "../parts/load";
import { RulesDetails } from "../parts/rules";
import { ConsentPage } from "../studies/consent";
import { DebriefPage, ScreenedPage } from "../studies/debrief";
import { Drafts } from "../studies/drafts";
import { PageForm } from "../studies/form";
import { Markdown } from "../studies/markdown";
import { PlayHead, WaitingRoom } from "../studies/playing";
import { Speaking } from "../studies/speaking";
import { sayIn } from "../studies/texts";
import type { StudyPage } from "../studies/types";
import type { Study } from "../studies/use-study";
import type { StartInfo } from "./types";
import "../studies/studies.css";

interface PreviewProps {
  text: string;
  languages: string[];
  conditions: string[];
}

const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };

export function Preview({ text, languages, conditions }: PreviewProps) {
  const [language, setLanguage] = useState("");
  const [condition, setCondition] = useState("");
  const [place, setPlace] = useState(0);
  const [state, setState] = useState<{ pages: StudyPage[]; fault: string | null }>({ pages: [], fault: null });
  // A plan that has lost a language or a condition is shown by its first.
  const spoken = languages.includes(language) ? language : "";
  const chosen = conditions.includes(condition) ? condition : "";
  useEffect(() => {
    let left = false;
    post<StudyPage[]>("/desk/preview", { text, language: spoken, condition: chosen }).then(
      (pages) => {
        if (!left) setState({ pages, fault: null });
      },
      (reason: unknown) => {
        if (!left) setState((before) => ({ ...before, fault: sentence(reason) }));
      },
    );
    return () => {
      left = true;
    };
  }, [text, spoken, chosen]);
  const { pages, fault } = state;
  const at = Math.min(place, Math.max(0, pages.length - 1));
  const page = pages[at];
  return (
    <section className="stack" aria-label="Preview">
      <div className="row preview-head">
        {languages.length > 1 && (
          <label className="row small">
            Language
            <select value={spoken === "" ? languages[0] : spoken} onChange={(event) => setLanguage(event.target.value)}>
              {languages.map((one) => (
                <option key={one} value={one}>
                  {LANGUAGES[one] ?? one}
                </option>
              ))}
            </select>
          </label>
        )}
        {conditions.length > 1 && (
          <label className="row small">
            Condition
            <select value={chosen === "" ? conditions[0] : chosen} onChange={(event) => setCondition(event.target.value)}>
              {conditions.map((one) => (
                <option key={one} translate="no">
                  {one}
                </option>
              ))}
            </select>
          </label>
        )}
        {page !== undefined && (
          <>
            <label className="row small">
              Page
              <select value={at} onChange={(event) => setPlace(Number(event.target.value))}>
                {pages.map((one, index) => (
                  <option key={index} value={index} translate={one.heading === "" ? undefined : "no"}>
                    {index + 1}. {one.heading || one.kind}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" disabled={at === 0} onClick={() => setPlace(at - 1)}>
              Previous
            </button>
            <button type="button" disabled={at >= pages.length - 1} onClick={() => setPlace(at + 1)}>
              Next
            </button>
            <span className="small quiet-text">
              {at + 1} of {pages.length}
            </span>
          </>
        )}
      </div>
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      {page === undefined && fault === null && <p className="quiet-text">Loading the preview…</p>}
      {page !== undefined && fault === null && (
        <OnePage key={`${spoken} ${chosen} ${at}`} page={page} onNext={() => setPlace(Math.min(at + 1, pages.length - 1))} />
      )}
    </section>
  );
}

function OnePage({ page, onNext }: { page: StudyPage; onNext(): void }) {
  const say = useMemo(() => sayIn(page.language), [page.language]);
  const study = useMemo(() => pretended(page, onNext), [page, onNext]);
  return (
    <Speaking language={page.language}>
      <div className="preview panel" lang={page.language} data-testid="preview" data-kind={page.kind}>
        <p className="preview-title" translate="no">{page.heading || (page.kind === "debrief" ? say("thanks") : page.title)}</p>
        {contentOf(study, page)}
      </div>
      {page.kind === "play" && <p className="small quiet-text">Beside the board stand the seats, what happened, and the rules.</p>}
      {page.seconds > 0 && <p className="small quiet-text">Those who take part can go on after {page.seconds} seconds.</p>}
    </Speaking>
  );
}

/** A study that keeps nothing: what is sent leads to the next page. */
function pretended(page: StudyPage, onNext: () => void): Study {
  const next = async (): Promise<null> => {
    onNext();
    return null;
  };
  return {
    slug: "",
    page,
    fault: null,
    offline: false,
    elsewhere: false,
    ahead: false,
    act: next,
    send: next,
    speak: async () => null,
    goOn: onNext,
    enter: () => undefined,
  };
}

const NOWHERE = new Drafts("", "", null);

function contentOf(study: Study, page: StudyPage): ReactNode {
  switch (page.kind) {
    case "consent":
      return <ConsentPage study={study} page={page} />;
    case "play":
      return <Played study={study} page={page} />;
    case "debrief":
      return <DebriefPage page={{ ...page, completed: true }} />;
    case "screened":
      return <ScreenedPage page={page} />;
    default:
      return (
        <PageForm study={study} page={{ ...page, seconds: 0 }} drafts={NOWHERE}>
          {page.text !== "" && <Markdown text={page.text} />}
          {page.rules !== "" && (
            <section className="panel">
              <RulesDetails game={page.rules} settings={page.settings} heading={sayIn(page.language)("rules")} />
            </section>
          )}
        </PageForm>
      );
  }
}

function Played({ study, page }: { study: Study; page: StudyPage }) {
  const start = useLoad<StartInfo>(withQuery(`/desk/start/${encodeURIComponent(page.game)}`, page.settings));
  return (
    <>
      <PlayHead page={page} />
      {page.waiting && <WaitingRoom study={study} waiting={page.waiting} />}
      <Shown of={start}>
        {({ board, scene }) => (
          <div className="preview-board study-board" inert>
            <BoardFrame board={board} scene={scene} you={scene.you} interactive={false} onMove={NOTHING} onPreview={FORETOLD} animate={false} />
          </div>
        )}
      </Shown>
    </>
  );
}

const NOTHING = () => undefined;
const FORETOLD = async () => ({ scene: null, moves: [], over: false, fault: null });
