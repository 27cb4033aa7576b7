/**
 * Scenes: what the server says about a position, made from one seat's view (engine/scene.py, games/<game>/scene.py).
 *
 * The files in `samples/` are written from recorded games by `python -m tests.scenes.make`; `samples.test.ts` holds
 * these types against them.
 */

/** A cell or place as the games write it: [x, y]. */
export type Place = [number, number];

export interface Turn {
  /** How many decisions the match has seen. */
  decision: number;
  /** The seats that must decide now; none when the game is over. */
  movers: number[];
  seat_names: string[];
}

export interface Result {
  points: number[];
  /** 1 is best; equal seats share the better rank. */
  ranks: number[];
}

interface SceneOf<Board extends string, Data, Move extends MoveScene> {
  /** The game's name: "tarble", or a rule set's short form. */
  game: string;
  title: string;
  board: Board;
  turn: Turn;
  /** Your seat; null for spectators. */
  you: number | null;
  over: boolean;
  /** Points so far, where the game counts them in the open. */
  points: number[] | null;
  result: Result | null;
  /** The whole scene in sentences, for people who cannot see the board. */
  text: string;
  /** The terminal's picture, plain text, of games without a board of their own. */
  picture: string;
  board_data: Data;
  /** What you can do now; for plans a few proposals. Empty when it is not your turn. */
  moves: Move[];
  /** Whether a move is a plan: any text that keeps the rules, not only what is listed. */
  plan: boolean;
}

export interface MoveScene {
  /** What is sent to the server. */
  text: string;
  /** The move in words. */
  words: string;
}

// --- Tarble ----------------------------------------------------------------------------------------------------------

export interface TarbleMovement {
  words: string;
  from: Place;
  to: Place;
  /** The place of the piece that is jumped over. */
  captures: Place | null;
  /** Whether it ends on a corner or the centre: a piece that ends the turn there is removed. */
  deadly: boolean;
}

export interface TarbleMove extends MoveScene, TarbleMovement {}

export interface TarblePastMovement extends TarbleMovement {
  side: number;
}

export interface TarbleData {
  pieces: { x: number; y: number; side: number }[];
  /** Whether the neutral piece lies on the centre. */
  neutral: boolean;
  /** Whose turn it is. */
  side: number;
  roll: number;
  /** Movements of this turn that are still to be made. */
  left: number;
  turn: number;
  /** Movements of this turn so far, as far as earlier views were at hand. */
  moved: TarblePastMovement[];
  /** Movements of the turn before. */
  last_turn: TarblePastMovement[];
  /** Places of the mover's pieces that are removed if the turn ends as it stands. */
  doomed: Place[];
}

export type TarbleScene = SceneOf<"tarble", TarbleData, TarbleMove>;

// --- Jostle ----------------------------------------------------------------------------------------------------------

export interface JostleField {
  field: number;
  kind: "start" | "plain" | "switch" | "back" | "goal";
  /** Where a switch or back field leads. */
  leads_to: number | null;
  /** What a goal is worth; 0 elsewhere. */
  worth: number;
  /** A short mark to print on the field. */
  mark: string;
}

export interface JostlePush {
  piece: number;
  seat: number;
  from: number;
  to: number;
}

export interface JostleChange extends JostlePush {
  /** Where the mover's piece landed before a special field led it on. */
  via: number | null;
  /** Whether the piece was pushed, and not moved by its owner. */
  jostled: boolean;
}

export interface JostleMove extends MoveScene {
  kind: "move" | "keep" | "roll";
  piece: number | null;
  /** -1 is the stack. */
  from: number | null;
  /** The field by the points; `ends` is where a special field leads from there. */
  to: number | null;
  ends: number | null;
  jostles: JostlePush[];
}

export interface JostleData {
  /** The board's title. */
  name: string;
  track: JostleField[];
  pieces_each: number;
  /** Every piece; field -1 is its owner's stack. */
  pieces: { piece: number; seat: number; field: number }[];
  seat: number;
  /** The roll, 0 when the game is over. */
  die: number;
  /** The second roll after a six, 0 without one. */
  second: number;
  /** Whether a six was rolled and it is to be said whether to roll once more. */
  asking: boolean;
  /** Turns left of the last round; 0 before it. */
  last_round: number;
  turn: number;
  /** What the last move did, the moved piece first. */
  last: JostleChange[];
}

export type JostleScene = SceneOf<"jostle", JostleData, JostleMove>;

// --- Colonizers ------------------------------------------------------------------------------------------------------

export interface Card {
  name: string;
  colour: "green" | "blue" | "red" | "none";
  cost: number;
  value: number;
}

export interface Colony {
  seat: number;
  omnium: number;
  /** The values of the colony added up. */
  value: number;
  built: number;
  /** Whether it was the first to have eight modules. */
  first: boolean;
  colony: Card[];
  hand_count: number;
  /** One entry for each card in hand; null for those that you do not know. */
  hand: (Card | null)[];
  /** Whether a colonist has been picked in this round. */
  picked: boolean;
  /** The colonist, null while you do not know it. */
  colonist: string | null;
  /** Whether everybody knows it. */
  revealed: boolean;
  /** The colonists that it may be, as far as you can tell. */
  may_be: string[];
  /** Modules lost to a full hand. */
  lost: number;
}

export interface ColonizersMove extends MoveScene {
  kind: "pick" | "draw" | "keep" | "name" | "build";
  /** A colonist, "Omnium", "modules" or a module; null for nobody or nothing. */
  target: string | null;
  card: Card | null;
}

