/** @jsxImportSource react */
/** Taking part in a study: one page after the other, and the server says which. */

import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useSaid } from "../language";
import { useSpeech } from "../language/speech";
import { speak } from "../language/spoken";
import { Notice } from "../parts/basics";
import { RulesDetails } from "../parts/rules";
import { capital } from "../words";
import { ConsentPage } from "./consent";
import { DebriefPage, ScreenedPage } from "./debrief";
import { Drafts } from "./drafts";
import { PageForm } from "./form";
import { Markdown } from "./markdown";
import { Menu, Withdrawn } from "./menu";
import { PlayPage } from "./playing";
import { ReplayPanel, useReplay } from "./replaying";
import { Speaking } from "./speaking";
import { sayIn, useSay } from "./texts";
import { tracedBox, Tracer } from "./trace";
import type { Receipt, StudyPage } from "./types";
import { useStudy, type Study } from "./use-study";
import "../pages/replay.css";
import "./studies.css";

export default function StudyRoute({ slug }: { slug: string }) {
  const study = useStudy(slug);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const { page } = study;
  const language = page?.language ?? (new URLSearchParams(location.search).get("lang") || navigator.language || "en");
  const say = useMemo(() => sayIn(language), [language]);
  const speech = useSpeech(language);
  useEffect(() => speak(speech), [speech]);
  useEffect(() => {
    const before = document.documentElement.lang;
    document.documentElement.lang = page?.language ?? before;
    return () => {
      document.documentElement.lang = before;
    };
  }, [page?.language]);
  return (
    <Speaking language={language}>
      <a className="skip" href="#main">
        {say("skipLink")}
      </a>
      <header className="site-head">
        <div className="site-head-inner study-head">
          <span className="brand study-brand">
            <img src="/favicon.svg" alt="" width="26" height="26" />
            {page?.title ?? "Ludarium"}
          </span>
          {page !== null && receipt === null && <Languages study={study} page={page} />}
          {page !== null && page.participant !== "" && receipt === null && (
            <Menu study={study} page={page} onWithdrawn={setReceipt} />
          )}
        </div>
        {page !== null && page.steps > 1 && receipt === null && <Progress page={page} />}
      </header>
      <main id="main" tabIndex={-1}>
        {receipt !== null ? <Withdrawn receipt={receipt} /> : page === null ? <NoPage study={study} /> : <Shown study={study} page={page} />}
      </main>
      <footer className="site-foot">{say("footer")}</footer>
    </Speaking>
  );
}

function NoPage({ study }: { study: Study }) {
  const say = useSay();
  const said = useSaid();
  if (study.fault === null) {
    return (
      <p className="quiet-text" role="status">
        {say("loading")}
      </p>
    );
  }
  return (
    <>
      <h1>{say("gone")}</h1>
      <Notice tone="bad">
        <span>{study.offline ? say("offline") : capital(said(study.fault))}</span>
        <button type="button" onClick={() => study.enter()}>
          {say("tryAgain")}
        </button>
      </Notice>
    </>
  );
}

function Languages({ study, page }: { study: Study; page: StudyPage }) {
  const say = useSay();
  if (page.languages.length < 2) return null;
  const names: Record<string, string> = { en: say("en"), de: say("de") };
  return (
    <div className="languages" role="group" aria-label={say("language")}>
      {page.languages.map((language) => (
        <button
          key={language}
          type="button"
          className="quiet"
          lang={language}
          aria-pressed={language === page.language}
          onClick={() => {
            if (language !== page.language) void study.speak(language);
          }}
        >
          {names[language] ?? language}
        </button>
      ))}
    </div>
  );
}

function Progress({ page }: { page: StudyPage }) {
  const say = useSay();
  const words = say("pageOf", { step: page.step + 1, steps: page.steps });
  return (
    <div className="study-progress">
      <progress max={page.steps} value={page.step + 1} aria-label={say("progress")} />
      <span className="small quiet-text">{words}</span>
    </div>
  );
}

