/** How a game ended, from where somebody sits, and whom they might play next. */

import type { PlayerCard, Result, SeatInfo } from "../api/types";
import { listing, plainNumber } from "../words";

export type Outcome = "won" | "shared" | "lost" | "drawn" | "over";

/** Points that say no more than who won. */
const PLAIN = new Set([-1, 0, 0.5, 1]);

export function outcomeFor(result: Result | null, you: number | null): Outcome {
  if (result === null || you === null || result.ranks.length < 2) return "over";
  if (result.ranks.every((rank) => rank === 1)) return "drawn";
  if (result.ranks[you] !== 1) return "lost";
  return result.ranks.filter((rank) => rank === 1).length > 1 ? "shared" : "won";
}

/** The points, yours first: "44 : 20". Empty where they say no more than who won. */
export function scoreOf(result: Result | null, you: number | null): string {
  if (result === null || result.points.every((value) => PLAIN.has(value))) return "";
  const own = result.points.filter((_, seat) => seat === you);
  const others = result.points.filter((_, seat) => seat !== you);
  return [...own, ...others].map(plainNumber).join(" : ");
}

/** "You won 44 : 20": the headline of the end. */
export function headlineOf(result: Result | null, you: number | null, seats: Pick<SeatInfo, "seat" | "name">[], onTime = false): string {
  const score = onTime ? "" : scoreOf(result, you);
  const told = (words: string) => (score === "" ? words : `${words} ${score}`);
  switch (outcomeFor(result, you)) {
    case "won":
      return onTime ? "You won on time" : told("You won");
    case "shared":
      return told("You share the win");
    case "lost":
      return onTime ? "You lost on time" : told("You lost");
    case "drawn":
      return told("A draw");
    case "over": {
      if (result === null || result.ranks.length < 2) return score === "" ? "The game is over" : `The end: ${score} points`;
      const winners = result.ranks.flatMap((rank, seat) => (rank === 1 ? [seats.find((one) => one.seat === seat)?.name ?? `Seat ${seat + 1}`] : []));
      if (winners.length === result.ranks.length) return told("A draw");
      if (onTime && winners.length === 1) return `${winners[0]} won on time`;
      return told(winners.length === 1 ? `${winners[0]} won` : `${listing(winners)} share the win`);
    }
  }
}

/** The next stronger player: of the same kind if there is one, or else the next of all, which go from the weakest. */
export function strongerThan(text: string | null, players: readonly PlayerCard[]): PlayerCard | null {
  const at = players.findIndex((player) => player.text === text);
  const own = players[at];
  if (own === undefined) return null;
  const further = players.slice(at + 1).filter((player) => player.strength >= own.strength);
  return further.find((player) => player.name === own.name) ?? further[0] ?? null;
}
