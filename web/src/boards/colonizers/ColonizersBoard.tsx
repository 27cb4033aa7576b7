import { Frame } from "../common/Frame";
import { useBefore, useSending } from "../common/playing";
import { SideMark, sideName, sideStyle } from "../common/sides";
import type { BoardProps } from "../types";
import type { Colony, ColonizersData, ColonizersScene } from "./scene";
import { ModuleCard } from "./Cards";
import { Choices } from "./Choices";
import { ColonistIcon, OmniumSign } from "./icons";
import { headline, pointsOf, STAGES } from "./wording";
import "./colonizers.css";

/** Colonizers: four colonies on Mars, your hand, and what you are asked now. */
export default function ColonizersBoard({ scene, interactive, onMove, animate }: BoardProps<ColonizersScene>) {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const [sending, send] = useSending(scene.turn.decision, onMove);
  const before = useBefore(scene)?.board_data ?? null;
  const mine = scene.you === null ? null : (data.seats[scene.you] ?? null);
  // Your own colony comes last, beside your hand; the others follow each other as they play.
  const order = scene.you === null ? data.seats : [...data.seats.slice(scene.you + 1), ...data.seats.slice(0, scene.you)];
  const asked = interactive && scene.moves.length > 0;

  return (
    <Frame className="colonizers" text={scene.text} animate={animate}>
      {() => (
        <>
          <header className="colonizers-head">
            <span>
              Round <b>{data.round}</b>
            </span>
            <span>
              <b>{data.deck}</b> modules in the deck
            </span>
            {!scene.over && (
              <ol className="colonizers-stages" aria-label="Stages of a turn">
                {STAGES.map(([stages, name]) => (
                  <li key={name} aria-current={stages.includes(data.stage) ? "step" : undefined}>
                    {name}
                  </li>
                ))}
              </ol>
            )}
          </header>
          <div className={scene.you === null ? "colonizers-others four" : "colonizers-others"}>
            {order.map((colony) => (
              <Seat key={colony.seat} colony={colony} before={before} scene={scene} />
            ))}
          </div>
          <div className="board-bar colonizers-guide">
            <div className="board-says">
              <strong>{headline(scene)}</strong>
              <span className="small quiet-text">{hint(scene)}</span>
            </div>
            {data.drawn.length > 0 && !asked && (
              <span className="colonizers-drawn">
                <span className="small quiet-text">Looked at:</span>
                {data.drawn.map((card, number) => (
                  <ModuleCard key={number} card={card} small />
                ))}
              </span>
            )}
          </div>
          {asked && <Choices key={scene.turn.decision} moves={scene.moves} guide={data.guide} disabled={sending} onChoose={(move) => send([move.text])} />}
          {mine !== null && (
            <div className="colonizers-mine">
              <Seat colony={mine} before={before} scene={scene} />
              <section className="colonizers-hand" aria-label="Your hand">
                <h3 className="small">
                  Your hand <span className="quiet-text">({data.hand.length} of 5)</span>
                </h3>
                <div className="colonizers-cards">
                  {data.hand.map((card, number) => (
                    <ModuleCard key={`${card.name} ${number}`} card={card} />
                  ))}
                  {data.hand.length === 0 && <span className="quiet-text small">no modules</span>}
                </div>
              </section>
            </div>
          )}
          {data.under.length > 0 && !scene.over && (
            <details className="colonizers-known small quiet-text">
              <summary>{data.under.length === 1 ? "You know one module in the deck" : `You know ${data.under.length} modules in the deck`}</summary>
              {data.under.map(({ place, card }) => `${card.name} (number ${place} from the top)`).join(", ")}
            </details>
          )}
          {data.log.length > 0 && (
            <section className="colonizers-log" aria-label="Last turns">
              <h3 className="small">Last turns</h3>
              <ol>
                {data.log.map((line, number) => (
                  <li key={`${number} ${line}`}>
                    <LogMark line={line} names={names} /> {line}
                  </li>
                ))}
              </ol>
            </section>
          )}
        </>
      )}
    </Frame>
  );
}

function hint(scene: ColonizersScene): string {
  const data = scene.board_data;
  if (scene.over || data.seat !== scene.you || scene.you === null) return "";
  const omnium = data.seats[scene.you]?.omnium ?? 0;
  if (data.stage === "build") return `You have ${omnium} Omnium. Modules that cost more cannot be built.`;
  if (data.stage === "pick") return "Nobody sees it until your turn.";
  return "";
}

/** One colony: Omnium, colonist, modules, and the backs of the cards in hand. */
function Seat({ colony, before, scene }: { colony: Colony; before: ColonizersData | null; scene: ColonizersScene }) {
  const names = scene.turn.seat_names;
  const own = colony.seat === scene.you;
  const old = before?.seats[colony.seat];
  const rank = scene.result?.ranks[colony.seat];
  const name = sideName(names, colony.seat);
  return (
    <section
      className={`colony${scene.board_data.seat === colony.seat ? " moving" : ""}`}
      style={sideStyle(names, colony.seat)}
      aria-label={`Colony of ${name}`}
    >
      <div className="colony-head">
        <SideMark names={names} seat={colony.seat} />
        <b>{name}</b>
        {own && <span className="tag">you</span>}
        {rank === 1 && <span className="tag">winner</span>}
        {colony.first && <span className="tag">first with 8</span>}
        <span className="colony-value">
          {pointsOf(scene, colony)} <span className="small">points</span>
        </span>
      </div>
      <div className="colony-line small">
        <span className={old !== undefined && old.omnium !== colony.omnium ? "colony-omnium changed" : "colony-omnium"} key={colony.omnium}>
          <OmniumSign /> {colony.omnium} <span className="quiet-text">Omnium</span>
        </span>
        <span className="colony-who">
          {colony.picked && <ColonistIcon name={colony.colonist} />}
          {!colony.picked ? <span className="quiet-text">no colonist yet</span> : (colony.colonist ?? <span className="quiet-text">hidden</span>)}
          {own && colony.picked && !colony.revealed && <span className="quiet-text"> (secret)</span>}
        </span>
        <span className="quiet-text">{colony.built} of 8 built</span>
      </div>
      {colony.colonist === null && colony.may_be.length > 0 && <p className="small quiet-text">May be {colony.may_be.join(", ")}.</p>}
      <div className="colonizers-cards" role="group" aria-label={`Built, ${colony.built} of 8`}>
        {colony.colony.map((card, number) => (
          <span key={`${card.name} ${number}`} className={old !== undefined && number >= old.colony.length ? "appears" : undefined}>
            <ModuleCard card={card} small />
          </span>
        ))}
        {colony.built === 0 && <span className="small quiet-text">nothing built yet</span>}
        {own &&
          Array.from({ length: Math.max(0, 8 - colony.built) }, (_, number) => (
            <span key={`plot ${number}`} className="plot" aria-hidden="true" />
          ))}
      </div>
      {!own && (
        <div className="colonizers-cards hand" role="group" aria-label={`In hand: ${colony.hand_count}`}>
          <span className="small quiet-text">Hand</span>
          {colony.hand.map((card, number) => (
            <ModuleCard key={number} card={card} small />
          ))}
          {colony.hand_count === 0 && <span className="small quiet-text">empty</span>}
        </div>
      )}
    </section>
  );
}

/** The mark of the seat that a line of the log begins with. */
function LogMark({ line, names }: { line: string; names: readonly string[] }) {
  const seat = names.findIndex((name) => line.startsWith(name));
  return seat < 0 ? null : <SideMark names={names} seat={seat} size={12} />;
}
