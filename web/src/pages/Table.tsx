import { useSaid } from "../language";
import { useEffect, useMemo, useState, type CSSProperties, type ReactNode } from "react";
import { post, sentence } from "../api/http";
import type { TableInfo } from "../api/types";
import type { Scene } from "../boards";
import { Pace } from "../boards/common/playing";
import { useTable, type TableHandle } from "../net/use-table";
import { hintOf, yourTurn, type TableView } from "../net/table-state";
import { announce } from "../parts/announcer";
import { Notice, PageHead } from "../parts/basics";
import { clockWords, timeUpWords } from "../parts/clock";
import { BoardFrame, useMotion } from "../parts/board-frame";
import { Fold, Foldable, useNarrow } from "../parts/fold";
import { deadlineOf, useReading } from "../parts/following";
import { Chat } from "../parts/log";
import { Moves } from "../parts/moves";
import { Negotiation } from "../parts/negotiation";
import { usePreferences, type Preferences } from "../parts/preferences";
import { usePremove } from "../parts/premove";
import { PremoveLine } from "../parts/premove-line";
import { Preparing } from "../parts/preparing";
import { RulesDetails } from "../parts/rules";
import { Seats } from "../parts/seats";
import { SettingsMenu } from "../parts/settings-menu";
import { useLowTime, useSounds } from "../parts/sounds";
import { Controls } from "../parts/table-controls";
import { End } from "../parts/table-end";
import { TypedMove } from "../parts/typed-move";
import { go, Link } from "../router";
import { useCard, useSession } from "../session";
import { addressOf } from "../tables";
import { listing, resultWords, settingsWords, stateWords, whoSits } from "../words";
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
  const { view } = handle;
  const [fault, setFault] = useState<string | null>(null);
  const said = useSaid();
  const notices = (
    <>
      {view.line === "broken" && <Notice tone="warn">{said("The connection is lost; trying again. Nothing you sent gets lost.")}</Notice>}
      <Preparing table={table} />
      {(fault ?? view.refused) !== null && (
        <Notice tone="bad">
          <span>{said(fault ?? view.refused ?? "")}</span>
          <button
            type="button"
            className="quiet"
            onClick={() => {
              setFault(null);
              handle.dismiss();
            }}
          >
            {said("Close")}
          </button>
        </Notice>
      )}
    </>
  );
  const props = { handle, table, keyOf, onFault: setFault, notices };
  return view.scene === null ? <Before {...props} /> : <Playing {...props} scene={view.scene} />;
}

interface TableProps {
  handle: TableHandle;
  table: TableInfo;
  keyOf: string | null;
  onFault(text: string): void;
  notices: ReactNode;
}

function About({ table }: { table: TableInfo }) {
  const card = useCard(table.game);
  const said = useSaid();
  const parts = [settingsWords(table.settings, card?.parameters, said), clockWords(table.clock), timeUpWords(table.clock), table.rated ? "rated" : "", table.private ? "private" : ""];
  return <p className="quiet-text small">{parts.filter(Boolean).map(said).join(" · ")}</p>;
}

