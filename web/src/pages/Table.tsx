import { useEffect, useState } from "react";
import { post, sentence, withQuery } from "../api/http";
import type { TableInfo } from "../api/types";
import { useTable, type TableHandle } from "../net/use-table";
import { yourTurn, type TableView } from "../net/table-state";
import { announce } from "../parts/announcer";
import { Notice, PageHead } from "../parts/basics";
import { BoardFrame, useMotion } from "../parts/board-frame";
import { deadlineOf, useReading } from "../parts/following";
import { Chat, Log } from "../parts/log";
import { Negotiation } from "../parts/negotiation";
import { Preparing } from "../parts/preparing";
import { RulesDetails } from "../parts/rules";
import { Seats } from "../parts/seats";
import { TypedMove } from "../parts/typed-move";
import { go, Link } from "../router";
import { useCard } from "../session";
import { addressOf } from "../tables";
import { duration, listing, resultWords, secondsWords, settingsWords, stateWords, whoSits } from "../words";
import "./table.css";

export default function Table({ id, keyOf }: { id: string; keyOf: string | null }) {
  const handle = useTable(id, keyOf);
  const { view } = handle;
  useReading(handle);
  useTurnInTitle(yourTurn(view));
  if (view.line === "closed" && view.fault !== null) {
    return (
      <>
        <PageHead title="Table" />
        <Notice tone="bad">{view.fault}</Notice>
        <p>
          <Link to="/lobby">To the lobby</Link>
        </p>
      </>
    );
  }
  if (view.table === null) {
    return (
      <>
        <PageHead title="Table" />
        <p role="status">{view.line === "broken" ? "The server does not answer yet; still trying…" : "Sitting down…"}</p>
      </>
    );
  }
  return <Seated key={id} handle={handle} table={view.table} keyOf={keyOf} />;
}

