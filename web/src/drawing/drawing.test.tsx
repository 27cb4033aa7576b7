// @vitest-environment node

import { memo, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { rulesOf } from "../../plugins/style-rules";
import { beside, broken, ending, line, picture, widthOf } from "./blocks";
import { painted, settled } from "./colour";
import { rendered } from "./render";
import { register } from "./rules";

describe("values of style sheets", () => {
  it("have their variables replaced, by fallbacks where there are none", () => {
    const known = new Map([["--a", "#123456"], ["--b", "var(--a)"]]);
    expect(settled("color-mix(in srgb, var(--a) 10%, var(--c, black))", known)).toBe("color-mix(in srgb, #123456 10%, black)");
    expect(settled("var(--b)", known)).toBe("#123456");
    expect(settled("1px solid var(--c)", known)).toBeNull();
  });

  it("are colours of six digits and an opacity", () => {
    expect(painted("#fff")).toEqual({ colour: "#ffffff", opacity: 1 });
    expect(painted("rgb(0 128 255 / 25%)")).toEqual({ colour: "#0080ff", opacity: 0.25 });
    expect(painted("color-mix(in srgb, #ff0000 50%, #0000ff)")).toEqual({ colour: "#800080", opacity: 1 });
    // What is transparent takes nothing away from the colour.
    expect(painted("color-mix(in srgb, #ff0000 20%, transparent)")).toEqual({ colour: "#ff0000", opacity: 0.2 });
    expect(painted("color-mix(in srgb, color-mix(in srgb, white, black) 100%, black)")).toEqual({ colour: "#808080", opacity: 1 });
    expect(painted("none")).toBeNull();
    expect(painted("url(#stripes)")).toBeNull();
  });
});

const SHEET = `
:root { --ink: #111111; --paper: white }
@media (prefers-color-scheme: dark) { :root { --ink: #eeeeee } }
@media (max-width: 40rem) { .dot { fill: red } }
.dot { fill: var(--ink); cursor: pointer; stroke: color-mix(in srgb, var(--own) 50%, transparent) }
.dot:hover { fill: red }
.row .dot.large { fill: var(--paper) }
.row text { dominant-baseline: central; font-weight: 650 }
.mute { color: var(--ink) }
.mute path { stroke: currentcolor }
`;

describe("style sheets", () => {
  it("are read without what depends on a pointer or a screen", () => {
    const rules = rulesOf(SHEET);
    expect(rules.map(({ parts, dark }) => `${parts.map(({ tag, classes }) => [tag, ...classes].join(".")).join(" ")}${dark ? " dark" : ""}`)).toEqual([
      "",
      " dark",
      ".dot",
      ".row .dot.large",
      ".row text",
      ".mute",
      ".mute path",
    ]);
    expect(rules[2]?.set.map(([name]) => name)).toEqual(["fill", "stroke"]);
  });

  it("become classes, with what differs on dark pages", () => {
    register(rulesOf(SHEET));
    const text = rendered(
      <svg>
        <circle className="dot" r={1 / 3} style={{ "--own": "#ff0000" } as React.CSSProperties} />
      </svg>,
    );
    const name = /class="(\w+)"/.exec(text)?.[1] ?? "none";
    expect(text).toBe(
      `<svg><style>.${name}{fill:#111111;stroke:#ff0000;stroke-opacity:0.5}@media (prefers-color-scheme:dark){.${name}{fill:#eeeeee}}</style><circle r="0.333" class="${name}"/></svg>`,
    );
  });

  it("count more the more they ask for, and are inherited where colours are", () => {
    const text = rendered(
      <svg>
        <g className="row">
          <circle className="dot large" />
          <text strokeWidth={2}>{'<"&'}</text>
        </g>
        <g className="mute">
          <path d="M0 0" />
        </g>
      </svg>,
    );
    expect(text).toContain("{fill:#ffffff}");
    expect(text).toContain("{stroke:#111111}");
    expect(text).toMatch(/<text stroke-width="2" dy="0.35em" class="\w+">&lt;&quot;&amp;<\/text>/);
    expect(text).toContain("{font-weight:700}");
  });
});

describe("drawings", () => {
  it("are made of functions, also of remembered ones", () => {
    const Remembered = memo(function Dot({ r }: { r: number }) {
      return <circle r={r} onClick={() => undefined} aria-label="a dot" data-piece={0} data-spot="1" />;
    });
    expect(rendered(<svg>{[1, 2].map((r) => <Remembered key={r} r={r} />)}</svg>)).toBe('<svg><style></style><circle r="1" data-piece="0"/><circle r="2" data-piece="0"/></svg>');
  });

  it("have no state", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const Counting = () => <circle r={useState(1)[0]} />;
    expect(() => rendered(<svg><Counting /></svg>)).toThrow();
  });

  it("are blocks of a known size", () => {
    expect(picture([-1, -1, 2, 1], 100, null)).toMatchObject({ width: 100, height: 50 });
    const block = { width: 40, height: 10, body: null };
    expect(beside([block, block, block], 10, 95)).toMatchObject({ width: 90, height: 25 });
    expect(broken("one two three", widthOf("one two"))).toEqual(["one two", "three"]);
    expect(line("one two three", { most: widthOf("one two") }).height).toBe(2 * line("one").height);
  });

  it("say how a game ended", () => {
    const scene = (ranks: number[] | null) => ({ result: ranks === null ? null : { ranks }, turn: { seat_names: ["x", "o", "z"].slice(0, ranks?.length ?? 2) } });
    expect([scene(null), scene([1, 2]), scene([1, 1]), scene([1, 3, 1])].map(ending)).toEqual([
      "The game is over",
      "The game is over: x wins",
      "The game is over: a draw",
      "The game is over: x and z win",
    ]);
  });
});
