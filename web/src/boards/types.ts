import type { ComponentType } from "react";
import type { MoveScene, ResultData, Scene } from "./scene";

export type { MoveScene, ResultData as SceneResult, Scene };

/** A cell or point as the games write it: [x, y]. */
export type Place = [number, number];

/** The scenes of one game: what is the same in all, with the game's own data and moves. */
export type SceneOf<Data, Move> = Omit<Scene, "board_data" | "moves"> & { board_data: Data; moves: Move[] };

/** What of a scene differs from game to game. */
type AnyScene = SceneOf<unknown, unknown>;

/** How it would look after some moves of your turn; nothing is done yet. `scene` is null where the game gives none. */
export interface Preview<S extends AnyScene = Scene> {
  scene: S | null;
  moves: S["moves"];
  /** True when the moves finish your turn. */
  over: boolean;
  /** Why the moves cannot be made, in words. */
  fault: string | null;
}

export interface BoardProps<S extends AnyScene = Scene> {
  scene: S;
  you: number | null;
  /** True when you may move now. */
  interactive: boolean;
  /** Sends the moves of one turn: all or none are made. */
  onMove(moves: string[]): void;
  onPreview(moves: string[]): Promise<Preview<S>>;
  animate: boolean;
  /** When your time for this decision runs out, on the clock of `performance.now()`; null or left out without a limit. */
  deadline?: number | null;
  /** Shown from the other side than usual; boards that look the same from everywhere leave it out. */
  flipped?: boolean;
}

export type BoardComponent = ComponentType<BoardProps>;

/** What a board knows of moves chosen ahead, where the server cannot know: the moves that one will have whatever falls
 * before, or why there are none, in words. */
export type Ahead = ((scene: Scene) => MoveScene[]) | string;
