/** Which tables of the lobby somebody wants to see. */

import type { TableInfo } from "../api/types";

export interface Filter {
  /** A game's name; empty for all. */
  game: string;
  clock: "any" | "none" | "some";
  /** Only tables with a free seat. */
  free: boolean;
}

export const ANY: Filter = { game: "", clock: "any", free: false };

export function passes(table: Pick<TableInfo, "game" | "seconds" | "seats">, filter: Filter): boolean {
  if (filter.game !== "" && table.game !== filter.game) return false;
  if (filter.clock !== "any" && (table.seconds === null) !== (filter.clock === "none")) return false;
  return !filter.free || table.seats.some((seat) => seat.kind === "open");
}
