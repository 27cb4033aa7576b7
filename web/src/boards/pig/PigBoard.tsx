import { useSaid } from "../../language";
import { Frame } from "../common/Frame";
import { useSending } from "../common/playing";
import { useRoving } from "../common/roving";
import { SpotButton } from "../common/SpotButton";
import type { BoardProps } from "../types";
import { boxOf, dieAt, headline, LastThrow, Race, Thrown } from "./parts";
import type { PigScene } from "./scene";
import "./pig.css";

/** Pig: the die itself is pressed to throw it. */
export default function PigBoard({ scene, interactive, onMove, animate }: BoardProps<PigScene>) {
  const said = useSaid();
  const [sending, send] = useSending(scene.turn.decision, onMove);
  const { thrown, throws, risk } = scene.board_data;
  const moves = interactive && !sending ? scene.moves : [];
  const roll = moves.find((move) => move.text === "roll");
  // While somebody else throws, the points at risk are theirs.
  const mine = scene.turn.movers.includes(scene.you ?? -1) ? risk : 0;
  const at = dieAt(scene);
  const roving = useRoving([{ key: "die", ...at }], "die");
  const shows = throws.at(-1);
  const label = roll !== undefined ? "Roll the die" : shows === undefined ? "The die" : `The die shows ${shows}`;
  return (
    <Frame className="pig" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <svg className="board-picture" viewBox={boxOf(scene).join(" ")} role="group" aria-label={said("Race with a die")} aria-describedby={description} data-spots="">
            <Race scene={scene} said={said} />
            <Thrown scene={scene} said={said} />
            <SpotButton
              spot="die"
              roving={roving}
              label={said(label)}
              able={roll !== undefined}
              move="roll"
              transform={`translate(${at.x} ${at.y})`}
              onAct={() => roll !== undefined && send([roll.text])}
            >
              <rect className="focus-ring" x="-51" y="-51" width="102" height="102" rx="22" />
              <LastThrow scene={scene} rolled={thrown} />
              {shows === undefined && (
                <text className="pig-blank" aria-hidden="true">
                  {said(roll === undefined ? "?" : "Roll")}
                </text>
              )}
            </SpotButton>
          </svg>
          <div className="board-bar">
            <div className="board-says" role="status">
              <strong>{said(headline(scene))}</strong>
              <span className="small quiet-text">{roll === undefined ? "" : said(mine > 0 ? "Roll again, or hold?" : "Roll the die.")}</span>
            </div>
            {/* The buttons keep their place between the turns, so that nobody presses the wrong one. */}
            {scene.you !== null && !scene.over && (
              <div className="board-actions pig-actions">
                <button type="button" className="primary" data-move="roll" disabled={roll === undefined} onClick={() => roll !== undefined && send([roll.text])}>
                  {said(mine > 0 ? "Roll again" : "Roll")}
                </button>
                <button type="button" disabled={!moves.some((move) => move.text === "hold")} onClick={() => send(["hold"])}>
                  {said(mine > 0 ? `Hold: bank ${mine}` : "Hold")}
                </button>
              </div>
            )}
          </div>
        </>
      )}
    </Frame>
  );
}
