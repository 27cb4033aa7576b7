/** Opening tables: what the pages ask of the server. */

import { post } from "./api/http";
import type { GameCard, ParameterInfo, SeatWish, Settings, TableInfo, TableWish } from "./api/types";
import { go } from "./router";

/** The number of seats that a game has with these settings. */
export function seatCount(card: Pick<GameCard, "parameters" | "seats_low">, settings: Settings): number {
  const parameter = card.parameters.find((one) => one.name === "seats");
  const chosen = settings["seats"] ?? parameter?.default ?? card.seats_low;
  return typeof chosen === "number" ? chosen : card.seats_low;
}

/** What people are offered where a game suggests something else than its defaults. */
export function suggested(parameters: readonly ParameterInfo[]): Settings {
  return Object.fromEntries(parameters.filter((one) => one.suggested !== one.default).map((one) => [one.name, one.suggested]));
}

/** You in one seat, the same player in all others. */
export function seatsAgainst(count: number, player: string, you = 0): SeatWish[] {
  return Array.from({ length: count }, (_, seat) => (seat === you ? { kind: "me" } : { kind: "player", player }));
}

export async function openTable(wish: TableWish): Promise<void> {
  const table = await post<TableInfo>("/tables", wish);
  go(addressOf(table));
}

const FAIR = 3;

/** The opponent that suits most people: the game's own choice where people can choose it, else one of fair strength. */
export function suitable(card: GameCard): string {
  const own = opponentCard(card, card.opponent);
  const fair = [...card.players].sort((one, other) => Math.abs(one.strength - FAIR) - Math.abs(other.strength - FAIR));
  return (own ?? fair[0])?.text ?? card.opponent;
}

/** One click: what the game suggests against the opponent that suits most people. */
export function playNow(card: GameCard): Promise<void> {
  const settings = suggested(card.parameters);
  return openTable({
    game: card.name,
    settings,
    seats: seatsAgainst(seatCount(card, settings), suitable(card)),
    seconds: card.seconds ?? null,
    private: false,
    rated: false,
  });
}

/** The page of a table. `link` holds the key of a private one. */
export function addressOf(table: Pick<TableInfo, "id" | "link">): string {
  return table.link.startsWith("/") ? table.link : `/table/${encodeURIComponent(table.id)}`;
}

/** What people are told of an opponent; undefined for one that they cannot choose. */
export function opponentCard(card: GameCard, text: string) {
  return card.players.find((player) => player.text === text);
}
