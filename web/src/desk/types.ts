/** What the server says at the researcher's desk, as the pages use it. */

import type { components } from "../api/schema";
import type { Scene } from "../boards";

type Schemas = components["schemas"];

export type StudyCard = Schemas["StudyCard"];
export type StudyInfo = Schemas["StudyInfo"];
export type Builtin = Schemas["BuiltinInfo"];
export type Monitor = Schemas["Monitor"];
export type PersonRow = Schemas["PersonRow"];
export type Mistake = Schemas["MistakeInfo"];
export type Checked = Schemas["PlanChecked"];
export type LinkInfo = Schemas["LinkInfo"];
export type InvitationInfo = Schemas["InvitationInfo"];
export type ToGrade = Schemas["ToGrade"];
export type RoleInfo = Schemas["RoleInfo"];
export type AuditInfo = Schemas["AuditInfo"];
export type GameRow = Schemas["GameRow"];
export type TraceInfo = Schemas["TraceInfo"];
/** How a game begins: the board that shows it, and what the first seat sees. */
export type StartInfo = Omit<Schemas["StartInfo"], "scene"> & { scene: Scene };
export type Change = Schemas["Change"];
export type RefinementInfo = Omit<Schemas["RefinementInfo"], "wanted" | "tree"> & {
  wanted: { player: string; ratings: number; experts: number }[];
  tree: Partial<FamilyTree>;
};

/** All strategies of a refinement, and who was made from whom. */
export interface FamilyTree {
  phase: string;
  generations: { number: number; phase: string; members: string[]; kept: string[] }[];
  nodes: Strategy[];
  edges: { from: string; to: string; generation: number }[];
}

export interface Strategy {
  id: string;
  elements: string[];
  player: string;
  how: string;
  fitness: number | null;
  /** Guessed from its parents: judges have not spoken yet. */
  preliminary: boolean;
  /** The generations in which it was made (again). */
  generations: number[];
  passed: boolean;
  minimal: boolean;
}

/** What every part of a study's desk is given. */
export interface Part {
  study: StudyInfo;
  /** The study's own path below `/api`. */
  path: string;
  /** Takes the study as the server gave it after a change. */
  onChange(study: StudyInfo): void;
}

export function may(study: StudyInfo, right: string): boolean {
  return study.rights.includes(right);
}
