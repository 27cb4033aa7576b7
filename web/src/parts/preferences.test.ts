import { beforeEach, describe, expect, it } from "vitest";
import { themed } from "../../plugins/themes";
import { prefer, read, USUAL } from "./preferences";

beforeEach(() => localStorage.clear());

describe("preferences", () => {
  it("are read as far as they can be used", () => {
    expect(read(null)).toEqual(USUAL);
    expect(read("no JSON")).toEqual(USUAL);
    expect(read("[1]")).toEqual(USUAL);
    expect(read('{"theme":"pink","sound":true,"motion":3,"more":1}')).toEqual({ ...USUAL, sound: true });
  });

  it("are kept, and the theme stands at the root", () => {
    prefer({ theme: "dark", flipped: true });
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    expect(read(localStorage.getItem("ludarium:preferences"))).toEqual({ ...USUAL, theme: "dark", flipped: true });
    prefer({ theme: "system" });
    expect(document.documentElement.dataset["theme"]).toBeUndefined();
  });
});

describe("dark style sheets", () => {
  it("follow the choice before the system", () => {
    const css = "a { b: c }\n@media (prefers-color-scheme: dark) {\n  :root { --x: 1 }\n  .y, .z { --w: 2 }\n}\n.after { d: e }";
    const made = themed(css).replace(/\s+/g, " ");
    expect(made).toContain('@media (prefers-color-scheme: dark) {:root:not([data-theme="light"]) { --x: 1 }');
    expect(made).toContain(':root[data-theme="dark"] { --x: 1 }');
    expect(made).toContain(':root[data-theme="dark"] .y, :root[data-theme="dark"] .z { --w: 2 }');
    expect(made).toContain(".after { d: e }");
    expect(themed(".plain { a: b }")).toBe(".plain { a: b }");
  });
});