/** Until the game begins: who comes, and what is to be played. */
function Before({ handle, table, keyOf, onFault, notices }: TableProps) {
  const { view, ask } = handle;
  const card = useCard(table.game);
  const said = useSaid();
  const free = table.seats.find((seat) => seat.kind === "open");
  const maySit = table.you === null && table.state === "waiting" && free !== undefined;
  // Until the table knows it: the second press of a double click would be refused.
  const [sitting, setSitting] = useState(false);
  if (sitting && table.you !== null) setSitting(false);
  const sit = (seat: number) => {
    if (sitting) return;
    setSitting(true);
    post<TableInfo>(`/tables/${encodeURIComponent(table.id)}/join`, { seat, key: keyOf }).then(
      () => handle.reconnect(),
      (reason: unknown) => {
        setSitting(false);
        onFault(sentence(reason));
      },
    );
  };
  return (
    <>
      <PageHead title={table.title}>
        <About table={table} />
      </PageHead>
      {notices}
      {maySit && <SitDown table={table} onSit={() => sit(free.seat)} />}
      <div className="table-page">
        <section className="table-board" aria-label={said("Board")}>
          <StatusLine view={view} table={table} turn={false} />
          {table.state === "negotiating" && <Negotiation table={table} card={card} ask={ask} />}
          <p className="quiet-text">{said("The board is laid out when the game begins.")}</p>
          <Invitation table={table} ask={ask} onFault={onFault} />
          {table.state === "waiting" && <Negotiation table={table} card={card} ask={ask} />}
        </section>
        <section className="panel table-seats" aria-label={said("Players")}>
          <Seats table={table} scene={null} clock={view.clock} clockAt={view.clockAt} {...(maySit ? { onSit: sit } : {})} />
        </section>
        <div className="table-side">
          <Chat events={view.events} table={table} onSay={(text) => ask({ type: "chat", text })} />
          <details className="panel">
            <summary>{said("Rules")}</summary>
            <RulesDetails game={table.game} settings={table.settings} />
          </details>
        </div>
      </div>
    </>
  );
}

/** The game: the board is as large as the window lets it be, and nothing that is needed lies out of sight. */
function Playing({ handle, table, keyOf, onFault, notices, scene }: TableProps & { scene: Scene }) {
  const { view, move, preview, ask } = handle;
  const card = useCard(table.game);
  const motion = useMotion();
  const narrow = useNarrow();
  const said = useSaid();
  const kept = usePreferences();
  const turn = yourTurn(view);
  useSounds(view, table, kept.sound);
  useLowTime(view, kept.sound);
  // An earlier position, as long as somebody looks at it; a move of one's own leads back to the game.
  const [looking, setLooking] = useState<{ decision: number; scene: Scene; takenBack: number } | null>(null);
  const takenBack = view.events.findLast((event) => event.kind === "taken_back")?.number ?? 0;
  const past = looking !== null && looking.takenBack === takenBack ? looking : null;
  const show = (decision: number | null) => {
    if (decision === null) setLooking(null);
    else void handle.lookBack(decision).then((found) => found !== null && setLooking({ decision, scene: found, takenBack }));
  };
  const play = (moves: string[]) => {
    setLooking(null);
    move(moves);
  };
  const premove = usePremove(handle, table, card, kept.ahead);
  const ahead = premove.able && past === null;
  const { candidates } = premove;
  const offered = useMemo(() => (ahead && candidates.length > 0 ? { ...scene, moves: candidates } : scene), [ahead, candidates, scene]);
  const hint = turn ? hintOf(view) : null;
  const secrets = card?.hidden === true && table.state === "running";
  const over = table.state !== "running" || scene.over;
  const chat = <Chat events={view.events} table={table} onSay={(text) => ask({ type: "chat", text })} />;
  const look = `board-space${kept.coordinates ? "" : " without-names"}`;
  return (
    <div className="play-page">
      <PageHead title={table.title}>
        <About table={table} />
      </PageHead>
      <section className="play-board" aria-labelledby="board-head">
        <h2 id="board-head" className="hidden-text">
          {said("Board")}
        </h2>
        {notices}
        <div className="status-row">
          <StatusLine view={view} table={table} turn={turn} />
          {past === null && <PremoveLine premove={premove} />}
        </div>
        {past !== null && (
          <Notice tone="plain">
            <span>{said(past.decision === 0 ? "The start of the game." : `The position after move ${past.decision}.`)}</span>
            <button type="button" className="primary" onClick={() => setLooking(null)}>
              {said("Back to the game")}
            </button>
          </Notice>
        )}
        {past === null && hint !== null && (
          <Notice tone="good">
            <span>
              {said(hint.move === "" ? hint.reason : `Hint: ${hint.words}`)}
              {hint.move !== "" && hint.reason !== "" && <span className="small quiet-text"> {said(hint.reason)}</span>}
            </span>
            {hint.move !== "" && (
              <button type="button" onClick={() => play([hint.move])}>
                {said("Play it")}
              </button>
            )}
          </Notice>
        )}
        <div className={look} style={{ "--pace": PACES[kept.motion] } as CSSProperties}>
          <Pace.Provider value={PACES[kept.motion]}>
            <BoardFrame
              board={table.board}
              scene={past?.scene ?? offered}
              you={view.you}
              interactive={(turn && !view.sending && past === null) || (ahead && candidates.length > 0)}
              onMove={turn ? play : premove.choose}
              onPreview={preview}
              animate={motion && kept.motion !== "none" && past === null}
              deadline={deadlineOf(view)}
              flipped={kept.flipped}
            />
          </Pace.Provider>
        </div>
      </section>
      <aside className="play-side" aria-label={said("Table")}>
        <section className="panel table-seats" aria-label={said("Players")}>
          <Seats table={table} scene={scene} clock={view.clock} clockAt={view.clockAt} />
          {table.you === null && <p className="small quiet-text">{said("You are watching. You see what everybody may see.")}</p>}
        </section>
        {over ? (
          <End table={table} view={view} scene={scene} keyOf={keyOf} onFault={onFault} />
        ) : (
          table.you !== null && <Controls table={table} view={view} ask={ask} />
        )}
        <div className="play-folds">
          {/* An open sheet takes the place of the moves, so that it lies over nothing else. */}
          <div className="play-sheets">
            <Foldable title={said("Moves")} className="play-moves" narrow={narrow}>
              <Moves
                events={view.events}
                table={table}
                reasons={view.reasons}
                at={past?.decision ?? null}
                onShow={show}
                onAsk={secrets ? null : (decision) => void ask({ type: "ask_reason", decision })}
              />
            </Foldable>
            {narrow && <Fold title={said("Chat")}>{chat}</Fold>}
            <div className="play-more">
              <TypedMove scene={offered} disabled={(!turn || view.sending) && !ahead} ahead={ahead} onMove={turn ? play : premove.choose} folds={narrow} />
              <Fold title={said("Rules")}>
                <RulesDetails game={table.game} settings={table.settings} />
              </Fold>
              <SettingsMenu />
            </div>
          </div>
          {!narrow && chat}
        </div>
      </aside>
    </div>
  );
}

