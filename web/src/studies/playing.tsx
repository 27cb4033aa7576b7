/** @jsxImportSource react */
/** A game of the study: the waiting room, then the table. */

import { useEffect, useMemo, useState } from "react";
import { post } from "../api/http";
import type { TableInfo } from "../api/types";
import { useTable, type Pauses } from "../net/use-table";
import { yourTurn, type TableView } from "../net/table-state";
import { useSaid } from "../language";
import { announce } from "../parts/announcer";
import { Notice } from "../parts/basics";
import { BoardFrame, useMotion } from "../parts/board-frame";
import { deliberate } from "../parts/deliberate";
import { deadlineOf, useReading } from "../parts/following";
import { Chat, Log } from "../parts/log";
import { RulesDetails } from "../parts/rules";
import { Seats } from "../parts/seats";
import { TypedMove } from "../parts/typed-move";
import { capital, duration, resultWords } from "../words";
import { Attention } from "./attention";
import { Markdown } from "./markdown";
import { Refused } from "./speaking";
import { useSay, type Say } from "./texts";
import type { StudyPage, Waiting } from "./types";
import type { Study } from "./use-study";
import "../pages/table.css";

export function PlayPage({ study, page }: { study: Study; page: StudyPage }) {
  const say = useSay();
  const { table } = page;
  const fresh = useFresh(table ?? null);
  return (
    <>
      <PlayHead page={page} />
      {table ? (
        <StudyTable key={table} study={study} page={page} table={table} fresh={fresh} />
      ) : page.waiting ? (
        <WaitingRoom study={study} waiting={page.waiting} />
      ) : (
        <p className="quiet-text" role="status">
          {say("sittingDown")}
        </p>
      )}
    </>
  );
}

/** What stands above the board: which game it is, and what the plan says of it. */
export function PlayHead({ page }: { page: StudyPage }) {
  const say = useSay();
  return (
    <div className="stack study-form">
      {/* Where a stage has several games, each has a name of its own, unless that is the page's heading already. */}
      {page.game_title !== "" && page.heading !== "" && <h2>{page.game_title}</h2>}
      {(page.games > 1 || page.practice) && (
        <p className="quiet-text">
          {page.practice && page.games === 1 ? say("practice") : say("gameOf", { number: page.number, games: page.games })}
          {page.practice && page.games > 1 && ` · ${say("practice")}`}
        </p>
      )}
      {(page.number <= 1 || !page.table) && page.text !== "" && <Markdown text={page.text} />}
    </div>
  );
}

export function WaitingRoom({ study, waiting }: { study: Study; waiting: Waiting }) {
  const say = useSay();
  const [sure, setSure] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const passed = usePassed(waiting.seconds);
  const limit = duration(waiting.limit);
  const then = { player: "waitLimitPlayer", finish: "waitLimitFinish", wait: "waitLimitWait" } as const;
  const key = then[waiting.then as keyof typeof then] ?? "waitLimitWait";
  const leave = async () => setRefused(await study.act(() => post<StudyPage>(`/studies/${encodeURIComponent(study.slug)}/leave-waiting`)));
  return (
    <section className="panel waiting-room" aria-labelledby="wait-head">
      <h2 id="wait-head">{say("waitHead")}</h2>
      <p className="waiting-count" role="status">
        <span className="waiting-dots" aria-hidden="true">
          {Array.from({ length: Math.max(1, waiting.needed) }, (_, index) => (
            <i key={index} className={index < waiting.here ? "on" : ""} />
          ))}
        </span>
        {say("waitCount", { here: Math.min(waiting.here, waiting.needed), needed: waiting.needed })}
      </p>
      <p>{say("waitStay")}</p>
      <p className="quiet-text">
        <span role="timer">{say("waitSince", { time: duration(passed) })}</span> {say(key, { time: limit })}
      </p>
      <Refused text={refused} />
      {sure ? (
        <div className="row" role="group" aria-label={say("waitLeave")}>
          <span>{say("waitLeaveSure")}</span>
          <button type="button" className="primary" onClick={deliberate(() => void leave())}>
            {say("waitLeaveYes")}
          </button>
          <button type="button" onClick={() => setSure(false)}>
            {say("waitLeaveNo")}
          </button>
        </div>
      ) : (
        <div className="row">
          <button type="button" onClick={() => setSure(true)}>
            {say("waitLeave")}
          </button>
        </div>
      )}
    </section>
  );
}

