export { default } from "./KuhnBoard";
