import type { BoardComponent } from "./types";

export type { BoardComponent, BoardProps, MoveScene, Preview, Scene, SceneResult } from "./types";

/** One line for each board; every board is a file of its own that is loaded when a table needs it. */
const BOARDS: Record<string, () => Promise<{ default: BoardComponent }>> = {
  plain: () => import("./plain/PlainBoard"),
  tarble: () => import("./tarble/TarbleBoard"),
  colonizers: () => import("./colonizers/ColonizersBoard"),
  boundary: () => import("./boundary/BoundaryBoard"),
  rulesets: () => import("./rulesets/RuleSetBoard"),
  jostle: () => import("./jostle/JostleBoard"),
};

/** The board of that name; games without a board of their own get the plain one. */
export async function loadBoard(board: string): Promise<BoardComponent> {
  const load = BOARDS[board] ?? BOARDS["plain"];
  if (load === undefined) throw new Error(`no board "${board}" and no plain board`);
  return (await load()).default;
}
