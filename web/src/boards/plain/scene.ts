/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Fact */
        Fact: {
            label: string;
            value: string;
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
        /**
         * PlainData
         * @description What the plain board draws beside the picture.
         */
        PlainData: {
            /** @description What there is to know, in short. */
            facts?: components["schemas"]["Fact"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Fact = components['schemas']['Fact'];
export type MoveWords = components['schemas']['MoveWords'];
export type PlainData = components['schemas']['PlainData'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type PlainScene = SceneOf<PlainData, MoveWords>;
