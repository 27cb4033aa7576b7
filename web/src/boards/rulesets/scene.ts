/** Made by `npm run types` from scene.json; not to be changed by hand. */

import type { SceneOf } from "../types";

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Cell */
        Cell: {
            content: components["schemas"]["Man"] | null;
            name: string;
            /** @description The board lacks this cell. */
            removed?: boolean;
            /** @description Column and row from the bottom left. */
            x: number;
            y: number;
        };
        /** Decided */
        Decided: {
            /** @description Men that decided it in another way: those on the far row, those without room, those that cannot move. */
            marked: [
                number,
                number
            ][];
            /** @description A line is drawn through each. */
            rows: components["schemas"]["Row"][];
            /** @description What decided the game, or why it ended without a winner. */
            words: string;
        };
        /** Man */
        Man: {
            /** @description Counts for both. */
            hybrid: boolean;
            /** @enum {unknown} */
            kind: "king" | "man";
            seat: number;
            /** @description Cannot be flipped or captured. */
            solid: boolean;
        };
        /** Quiet */
        Quiet: {
            limit: number;
            plies: number;
        };
        /** Row */
        Row: {
            /** @description From one end to the other: a row of men, or the shortest chain that joins two sides. */
            cells: [
                number,
                number
            ][];
            seat: number;
        };
        /** RuleSetData */
        RuleSetData: {
            /** @description Those of them to which a piece has come; on the others it was flipped, or has gone. */
            came: [
                number,
                number
            ][];
            cells: components["schemas"]["Cell"][];
            /** @description The cells that the last move changed. */
            changed: [
                number,
                number
            ][];
            /** @description What decided the game; null while it is not over. */
            decided: components["schemas"]["Decided"] | null;
            /** @description How the game ends: "line-4", "most-men", "no-men", "connect", "reach", "surround". */
            end: string;
            /** @description What each player has left of extras; null in games without any. */
            extras: components["schemas"]["Stock"][] | null;
            height: number;
            kings: number[];
            /** @description Men in a row, 0 where lines do not matter. */
            line: number;
            men: number[];
            misere: boolean;
            must_jump: boolean;
            /** @enum {unknown} */
            outline: "hexagon" | "rhombus" | "square";
            /** @enum {unknown} */
            pieces: "checkers" | "drop" | "reversi" | "step";
            /** @description Plies without progress, where pieces walk. */
            quiet: components["schemas"]["Quiet"] | null;
            /**
             * @description On hexagonal cells the middle of a cell lies at x + y / 2 across and y · √3 / 2 up.
             * @enum {unknown}
             */
            shape: "hex" | "square";
            /** @description What was announced and is still to be carried out. */
            stage: string | null;
            width: number;
        };
        /** RuleSetMove */
        RuleSetMove: {
            captures: [
                number,
                number
            ][];
            /** @description The special disk that is used. */
            disk: ("hybrid" | "solid") | null;
            from: [
                number,
                number
            ] | null;
            /** @enum {unknown} */
            kind: "extra" | "jump" | "pass" | "place" | "step";
            /** @description A short text for a button. */
            label: string;
            path: [
                number,
                number
            ][];
            /** @description What is sent to the server. */
            text: string;
            to: [
                number,
                number
            ] | null;
            /** @description The move in words. */
            words: string;
        };
        /**
         * Stock
         * @description What a player has left of extras.
         */
        Stock: {
            first_is_hybrid: boolean;
            hybrid_disks: number;
            options: string[];
            solid_disks: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Cell = components['schemas']['Cell'];
export type Decided = components['schemas']['Decided'];
export type Man = components['schemas']['Man'];
export type Quiet = components['schemas']['Quiet'];
export type Row = components['schemas']['Row'];
export type RuleSetData = components['schemas']['RuleSetData'];
export type RuleSetMove = components['schemas']['RuleSetMove'];
export type Stock = components['schemas']['Stock'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type RuleSetScene = SceneOf<RuleSetData, RuleSetMove>;
