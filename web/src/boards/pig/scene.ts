/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * MoveWords
         * @description What a game says of any move; boards of its own need more.
         */
        MoveWords: {
            /** @description What is sent to the server. */
            text: string;
            /** @description The move in words. */
            words: string;
        };
        /** PigData */
        PigData: {
            banked: number[];
            /** @description How the turn before ended; null once the next has begun, and where it is not known. */
            ended: components["schemas"]["TurnEnd"] | null;
            goal: number;
            /** @description Points of this turn, not banked yet. */
            risk: number;
            /** @description Whose turn it is. */
            seat: number;
            /** @description Throws of the whole game. */
            thrown: number;
            /** @description The throws of this turn, until its first throw those of the turn before; the last ones, if they are many. */
            throws: number[];
            /** @description Turns of this seat, this one included. */
            turn: number;
        };
        /**
         * TurnEnd
         * @description How a turn has ended.
         */
        TurnEnd: {
            lost: boolean;
            /** @description What it brought, or what was lost. */
            points: number;
            seat: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type MoveWords = components['schemas']['MoveWords'];
export type PigData = components['schemas']['PigData'];
export type TurnEnd = components['schemas']['TurnEnd'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type PigScene = SceneOf<PigData, MoveWords>;
