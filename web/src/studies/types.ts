/** What the server says in a study, as the pages use it. */

import type { components } from "../api/schema";
import type { Settings } from "../api/types";

type Schemas = components["schemas"];

export type StudyPage = Omit<Schemas["StudyPage"], "settings"> & { settings: Settings };
export type Question = Schemas["QuestionInfo"];
export type About = NonNullable<StudyPage["about"]>;
export type Waiting = NonNullable<StudyPage["waiting"]>;
export type Revealed = NonNullable<StudyPage["revealed"]>[number];
export type PageSent = Schemas["PageSent"];
export type TracePiece = Schemas["Trace"];
export type Receipt = Schemas["ReceiptInfo"];
export type ProfilePage = Schemas["ProfilePage"];

/** An answer as it is sent: null is none, an empty text the neutral option. */
export type Answer = string | number | string[] | number[] | Record<string, string> | null;
export type Answers = Record<string, Answer>;
