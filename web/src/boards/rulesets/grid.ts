/** Where the cells of a rule-set board lie on the screen, and which moves begin, go on and end where. */

import type { Place } from "../types";
import type { RuleSetData, RuleSetMove } from "./scene";

export const keyOf = (place: Place): string => `${place[0]},${place[1]}`;
const same = (one: Place | undefined, other: Place): boolean => one !== undefined && one[0] === other[0] && one[1] === other[1];

export interface Grid {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The middle of a cell; neighbours in a row are 1 apart. */
  at(place: Place): { x: number; y: number };
  /** The outline of a cell around its middle. */
  outline: string;
}

/** Row 1 lies at the bottom for the first player; `turned` shows the board from the other side. */
export function gridOf(data: RuleSetData, turned: boolean): Grid {
  const hex = data.shape === "hex";
  const sign = turned ? -1 : 1;
  const at = ([x, y]: Place) =>
    hex ? { x: sign * (x + y / 2), y: (-sign * y * Math.sqrt(3)) / 2 } : { x: sign * x, y: -sign * y };
  const middles = data.cells.map((cell) => at([cell.x, cell.y]));
  const [xs, ys] = [middles.map(({ x }) => x), middles.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const half = hex ? 0.6 : 0.5;
  return {
    left: left - half,
    top: top - half,
    width: right - left + 2 * half,
    height: bottom - top + 2 * half,
    at,
    outline: hex ? hexagon() : "-0.5,-0.5 0.5,-0.5 0.5,0.5 -0.5,0.5",
  };
}

function hexagon(): string {
  const far = 1 / Math.sqrt(3);
  return [0, 1, 2, 3, 4, 5]
    .map((corner) => ((60 * corner - 90) * Math.PI) / 180)
    .map((angle) => `${(far * Math.cos(angle)).toFixed(4)},${(far * Math.sin(angle)).toFixed(4)}`)
    .join(" ");
}

/** Whether a board shows moves of walking pieces: from one cell to another. */
export const walks = (move: RuleSetMove): boolean => move.kind === "step" || move.kind === "jump";

/** The moves that begin with the cells pressed so far. */
export function beginning(moves: readonly RuleSetMove[], trail: readonly Place[]): RuleSetMove[] {
  return moves.filter((move) => walks(move) && trail.every((place, number) => same(move.path[number], place)));
}

/** What pressing a cell leads to. */
export type Press =
  | { kind: "nothing" }
  | { kind: "trail"; trail: Place[] }
  | { kind: "choose"; moves: RuleSetMove[] }
  | { kind: "send"; move: RuleSetMove };

/**
 * Presses a cell with some cells pressed before it. One press places a man; two move one, from where it stands to where
 * it ends, or along its jumps cell by cell. Where several moves end there, they must be told apart by words.
 */
export function press(moves: readonly RuleSetMove[], trail: readonly Place[], cell: Place): Press {
  if (trail.length > 0) {
    const going = beginning(moves, trail);
    const ending = going.filter((move) => move.to !== null && same(move.to, cell));
    const [only] = ending;
    if (ending.length === 1 && only !== undefined) return { kind: "send", move: only };
    if (ending.length > 1) return { kind: "choose", moves: ending };
    if (going.some((move) => same(move.path[trail.length], cell))) return { kind: "trail", trail: [...trail, cell] };
    if (same(trail.at(-1), cell)) return { kind: "trail", trail: trail.slice(0, -1) };
  }
  if (beginning(moves, [cell]).length > 0) return { kind: "trail", trail: [cell] };
  const placed = moves.filter((move) => move.kind === "place" && move.to !== null && same(move.to, cell));
  const [only] = placed;
  if (placed.length === 1 && only !== undefined) return { kind: "send", move: only };
  return placed.length > 1 ? { kind: "choose", moves: placed } : { kind: "nothing" };
}

/** The cells that can be pressed next: where moves begin, and where those begun go on or end. */
export function targets(moves: readonly RuleSetMove[], trail: readonly Place[]): { starts: Set<string>; goals: Set<string>; on: Set<string> } {
  const starts = new Set<string>();
  const goals = new Set<string>();
  const on = new Set<string>();
  for (const move of moves) {
    if (walks(move) && move.from !== null) starts.add(keyOf(move.from));
    else if (move.kind === "place" && move.to !== null && trail.length === 0) goals.add(keyOf(move.to));
  }
  if (trail.length > 0) {
    for (const move of beginning(moves, trail)) {
      if (move.to !== null) goals.add(keyOf(move.to));
      const next = move.path[trail.length];
      if (next !== undefined && !goals.has(keyOf(next))) on.add(keyOf(next));
    }
  }
  return { starts, goals, on };
}

/** What changed between two boards: men that came, with where from if they walked, and men that went. */
export interface Changes {
  from: Map<string, Place>;
  came: Set<string>;
  flipped: Set<string>;
  gone: { place: Place; seat: number; king: boolean }[];
}

export function changes(before: RuleSetData | null, now: RuleSetData): Changes {
  const found: Changes = { from: new Map(), came: new Set(), flipped: new Set(), gone: [] };
  if (before === null || before.cells.length !== now.cells.length) return found;
  const old = new Map(before.cells.map((cell) => [keyOf([cell.x, cell.y]), cell.content]));
  for (const cell of now.cells) {
    const key = keyOf([cell.x, cell.y]);
    const was = old.get(key) ?? null;
    if (cell.content !== null && was === null) found.came.add(key);
    else if (cell.content !== null && was !== null && was.seat !== cell.content.seat) found.flipped.add(key);
    else if (cell.content === null && was !== null) found.gone.push({ place: [cell.x, cell.y], seat: was.seat, king: was.kind === "king" });
  }
  for (const key of found.came) {
    const seat = now.cells.find((cell) => keyOf([cell.x, cell.y]) === key)?.content?.seat;
    const index = found.gone.findIndex((man) => man.seat === seat);
    const left = found.gone[index];
    // One came where one of the same side went: it walked.
    if (left !== undefined && found.came.size === 1) {
      found.from.set(key, left.place);
      found.gone.splice(index, 1);
    }
  }
  return found;
}
