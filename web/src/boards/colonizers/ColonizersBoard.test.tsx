import { act, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import build from "../samples/colonizers-4-build.json";
import end from "../samples/colonizers-7-end.json";
import pick from "../samples/colonizers-1-pick.json";
import spectator from "../samples/colonizers-6-spectator.json";
import { button, click, findButton, type } from "../testing";
import type { ColonizersScene } from "./scene";
import ColonizersBoard from "./ColonizersBoard";

const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

function show(sample: unknown, interactive = true) {
  const onMove = vi.fn();
  render(<ColonizersBoard scene={sample as ColonizersScene} you={0} interactive={interactive} animate={false} onMove={onMove} onPreview={noPreview} />);
  return onMove;
}

const colony = (name: string) => within(document.querySelector<HTMLElement>(`section[aria-label="Colony of ${name}"]`) ?? document.body);

describe("Colonizers", () => {
  it("guides, and plays a card when it is confirmed", async () => {
    const onMove = show(pick);
    expect(screen.getByText("Pick a colonist.")).toBeInTheDocument();
    expect(button("Choose a card")).toBeDisabled();
    const visionary = button("pick the Visionary, who draws a module");
    await click(visionary);
    expect(visionary).toHaveAttribute("aria-pressed", "true");
    expect(onMove).not.toHaveBeenCalled();
    await click(button("Pick the Visionary, who draws a module"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["Visionary"]);
  });

  it("moves between cards by arrow keys, and takes a choice back by Escape", async () => {
    const onMove = show(build);
    act(() => button("build nothing").focus());
    await type("ArrowRight");
    expect(button("build Marketplace (blue, 2 for 2)")).toHaveFocus();
    await click(button("build Marketplace (blue, 2 for 2)"));
    await type("Escape");
    expect(button("build Marketplace (blue, 2 for 2)")).toHaveAttribute("aria-pressed", "false");
    await type("ArrowLeft");
    await click(button("build nothing"));
    await click(button("build nothing"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["no module"]);
  });

  it("shows what you know of other hands and no more", () => {
    show(build);
    expect(colony("Violet").getAllByText("hidden module")).toHaveLength(2);
    expect(colony("Orange").getAllByText("hidden module")).toHaveLength(1);
    expect(colony("Orange").getByText(/^Hydroponics Facility, green/)).toBeInTheDocument();
    expect(colony("Violet").getByText("May be Ecologist, Miner, Opportunist, Spy.")).toBeInTheDocument();
  });

  it("tells the last turns in words", () => {
    show(build);
    expect(screen.getByText(/named the Visionary and stole 2 Omnium from Green/, { selector: "li" })).toBeInTheDocument();
  });

  it("shows four colonies and no choices to who watches", () => {
    show(spectator, false);
    expect(document.querySelectorAll(".colony")).toHaveLength(4);
    expect(findButton("Choose a card")).toBeNull();
    expect(screen.getByText("Orange may use a power")).toBeInTheDocument();
  });

  it("names the winner", () => {
    show(end, false);
    expect(colony("White").getByText("winner")).toBeInTheDocument();
    expect(screen.getByText("The game is over")).toBeInTheDocument();
  });
});