export interface ColonizersData {
  stage: "pick" | "draw" | "keep" | "power" | "build" | "over";
  /** What you are asked, empty when you are not. */
  guide: string;
  /** Whose decision it is; null when the game is over. */
  seat: number | null;
  round: number;
  deck: number;
  /** The deck could not give what had to be drawn: nobody wins. */
  spent: boolean;
  seats: Colony[];
  hand: Card[];
  /** The two modules that are looked at, as far as you know them. */
  drawn: (Card | null)[];
  /** The colonists that you could pick from in this round. */
  offered: string[];
  /** Modules in the deck that you know, counted from the top. */
  under: { place: number; card: Card }[];
  log: string[];
}

export type ColonizersScene = SceneOf<"colonizers", ColonizersData, ColonizersMove>;

// --- Boundary --------------------------------------------------------------------------------------------------------

export interface BoundaryPiece {
  /** The number by which plans call it. */
  piece: number;
  seat: number;
  /** Pixels from the top left corner, to hundredths. */
  x: number;
  y: number;
  /** The number of the first piece of its blob. */
  blob: number;
  size: number;
  /** How far it may be sent. */
  reach: number;
  /** The influence radius of its blob. */
  influence: number;
}

export interface Treasure {
  treasure: number;
  x: number;
  y: number;
  worth: number;
}

export interface BoundaryMove extends MoveScene {
  orders: { piece: number; to: Place }[];
}

export interface BoundaryTurn {
  /** Pieces still on the field: where they came from, where they stand, and where they were sent. */
  moved: { piece: number; seat: number; from: Place; to: Place; aim: Place }[];
  /** Pieces captured in the turn, as they stood before it; treasures taken; points gained. */
  captured: BoundaryPiece[];
  taken: Treasure[];
  points: number[] | null;
}

export interface BoundaryData {
  width: number;
  height: number;
  /** Turns played. */
  turn: number;
  parameters: {
    influence: number;
    reach: number;
    merge: number;
    split: number;
    surround: number;
    piece_value: number;
    max_turns: number;
  };
  walls: { left: number; top: number; right: number; bottom: number }[];
  pieces: BoundaryPiece[];
  treasures: Treasure[];
  /** Whether your plan is made and waits for the other's. */
  committed: boolean;
  /** That plan. */
  plan: string | null;
  last_turn: BoundaryTurn | null;
}

export type BoundaryScene = SceneOf<"boundary", BoundaryData, BoundaryMove>;

/** `samples/boundary-ground.json`: who holds the points of a grid, to test the browser's own reckoning. */
export interface GroundSample {
  scene: BoundaryScene;
  /** Pixels between neighbouring points, and the first point. */
  step: number;
  first: Place;
  /** A line for each row: R, B, or . where nobody holds the point. */
  holders: string[];
}

// --- Rule sets -------------------------------------------------------------------------------------------------------

export interface Man {
  seat: number;
  kind: "man" | "king";
  /** Counts for both. */
  hybrid: boolean;
  /** Cannot be flipped or captured. */
  solid: boolean;
}

export interface Cell {
  /** Column and row from the bottom left. */
  x: number;
  y: number;
  name: string;
  /** The board lacks this cell. */
  removed?: boolean;
  content: Man | null;
}

export interface Stock {
  options: string[];
  hybrid_disks: number;
  solid_disks: number;
  first_is_hybrid: boolean;
}

export interface RuleSetMove extends MoveScene {
  kind: "place" | "step" | "jump" | "pass" | "extra";
  from: Place | null;
  to: Place | null;
  path: Place[];
  captures: Place[];
  /** The special disk that is used. */
  disk: "hybrid" | "solid" | null;
  /** A short text for a button. */
  label: string;
}

export interface RuleSetData {
  /** On hexagonal cells the middle of a cell lies at x + y / 2 across and y · √3 / 2 up. */
  shape: "square" | "hex";
  outline: "square" | "hexagon" | "rhombus";
  width: number;
  height: number;
  pieces: "drop" | "reversi" | "checkers" | "step";
  /** How the game ends: "line-4", "most-men", "no-men", "connect", "reach", "surround". */
  end: string;
  /** Men in a row, 0 where lines do not matter. */
  line: number;
  misere: boolean;
  cells: Cell[];
  men: number[];
  kings: number[];
  /** What each player has left of extras; null in games without any. */
  extras: Stock[] | null;
  /** What was announced and is still to be carried out. */
  stage: string | null;
  /** Plies without progress, where pieces walk. */
  quiet: { plies: number; limit: number } | null;
  must_jump: boolean;
  /** The cells that the last move changed. */
  changed: Place[];
}

export type RuleSetScene = SceneOf<"rulesets", RuleSetData, RuleSetMove>;

// --- all others ------------------------------------------------------------------------------------------------------

export interface PlainData {
  /** What there is to know, in short: a label and a value each. */
  facts?: { label: string; value: string }[];
}

export type PlainScene = SceneOf<"plain", PlainData, MoveScene>;

export type Scene = TarbleScene | JostleScene | ColonizersScene | BoundaryScene | RuleSetScene | PlainScene;

/** What several moves of one turn would lead to. */
export interface Preview {
  scene: Scene | null;
  /** Whether the turn is then complete. */
  over: boolean;
  /** Why a move cannot be made; empty when all can. */
  fault: string;
}
