/** Which tables of the lobby somebody wants to see. */

import type { TableInfo } from "../api/types";

export interface Filter {
  /** A game's name; empty for all. */
  game: string;
  clock: "any" | "none" | "live" | "days";
  /** Only tables with a free seat. */
  free: boolean;
}

export const ANY: Filter = { game: "", clock: "any", free: false };

export function passes(table: Pick<TableInfo, "game" | "clock" | "seats">, filter: Filter): boolean {
  if (filter.game !== "" && table.game !== filter.game) return false;
  const clock = table.clock === null || table.clock === undefined ? "none" : table.clock.kind === "days" ? "days" : "live";
  if (filter.clock !== "any" && clock !== filter.clock) return false;
  return !filter.free || table.seats.some((seat) => seat.kind === "open");
}