function Seated({ handle, table, keyOf }: { handle: TableHandle; table: TableInfo; keyOf: string | null }) {
  const { view, move, preview, ask } = handle;
  const card = useCard(table.game);
  const motion = useMotion();
  const [fault, setFault] = useState<string | null>(null);
  const turn = yourTurn(view);
  const before = table.state === "waiting" || table.state === "negotiating";
  const sit = (seat: number) => {
    post<TableInfo>(`/tables/${encodeURIComponent(table.id)}/join`, { seat, key: keyOf }).then(
      () => handle.reconnect(),
      (reason: unknown) => setFault(sentence(reason)),
    );
  };
  const maySit = table.you === null && table.state === "waiting";
  const secrets = card?.hidden === true && table.state === "running";
  return (
    <>
      <PageHead title={table.title}>
        <p className="quiet-text small">
          {[settingsWords(table.settings, card?.parameters), secondsWords(table.seconds), table.rated ? "rated" : "", table.private ? "private" : ""]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </PageHead>
      {view.line === "broken" && <Notice tone="warn">The connection is lost; trying again. Nothing you sent gets lost.</Notice>}
      <Preparing table={table} />
      {(fault ?? view.refused) !== null && (
        <Notice tone="bad">
          <span>{fault ?? view.refused}</span>
          <button
            type="button"
            className="quiet"
            onClick={() => {
              setFault(null);
              handle.dismiss();
            }}
          >
            Close
          </button>
        </Notice>
      )}
      <div className="table-page">
        <section className="table-board" aria-labelledby="board-head">
          <h2 id="board-head" className="hidden-text">
            Board
          </h2>
          <StatusLine view={view} table={table} turn={turn} />
          {view.scene !== null ? (
            <>
              <BoardFrame
                board={table.board}
                scene={view.scene}
                you={view.you}
                interactive={turn && !view.sending}
                onMove={move}
                onPreview={preview}
                animate={motion}
                deadline={deadlineOf(view)}
              />
              <TypedMove scene={view.scene} disabled={!turn || view.sending} onMove={move} />
            </>
          ) : (
            <p className="quiet-text">The board is laid out when the game begins.</p>
          )}
          {before && <Invitation table={table} ask={ask} onFault={setFault} />}
          {before && <Negotiation table={table} card={card} ask={ask} />}
        </section>
        <section className="panel table-seats" aria-label="Players">
          <Seats
            table={table}
            scene={view.scene}
            clock={view.clock}
            clockAt={view.clockAt}
            {...(maySit ? { onSit: sit } : {})}
          />
          {table.you === null && !maySit && (
            <p className="small quiet-text">
              You are watching. You see what everybody may see.
            </p>
          )}
        </section>
        <div className="table-side">
          {!before && <Ending table={table} view={view} keyOf={keyOf} ask={ask} onFault={setFault} />}
          <section className="panel" aria-labelledby="log-head">
            <h2 id="log-head">What happened</h2>
            <Log
              events={view.events}
              table={table}
              reasons={view.reasons}
              onAsk={secrets ? null : (decision) => void ask({ type: "ask_reason", decision })}
            />
          </section>
          <Chat events={view.events} table={table} onSay={(text) => ask({ type: "chat", text })} />
          <details className="panel">
            <summary>Rules</summary>
            <RulesDetails game={table.game} settings={table.settings} />
          </details>
        </div>
      </div>
    </>
  );
}

/** One sentence above the board: what is going on, and what you can do. */
function StatusLine({ view, table, turn }: { view: TableView; table: TableInfo; turn: boolean }) {
  const { scene } = view;
  let text = `This table is ${stateWords(table.state)}.`;
  if (table.state === "over" || scene?.over) {
    const result = table.result ?? scene?.result;
    text = table.words || (result ? resultWords(result, table.seats) : "The game is over.");
    if (table.reason !== "" && !text.includes(table.reason)) text = `${text} ${table.reason}`;
  } else if (table.state === "running" && scene !== null) {
    const deciding = scene.turn.movers.filter((seat) => !(scene.turn.committed ?? []).includes(seat));
    if (turn) text = view.sending ? "Your move is on its way…" : "Your turn.";
    else if (deciding.length > 0) text = `${listing(deciding.map((seat) => whoSits(table, seat)))} to move…`;
    else text = "All have decided…";
  }
  return (
    <p
      className={turn ? "status-line yours" : "status-line"}
      data-testid="status"
      data-state={scene?.over ? "over" : table.state}
      data-decision={view.decision}
    >
      {text}
    </p>
  );
}

interface PartProps {
  table: TableInfo;
  ask: TableHandle["ask"];
  onFault(text: string): void;
}

/** Before the game: how others come to this table. */
function Invitation({ table, ask, onFault }: PartProps) {
  const [copied, setCopied] = useState(false);
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const address = new URL(addressOf(table), location.href).href;
  const copy = () => {
    navigator.clipboard?.writeText(address).then(
      () => {
        setCopied(true);
        announce("The link is copied.");
      },
      () => onFault("The browser does not let the page copy. Mark the link and copy it yourself."),
    );
  };
  const leave = () => {
    post(`/tables/${encodeURIComponent(table.id)}/leave`).then(
      () => go("/lobby"),
      (reason: unknown) => onFault(sentence(reason)),
    );
  };
  if (table.you === null) return null;
  return (
    <section className="panel" aria-labelledby="invite-head">
      <h2 id="invite-head">{free > 0 ? "Waiting for somebody" : "Everybody is here"}</h2>
      {free > 0 && (
        <>
          <p className="small">Send this link to a friend{table.private ? "" : ", or wait: the table stands in the lobby"}.</p>
          <div className="chat-form">
            <input readOnly value={address} aria-label="Link to this table" onFocus={(event) => event.target.select()} />
            {navigator.clipboard !== undefined && (
              <button type="button" onClick={copy}>
                {copied ? "Copied" : "Copy"}
              </button>
            )}
          </div>
        </>
      )}
      <div className="row">
        {free > 0 && table.owner && (
          <button type="button" onClick={() => void ask({ type: "start" })}>
            Let players of the lab take the free seats
          </button>
        )}
        <button type="button" onClick={leave}>
          Leave the table
        </button>
      </div>
    </section>
  );
}

/** During and after the game: resign, rematch, look at it again. */
function Ending({ table, view, keyOf, ask, onFault }: PartProps & { view: TableView; keyOf: string | null }) {
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const running = table.state === "running" && !view.scene?.over;
  const rematch = () => {
    setBusy(true);
    post<TableInfo>(`/tables/${encodeURIComponent(table.id)}/rematch`).then(
      (next) => go(addressOf(next)),
      (reason: unknown) => {
        onFault(sentence(reason));
        setBusy(false);
      },
    );
  };
  if (running) {
    if (table.you === null) return null;
    return (
      <div className="row">
        <Claim key={table.seats.map((seat) => seat.claim_in).join()} table={table} ask={ask} />
        {sure ? (
          <>
            <span>Give the game up?</span>
            <button
              type="button"
              className="primary"
              onClick={() => {
                setSure(false);
                void ask({ type: "resign" });
              }}
            >
              Yes, resign
            </button>
            <button type="button" onClick={() => setSure(false)}>
              No, play on
            </button>
          </>
        ) : (
          <button type="button" onClick={() => setSure(true)}>
            Resign
          </button>
        )}
      </div>
    );
  }
  return (
    <div className="row">
      {view.rematch !== null ? (
        <Link className="button primary" to={`/table/${encodeURIComponent(view.rematch)}`}>
          Go to the rematch
        </Link>
      ) : (
        table.you !== null && (
          <button type="button" className="primary" onClick={rematch} disabled={busy}>
            Rematch
          </button>
        )
      )}
      {table.state === "over" && (
        <Link className="button" to={withQuery(`/match/${encodeURIComponent(table.id)}`, { key: keyOf })}>
          Look at it again
        </Link>
      )}
      <Link className="button" to="/">
        Another game
      </Link>
    </div>
  );
}

/** Somebody who must decide has left: after a time the game can be claimed. */
function Claim({ table, ask }: { table: TableInfo; ask: TableHandle["ask"] }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const tick = setInterval(() => setPassed((performance.now() - begun) / 1000), 500);
    return () => clearInterval(tick);
  }, []);
  const gone = table.seats.filter((seat) => seat.seat !== table.you && typeof seat.claim_in === "number");
  if (gone.length === 0) return null;
  const left = Math.max(...gone.map((seat) => seat.claim_in ?? 0)) - passed;
  const names = listing(gone.map((seat) => seat.label));
  const words = table.seats.length === 2 ? "Claim the win" : "Let players take over";
  return (
    <span className="row" role="status">
      <span>{gone.length === 1 ? `${names} has left.` : `${names} have left.`}</span>
      {left > 0 ? (
        <span className="quiet-text">You can claim the game in {duration(left)}.</span>
      ) : (
        <button type="button" className="primary" onClick={() => void ask({ type: "claim" })}>
          {words}
        </button>
      )}
    </span>
  );
}

/** The tab says when it is your turn. */
function useTurnInTitle(turn: boolean) {
  useEffect(() => {
    if (!turn) return;
    const plain = document.title;
    document.title = `● ${plain}`;
    return () => {
      document.title = plain;
    };
  }, [turn]);
}
