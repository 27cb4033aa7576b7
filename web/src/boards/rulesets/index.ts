export { default } from "./RuleSetBoard";
