/** What the server says, as the pages use it. All but the scenes is generated from the server's models (`schema.ts`). */

import type { MoveScene, Scene } from "../boards";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Value = number | boolean | string;
export type Settings = Record<string, Value>;

export type Me = Schemas["Me"];
export type Registered = Schemas["Registered"];
export type SessionInfo = Schemas["SessionInfo"];
export type MemoryInfo = Schemas["MemoryInfo"];
export type Programs = Schemas["Programs"];
export type ParameterInfo = Schemas["ParameterInfo"];
export type PlayerCard = Schemas["PlayerCard"];
export type GameCard = Schemas["GameCard"];
export type RulesText = Schemas["RulesText"];
export type Introduction = Schemas["Introduction"];
export type TriedTurn = Schemas["TriedTurn"];
export type Status = Schemas["Status"];

export type TableWish = Schemas["NewTable"];
export type SeatWish = TableWish["seats"][number];
export type SeatInfo = Schemas["SeatInfo"];
export type Result = Schemas["ResultInfo"];
export type TableInfo = Schemas["TableInfo"];
export type TableClock = Schemas["TableClock"];
export type ChallengeInfo = Schemas["ChallengeInfo"];

export type YourGame = Schemas["YourGame"];
export type RatingInfo = Schemas["RatingInfo"];
export type Tally = Schemas["Tally"];
export type Profile = Schemas["Profile"];
export type Leaderboard = Schemas["Leaderboard"];
export type LeaderboardName = Schemas["LeaderboardName"];

export type MatchInfo = Schemas["MatchInfo"];
export type MatchList = Schemas["MatchList"];
export type Frame = Omit<Schemas["Frame"], "scene"> & { scene: Scene };
export type Replay = Omit<Schemas["Replay"], "frames"> & { frames: Frame[] };

export type TableEvent = Omit<Schemas["Event"], "kind"> & { kind: string };
export type Clock = Schemas["Clock"];

export type ServerMessage =
  | (Omit<Schemas["Welcome"], "scene" | "events"> & { scene: Scene | null; events: TableEvent[] })
  | (Omit<Schemas["EventTold"], "event"> & { event: TableEvent })
  | (Omit<Schemas["SceneTold"], "scene"> & { scene: Scene })
  | Schemas["TableTold"]
  | Schemas["Ack"]
  | Schemas["Refused"]
  | (Omit<Schemas["Previewed"], "scene" | "moves"> & { scene: Scene | null; moves: MoveScene[] })
  | (Omit<Schemas["LookedBack"], "scene"> & { scene: Scene })
  | (Omit<Schemas["Foreseen"], "moves"> & { moves: MoveScene[] })
  | Schemas["Reason"]
  | Schemas["Pong"];

/** What a client asks of its table; the socket adds the id. */
export type Request =
  | (Omit<Schemas["Move"], "id" | "hidden" | "idle"> & Partial<Pick<Schemas["Move"], "hidden" | "idle">>)
  | Omit<Schemas["Preview"], "id">
  | Omit<Schemas["Chat"], "id">
  | (Omit<Schemas["Propose"], "id" | "seconds"> & Partial<Pick<Schemas["Propose"], "seconds">>)
  | Omit<Schemas["Agree"], "id">
  | Omit<Schemas["Start"], "id">
  | Omit<Schemas["Resign"], "id">
  | Omit<Schemas["Claim"], "id">
  | Omit<Schemas["Takeback"], "id">
  | Omit<Schemas["Hint"], "id">
  | Omit<Schemas["OfferDraw"], "id">
  | Omit<Schemas["DeclineDraw"], "id">
  | Omit<Schemas["LookBack"], "id">
  | Omit<Schemas["Foresee"], "id">
  | Omit<Schemas["AskReason"], "id">;

export type Person = Schemas["Person"];
export type YourTable = Schemas["YourTable"];

export type LobbyMessage =
  | Schemas["LobbyTold"]
  | Schemas["LobbyChanges"]
  | Schemas["Yours"]
  | Schemas["Challenged"]
  | Schemas["Ack"]
  | Schemas["Refused"]
  | Schemas["Pong"];

export type RunInfo = Schemas["RunInfo"];
export type RunFigures = Schemas["RunFigures"];
export type DesignInfo = Schemas["DesignInfo"];
export type DesignedGame = Schemas["DesignedGame"];
