/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** BoundaryData */
        BoundaryData: {
            /** @description Whether your plan is made and waits for the other's. */
            committed: boolean;
            height: number;
            last_turn: components["schemas"]["BoundaryTurn"] | null;
            parameters: components["schemas"]["BoundaryParameters"];
            pieces: components["schemas"]["BoundaryPiece"][];
            /** @description That plan. */
            plan: string | null;
            treasures: components["schemas"]["Treasure"][];
            /** @description Turns played. */
            turn: number;
            walls: components["schemas"]["Wall"][];
            width: number;
        };
        /** BoundaryFallen */
        BoundaryFallen: {
            piece: number;
            seat: number;
            /** @description Where it stood when it was captured. */
            x: number;
            y: number;
        };
        /** BoundaryJoined */
        BoundaryJoined: {
            /** @description The number of the first piece of the blob that it has belonged to since. */
            blob: number;
            piece: number;
        };
        /** BoundaryMoment */
        BoundaryMoment: {
            captured: components["schemas"]["BoundaryFallen"][];
            /** @description Pieces that are in another blob than before. */
            joined: components["schemas"]["BoundaryJoined"][];
            /** @description Of the turn's longest way, 0 to 1: when this had happened. */
            share: number;
            /** @description The numbers of treasures. */
            taken: number[];
        };
        /** BoundaryMove */
        BoundaryMove: {
            /** @description Of the pieces that move. */
            orders: components["schemas"]["Order"][];
            /** @description What is sent to the server. */
            text: string;
            /** @description The move in words. */
            words: string;
        };
        /** BoundaryMoved */
        BoundaryMoved: {
            /** @description Where it was sent. */
            aim: [
                number,
                number
            ];
            from: [
                number,
                number
            ];
            piece: number;
            seat: number;
            to: [
                number,
                number
            ];
        };
        /** BoundaryParameters */
        BoundaryParameters: {
            influence: number;
            max_turns: number;
            merge: number;
            piece_value: number;
            reach: number;
            split: number;
            surround: number;
        };
        /** BoundaryPiece */
        BoundaryPiece: {
            /** @description The number of the first piece of its blob. */
            blob: number;
            /** @description The influence radius of its blob. */
            influence: number;
            /** @description The number by which plans call it. */
            piece: number;
            /** @description How far it may be sent. */
            reach: number;
            seat: number;
            size: number;
            /** @description Pixels from the top left corner, to hundredths. */
            x: number;
            y: number;
        };
        /** BoundaryTurn */
        BoundaryTurn: {
            /** @description The blobs before the turn, of the pieces that were there. */
            blobs: components["schemas"]["BoundaryJoined"][];
            /** @description Pieces captured in the turn, as they stood before it. */
            captured: components["schemas"]["BoundaryPiece"][];
            /** @description When in the turn something changed, by the rules; none where that is not known. */
            moments: components["schemas"]["BoundaryMoment"][];
            /** @description Pieces still on the field. */
            moved: components["schemas"]["BoundaryMoved"][];
            /** @description Points gained; null where no earlier view tells. */
            points: number[] | null;
            taken: components["schemas"]["Treasure"][];
            /** @description How far the piece went that was sent farthest; 0 where no earlier view tells. */
            way: number;
        };
        /** Order */
        Order: {
            piece: number;
            to: [
                number,
                number
            ];
        };
        /** Treasure */
        Treasure: {
            treasure: number;
            worth: number;
            x: number;
            y: number;
        };
        /** Wall */
        Wall: {
            bottom: number;
            left: number;
            right: number;
            top: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type BoundaryData = components['schemas']['BoundaryData'];
export type BoundaryFallen = components['schemas']['BoundaryFallen'];
export type BoundaryJoined = components['schemas']['BoundaryJoined'];
export type BoundaryMoment = components['schemas']['BoundaryMoment'];
export type BoundaryMove = components['schemas']['BoundaryMove'];
export type BoundaryMoved = components['schemas']['BoundaryMoved'];
export type BoundaryParameters = components['schemas']['BoundaryParameters'];
export type BoundaryPiece = components['schemas']['BoundaryPiece'];
export type BoundaryTurn = components['schemas']['BoundaryTurn'];
export type Order = components['schemas']['Order'];
export type Treasure = components['schemas']['Treasure'];
export type Wall = components['schemas']['Wall'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type BoundaryScene = SceneOf<BoundaryData, BoundaryMove>;
