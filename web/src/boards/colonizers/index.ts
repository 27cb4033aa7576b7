export { default } from "./ColonizersBoard";
