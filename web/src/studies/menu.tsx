/** @jsxImportSource react */
/** On every page: one's own data, profile and link, whom to ask, and the way out. */

import { useEffect, useRef, useState, type ReactNode } from "react";
import { post, put, sentence } from "../api/http";
import { announce } from "../parts/announcer";
import { Notice } from "../parts/basics";
import { deliberate } from "../parts/deliberate";
import { useLoad } from "../parts/load";
import { when } from "../words";
import { canonical, faultOf } from "./checking";
import { Copying } from "./copying";
import { QuestionField } from "./questions";
import { Refused } from "./speaking";
import { useSay, type Key, type Say } from "./texts";
import type { Answers, ProfilePage, Receipt, StudyPage } from "./types";
import type { Study } from "./use-study";

type Sheet = "myData" | "myProfile" | "myLink" | "contactHead" | "withdraw";
const SHEETS: Sheet[] = ["myData", "myProfile", "myLink", "contactHead", "withdraw"];

interface MenuProps {
  study: Study;
  page: StudyPage;
  onWithdrawn(receipt: Receipt): void;
}

export function Menu({ study, page, onWithdrawn }: MenuProps) {
  const say = useSay();
  const [open, setOpen] = useState<Sheet | null>(null);
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) box.current.open = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || box.current?.open !== true) return;
      box.current.open = false;
      box.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", escape);
    };
  }, []);
  const show = (sheet: Sheet) => {
    if (box.current !== null) box.current.open = false;
    setOpen(sheet);
  };
  const close = () => {
    setOpen(null);
    box.current?.querySelector("summary")?.focus();
  };
  return (
    <>
      <details className="study-menu" ref={box}>
        <summary>{say("menu")}</summary>
        <ul>
          {SHEETS.map((sheet) => (
            <li key={sheet}>
              <button type="button" className="quiet" onClick={() => show(sheet)}>
                {say(sheet)}
              </button>
            </li>
          ))}
        </ul>
      </details>
      {open !== null && (
        <SheetFrame title={say(open)} onClose={close}>
          {open === "myData" && <OwnData slug={study.slug} />}
          {open === "myProfile" && <OwnProfile slug={study.slug} />}
          {open === "myLink" && (
            <>
              <p>{say("linkIntro")}</p>
              <Copying label={say("linkField")} text={new URL(page.link, location.href).href} />
            </>
          )}
          {open === "contactHead" && <p>{page.contact === "" ? say("contactNone") : page.contact}</p>}
          {open === "withdraw" && (
            <Withdrawing
              slug={study.slug}
              onKeep={close}
              onWithdrawn={(receipt) => {
                setOpen(null);
                onWithdrawn(receipt);
              }}
            />
          )}
        </SheetFrame>
      )}
    </>
  );
}

function SheetFrame({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="sheet-over stack" aria-labelledby="sheet-head" onClose={onClose}>
      <header className="row">
        <h2 id="sheet-head">{title}</h2>
        <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
          {say("close")}
        </button>
      </header>
      {children}
    </dialog>
  );
}

type Row = Record<string, unknown>;
interface Data {
  participant: Row;
  answers: Row[];
  pages: Row[];
  profile: Row[];
  profile_changes: Row[];
  contact: Row[];
  traces: { pieces: number; bytes: number };
  games: { table: string; name: string; moves: Row[] }[];
}

