export { default } from "./BlottoBoard";
