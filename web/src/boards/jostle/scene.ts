/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** JostleChange */
        JostleChange: {
            from: number;
            /** @description Whether the piece was pushed, and not moved by its owner. */
            jostled: boolean;
            piece: number;
            seat: number;
            to: number;
            /** @description Where the mover's piece landed before a special field led it on. */
            via: number | null;
        };
        /** JostleData */
        JostleData: {
            /** @description Whether a six was rolled and it is to be said whether to roll once more. */
            asking: boolean;
            /** @description The roll, 0 when the game is over. */
            die: number;
            /** @description What the last move did, the moved piece first. */
            last: components["schemas"]["JostleChange"][];
            /** @description Turns left of the last round; 0 before it. */
            last_round: number;
            /** @description The board's title. */
            name: string;
            /** @description The piece that a second roll would move, where it is named before it. */
            named: number | null;
            pieces: components["schemas"]["JostlePiece"][];
            pieces_each: number;
            seat: number;
            /** @description The second roll after a six, 0 without one. */
            second: number;
            /**
             * @description The rule of the second roll: the piece is chosen after both, before the second, or moved by the six at once.
             * @enum {unknown}
             */
            second_roll: "chosen" | "moved" | "sum";
            track: components["schemas"]["JostleField"][];
            turn: number;
        };
        /** JostleField */
        JostleField: {
            field: number;
            /** @enum {unknown} */
            kind: "back" | "goal" | "plain" | "start" | "switch";
            /** @description Where a switch or back field leads. */
            leads_to: number | null;
            /** @description A short mark to print on the field. */
            mark: string;
            /** @description What a goal is worth; 0 elsewhere. */
            worth: number;
        };
        /** JostleMove */
        JostleMove: {
            ends: number | null;
            from: number | null;
            jostles: components["schemas"]["JostlePush"][];
            /**
             * @description `name` names a piece after a six, which moves only when it is known whether there is a second roll.
             * @enum {unknown}
             */
            kind: "keep" | "move" | "name" | "roll";
            /** @description The piece that moves now; for `name`, and for `keep` and `roll` after it, the one that is going to. */
            piece: number | null;
            /** @description What is sent to the server. */
            text: string;
            /** @description The field by the points; `ends` is where a special field leads from there. For `name` that of the six alone. */
            to: number | null;
            /** @description The move in words. */
            words: string;
        };
        /** JostlePiece */
        JostlePiece: {
            /** @description -1 is its owner's stack. */
            field: number;
            /** @description What people call it: each player's pieces count from 1. */
            number: number;
            /** @description Its number in the notation, which goes on from player to player. */
            piece: number;
            seat: number;
        };
        /** JostlePush */
        JostlePush: {
            from: number;
            piece: number;
            seat: number;
            to: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type JostleChange = components['schemas']['JostleChange'];
export type JostleData = components['schemas']['JostleData'];
export type JostleField = components['schemas']['JostleField'];
export type JostleMove = components['schemas']['JostleMove'];
export type JostlePiece = components['schemas']['JostlePiece'];
export type JostlePush = components['schemas']['JostlePush'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type JostleScene = SceneOf<JostleData, JostleMove>;
