/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** BlottoData */
        BlottoData: {
            fields: number;
            /** @description The plans of the last round, by seat; null in the first. */
            last: number[][] | null;
            /** @description Your own plan, which waits for the other's. */
            plan: number[] | null;
            points: number[];
            round: number;
            /** @description Which round it is, of how many. */
            rounds: number;
            /** @description What each side has in each round. */
            troops: number;
        };
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type BlottoData = components['schemas']['BlottoData'];
export type MoveWords = components['schemas']['MoveWords'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type BlottoScene = SceneOf<BlottoData, MoveWords>;
