import { cleanup, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import connected from "../samples/rulesets-9-connected.json";
import line from "../samples/rulesets-4-line.json";
import checkers from "../samples/rulesets-1-checkers.json";
import disks from "../samples/rulesets-7-disks.json";
import extras from "../samples/rulesets-8-extras.json";
import hexagon from "../samples/rulesets-6-hexagon.json";
import { sampled } from "../samples";
import { button, click, enter, findButton, saysOf, spot, type } from "../testing";
import type { RuleSetScene } from "./scene";
import type { Grid } from "./grid";
import { sizeOf } from "./parts";
import RuleSetBoard from "./RuleSetBoard";

const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

function show(sample: unknown, interactive = true) {
  const onMove = vi.fn();
  render(<RuleSetBoard scene={sample as RuleSetScene} you={0} interactive={interactive} animate={false} onMove={onMove} onPreview={noPreview} />);
  return onMove;
}

describe("rule-set games", () => {
  it("move a man in two presses, and show where it can go", async () => {
    const onMove = show(checkers);
    expect(saysOf("1,5")).toBe("b6, your man, can move");
    await click(spot("1,5"));
    expect(saysOf("0,6")).toBe("a7, empty, can be chosen");
    await click(spot("0,6"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["b6-a7"]);
  });

  it("call sides by the discs that are drawn", () => {
    show(checkers);
    expect(saysOf("3,1")).toBe("d2, White’s man");
    expect(document.querySelector('[data-spot="3,1"] .side-disc.white')).not.toBeNull();
    expect(document.querySelector(".man-mark")).toBeNull();
    for (const [name, colour] of [["Black", "black"], ["White", "white"]]) {
      const line = screen.getByText(name ?? "", { selector: "b" }).closest("li");
      expect(line?.querySelector(`.side-disc.${colour}`)).not.toBeNull();
    }
  });

  it("place a man in one press", async () => {
    const onMove = show(disks);
    await click(spot("4,0"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["e1"]);
    expect(document.querySelector('[data-spot="0,0"]')).toBeNull();
    expect(saysOf("1,0")).toBe("b1, your disc, hybrid disk");
  });

  it("ask which disk is meant", async () => {
    const move = sampled<RuleSetScene>(disks).moves[0];
    if (move === undefined) throw new Error("the sample has no move");
    const onMove = show({ ...disks, moves: [move, { ...move, text: "e1+", words: "e1 as a hybrid disk", disk: "hybrid" }] });
    await click(spot("4,0"));
    expect(onMove).not.toHaveBeenCalled();
    await click(button("e1 as a hybrid disk"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["e1+"]);
  });

  it("offer extras as buttons", async () => {
    const onMove = show(extras);
    await click(button("Double move"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["double"]);
    expect(screen.getByText(/left: recall any/, { selector: "span" })).toBeInTheDocument();
  });

  it("can be played with keys on hexagons", async () => {
    const onMove = show(hexagon);
    expect(enter()).toBe(spot("2,3"));
    await type("Enter");
    await type("ArrowRight");
    await type("Escape");
    expect(spot("2,3")).toHaveAttribute("aria-pressed", "false");
    await type("ArrowLeft");
    await type("Enter");
    await type("ArrowRight");
    await type("Enter");
    expect(onMove).toHaveBeenCalledExactlyOnceWith([expect.stringMatching(/^c4-/)]);
  });

  it("show at the end what decided the game", () => {
    show(connected, false);
    const { decided } = sampled<RuleSetScene>(connected).board_data;
    const drawn = document.querySelector("polyline.rulesets-decided-line")?.getAttribute("points")?.split(" ");
    expect(drawn).toHaveLength(decided?.rows[0]?.cells.length ?? 0);
    expect(screen.getByText(decided?.words ?? "", { selector: ".board-says span" })).toBeInTheDocument();
  });

  it("say why there is nothing to show in a draw, and show nothing while the game goes on", () => {
    show(line, false);
    expect(sampled<RuleSetScene>(line).board_data.decided?.rows).toEqual([]);
    expect(screen.getByText("The board is full.")).toBeInTheDocument();
    show(checkers);
    expect(document.querySelector(".rulesets-decided-line")).toBeNull();
  });

  it("let nobody move who waits", () => {
    show(extras, false);
    expect(findButton("Double move")).toBeNull();
    expect(document.querySelectorAll(".spot.able")).toHaveLength(0);
  });

  it("writes names and marks no larger where cells are large", () => {
    const size = (cells: number) => sizeOf({ width: cells, height: cells } as Grid, 0.26, 0.12) / cells;
    expect(size(8)).toBeCloseTo(0.26 / 8);
    expect(sizeOf({ width: 12, height: 12 } as Grid, 0.26, 0.12)).toBe(0.26);
    expect(size(4)).toBeCloseTo(size(8), 2);
    expect(sizeOf({ width: 3, height: 3 } as Grid, 0.26, 0.12)).toBe(0.12);
  });

  it("counts men only where it matters how many there are", () => {
    show(line);
    expect(document.querySelector(".rulesets-reserve")).not.toHaveTextContent(/men/);
    cleanup();
    show(checkers);
    expect(document.querySelector(".rulesets-reserve")).toHaveTextContent(/\d+ men/);
  });
});
