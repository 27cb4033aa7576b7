import type { BoardComponent } from "./types";

export type { BoardComponent, BoardProps, MoveScene, Preview, Scene, SceneResult } from "./types";

/** Every folder with an `index.ts` is a board, named after the folder; it is loaded when a table needs it. */
const BOARDS = import.meta.glob<{ default: BoardComponent }>("./*/index.ts");

/** The board of that name; games without a board of their own get the plain one. */
export async function loadBoard(board: string): Promise<BoardComponent> {
  const load = BOARDS[`./${board}/index.ts`] ?? BOARDS["./plain/index.ts"];
  if (load === undefined) throw new Error(`no board "${board}" and no plain board`);
  return (await load()).default;
}
