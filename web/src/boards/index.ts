import type { Ahead, BoardComponent } from "./types";

export type { Ahead, BoardComponent, BoardProps, MoveScene, Preview, Scene, SceneResult } from "./types";

interface BoardFolder {
  default: BoardComponent;
  ahead?: Ahead;
}

/** Every folder with an `index.ts` is a board, named after the folder; it is loaded when a table needs it. */
const BOARDS = import.meta.glob<BoardFolder>("./*/index.ts");

/** A board by its name or, where a game brings its own along, its address; whatever is unknown gets the plain one. */
export async function loadBoard(board: string): Promise<BoardComponent> {
  if (board.startsWith("/")) return (await import("./remote/RemoteBoard")).remoteBoard(board);
  const load = BOARDS[`./${board}/index.ts`] ?? BOARDS["./plain/index.ts"];
  if (load === undefined) throw new Error(`no board "${board}" and no plain board`);
  return (await load()).default;
}

/** What a board says of moves chosen ahead; null where the server is to be asked. */
export async function loadAhead(board: string): Promise<Ahead | null> {
  return (await BOARDS[`./${board}/index.ts`]?.())?.ahead ?? null;
}
