import { sideName } from "../common/sides";
import type { RuleSetScene, Stock } from "./scene";
import { ManMark } from "./drawing";

/** What each player has on the board and left of extras. */
export function Reserve({ scene }: { scene: RuleSetScene }) {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  return (
    <ul className="rulesets-reserve">
      {names.map((name, seat) => {
        const kings = data.kings[seat] ?? 0;
        const left = data.extras?.[seat];
        return (
          <li key={name}>
            <ManMark seat={seat} names={names} pieces={data.pieces} /> <b>{sideName(names, seat)}</b>
            {seat === scene.you && <span className="tag">you</span>} {counted(data.men[seat] ?? 0, "man", "men")}
            {kings > 0 && `, ${counted(kings, "king", "kings")} among them`}
            {left !== undefined && <span className="quiet-text"> · {stockOf(left)}</span>}
          </li>
        );
      })}
      {data.quiet !== null && data.quiet.plies > 0 && (
        <li className="quiet-text">
          {counted(data.quiet.plies, "move", "moves")} without progress; at {data.quiet.limit} the game is a draw
        </li>
      )}
    </ul>
  );
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function stockOf(stock: Stock): string {
  const parts = stock.options.map((option) => option.replaceAll("-", " "));
  if (stock.hybrid_disks > 0) parts.push(counted(stock.hybrid_disks, "hybrid disk", "hybrid disks"));
  if (stock.solid_disks > 0) parts.push(counted(stock.solid_disks, "non-flipping disk", "non-flipping disks"));
  if (stock.first_is_hybrid) parts.push("the first man will be a hybrid disk");
  return parts.length === 0 ? "no extras left" : `left: ${parts.join(", ")}`;
}
