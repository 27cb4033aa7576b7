import { useRef } from "react";
import { useSaid } from "../../language";
import { useDragging } from "../common/dragging";
import { Frame } from "../common/Frame";
import { Hint } from "../common/Hint";
import { useSending, useSteps } from "../common/playing";
import { useRoving } from "../common/roving";
import { SpotButton } from "../common/SpotButton";
import type { BoardProps } from "../types";
import { before, BET_AT, CHIP, Chip, headline, HEIGHT, Table, WIDTH } from "./parts";
import type { KuhnScene } from "./scene";
import "./kuhn.css";

/** How long a hand that is over stays on the table before the next is dealt. */
const SHOWN = [2200];

/** Kuhn poker: a chip to bet, a button to pass. */
export default function KuhnBoard({ scene, interactive, onMove, animate }: BoardProps<KuhnScene>) {
  const said = useSaid();
  const data = scene.board_data;
  const [sending, send] = useSending(scene.turn.decision, onMove);
  const over = useSteps(data.number, SHOWN, animate) < SHOWN.length;
  const hand = over && data.last !== null ? data.last : data.hand;
  const moves = interactive && !sending && hand === data.hand ? scene.moves : [];
  const bet = moves.find((move) => move.text === "bet");
  const roving = useRoving([{ key: "chip", ...BET_AT }], "chip");
  // Who wins the last hand of a match need not have won the match.
  const ended = scene.over && hand === data.hand && data.hands > 1;
  const answering = data.hand.said.at(-1)?.word === "bet";
  const table = useRef<SVGSVGElement>(null);
  const drag = useDragging({
    picture: table,
    box: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
    can: () => bet !== undefined,
    onDrop({ inside, at }) {
      // Anywhere on the felt but where it lies is the pot.
      if (!inside || bet === undefined || Math.hypot(at[0] - BET_AT.x, at[1] - BET_AT.y) < CHIP + 6) return false;
      send([bet.text]);
      return true;
    },
  });
  return (
    <Frame className="kuhn" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <svg ref={table} {...drag.handlers} className="board-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={said("Poker table")} aria-describedby={description} data-spots="">
            <Table scene={scene} hand={hand} said={said} />
            {bet !== undefined && (
              <SpotButton spot="chip" roving={roving} label={said("Bet one chip")} able takes className={drag.held === null ? "" : "dragged-from"} transform={`translate(${BET_AT.x} ${BET_AT.y})`} onAct={() => send([bet.text])}>
                <Chip large />
                <text className="kuhn-chip-text" aria-hidden="true" fontSize={Math.min(17, (3 * CHIP) / said("Bet").length)}>
                  {said("Bet")}
                </text>
                <circle r={CHIP + 4} className="focus-ring" />
              </SpotButton>
            )}
            {bet !== undefined && drag.held !== null && (
              <g className="dragged" aria-hidden="true" transform={`translate(${BET_AT.x + drag.held.by[0]} ${BET_AT.y + drag.held.by[1]})`}>
                <Chip large />
              </g>
            )}
          </svg>
          <div className="board-bar">
            <div className="board-says" role="status">
              <strong>{said(ended ? "The game is over" : headline(scene, hand))}</strong>
              <Hint text={ended && hand.winner !== null ? `${said("Last hand:")} ${said(headline(scene, hand))}` : hand === data.hand && data.last !== null ? `${said("Before:")} ${before(scene).split("; ").map(said).join("; ")}` : ""} told={drag.told} />
            </div>
            {scene.you !== null && !scene.over && (
              <div className="board-actions kuhn-actions">
                <button type="button" disabled={moves.length === 0} onClick={() => send(["pass"])}>
                  {said(answering && moves.length > 0 ? "Pass: give up" : "Pass: no bet")}
                </button>
                <button type="button" className="primary" disabled={moves.length === 0} onClick={() => send(["bet"])}>
                  {said(answering && moves.length > 0 ? "Bet: see it" : "Bet one chip")}
                </button>
              </div>
            )}
          </div>
        </>
      )}
    </Frame>
  );
}
