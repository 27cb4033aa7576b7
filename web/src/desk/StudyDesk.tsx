import { lazy, Suspense, useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { go, Link, usePlace } from "../router";
import { useSession } from "../session";
import { ForMembers, StateTag } from "./Desk";
import { may, type Part, type StudyInfo } from "./types";
import "./desk.css";

const Monitor = lazy(() => import("./monitor"));
const Plan = lazy(() => import("./plan"));
const Grading = lazy(() => import("./grading"));
const Report = lazy(() => import("./report"));
const Refinement = lazy(() => import("./refinement"));
const Roles = lazy(() => import("./roles"));

/** The parts of the desk: the name in the address, the title, and what one must be allowed to see it. */
const TABS: [string, string, string, (part: Part) => ReactNode][] = [
  ["monitor", "Monitor", "look", (part) => <Monitor {...part} />],
  ["plan", "Plan", "", (part) => <Plan {...part} />],
  ["grading", "Grading", "grade", (part) => <Grading {...part} />],
  ["report", "Report", "look", (part) => <Report {...part} />],
  ["refinement", "Refinement", "look", (part) => <Refinement {...part} />],
  ["people", "People & notes", "look", (part) => <Roles {...part} />],
];

export default function StudyDesk({ slug }: { slug: string }) {
  const { me } = useSession();
  return <Shown of={me}>{(you) => (you.guest ? <ForMembers /> : <Opened slug={slug} />)}</Shown>;
}

function Opened({ slug }: { slug: string }) {
  const path = `/desk/studies/${encodeURIComponent(slug)}`;
  const loaded = useLoad<StudyInfo>(path);
  const [changed, setChanged] = useState<StudyInfo | null>(null);
  const study = changed ?? loaded.data;
  const onChange = useCallback((next: StudyInfo) => setChanged(next), []);
  return (
    <>
      <p className="small">
        <Link to="/desk">All studies</Link>
      </p>
      {study === null ? (
        <>
          {loaded.fault !== null && <PageHead title="This desk is closed to you" />}
          <Shown of={loaded}>{() => null}</Shown>
        </>
      ) : (
        <>
          <PageHead title={study.title} verbatim>
            <p className="row small quiet-text">
              <StateTag state={study.state} />
              {study.pilot && <span className="tag">pilot</span>}
              {study.frozen !== null && <span className="tag">frozen</span>}
              <span>
                plan {study.version} · you are {study.role}
              </span>
            </p>
          </PageHead>
          <Tabs study={study} path={path} onChange={onChange} />
        </>
      )}
    </>
  );
}

function Tabs(part: Part) {
  const { study } = part;
  const { query } = usePlace();
  const list = useRef<HTMLDivElement>(null);
  const tabs = TABS.filter(([name, , right]) => (right === "" || may(study, right)) && (name !== "refinement" || study.refinable));
  const wanted = query.get("tab");
  const place = Math.max(0, tabs.findIndex(([name]) => name === wanted));
  const open = (index: number) => {
    const name = tabs[index]?.[0] ?? "";
    go(`/desk/${encodeURIComponent(study.slug)}?tab=${name}`);
  };
  const key = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: (place + 1) % tabs.length,
      ArrowLeft: (place + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    open(next);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  // On a phone not all parts fit beside each other: the open one is seen.
  useEffect(() => {
    const shown = list.current?.querySelectorAll<HTMLElement>("[role=tab]")[place];
    shown?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [place]);
  const [name, title, , show] = tabs[place] ?? ["", "", "", () => null];
  return (
    <>
      <div ref={list} className="desk-tabs" role="tablist" aria-label="Parts of the desk">
        {tabs.map(([one, words], index) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={index === place}
            aria-controls="desk-part"
            tabIndex={index === place ? 0 : -1}
            onClick={() => open(index)}
            onKeyDown={key}
          >
            {words}
          </button>
        ))}
      </div>
      <div id="desk-part" key={name} role="tabpanel" aria-labelledby={`tab-${name}`} className="stack">
        <Suspense fallback={<p className="quiet-text">Loading {title.toLowerCase()}…</p>}>{show(part)}</Suspense>
      </div>
    </>
  );
}
