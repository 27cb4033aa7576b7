import type { Ahead } from "../types";

export { default } from "./JostleBoard";

export const ahead: Ahead = "your die is thrown first";
