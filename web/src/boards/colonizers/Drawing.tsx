import type { ReactNode } from "react";
import { beside, broken, ending, line, widthOf, type Block, type Drawing } from "../../drawing/blocks";
import { seatMark } from "../../drawing/marks";
import { sideName, sideStyle } from "../common/sides";
import { colonistPath, modulePath, OMNIUM, SIGNS } from "./icons";
import type { Card, Colony, ColonizersScene } from "./scene";
import { headline, pointsOf, STAGES } from "./wording";
import "./colonizers.css";

const WIDE = 426;
const GAP = 12;
const PAD = 14;
const INNER = WIDE - 2 * PAD;
const CARD = { width: 46, height: 58, gap: 3 };
const SMALL = 13;

const drawing: Drawing<ColonizersScene> = (scene) => {
  const { round, deck, drawn, log, seats } = scene.board_data;
  const whole = 2 * WIDE + GAP;
  const looked = drawn.length === 0 ? [] : [beside([line("Looked at:", { look: "quiet" }), cards(drawn, whole)], 8, whole)];
  const told = log.map((text) => line(text, { most: whole, marks: marksOf(text, scene.turn.seat_names) }));
  return [
    beside([line(`Round ${round}, ${deck} modules in the deck`), ...(scene.over ? [] : STAGES.map(([stages, name]) => pill(name, stages.includes(scene.board_data.stage))))], 10, whole),
    ...pairs(seats.map((colony) => colonyOf(scene, colony))),
    line(scene.over && !scene.board_data.spent ? ending(scene) : headline(scene), { look: "strong" }),
    ...looked,
    ...told,
  ];
};

export default drawing;

function marksOf(text: string, names: readonly string[]): ReactNode[] {
  const seat = names.findIndex((name) => text.startsWith(name));
  return seat < 0 ? [] : [seatMark(names, seat)];
}

function pill(name: string, now: boolean): Block {
  const width = widthOf(name, SMALL) + 20;
  return {
    width,
    height: 22,
    body: (
      <g className={now ? "colonizers-pill now" : "colonizers-pill"}>
        <rect width={width} height="22" rx="11" />
        <text x={width / 2} y="11">
          {name}
        </text>
      </g>
    ),
  };
}

/** Two colonies beside each other, equally high. */
function pairs(colonies: readonly ((height: number) => Block)[]): Block[] {
  const rows: Block[] = [];
  for (let first = 0; first < colonies.length; first += 2) {
    const row = colonies.slice(first, first + 2);
    const height = Math.max(...row.map((colony) => colony(0).height));
    rows.push(beside(row.map((colony) => colony(height)), GAP, 2 * WIDE + GAP));
  }
  return rows;
}

/** A colony in its frame, which is at least so high. */
function colonyOf(scene: ColonizersScene, colony: Colony): (height: number) => Block {
  const names = scene.turn.seat_names;
  const own = colony.seat === scene.you;
  const tags = [own && "you", scene.result?.ranks[colony.seat] === 1 && "winner", colony.first && "first with 8"].filter((tag) => tag !== false);
  const who = !colony.picked ? "no colonist yet" : `${colony.colonist ?? "hidden"}${own && !colony.revealed ? " (secret)" : ""}`;
  const may = colony.colonist === null && colony.may_be.length > 0 ? broken(`May be ${colony.may_be.join(", ")}.`, INNER, SMALL) : [];
  const built = cards(colony.colony, INNER);
  const hand = cards(colony.hand, INNER - 46);
  const top = 72 + may.length * 18;
  const least = top + built.height + hand.height + PAD + 12;
  return (height) => {
    const tall = Math.max(height, least);
    return {
      width: WIDE,
      height: tall,
      body: (
        <g className={scene.board_data.seat === colony.seat ? "colony-sheet moving" : "colony-sheet"} style={sideStyle(names, colony.seat)}>
          <rect className="colony-frame" width={WIDE} height={tall} rx="10" />
          <rect className="colony-side" width="5" height={tall - 12} y="6" rx="2.5" />
          <g transform={`translate(${PAD + 8} 22)`}>{seatMark(names, colony.seat)}</g>
          <text className="sheet-text strong" x={PAD + 24} y="22">
            {[sideName(names, colony.seat), ...tags].join(" · ")}
          </text>
          <text className="sheet-text strong colony-points" x={WIDE - PAD} y="22">
            {`${pointsOf(scene, colony)} points`}
          </text>
          <g transform={`translate(${PAD} 40) scale(0.9)`} className="colonizers-omnium">
            <path d={OMNIUM} />
          </g>
          <text className="sheet-text" x={PAD + 20} y="48">
            {`${colony.omnium} Omnium`}
          </text>
          {colony.picked && (
            <g transform={`translate(${PAD + 110} 38) scale(0.85)`} className="colonizers-icon colony-icon">
              <path d={colonistPath(colony.colonist)} />
            </g>
          )}
          <text className="sheet-text" x={PAD + 136} y="48">
            {who}
          </text>
          <text className="sheet-text quiet colony-points" x={WIDE - PAD} y="48">
            {`${colony.built} of 8 built`}
          </text>
          {may.map((row, number) => (
            <text key={number} className="colony-small" x={PAD} y={68 + number * 18}>
              {row}
            </text>
          ))}
          <g transform={`translate(${PAD} ${top})`}>{colony.built === 0 ? <Quiet y={CARD.height / 2}>nothing built yet</Quiet> : built.body}</g>
          <g transform={`translate(${PAD} ${top + built.height + 12})`}>
            <Quiet y={CARD.height / 2}>Hand</Quiet>
            <g transform="translate(46 0)">{colony.hand_count === 0 ? <Quiet y={CARD.height / 2}>empty</Quiet> : hand.body}</g>
          </g>
        </g>
      ),
    };
  };
}

