export { default } from "./GoofspielBoard";
