export { default } from "./BoundaryBoard";
