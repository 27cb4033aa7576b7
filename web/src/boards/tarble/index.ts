export { default } from "./TarbleBoard";
