/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** TarbleData */
        TarbleData: {
            /** @description Places of the mover's pieces that are removed if the turn ends as it stands. */
            doomed: [
                number,
                number
            ][];
            /** @description Movements of the turn before. */
            last_turn: components["schemas"]["TarblePastMove"][];
            /** @description Movements of this turn that are still to be made. */
            left: number;
            /** @description Movements of this turn so far, as far as earlier views were at hand. */
            moved: components["schemas"]["TarblePastMove"][];
            /** @description Whether the neutral piece lies on the centre. */
            neutral: boolean;
            pieces: components["schemas"]["TarblePiece"][];
            roll: number;
            /** @description Whose turn it is. */
            side: number;
            turn: number;
        };
        /** TarbleMove */
        TarbleMove: {
            /** @description The place of the piece that is jumped over. */
            captures: [
                number,
                number
            ] | null;
            /** @description Whether it ends on a corner or the centre: a piece that ends the turn there is removed. */
            deadly: boolean;
            from: [
                number,
                number
            ];
            /** @description What is sent to the server. */
            text: string;
            to: [
                number,
                number
            ];
            /** @description The move in words. */
            words: string;
        };
        /** TarblePastMove */
        TarblePastMove: {
            /** @description The place of the piece that is jumped over. */
            captures: [
                number,
                number
            ] | null;
            /** @description Whether it ends on a corner or the centre: a piece that ends the turn there is removed. */
            deadly: boolean;
            from: [
                number,
                number
            ];
            side: number;
            to: [
                number,
                number
            ];
            /** @description The move in words. */
            words: string;
        };
        /** TarblePiece */
        TarblePiece: {
            side: number;
            x: number;
            y: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type TarbleData = components['schemas']['TarbleData'];
export type TarbleMove = components['schemas']['TarbleMove'];
export type TarblePastMove = components['schemas']['TarblePastMove'];
export type TarblePiece = components['schemas']['TarblePiece'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type TarbleScene = SceneOf<TarbleData, TarbleMove>;
