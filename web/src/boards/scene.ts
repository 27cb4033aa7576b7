/** Made by `npm run types` from scene.json; not to be changed by hand. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * MoveScene
         * @description A move as it is offered.
         */
        MoveScene: {
            /** @description What is sent to the server. */
            text: string;
            /** @description The move in words. */
            words: string;
        } & {
            [key: string]: unknown;
        };
        /** ResultData */
        ResultData: {
            points: number[];
            /** @description 1 is best; equal seats share the better rank. */
            ranks: number[];
        };
        /** Scene */
        Scene: {
            /** @description Which board shows it. */
            board: string;
            /** @description What the board draws; each board has its own. */
            board_data: {
                [key: string]: unknown;
            };
            /** @description Whether moves are checked: any text that keeps the rules is one, not only what is listed. */
            checked: boolean;
            /** @description The game's name: "reversi", or a text that describes the game, such as "5x5 drop line-4". */
            game: string;
            /** @description What you can do now, with what the board needs to offer it; some of it where moves are checked. Empty when it is not your turn. */
            moves: components["schemas"]["MoveScene"][];
            over: boolean;
            /** @description The terminal's picture, plain text, of games without a board of their own. */
            picture: string;
            /** @description Points so far, where the game counts them in the open. */
            points: number[] | null;
            result: components["schemas"]["ResultData"] | null;
            /** @description The whole scene in sentences, for people who cannot see the board. */
            text: string;
            title: string;
            turn: components["schemas"]["Turn"];
            /** @description Your seat; null for spectators. */
            you: number | null;
        };
        /** Turn */
        Turn: {
            /** @description At a table: the seats that have decided already, where several decide at once. */
            committed?: number[];
            /** @description How many decisions the match has seen. */
            decision: number;
            /** @description The seats that must decide now; none when the game is over. */
            movers: number[];
            seat_names: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type MoveScene = components['schemas']['MoveScene'];
export type ResultData = components['schemas']['ResultData'];
export type Scene = components['schemas']['Scene'];
export type Turn = components['schemas']['Turn'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