function OwnData({ slug }: { slug: string }) {
  const say = useSay();
  const path = `/studies/${encodeURIComponent(slug)}/data`;
  const loaded = useLoad<Data>(path);
  const data = loaded.data;
  if (loaded.fault !== null) return <Refused text={loaded.fault} />;
  if (data === null) return <p className="quiet-text">{say("loading")}</p>;
  const moment = (value: unknown) => when(typeof value === "string" ? value : null);
  return (
    <>
      <p>{say("dataIntro")}</p>
      <p>
        <a className="button" href={`/api${path}`} download={`${slug}.json`}>
          {say("download")}
        </a>
      </p>
      <Listing head="dataProfile" columns={["question", "answer"]} rows={data.profile.map((row) => [row["asked"] || row["attribute"], row["text"] ?? row["value"]])} />
      <Listing head="dataAnswers" columns={["question", "answer", "when"]} rows={data.answers.map((row) => [row["asked"] || row["question"], row["text"] || say("noAnswer"), moment(row["at"])])} />
      <Listing head="dataPages" columns={["page", "shown", "done"]} rows={data.pages.map((row) => [row["stage"], moment(row["shown"]), moment(row["done"])])} />
      <Listing head="dataGames" columns={["yourName", "moves"]} rows={data.games.map((game) => [game.name, game.moves.map((move) => String(move["move"])).join(", ")])} />
      {data.contact.length > 0 && <Listing head="dataContact" columns={["dataContact"]} rows={data.contact.map((row) => [row["email"]])} />}
      {data.profile_changes.length > 0 && (
        <Listing head="dataChanges" columns={["question", "when"]} rows={data.profile_changes.map((row) => [row["asked"] || row["attribute"], moment(row["at"])])} />
      )}
      <h3>{say("dataTraces")}</h3>
      <p>{data.traces.pieces === 0 ? say("nothing") : say("dataTracesCount", data.traces)}</p>
      <h3>{say("dataAbout")}</h3>
      <dl className="facts">
        {Object.entries(data.participant).map(([name, value]) => (
          <div key={name}>
            <dt>{name in FACTS ? say(FACTS[name as keyof typeof FACTS]) : name.replaceAll("_", " ")}</dt>
            <dd>{MOMENTS.includes(name) && value !== null ? moment(value) : factOf(name, value, say)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What is kept of a participation, as people call it; what is not named here is shown under its own name. */
const FACTS = {
  public: "factPublic",
  version: "factVersion",
  source: "factSource",
  recruited: "factRecruited",
  language: "language",
  pilot: "factPilot",
  status: "factStatus",
  step: "factStep",
  attempt: "factAttempt",
  consented: "factConsented",
  consent_version: "factConsentVersion",
  pointer: "dataTraces",
  shown: "factShown",
  seen: "factSeen",
  finished: "factFinished",
  code: "codeHead",
  purged: "factPurged",
} as const satisfies Record<string, Key>;
const VALUES: Record<string, Record<string, Key>> = {
  source: { open: "sourceOpen", personal: "sourcePersonal", recruiter: "sourceRecruiter" },
  status: { active: "statusActive", completed: "statusCompleted", dropped: "statusDropped", screened: "statusScreened", released: "statusReleased" },
  language: { en: "en", de: "de" },
};

function factOf(name: string, value: unknown, say: Say): string {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (name === "step" && typeof value === "number") return String(value + 1);
  const known = VALUES[name]?.[String(value)];
  return known === undefined ? plain(value) : say(known);
}

const MOMENTS = ["consented", "shown", "seen", "finished", "purged"];

/** What a receipt counts, by the table that it was in. */
const REMOVED = {
  study_answer: "dataAnswers",
  study_page: "dataPages",
  study_profile: "dataProfile",
  study_profile_change: "dataChanges",
  study_contact: "dataContact",
  study_trace: "removedTraces",
  study_waiting: "removedWaiting",
  study_seat: "removedSeats",
  study_participant: "dataAbout",
  lab_account: "removedAccount",
} as const satisfies Record<string, Key>;

function plain(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function Listing({ head, columns, rows }: { head: Key; columns: Key[]; rows: unknown[][] }) {
  const say = useSay();
  return (
    <>
      <h3>{say(head)}</h3>
      {rows.length === 0 ? (
        <p className="quiet-text">{say("nothing")}</p>
      ) : (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        <div className="wide-table" tabIndex={0} role="region" aria-label={say(head)}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {say(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {row.map((value, place) => (
                    <td key={place}>{plain(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function OwnProfile({ slug }: { slug: string }) {
  const say = useSay();
  const path = `/studies/${encodeURIComponent(slug)}/profile`;
  const loaded = useLoad<ProfilePage>(path);
  if (loaded.fault !== null) return <Refused text={loaded.fault} />;
  if (loaded.data === null) return <p className="quiet-text">{say("loading")}</p>;
  if (loaded.data.questions.length === 0) return <p>{say("profileNone")}</p>;
  return <ProfileForm path={path} profile={loaded.data} />;
}

function ProfileForm({ path, profile }: { path: string; profile: ProfilePage }) {
  const say = useSay();
  const [answers, setAnswers] = useState<Answers>(profile.values as Answers);
  const [email, setEmail] = useState(profile.email);
  const [tried, setTried] = useState(false);
  const [outcome, setOutcome] = useState<{ tone: "good" | "bad"; text: string } | null>(null);
  const [before, setBefore] = useState<Answers>(profile.values as Answers);
  const [emailBefore, setEmailBefore] = useState(profile.email);
  const save = async () => {
    setTried(true);
    if (profile.questions.some((question) => faultOf(question, answers[question.key], say) !== null)) return;
    // Only what is different is sent: an attribute that is said again is not changed.
    const values: Answers = {};
    for (const question of profile.questions) {
      const now = canonical(question, answers[question.key]);
      if (JSON.stringify(now) !== JSON.stringify(before[question.key] ?? null)) values[question.key] = now;
    }
    try {
      await put(path, { values, email: email.trim() === emailBefore ? null : email.trim() });
      setBefore({ ...before, ...values });
      setEmailBefore(email.trim());
      setOutcome({ tone: "good", text: say("saved") });
      announce(say("saved"));
    } catch (fault) {
      setOutcome({ tone: "bad", text: sentence(fault) });
    }
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>{say("profileIntro")}</p>
      {profile.questions.map((question) => (
        <QuestionField
          key={question.key}
          question={question}
          value={answers[question.key]}
          fault={tried ? faultOf(question, answers[question.key], say) : null}
          onChange={(value) => {
            setOutcome(null);
            setAnswers((now) => ({ ...now, [question.key]: value }));
          }}
        />
      ))}
      {profile.asks_email && (
        <div className="asked">
          <label className="asked-text" htmlFor="own-email">
            {say("emailField")}
          </label>
          <input id="own-email" type="email" autoComplete="email" maxLength={254} value={email} onChange={(event) => setEmail(event.target.value)} />
        </div>
      )}
      {outcome !== null && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className="row">
        <button type="submit" className="primary">
          {say("save")}
        </button>
      </div>
    </form>
  );
}

function Withdrawing({ slug, onKeep, onWithdrawn }: { slug: string; onKeep(): void; onWithdrawn(receipt: Receipt): void }) {
  const say = useSay();
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const withdraw = () => {
    if (busy) return;
    setBusy(true);
    post<Receipt>(`/studies/${encodeURIComponent(slug)}/withdraw`).then(onWithdrawn, (reason: unknown) => {
      setFault(sentence(reason));
      setBusy(false);
    });
  };
  return (
    <>
      <p>{say("withdrawIntro")}</p>
      <Refused text={fault} />
      {sure ? (
        <>
          <p>
            <strong>{say("withdrawSure")}</strong>
          </p>
          <div className="row">
            <button type="button" className="danger" aria-disabled={busy || undefined} onClick={deliberate(withdraw)}>
              {say("withdrawYes")}
            </button>
            <button type="button" onClick={onKeep}>
              {say("withdrawNo")}
            </button>
          </div>
        </>
      ) : (
        <div className="row">
          <button type="button" onClick={() => setSure(true)}>
            {say("withdrawFirst")}
          </button>
        </div>
      )}
    </>
  );
}

export function Withdrawn({ receipt }: { receipt: Receipt }) {
  const say = useSay();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    document.title = say("withdrawnHead");
  }, [say]);
  const removed = Object.entries(receipt.removed).filter(([, count]) => count > 0);
  return (
    <div className="stack study-form">
      <h1 ref={heading} tabIndex={-1}>
        {say("withdrawnHead")}
      </h1>
      <p>{say("withdrawn")}</p>
      <section className="panel" aria-labelledby="receipt-head">
        <h2 id="receipt-head">{say("receipt")}</h2>
        <Copying label={say("receipt")} text={receipt.code} />
        <p className="quiet-text">{when(receipt.at)}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("removed")}</th>
              <th scope="col">{say("removedCount")}</th>
            </tr>
          </thead>
          <tbody>
            {removed.map(([name, count]) => (
              <tr key={name}>
                <td>{name in REMOVED ? say(REMOVED[name as keyof typeof REMOVED]) : name.replaceAll("_", " ")}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          <a className="button" href={`/api/studies/${encodeURIComponent(receipt.study)}/receipts/${encodeURIComponent(receipt.code)}`} download={`receipt-${receipt.code}.json`}>
            {say("receiptDownload")}
          </a>
        </p>
      </section>
    </div>
  );
}
