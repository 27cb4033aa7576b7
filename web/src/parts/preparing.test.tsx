import { expect, it } from "vitest";
import { progressOf } from "./preparing";

it("counts down what is left, and never says that all is done", () => {
  expect(progressOf({ left: 20, whole: 25 }, 0)).toEqual({ left: 20, part: 0.19999999999999996 });
  expect(progressOf({ left: 20, whole: 25 }, 10.2)).toMatchObject({ left: 10 });
  expect(progressOf({ left: 20, whole: 25 }, 60)).toEqual({ left: 0, part: 0.97 });
  expect(progressOf({ left: 0, whole: 0 }, 1)).toEqual({ left: 0, part: 0.03 });
});
