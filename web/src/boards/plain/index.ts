export { default } from "./PlainBoard";