/** Seconds that go on from what the server said last. */
function usePassed(seconds: number): number {
  const [passed, setPassed] = useState({ of: seconds, more: 0 });
  useEffect(() => {
    const begun = performance.now();
    const tick = setInterval(() => setPassed({ of: seconds, more: (performance.now() - begun) / 1000 }), 500);
    return () => clearInterval(tick);
  }, [seconds]);
  return Math.floor(seconds + (passed.of === seconds ? passed.more : 0));
}

/** Whether the table has come just now, to somebody who waited for it. */
function useFresh(table: string | null): boolean {
  const say = useSay();
  const [waited, setWaited] = useState(table === null);
  useEffect(() => {
    if (table === null || !waited) return;
    announce(say("gameBegins"));
    const timer = setTimeout(() => setWaited(false), 8000);
    return () => clearTimeout(timer);
  }, [table, waited, say]);
  return waited && table !== null;
}

interface TableProps {
  study: Study;
  page: StudyPage;
  table: string;
  fresh: boolean;
}

function StudyTable({ study, page, table: id, fresh }: TableProps) {
  const say = useSay();
  const said = useSaid();
  const attention = useAttention();
  const handle = useTable(id, null, `/api/studies/${encodeURIComponent(study.slug)}/tables`, attention.pauses);
  const { view, move, preview } = handle;
  const { table, scene } = view;
  const motion = useMotion();
  const turn = yourTurn(view);
  useReading(handle, say("yourTurn"));
  // A decision begins when it is one's turn; one that is sent goes on until it is taken.
  const { begin } = attention;
  useEffect(() => {
    if (turn) begin();
  }, [turn, view.decision, begin]);
  useEffect(() => {
    // Somebody who looks elsewhere while waiting sees in the title that it begins, and later when it is their turn.
    document.title = fresh ? `● ${say("gameBeginsTitle")}` : `${turn ? "● " : ""}${page.heading || page.title}`;
  }, [fresh, turn, say, page.heading, page.title]);
  const over = table !== null && (table.state === "over" || table.state === "abandoned" || scene?.over === true);
  const gone = view.line === "closed" && view.fault !== null;
  const [left, setLeft] = useState(false);
  const onward = (
    <div className="row">
      <button
        type="button"
        className="primary"
        aria-disabled={left || undefined}
        onClick={() => {
          if (left) return;
          setLeft(true);
          study.goOn();
        }}
      >
        {say("goOn")}
      </button>
    </div>
  );
  if (gone) {
    return (
      <div className="stack">
        <Notice tone="warn">{say("tableGone")}</Notice>
        {onward}
      </div>
    );
  }
  if (table === null) {
    return (
      <p className="quiet-text" role="status">
        {say(view.line === "broken" ? "tableBroken" : "sittingDown")}
      </p>
    );
  }
  return (
    <>
      {view.line === "broken" && <Notice tone="warn">{say("tableBroken")}</Notice>}
      {!table.ready && table.state === "running" && <Notice tone="plain">{say("compiling")}</Notice>}
      {view.refused !== null && (
        <Notice tone="bad">
          <span>{capital(said(view.refused))}</span>
          <button type="button" className="quiet" onClick={handle.dismiss}>
            {say("close")}
          </button>
        </Notice>
      )}
      <div className="table-page">
        <section className="table-board" aria-labelledby="board-head">
          <h2 id="board-head" className="hidden-text">
            {say("board")}
          </h2>
          <StatusLine view={view} table={table} turn={turn} over={over} say={say} />
          {(over || study.ahead) && onward}
          {scene !== null && (
            <>
              <div className="study-board" data-traced>
                <BoardFrame
                  board={table.board}
                  scene={scene}
                  you={view.you}
                  interactive={turn && !view.sending}
                  onMove={move}
                  onPreview={preview}
                  animate={motion}
                  deadline={deadlineOf(view)}
                />
              </div>
              <TypedMove
                scene={scene}
                disabled={!turn || view.sending}
                onMove={move}
                words={{
                  type: say("typeMove"),
                  hear: say("hearBoard"),
                  yours: say("yourMove"),
                  notNow: say("notYourTurn"),
                  move: say("makeMove"),
                  example: say("forExample"),
                  moves: say("moves"),
                  all: (count) => say("inAll", { count }),
                }}
              />
            </>
          )}
        </section>
        <section className="panel table-seats" aria-label={say("players")}>
          <Seats
            table={table}
            scene={scene}
            clock={view.clock}
            clockAt={view.clockAt}
            words={{
              you: say("you"),
              away: say("away"),
              decided: say("hasDecided"),
              moving: say("toMoveNow"),
              winner: say("winner"),
              points: say("points"),
              left: say("timeLeft"),
            }}
          />
        </section>
        <div className="table-side">
          <section className="panel" aria-labelledby="log-head">
            <h2 id="log-head">{say("whatHappened")}</h2>
            <Log events={view.events} table={table} reasons={{}} onAsk={null} label={say("whatHappened")} />
          </section>
          {page.chat && (
            <Chat
              events={view.events}
              table={table}
              onSay={(text) => handle.ask({ type: "chat", text })}
              words={{ chat: say("chat"), messages: say("chatMessages"), message: say("chatMessage"), say: say("chatSay"), send: say("chatSend") }}
            />
          )}
          {/* A game that nobody has read about before is read about here. */}
          <details className="panel" open={page.game_title !== ""}>
            <summary>{say("rules")}</summary>
            <RulesDetails game={table.game} settings={table.settings} heading={say("rules")} />
          </details>
        </div>
      </div>
    </>
  );
}

