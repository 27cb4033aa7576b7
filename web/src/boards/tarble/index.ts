import type { Ahead } from "../types";

export { default } from "./TarbleBoard";

export const ahead: Ahead = "your die is thrown first";
