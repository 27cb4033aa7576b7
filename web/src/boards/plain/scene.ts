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
        /** PlainCard */
        PlainCard: {
            /** @description The text of the move that plays it: then it can be pressed. */
            move?: string;
            /** @description Whose it is. */
            seat?: number;
            /** @description What is written on it; empty for a card that lies face down. */
            text: string;
        };
        /** PlainCards */
        PlainCards: {
            cards: components["schemas"]["PlainCard"][];
            label: string;
        };
        /** PlainCell */
        PlainCell: {
            /** @description Whether it is to be seen at a glance, such as a row that has won. */
            marked?: boolean;
            /** @description The text of the move that is made by pressing it. */
            move?: string;
            /** @description Whose piece stands there. */
            seat?: number;
            text?: string;
        };
        /** PlainCounter */
        PlainCounter: {
            count: number;
            label: string;
            /** @description The most that it can be: then it is drawn as a bar. */
            of?: number;
            seat?: number;
        };
        /**
         * PlainData
         * @description What the plain board draws: cards, dice, counters and grids where a game gives any, else the terminal's
         *         picture.
         */
        PlainData: {
            cards?: components["schemas"]["PlainCards"][];
            counters?: components["schemas"]["PlainCounter"][];
            dice?: components["schemas"]["PlainDice"][];
            /** @description What there is to know, in short. */
            facts?: components["schemas"]["Fact"][];
            grids?: components["schemas"]["PlainGrid"][];
        };
        /** PlainDice */
        PlainDice: {
            label: string;
            /** @description 1 to 6; 0 for a die that has not been thrown. */
            values: number[];
        };
        /** PlainGrid */
        PlainGrid: {
            label: string;
            /** @description From the top; null where the board has a hole. */
            rows: (components["schemas"]["PlainCell"] | null)[][];
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
export type PlainCard = components['schemas']['PlainCard'];
export type PlainCards = components['schemas']['PlainCards'];
export type PlainCell = components['schemas']['PlainCell'];
export type PlainCounter = components['schemas']['PlainCounter'];
export type PlainData = components['schemas']['PlainData'];
export type PlainDice = components['schemas']['PlainDice'];
export type PlainGrid = components['schemas']['PlainGrid'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type PlainScene = SceneOf<PlainData, MoveWords>;
