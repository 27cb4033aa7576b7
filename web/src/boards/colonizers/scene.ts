/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Card */
        Card: {
            /** @enum {unknown} */
            colour: "blue" | "green" | "none" | "red";
            cost: number;
            name: string;
            value: number;
        };
        /** ColonizersData */
        ColonizersData: {
            deck: number;
            /** @description The two modules that are looked at, as far as you know them. */
            drawn: (components["schemas"]["Card"] | null)[];
            /** @description What you are asked, empty when you are not. */
            guide: string;
            hand: components["schemas"]["Card"][];
            log: string[];
            /** @description The colonists that you could pick from in this round. */
            offered: string[];
            round: number;
            /** @description Whose decision it is; null when the game is over. */
            seat: number | null;
            seats: components["schemas"]["Colony"][];
            /** @description The deck could not give what had to be drawn: nobody wins. */
            spent: boolean;
            /** @enum {unknown} */
            stage: "build" | "draw" | "keep" | "over" | "pick" | "power";
            /** @description Modules in the deck that you know, counted from the top. */
            under: components["schemas"]["Under"][];
        };
        /** ColonizersMove */
        ColonizersMove: {
            card: components["schemas"]["Card"] | null;
            /** @enum {unknown} */
            kind: "build" | "draw" | "keep" | "name" | "pick";
            /** @description A colonist, "Omnium", "modules" or a module; null for nobody or nothing. */
            target: string | null;
            /** @description What is sent to the server. */
            text: string;
            /** @description The move in words. */
            words: string;
        };
        /** Colony */
        Colony: {
            built: number;
            /** @description The colonist, null while you do not know it. */
            colonist: string | null;
            colony: components["schemas"]["Card"][];
            /** @description Whether it was the first to have eight modules. */
            first: boolean;
            /** @description One entry for each card in hand; null for those that you do not know. */
            hand: (components["schemas"]["Card"] | null)[];
            hand_count: number;
            /** @description Modules lost to a full hand. */
            lost: number;
            /** @description The colonists that it may be, as far as you can tell. */
            may_be: string[];
            omnium: number;
            /** @description Whether a colonist has been picked in this round. */
            picked: boolean;
            /** @description Whether everybody knows it. */
            revealed: boolean;
            seat: number;
            /** @description The values of the colony added up. */
            value: number;
        };
        /** Under */
        Under: {
            card: components["schemas"]["Card"];
            place: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Card = components['schemas']['Card'];
export type ColonizersData = components['schemas']['ColonizersData'];
export type ColonizersMove = components['schemas']['ColonizersMove'];
export type Colony = components['schemas']['Colony'];
export type Under = components['schemas']['Under'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type ColonizersScene = SceneOf<ColonizersData, ColonizersMove>;
