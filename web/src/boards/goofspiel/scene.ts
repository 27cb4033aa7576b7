/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** GoofspielData */
        GoofspielData: {
            /** @description Your own bid, which waits for the others. */
            bid: number | null;
            /** @description Hands and prizes go from 1 to this number. */
            cards: number;
            /** @description The prizes that are still face down, in rising order: nobody knows in which they come. */
            deck: number[];
            /** @description The cards that each seat has left, a bid that waits among them. */
            hands: number[][];
            /** @description The round before; null in the first, and where it is not known. */
            last: components["schemas"]["Round"] | null;
            points: number[];
            /** @description The prize that is turned up; null when all are gone. */
            prize: number | null;
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
         * Round
         * @description A round that is over.
         */
        Round: {
            bids: number[];
            prize: number;
            /** @description Null where the highest bid was made twice. */
            winner: number | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type GoofspielData = components['schemas']['GoofspielData'];
export type MoveWords = components['schemas']['MoveWords'];
export type Round = components['schemas']['Round'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type GoofspielScene = SceneOf<GoofspielData, MoveWords>;