function Quiet({ y, children }: { y: number; children: string }) {
  return (
    <text className="colony-small" y={y}>
      {children}
    </text>
  );
}

/** Modules as small cards in rows; null is a card that is not known. */
function cards(modules: readonly (Card | null)[], most: number): Block {
  const each = CARD.width + CARD.gap;
  const across = Math.max(1, Math.floor((most + CARD.gap) / each));
  const rows = Math.max(1, Math.ceil(modules.length / across));
  return {
    width: Math.min(modules.length, across) * each - CARD.gap,
    height: rows * (CARD.height + CARD.gap) - CARD.gap,
    body: modules.map((card, number) => (
      <g key={number} data-piece={card?.name ?? "unknown"} transform={`translate(${(number % across) * each} ${Math.floor(number / across) * (CARD.height + CARD.gap)})`}>
        {card === null ? <Back /> : <Face card={card} />}
      </g>
    )),
  };
}

function Face({ card }: { card: Card }) {
  const figure = Math.max(card.cost, card.value) > 9 ? "module-figure long" : "module-figure";
  return (
    <g className={`module ${card.colour}`}>
      <rect className="module-card" x="0.75" y="0.75" width={CARD.width - 1.5} height={CARD.height - 1.5} rx="5" />
      <rect className="module-band" x="0.75" y="0.75" width={CARD.width - 1.5} height="5" rx="2" />
      <g transform="translate(4 11) scale(0.6)" className="colonizers-omnium">
        <path d={OMNIUM} />
      </g>
      <text className={figure} x="14" y="16">
        {card.cost}
      </text>
      <text className="module-sign" x={CARD.width / 2 + 3} y="16">
        {SIGNS[card.colour]}
      </text>
      <text className={`${figure} module-worth`} x={CARD.width - 5} y="16">
        {card.value}
      </text>
      <g transform="translate(9 24) scale(1.15)" className="colonizers-icon">
        <path d={modulePath(card.name)} />
      </g>
    </g>
  );
}

function Back() {
  const [wide, tall] = [28, 40];
  const lines = Array.from({ length: 9 }, (_, number) => 7 * number - 28);
  return (
    <g transform={`translate(${(CARD.width - wide) / 2} ${(CARD.height - tall) / 2})`}>
      <rect className="module-back" x="0.75" y="0.75" width={wide - 1.5} height={tall - 1.5} rx="5" />
      {/* Stripes from the lower left to the upper right, each cut off at the card's edges. */}
      {lines.map((start) => {
        const [left, right] = [Math.max(2, 2 - start), Math.min(wide - 2, tall - 2 - start)];
        return right > left && <path key={start} className="module-stripe" d={`M${left} ${tall - (left + start)}L${right} ${tall - (right + start)}`} />;
      })}
    </g>
  );
}
