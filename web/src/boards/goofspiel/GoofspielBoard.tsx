import { useRef, useState } from "react";
import { useSaid } from "../../language";
import { Card, CARD } from "../common/Card";
import { useDragging } from "../common/dragging";
import { Frame } from "../common/Frame";
import { Hint } from "../common/Hint";
import { useSending } from "../common/playing";
import { useRoving } from "../common/roving";
import { SpotButton } from "../common/SpotButton";
import type { BoardProps } from "../types";
import { layoutOf, WIDTH } from "./layout";
import { headline, lastRound, Left, OwnName, Round } from "./parts";
import type { GoofspielScene } from "./scene";
import "./goofspiel.css";

/** Goofspiel: a card is taken up when it is pressed, and bid when it is pressed once more. */
export default function GoofspielBoard({ scene, interactive, onMove, animate }: BoardProps<GoofspielScene>) {
  const said = useSaid();
  const { decision, seat_names: names } = scene.turn;
  const { cards, hands, bid } = scene.board_data;
  const [sending, send] = useSending(decision, onMove);
  const [taken, setTaken] = useState<number | null>(null);
  const able = interactive && !sending && bid === null;
  const hand = scene.you === null ? [] : (hands[scene.you] ?? []);
  const up = able && taken !== null && hand.includes(taken) ? taken : null;
  const layout = layoutOf(scene);
  const roving = useRoving(
    hand.map((card) => ({ key: `card${card}`, ...layout.cardAt(card) })),
    hand[0] === undefined ? null : `card${hand[0]}`,
  );
  const press = (card: number) => {
    if (up !== card) setTaken(card);
    else {
      setTaken(null);
      send([`${card}`]);
    }
  };
  const table = useRef<SVGSVGElement>(null);
  const drag = useDragging({
    picture: table,
    box: { x: 0, y: 0, width: WIDTH, height: layout.height },
    can: (key) => able && hand.some((card) => `card${card}` === key),
    onTake: (key) => setTaken(Number(key.slice(4))),
    onDrop({ key, at, inside, over }) {
      // Anywhere on the table above one's own cards is the middle.
      if (!inside || at[1] >= layout.hand || over === key) return false;
      setTaken(null);
      send([key.slice(4)]);
      return true;
    },
  });
  return (
    <Frame className="goofspiel" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <svg ref={table} {...drag.handlers} className="board-picture" viewBox={`0 0 ${WIDTH} ${layout.height}`} role="group" aria-label={said("Table of Goofspiel")} aria-describedby={description} data-spots="">
            <Round scene={scene} said={said} />
            <Left scene={scene} said={said} />
            <OwnName scene={scene} said={said} />
            {scene.you !== null &&
              Array.from({ length: cards }, (_, number) => number + 1).map((card) => {
                const { x, y } = layout.cardAt(card);
                if (hand.includes(card)) return null;
                return <rect key={card} className="goofspiel-gone" aria-hidden="true" x={x - 26} y={y - 38} width="52" height="76" rx="7" />;
              })}
            {hand.map((card) => {
              const { x, y } = layout.cardAt(card);
              return (
                <SpotButton
                  key={card}
                  spot={`card${card}`}
                  roving={roving}
                  label={said(card === bid ? `Card ${card}, your bid` : `Card ${card}`)}
                  able={able}
                  pressed={able ? up === card : undefined}
                  takes={able}
                  className={`goofspiel-card${card === bid ? " laid" : ""}${drag.held?.key === `card${card}` ? " dragged-from" : ""}`}
                  transform={`translate(${x} ${up === card ? y - 7 : y})`}
                  onAct={() => press(card)}
                  onEscape={() => setTaken(null)}
                >
                  <Card face={`${card}`} names={names} />
                  <rect className="focus-ring" x={-CARD.width / 2 - 3} y={-CARD.height / 2 - 3} width={CARD.width + 6} height={CARD.height + 6} rx="10" />
                </SpotButton>
              );
            })}
            {drag.held !== null && (
              <g className="dragged" aria-hidden="true" transform={`translate(${layout.cardAt(Number(drag.held.key.slice(4))).x + drag.held.by[0]} ${layout.cardAt(Number(drag.held.key.slice(4))).y + drag.held.by[1]})`}>
                <Card face={drag.held.key.slice(4)} names={names} />
              </g>
            )}
          </svg>
          <div className="board-bar">
            <div className="board-says" role="status">
              <strong>{said(headline(scene))}</strong>
              <Hint text={able && up === null ? lastRound(scene) || "Choose a card as your bid, or drag it to the middle." : lastRound(scene)} told={drag.told} />
            </div>
            {scene.you !== null && !scene.over && (
              <div className="board-actions">
                <button type="button" className="primary" disabled={up === null} onClick={() => up !== null && press(up)}>
                  {said(up === null ? "Bid" : `Bid ${up}`)}
                </button>
              </div>
            )}
          </div>
        </>
      )}
    </Frame>
  );
}
