import type { Ahead } from "../types";

export { default } from "./PigBoard";

/** A turn begins with a throw, whatever the others have thrown. */
export const ahead: Ahead = () => [{ text: "roll", words: "roll" }];
