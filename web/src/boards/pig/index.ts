export { default } from "./PigBoard";
