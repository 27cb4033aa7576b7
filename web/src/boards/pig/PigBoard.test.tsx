import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import ended from "../samples/pig-4-end.json";
import lost from "../samples/pig-3-lost.json";
import middle from "../samples/pig-2-middle.json";
import start from "../samples/pig-1-start.json";
import { sampled } from "../samples";
import { button, click, enter, findButton, saysOf, spot, type } from "../testing";
import PigBoard from "./PigBoard";
import { headline } from "./parts";
import type { PigScene } from "./scene";

const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

function show(scene: PigScene, interactive = true) {
  const onMove = vi.fn();
  render(<PigBoard scene={scene} you={scene.you} interactive={interactive} animate={false} onMove={onMove} onPreview={noPreview} />);
  return onMove;
}

const risky = (): PigScene => {
  const scene = sampled<PigScene>(middle);
  const data = { ...scene.board_data, risk: 11, throws: [6, 5], ended: null, seat: scene.you ?? 0 };
  return { ...scene, board_data: data, moves: [{ text: "hold", words: "hold: bank 11 points" }, { text: "roll", words: "roll again" }] };
};

describe("Pig", () => {
  it("throws the die that is pressed, with mouse or keys, once", async () => {
    const onMove = show(sampled<PigScene>(start));
    expect(saysOf("die")).toBe("Roll the die");
    expect(button("Hold")).toBeDisabled();
    enter();
    await type("Enter");
    await click(spot("die"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["roll"]);
  });

  it("holds by a button that says what is banked", async () => {
    const onMove = show(risky());
    expect(screen.getByText("You threw 5: 11 points at risk")).toBeInTheDocument();
    await click(button("Hold: bank 11"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["hold"]);
  });

  it("tells a lost turn, and shows its throws", () => {
    const scene = sampled<PigScene>(lost);
    show(scene);
    expect(headline(scene)).toMatch(/^First threw a 1: /);
    expect(document.querySelectorAll("g.die")).toHaveLength(scene.board_data.throws.length);
    expect(document.querySelector("g.pig-one")).not.toBeNull();
  });

  it("offers nothing when it is not your turn or the game is over", async () => {
    const onMove = show(sampled<PigScene>(ended), false);
    await click(spot("die"));
    expect(onMove).not.toHaveBeenCalled();
    expect(findButton("Roll")).toBeNull();
  });

  it("draws bars as long as the points, and never longer than the way", () => {
    const scene = risky();
    show({ ...scene, board_data: { ...scene.board_data, banked: [105, 50] } });
    const widths = [...document.querySelectorAll(".pig-banked")].map((bar) => Number(bar.getAttribute("width")));
    expect(widths[0]).toBe(464);
    expect(widths[1]).toBe(232);
  });

  it("can be told to throw while another throws, whose points are not yours", async () => {
    const scene = risky();
    const other = { ...scene, turn: { ...scene.turn, movers: [1 - (scene.you ?? 0)] }, moves: [{ text: "roll", words: "roll" }] };
    const onMove = show(other);
    expect(button("Hold")).toBeDisabled();
    await click(button("Roll"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["roll"]);
    expect(spot("die")).toHaveAttribute("data-move", "roll");
  });
});
