import type { ComponentType } from "react";

/** A move as the server offers it: its text, words for people, and what the game's board needs to draw it. */
export interface MoveScene {
  text: string;
  words?: string;
  [detail: string]: unknown;
}

export interface SceneResult {
  points: number[];
  ranks: number[];
}

/** What one seat (or a spectator) sees: made by the server, drawn by a board. `board_data` differs for every board. */
export interface Scene {
  game: string;
  title?: string;
  board: string;
  /** Who must decide; `committed` are those who have, where several decide at once. */
  turn: { decision: number; movers: number[]; committed?: number[]; seat_names: string[] };
  you: number | null;
  over: boolean;
  points: number[] | null;
  result: SceneResult | null;
  /** The whole board in words, for screen readers. */
  text: string;
  /** The picture of the terminal, without colours; empty where the game has a board of its own. */
  picture: string;
  board_data: Record<string, unknown>;
  /** Your moves now; where moves cannot be listed (`plan`), a few proposals. */
  moves: MoveScene[];
  plan: boolean;
}

/** How it would look after some moves of your turn; nothing is done yet. `scene` is null where the game gives none. */
export interface Preview {
  scene: Scene | null;
  moves: MoveScene[];
  /** True when the moves finish your turn. */
  over: boolean;
  /** Why the moves cannot be made, in words. */
  fault: string | null;
}

export interface BoardProps {
  scene: Scene;
  you: number | null;
  /** True when you may move now. */
  interactive: boolean;
  /** Sends the moves of one turn: all or none are made. */
  onMove(moves: string[]): void;
  onPreview(moves: string[]): Promise<Preview>;
  animate: boolean;
  /** When your time for this decision runs out, on the clock of `performance.now()`; null or left out without a limit. */
  deadline?: number | null;
}

export type BoardComponent = ComponentType<BoardProps>;