function Shown({ study, page }: { study: Study; page: StudyPage }) {
  const say = useSay();
  const drafts = useMemo(() => new Drafts(study.slug, page.participant), [study.slug, page.participant]);
  useTrace(page);
  return (
    <>
      {study.offline && <Notice tone="warn">{say("offline")}</Notice>}
      {study.elsewhere && <Notice tone="plain">{say("elsewhere")}</Notice>}
      {page.pilot && <Notice tone="plain">{say("pilot")}</Notice>}
      <Message text={page.message} />
      {/* A new page begins at its top, its heading read first. */}
      <OnePage key={`${page.kind} ${page.step}.${page.attempt}`} study={study} page={page} drafts={drafts} />
    </>
  );
}

/** What the researchers say to everybody; closed, it stays so until they say something else. */
function Message({ text }: { text: string }) {
  const say = useSay();
  const [closed, setClosed] = useState("");
  if (text === "" || text === closed) return null;
  return (
    <Notice tone="warn">
      <span>
        <strong>{say("message")}:</strong> {text}
      </span>
      <button type="button" className="quiet" onClick={() => setClosed(text)}>
        {say("close")}
      </button>
    </Notice>
  );
}

interface PageProps {
  study: Study;
  page: StudyPage;
  drafts: Drafts;
}

let pagesShown = 0;

function OnePage(props: PageProps) {
  const { page } = props;
  const say = useSay();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = page.kind === "screened" ? say("screenedHead") : page.heading || (page.kind === "debrief" ? say("thanks") : page.kind === "play" && page.game_title) || page.title;
  useEffect(() => {
    // The first page leaves the focus to the browser, as everywhere in the lab.
    if (pagesShown > 0) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    pagesShown += 1;
  }, []);
  useEffect(() => {
    document.title = title === page.title ? title : `${title} · ${page.title}`;
  }, [title, page.title]);
  return (
    <>
      <header className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      {contentOf(props)}
    </>
  );
}

function contentOf({ study, page, drafts }: PageProps): ReactNode {
  switch (page.kind) {
    case "consent":
      return <ConsentPage study={study} page={page} />;
    case "play":
      return <PlayPage study={study} page={page} />;
    case "debrief":
      return <DebriefPage page={page} />;
    case "screened":
      return <ScreenedPage page={page} />;
    default:
      return <FormPage study={study} page={page} drafts={drafts} />;
  }
}

function FormPage({ study, page, drafts }: PageProps) {
  const say = useSay();
  const replaying = useReplay(study.slug, page);
  const wrong = page.wrong.length;
  const form = (
    <PageForm study={study} page={page} drafts={drafts} game={replaying?.shown ?? null}>
      {wrong > 0 && (
        <Notice tone="warn">
          <span>
            {wrong === 1 ? say("wrongOne") : say("wrongMany", { count: wrong })}{" "}
            {page.tries === 1 ? say("lastTry") : say("triesLeft", { count: page.tries })}
          </span>
        </Notice>
      )}
      {page.text !== "" && <Markdown text={page.text} />}
      {page.rules !== "" &&
        (page.kind === "text" ? (
          <section className="panel" aria-label={say("rules")}>
            <RulesDetails game={page.rules} settings={page.settings} heading={say("rules")} />
          </section>
        ) : (
          <details className="panel">
            <summary>{say("rulesAgain")}</summary>
            <RulesDetails game={page.rules} settings={page.settings} heading={say("rules")} />
          </details>
        ))}
    </PageForm>
  );
  if (replaying === null) return form;
  return (
    <div className="asked-beside">
      {form}
      <ReplayPanel replaying={replaying} />
    </div>
  );
}

/** Follows pointer and keys, where that was agreed to. */
function useTrace(page: StudyPage): void {
  const { recorded, study, step } = page;
  const table = page.kind === "play" ? (page.table ?? null) : (page.about?.table ?? null);
  useEffect(() => {
    if (!recorded) return;
    return new Tracer({ study, step, table, box: tracedBox }).start();
  }, [recorded, study, step, table]);
}