/** How a decision is paused: for how long the page is hidden, or nobody touches it. */
function useAttention(): { begin(): void; pauses: Pauses } {
  const [attention] = useState(() => new Attention({ hidden: 0, idle: 0 }));
  useEffect(() => attention.start(), [attention]);
  return useMemo(
    () => ({ begin: () => attention.restart(), pauses: () => ({ hidden: rounded(attention.hidden), idle: rounded(attention.idle) }) }),
    [attention],
  );
}

const rounded = (seconds: number): number => Math.round(1000 * seconds) / 1000;

interface StatusProps {
  view: TableView;
  table: TableInfo;
  turn: boolean;
  over: boolean;
  say: Say;
}

function StatusLine({ view, table, turn, over, say }: StatusProps) {
  const { scene } = view;
  const said = useSaid();
  const name = (seat: number) => table.seats.find((one) => one.seat === seat)?.label ?? "";
  let text = say("allDecided");
  if (over) {
    const result = table.result ?? scene?.result;
    text = table.words || (result ? resultWords(result, table.seats) : "");
    if (table.reason !== "" && !text.includes(table.reason)) text = `${text} ${table.reason}`;
    text = text === "" ? say("gameEnded") : said(text.trim());
    text = `${say("gameOver")} ${text}`;
  } else if (turn) {
    text = say(view.sending ? "moveSent" : "yourTurn");
  } else if (scene !== null) {
    const deciding = scene.turn.movers.filter((seat) => !(scene.turn.committed ?? []).includes(seat)).map(name);
    const names = deciding.length < 2 ? deciding[0] : `${deciding.slice(0, -1).join(", ")} ${say("and")} ${deciding.at(-1)}`;
    if (names !== undefined) text = say("toMove", { name: names });
  }
  return (
    <p
      className={turn ? "status-line yours" : "status-line"}
      data-testid="status"
      data-state={over ? "over" : table.state}
      data-decision={view.decision}
    >
      {text}
    </p>
  );
}