/** How long things move, beside what is usual. */
const PACES: Record<Preferences["motion"], number> = { none: 0, fast: 0.5, normal: 1, slow: 2 };

/** One sentence above the board: what is going on, and what you can do. */
function StatusLine({ view, table, turn }: { view: TableView; table: TableInfo; turn: boolean }) {
  const { scene } = view;
  const said = useSaid();
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
      {said(text)}
    </p>
  );
}

/** Whoever follows a link to a table with a free seat needs one button. */
function SitDown({ table, onSit }: { table: TableInfo; onSit(): void }) {
  const { me } = useSession();
  const others = table.seats.filter((seat) => seat.kind === "person").map((seat) => seat.label);
  const barred = table.rated && me.data?.guest === true;
  return (
    <section className="sit-down" aria-label="Sit down">
      <p>
        {others.length > 0 && <span>{others.length === 1 ? `${others[0]} waits for you.` : `${listing(others)} wait for you.`}</span>}{" "}
        <span className="quiet-text">{clockWords(table.clock)}</span>
      </p>
      {barred ? (
        <p>
          This game counts for the ratings: <Link to="/account">register or log in</Link> to sit down.
        </p>
      ) : (
        // eslint-disable-next-line jsx-a11y/no-autofocus -- it is what people come here for: Enter is enough
        <button type="button" className="primary big" onClick={onSit} autoFocus>
          Sit down
        </button>
      )}
    </section>
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
      <h2 id="invite-head">{free === 0 ? "Everybody is here" : table.challenged ? `Waiting for ${table.challenged}` : "Waiting for somebody"}</h2>
      {free > 0 && table.declined !== "" && <Notice tone="warn">{table.declined} declines to come.</Notice>}
      {free > 0 && table.challenged && (
        <p className="small">{table.challenged} sees your challenge on every page of the lab, for a day.</p>
      )}
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
