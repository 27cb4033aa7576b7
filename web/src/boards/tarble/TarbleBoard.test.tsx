import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import middleGame from "../samples/tarble-2-middle.json";
import waiting from "../samples/tarble-4-waiting.json";
import { sampled } from "../samples";
import { button, click, enter, findButton, saysOf, spot, type } from "../testing";
import type { TarbleScene } from "./scene";
import tarblePreview from "./foresee";
import TarbleBoard from "./TarbleBoard";

const scene = sampled<TarbleScene>(middleGame);

function show(props: { interactive?: boolean; scene?: unknown } = {}) {
  const onMove = vi.fn();
  const onPreview = vi.fn(async (moves: string[]) => tarblePreview(scene, moves));
  render(
    <TarbleBoard scene={(props.scene ?? scene) as TarbleScene} you={0} interactive={props.interactive ?? true} animate={false} onMove={onMove} onPreview={onPreview} />,
  );
  return { onMove, onPreview };
}

describe("Tarble", () => {
  it("shows reachable cells, makes movements, takes them back, and sends the turn whole", async () => {
    const { onMove, onPreview } = show();
    expect(saysOf("-4,-5")).toBe("(-4,-5), your piece");
    await click(spot("-4,-5"));
    expect(saysOf("-3,-4")).toBe("(-3,-4), reachable in 1 of 4");
    await click(spot("-3,-4"));
    expect(onPreview).toHaveBeenCalledWith(["(-4,-5) (-3,-4)"]);
    expect(screen.getByText("You rolled 4: 3 movements left")).toBeInTheDocument();
    // The piece stays in hand: three more cells on.
    expect(saysOf("0,-1")).toBe("(0,-1), reachable in 3 of 3");
    await click(spot("0,-1"));
    expect(screen.getByText("All movements are made")).toBeInTheDocument();
    await click(button("Undo"));
    expect(button("End turn")).toBeDisabled();
    await click(spot("-1,-2"));
    await click(spot("-1,-1"));
    expect(button("End turn")).toBeEnabled();
    expect(onMove).not.toHaveBeenCalled();
    await click(button("End turn"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["(-4,-5) (-3,-4)", "(-3,-4) (-2,-3)", "(-2,-3) (-1,-2)", "(-1,-2) (-1,-1)"]);
    expect(button("End turn")).toBeDisabled();
  });

  it("can be played with keys alone", async () => {
    show();
    expect(enter()).toBe(spot("-4,-5"));
    await type("Enter");
    expect(spot("-4,-5")).toHaveAttribute("aria-pressed", "true");
    await type("ArrowUp");
    await type("Enter");
    expect(screen.getByText(/: 3 movements left/)).toBeInTheDocument();
    await type("Escape");
    await type("Escape");
    expect(screen.getByText(/: 4 movements left/)).toBeInTheDocument();
  });

  it("takes back what the server refuses, and says why", async () => {
    const { onPreview } = show();
    onPreview.mockResolvedValueOnce({ scene: null, moves: [], over: false, fault: "that is not allowed" });
    await click(spot("-4,-5"));
    await click(spot("-3,-4"));
    expect(document.querySelector("[role=alert]")).toHaveTextContent("that is not allowed");
    expect(screen.getByText(/: 4 movements left/)).toBeInTheDocument();
  });

  it("warns of pieces that the end of the turn removes", async () => {
    show();
    await click(spot("-4,-5"));
    expect(saysOf("-5,-5")).toBe("(-5,-5), corner, reachable in 1 of 4");
    await click(spot("-5,-5"));
    await click(spot("-5,-5"));
    expect(screen.getByText(/removed when the turn ends/)).toBeInTheDocument();
  });

  it("lets nobody move who only watches", () => {
    show({ scene: waiting, interactive: false });
    expect(findButton("End turn")).toBeNull();
    expect(screen.getByText("Blue rolled 6: 5 movements left")).toBeInTheDocument();
    const places = document.querySelectorAll("[data-spot]");
    expect(places).toHaveLength(91);
    for (const place of places) expect(place.getAttribute("aria-disabled")).toBe("true");
  });
});
