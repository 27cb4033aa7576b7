import { useSaid } from "../../language";
import { sideName } from "../common/sides";
import type { Quiet, RuleSetData, RuleSetScene, Stock } from "./scene";
import { ManMark } from "./parts";

/** What each player has on the board and left of extras. */
export function Reserve({ scene }: { scene: RuleSetScene }) {
  const data = scene.board_data;
  const said = useSaid();
  const names = scene.turn.seat_names;
  return (
    <ul className="rulesets-reserve">
      {names.map((name, seat) => {
        const left = data.extras?.[seat];
        return (
          <li key={name}>
            <ManMark seat={seat} names={names} pieces={data.pieces} /> <b>{sideName(names, seat)}</b>
            {seat === scene.you && <span className="tag">{said("you")}</span>} {countsMen(data) && said(menOf(data, seat))}
            {left !== undefined && <span className="quiet-text"> · {said(stockOf(left, data.pieces))}</span>}
          </li>
        );
      })}
      {data.quiet !== null && data.quiet.plies > 0 && (
        <li className="quiet-text">{said(quietOf(data.quiet))}</li>
      )}
    </ul>
  );
}

/** Where men are only put down, both have as many, and it says nothing unless the end counts them. */
const countsMen = ({ pieces, end }: RuleSetData): boolean => pieces !== "drop" || /men|surround/.test(end);

/** What people call a man: what is flipped is a disc. */
export const oneOf = (pieces: RuleSetData["pieces"]): string => (pieces === "reversi" ? "disc" : "man");

/** What a player has on the board, in words. */
export function menOf(data: RuleSetData, seat: number): string {
  const kings = data.kings[seat] ?? 0;
  const men = counted(data.men[seat] ?? 0, oneOf(data.pieces), data.pieces === "reversi" ? "discs" : "men");
  return men + (kings > 0 ? `, ${counted(kings, "king", "kings")} among them` : "");
}

export function quietOf({ plies, limit }: Quiet): string {
  return `${counted(plies, "move", "moves")} without progress; at ${limit} the game is a draw`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export function stockOf(stock: Stock, pieces: RuleSetData["pieces"]): string {
  const parts = stock.options.map((option) => option.replaceAll("-", " "));
  if (stock.hybrid_disks > 0) parts.push(counted(stock.hybrid_disks, "hybrid disk", "hybrid disks"));
  if (stock.solid_disks > 0) parts.push(counted(stock.solid_disks, "non-flipping disk", "non-flipping disks"));
  if (stock.first_is_hybrid) parts.push(pieces === "reversi" ? "the first disc will be a hybrid disk" : "the first man will be a hybrid disk");
  return parts.length === 0 ? "no extras left" : `left: ${parts.join(", ")}`;
}
