import { useId, useState, type FormEvent } from "react";
import { post } from "../api/http";
import { Notice, PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { go, Link } from "../router";
import { useSession } from "../session";
import { capital, when } from "../words";
import { Fault, useDoing } from "./doing";
import { Mistakes, useChecked } from "./mistakes";
import { PlanText } from "./plan-text";
import type { Builtin, StudyCard, StudyInfo } from "./types";
import "./desk.css";

/** The researcher's desk: the studies in which one has a role, and a new one. */
export default function Desk() {
  const { me } = useSession();
  return (
    <>
      <PageHead title="Studies">
        <p className="quiet-text">Studies with people: plan them, watch them go, and see what they say.</p>
      </PageHead>
      <Shown of={me}>{(you) => (you.guest ? <ForMembers /> : <Mine />)}</Shown>
    </>
  );
}

export function ForMembers() {
  return (
    <Notice tone="plain">
      <span>The desk is for people with an account. You are a guest just now: nobody could find your studies again.</span>
      <Link to="/account" className="button">
        Register or log in
      </Link>
    </Notice>
  );
}

function Mine() {
  const studies = useLoad<StudyCard[]>("/desk/studies");
  return (
    <>
      <Shown of={studies}>
        {(list) =>
          list.length === 0 ? (
            <p>You have no study yet. Make one below, or ask the owner of one to give you a role in it.</p>
          ) : (
            <ul className="desk-list">
              {list.map((study) => (
                <li key={study.slug} className="panel desk-card">
                  <div>
                    <Link to={`/desk/${encodeURIComponent(study.slug)}`} className="desk-title">
                      <span translate="no">{study.title}</span>
                    </Link>
                    <p className="small quiet-text">
                      {capital(study.kind)} · you are {study.role} · made {when(study.created)}
                    </p>
                  </div>
                  <div className="row small">
                    <progress max={Math.max(1, study.wanted)} value={study.completed} aria-label={`${study.completed} of ${study.wanted} have completed it`} />
                    <span>
                      {study.completed} of {study.wanted} completed
                      {study.active > 0 && `, ${study.active} under way`}
                    </span>
                    <StateTag state={study.state} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <NewStudy />
    </>
  );
}

export function StateTag({ state }: { state: string }) {
  return <span className={state === "open" ? "tag live" : "tag"}>{state}</span>;
}

const OWN = "own";

function NewStudy() {
  const builtins = useLoad<Builtin[]>("/desk/builtin");
  const [chosen, setChosen] = useState("turing");
  const [text, setText] = useState("");
  const [slug, setSlug] = useState("");
  const making = useDoing();
  const id = useId();
  const own = chosen === OWN;
  const checked = useChecked(own ? text : "");
  const [line, setLine] = useState<{ line: number } | null>(null);
  const make = (event: FormEvent) => {
    event.preventDefault();
    void making.run(async () => {
      const study = await post<StudyInfo>("/desk/studies", own ? { text, slug } : { builtin: chosen, slug });
      go(`/desk/${encodeURIComponent(study.slug)}?tab=plan`);
    });
  };
  return (
    <form className="panel" onSubmit={make} aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>New study</h2>
      <Shown of={builtins}>
        {(list) => (
          <fieldset className="desk-plans">
            <legend>Begin with</legend>
            {list.map((plan) => (
              <label key={plan.name} className="desk-plan">
                <input type="radio" name="plan" checked={chosen === plan.name} onChange={() => setChosen(plan.name)} />
                <span>
                  <strong>{plan.title}</strong> <span className="tag">{plan.name}</span>
                  <span className="small quiet-text desk-summary">{aboutOf(plan)}</span>
                </span>
              </label>
            ))}
            <label className="desk-plan">
              <input type="radio" name="plan" checked={own} onChange={() => setChosen(OWN)} />
              <span>
                <strong>A text of your own</strong>
                <span className="small quiet-text desk-summary">Write or paste a plan, as TOML or YAML.</span>
              </span>
            </label>
          </fieldset>
        )}
      </Shown>
      {own && (
        <>
          <PlanText label="Plan" text={text} onText={setText} mistakes={checked.mistakes} at={line} />
          {text.trim() !== "" && <Mistakes checked={checked} onLine={(number) => setLine({ line: number })} />}
        </>
      )}
      <div className="field">
        <label htmlFor={`${id}-slug`}>Short name in links (may be left empty)</label>
        <input id={`${id}-slug`} value={slug} maxLength={60} placeholder="summer-school" onChange={(event) => setSlug(event.target.value)} />
      </div>
      <Fault of={making} />
      <div className="row">
        <button type="submit" className="primary" disabled={making.busy || (own && text.trim() === "")}>
          Make the study
        </button>
        <span className="small quiet-text">Nobody can take part before you open it.</span>
      </div>
    </form>
  );
}

/** What a built-in plan is for, as its first lines tell researchers; the summary is for those who take part. */
export function aboutOf(plan: Pick<Builtin, "text" | "summary">): string {
  const remarks = /^(?:#.*\n)+/.exec(plan.text)?.[0] ?? "";
  const sentences = remarks.replace(/^# ?/gm, "").replace(/\s+/g, " ").split(/(?<=[.?!]) /);
  return sentences.slice(0, 2).join(" ").trim() || plan.summary;
}
