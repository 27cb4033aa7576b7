import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import ended from "../samples/goofspiel-5-end.json";
import laid from "../samples/goofspiel-3-laid.json";
import middle from "../samples/goofspiel-2-middle.json";
import three from "../samples/goofspiel-4-three.json";
import { sampled } from "../samples";
import { button, click, enter, findButton, saysOf, spot, type } from "../testing";
import GoofspielBoard from "./GoofspielBoard";
import { layoutOf } from "./layout";
import type { GoofspielScene } from "./scene";

const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

function show(sample: unknown, interactive = true) {
  const onMove = vi.fn();
  const scene = sampled<GoofspielScene>(sample);
  render(<GoofspielBoard scene={scene} you={scene.you} interactive={interactive} animate={false} onMove={onMove} onPreview={noPreview} />);
  return { onMove, hand: scene.board_data.hands[scene.you ?? -1] ?? [] };
}

describe("Goofspiel", () => {
  it("bids the card that is pressed twice", async () => {
    const { onMove, hand } = show(middle);
    const card = hand[1] ?? 0;
    await click(spot(`card${card}`));
    expect(spot(`card${card}`)).toHaveAttribute("aria-pressed", "true");
    expect(onMove).not.toHaveBeenCalled();
    await click(spot(`card${card}`));
    expect(onMove).toHaveBeenCalledExactlyOnceWith([`${card}`]);
  });

  it("bids by the button, and lets a card be exchanged or put back", async () => {
    const { onMove, hand } = show(middle);
    expect(button("Bid")).toBeDisabled();
    await click(spot(`card${hand[0]}`));
    await click(spot(`card${hand[1]}`));
    expect(spot(`card${hand[0]}`)).toHaveAttribute("aria-pressed", "false");
    await click(button(`Bid ${hand[1]}`));
    expect(onMove).toHaveBeenCalledExactlyOnceWith([`${hand[1]}`]);
  });

  it("can be played with keys", async () => {
    const { onMove, hand } = show(middle);
    expect(enter()).toBe(spot(`card${hand[0]}`));
    await type("Enter");
    await type("Escape");
    expect(button("Bid")).toBeDisabled();
    await type(" ");
    await type("Enter");
    expect(onMove).toHaveBeenCalledExactlyOnceWith([`${hand[0]}`]);
  });

  it("shows a bid that waits, and takes no other", async () => {
    const { onMove } = show(laid, false);
    const scene = sampled<GoofspielScene>(laid);
    const { bid } = scene.board_data;
    expect(saysOf(`card${bid}`)).toBe(`Card ${bid}, your bid`);
    await click(spot(`card${bid}`));
    expect(onMove).not.toHaveBeenCalled();
    expect(screen.getByText(`You bid ${bid}; others are still choosing`)).toBeInTheDocument();
  });

  it("shows the bids of the round before, of all seats", () => {
    show(three);
    const last = sampled<GoofspielScene>(three).board_data.last;
    expect(last?.bids).toHaveLength(3);
    expect(document.querySelectorAll("g.appears .card-edge")).toHaveLength(3);
  });

  it("is over without a hand to press", () => {
    show(ended, false);
    expect(document.querySelectorAll("[data-spot]")).toHaveLength(0);
    expect(findButton("Bid")).toBeNull();
  });

  it("keeps each card in its place, and all on the table", () => {
    const scene = sampled<GoofspielScene>(middle);
    const places = Array.from({ length: 13 }, (_, number) => layoutOf(scene).cardAt(number + 1));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(13);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThan(29);
      expect(x).toBeLessThan(451);
      expect(y + 43).toBeLessThanOrEqual(layoutOf(scene).height);
    }
  });

  it("shows one last round, whatever is bid for", () => {
    // The prize has the number of the decision, and then of the one before: neither is taken for the other.
    const scene = sampled<GoofspielScene>(middle);
    const at = (decision: number, prize: number) => {
      const now = { ...scene, turn: { ...scene.turn, decision }, board_data: { ...scene.board_data, prize } };
      return <GoofspielBoard scene={now} you={now.you} interactive animate={false} onMove={vi.fn()} onPreview={noPreview} />;
    };
    const faults = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { rerender } = render(at(8, 8));
    rerender(at(10, 12));
    expect(screen.getAllByText("Last round")).toHaveLength(1);
    expect(document.querySelectorAll(".goofspiel-took")).toHaveLength(1);
    expect(faults).not.toHaveBeenCalled();
  });
});
