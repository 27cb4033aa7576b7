export { default } from "./JostleBoard";
