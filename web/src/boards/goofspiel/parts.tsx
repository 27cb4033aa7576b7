/** What Goofspiel's table is drawn with, in the browser and outside it. */

import { ENGLISH, type Speech } from "../../language";
import { Card } from "../common/Card";
import { SideMarkInPicture, sideName, sideStyle } from "../common/sides";
import type { GoofspielScene } from "./scene";
import { layoutOf, othersOf, ROW, WIDTH } from "./layout";

interface PartProps {
  scene: GoofspielScene;
  said?: Speech["said"];
}

const PRIZE = WIDTH / 2;
const SMALL = 0.58;

/** What is bid for, or who is waited for. */
export function headline(scene: GoofspielScene): string {
  const { prize, bid } = scene.board_data;
  if (scene.over || prize === null) return "The game is over";
  if (bid !== null) return `You bid ${bid}; others are still choosing`;
  return `The prize is ${prize}`;
}

/** How the last round went. */
export function lastRound(scene: GoofspielScene): string {
  const { last } = scene.board_data;
  if (last === null) return "";
  if (last.winner === null) return `The highest bid was made twice: nobody gets the ${last.prize}`;
  return last.winner === scene.you ? `You took the ${last.prize}` : `${sideName(scene.turn.seat_names, last.winner)} took the ${last.prize}`;
}

export function Round({ scene, said = ENGLISH.said }: PartProps) {
  const { prize, bid, last, hands } = scene.board_data;
  const names = scene.turn.seat_names;
  const committed = scene.turn.committed ?? [];
  return (
    <g aria-hidden="true">
      {last !== null && (
        <g key={`round ${scene.turn.decision}`}>
          <text className="table-small" x="8" y="16">
            {said("Last round")}
          </text>
          <g transform={`translate(26 58) scale(${SMALL})`}>
            <Card face={`${last.prize}`} names={names} prize />
          </g>
          {last.bids.map((card, seat) => (
            <g key={seat} transform={`translate(${66 + 38 * seat} 58) scale(${SMALL})`}>
              <g className="appears">
                <Card face={`${card}`} names={names} seat={seat} />
              </g>
              {last.winner === seat && <path className="goofspiel-took" d="M-16 54L-4 66L18 42" />}
            </g>
          ))}
        </g>
      )}
      {prize === null ? (
        <rect className="goofspiel-place" x={PRIZE - 33} y="8" width="66" height="95" rx="9" />
      ) : (
        <g key={`prize ${prize}`} transform={`translate(${PRIZE} 56) scale(1.1)`} data-piece="prize">
          <g className="appears">
            <Card face={`${prize}`} names={names} prize />
          </g>
        </g>
      )}
      {!scene.over && (
        <>
          <text className="table-small" x={PRIZE + 62} y="16">
            {said("Bids")}
          </text>
          {hands.map((_, seat) => {
            const own = seat === scene.you && bid !== null;
            return (
              <g key={seat} transform={`translate(${PRIZE + 80 + 42 * seat} 58) scale(${SMALL})`}>
                {own || committed.includes(seat) ? (
                  <Card face={own ? `${bid}` : null} names={names} seat={seat} />
                ) : (
                  <rect className="goofspiel-place" style={sideStyle(names, seat)} x="-30" y="-43" width="60" height="86" rx="8" />
                )}
              </g>
            );
          })}
        </>
      )}
    </g>
  );
}

/** The prizes to come, and the cards that the others have left: what is gone is pale. */
export function Left({ scene, said = ENGLISH.said }: PartProps) {
  const { cards, deck, hands, points } = scene.board_data;
  const names = scene.turn.seat_names;
  const { others } = layoutOf(scene);
  return (
    <g aria-hidden="true">
      <g transform={`translate(0 ${others - 22})`}>
        <text className="table-small" x="8" y="5">
          {said("Prizes to come")}
        </text>
        <Numbers of={cards} left={deck} look="gold" />
      </g>
      {othersOf(scene).map((seat, line) => (
        <g key={seat} transform={`translate(0 ${others + ROW * (line + 0.5)})`} style={sideStyle(names, seat)}>
          <SideMarkInPicture names={names} seat={seat} x={16} />
          <text className="table-name" x="30" y="5">
            {said(sideName(names, seat))}
          </text>
          <text className="table-figure" x={WIDTH - 26 * 13 - 10} y="5">
            {points[seat]}
          </text>
          <Numbers of={cards} left={hands[seat] ?? []} look="hand" seat={seat} />
        </g>
      ))}
    </g>
  );
}

function Numbers({ of, left, look, seat }: { of: number; left: readonly number[]; look: string; seat?: number }) {
  return Array.from({ length: of }, (_, number) => number + 1).map((card) => {
    const there = left.includes(card);
    return (
      <g key={card} transform={`translate(${WIDTH - 26 * (of - card) - 16} 0)`} className={`goofspiel-number ${there ? look : "gone"}`} {...(there && seat !== undefined ? { "data-piece": seat } : {})}>
        <rect x="-11.5" y="-13" width="23" height="26" rx="5" />
        <text>{card}</text>
      </g>
    );
  });
}

/** Above your hand: who you are and what you have. */
export function OwnName({ scene, said = ENGLISH.said }: PartProps) {
  if (scene.you === null) return null;
  const names = scene.turn.seat_names;
  const points = scene.board_data.points[scene.you] ?? 0;
  return (
    <g transform={`translate(0 ${layoutOf(scene).hand + 10})`} aria-hidden="true">
      <SideMarkInPicture names={names} seat={scene.you} x={16} />
      <text className="table-name" x="30" y="5">
        {said(sideName(names, scene.you))} {said("(you)")} · {said(`${points} ${points === 1 ? "point" : "points"}`)}
      </text>
    </g>
  );
}
