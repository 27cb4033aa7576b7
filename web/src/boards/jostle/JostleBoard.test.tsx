import { act, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import middleGame from "../samples/jostle-2-middle.json";
import six from "../samples/jostle-3-six.json";
import naming from "../samples/jostle-6-naming.json";
import namedSix from "../samples/jostle-7-named-six.json";
import start from "../samples/jostle-1-start.json";
import { sampled } from "../samples";
import { button, click, enter, saysOf, spot, type } from "../testing";
import type { JostleScene } from "./scene";
import JostleBoard from "./JostleBoard";

afterEach(() => void vi.useRealTimers());

const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

function show(sample: unknown, animate = false) {
  const onMove = vi.fn();
  const draw = (scene: unknown) => (
    <JostleBoard scene={scene as JostleScene} you={0} interactive animate={animate} onMove={onMove} onPreview={noPreview} />
  );
  const { rerender } = render(draw(sample));
  return { onMove, next: (scene: unknown) => rerender(draw(scene)) };
}

describe("Jostle", () => {
  it("says where each piece can go, and moves the one that is chosen twice", async () => {
    const { onMove } = show(middleGame);
    expect(saysOf("p3")).toContain("Your piece 1 on field 15; can go: piece 1 to field 18");
    expect(saysOf("p0")).toBe("Red’s piece 1 on field 29");
    await click(spot("p3"));
    expect(screen.getByText(/Choose it again, or its goal, to move/)).toBeInTheDocument();
    expect(onMove).not.toHaveBeenCalled();
    await click(spot("p3"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["3g18"]);
  });

  it("moves to a goal where somebody stands who is pushed", async () => {
    const { onMove } = show(middleGame);
    await click(spot("p3"));
    await click(spot("p2"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["3g18"]);
  });

  it("moves to a free goal at once", async () => {
    const { onMove } = show(middleGame);
    await click(spot("f14"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["4g14"]);
  });

  it("can be played with keys, and lets a choice be taken back", async () => {
    const { onMove } = show(middleGame);
    expect(enter()).toBe(spot("p3"));
    await type("Enter");
    await type("Escape");
    expect(spot("p3")).toHaveAttribute("aria-pressed", "false");
    await type("Enter");
    await type("Enter");
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["3g18"]);
  });

  it("asks after a six", async () => {
    const { onMove } = show(six);
    await click(button("Roll once more and add it to the six"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["roll"]);
  });

  it("names a piece after a six where that comes first, and then asks", async () => {
    const first = naming.moves.find(({ kind }) => kind === "name");
    const { onMove, next } = show(naming);
    expect(screen.getByText(/then you may roll once more for it/)).toBeInTheDocument();
    await click(spot(`p${first?.piece}`));
    expect(screen.getByText(/to decide for it/)).toBeInTheDocument();
    await click(spot(`p${first?.piece}`));
    expect(onMove).toHaveBeenCalledExactlyOnceWith([first?.text]);
    next(namedSix);
    expect(spot(`p${namedSix.board_data.named}`).querySelector(".jostle-halo")).not.toBeNull();
    expect(screen.getByText(/move this piece by the sum/)).toBeInTheDocument();
    expect(screen.getByText(/^Keep the six: piece/)).toBeInTheDocument();
  });

  it("shows a move step by step before the next can be made", () => {
    vi.useFakeTimers();
    const { next } = show(start, true);
    next({ ...middleGame });
    expect(document.querySelector(".jostle-moves")).toBeNull();
    for (let step = 0; step < 4; step += 1) act(() => vi.advanceTimersByTime(2000));
    expect(document.querySelector(".jostle-moves")).not.toBeNull();
  });

  it("hides the mark of a field where a piece stands", () => {
    show(middleGame);
    const { pieces, track } = sampled<JostleScene>(middleGame).board_data;
    const taken = new Set(pieces.map(({ field }) => field));
    const marks = [...document.querySelectorAll(".jostle-mark")].map((text) => text.textContent);
    const plain = track.flatMap(({ field, kind }, place) => (kind !== "goal" && taken.has(field) ? [marks[place]] : []));
    expect(plain.length).toBeGreaterThan(0);
    expect(plain.filter((mark) => mark !== "")).toEqual([]);
  });
});
