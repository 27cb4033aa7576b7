/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Hand */
        Hand: {
            /** @description By seat; null for a card that you do not see. */
            cards: (("jack" | "king" | "queen") | null)[];
            said: components["schemas"]["Said"][];
            /** @description The chips in the pot, by seat. */
            stakes: number[];
            /** @description Who has won the hand; null while it is played. */
            winner: number | null;
        };
        /** KuhnData */
        KuhnData: {
            /** @description What each seat has won in the hands that are over. */
            chips: number[];
            /** @description The hand that is played; when all are over, the last. */
            hand: components["schemas"]["Hand"];
            /** @description Which hand it is, of how many. */
            hands: number;
            /** @description The hand before; null in the first, and when all are over. */
            last: components["schemas"]["Hand"] | null;
            number: number;
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
        /** Said */
        Said: {
            seat: number;
            /** @enum {unknown} */
            word: "bet" | "pass";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Hand = components['schemas']['Hand'];
export type KuhnData = components['schemas']['KuhnData'];
export type MoveWords = components['schemas']['MoveWords'];
export type Said = components['schemas']['Said'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type KuhnScene = SceneOf<KuhnData, MoveWords>;
