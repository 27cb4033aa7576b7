import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadBoard, type Scene } from "..";
import checkers from "../samples/rulesets-1-checkers.json";
import goofspiel from "../samples/goofspiel-1-start.json";
import jostle from "../samples/jostle-2-middle.json";
import kings from "../samples/rulesets-2-kings.json";
import kuhn from "../samples/kuhn_poker-1-start.json";
import tarble from "../samples/tarble-1-start.json";
import { sampled } from "../samples";
import type { RuleSetScene } from "../rulesets/scene";
import type { TarbleScene } from "../tarble/scene";
import type { Place } from "../types";
import { drag, spot, withPointers } from "../testing";
import { NOT_THERE, OFF_THE_BOARD } from "./dragging";

beforeEach(withPointers);

async function show(sample: unknown) {
  const scene = sample as Scene;
  const Board = await loadBoard(scene.board);
  const onMove = vi.fn();
  const onPreview = vi.fn(async () => ({ scene: null, moves: [], over: false, fault: null }));
  render(<Board scene={scene} you={scene.you} interactive animate={false} onMove={onMove} onPreview={onPreview} />);
  return { onMove, onPreview };
}

describe("dragging", () => {
  it("moves a man to where it is let go, and shows it on its way", async () => {
    const { onMove } = await show(checkers);
    drag("1,5", "0,6", () => {
      expect(document.querySelector(".dragged")).not.toBeNull();
      expect(spot("0,6")).toHaveClass("goal");
    });
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["b6-a7"]);
    expect(document.querySelector(".dragged")).toBeNull();
  });

  it("puts a man back that is let go where it cannot stay, and says so until the next press", async () => {
    const { onMove } = await show(checkers);
    drag("1,5", "4,4");
    expect(screen.getByRole("status")).toHaveTextContent(NOT_THERE);
    drag("1,5", null);
    expect(screen.getByRole("status")).toHaveTextContent(OFF_THE_BOARD);
    fireEvent.pointerDown(spot("1,5"), { pointerId: 1 });
    fireEvent.pointerUp(spot("1,5"), { pointerId: 1 });
    expect(screen.queryByRole("status")).toBeNull();
    expect(onMove).not.toHaveBeenCalled();
  });

  it("takes nothing that cannot move, and a press is no drag", async () => {
    const { onMove } = await show(checkers);
    drag("0,6", "1,5");
    expect(document.querySelector(".dragged")).toBeNull();
    fireEvent.pointerDown(spot("1,5"), { clientX: 10, clientY: 10, pointerId: 1 });
    fireEvent.pointerMove(spot("1,5"), { clientX: 12, clientY: 11, pointerId: 1 });
    fireEvent.pointerUp(spot("1,5"), { clientX: 12, clientY: 11, pointerId: 1 });
    fireEvent.click(spot("1,5"));
    expect(spot("1,5")).toHaveAttribute("aria-pressed", "true");
    expect(onMove).not.toHaveBeenCalled();
  });

  it("leaves a second finger out, and puts everything back when the browser takes the pointer away", async () => {
    const { onMove } = await show(checkers);
    drag("1,5", "0,6", () => {
      fireEvent.pointerDown(spot("3,5"), { clientX: 60, clientY: 60, pointerId: 2 });
      fireEvent.pointerMove(spot("3,5"), { clientX: 90, clientY: 60, pointerId: 2 });
      fireEvent.pointerUp(spot("3,5"), { clientX: 90, clientY: 60, pointerId: 2 });
    });
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["b6-a7"]);
    fireEvent.pointerDown(spot("1,5"), { clientX: 10, clientY: 10, pointerId: 1 });
    fireEvent.pointerMove(spot("1,5"), { clientX: 40, clientY: 10, pointerId: 1 });
    fireEvent.pointerCancel(spot("1,5"), { pointerId: 1 });
    expect(document.querySelector(".dragged")).toBeNull();
  });

  it("goes on from where a jump has come to in a chain of jumps", async () => {
    const scene = sampled<RuleSetScene>(kings);
    const [move] = scene.moves;
    if (move === undefined || move.from === null) throw new Error("the sample has no move from somewhere");
    const [from, on, to]: [Place, Place, Place] = [move.from, [4, 0], [6, 0]];
    const chain = { ...move, kind: "jump", text: "chain", path: [from, on, to], to };
    const { onMove } = await show({ ...kings, moves: [chain] });
    drag(from.join(), on.join());
    expect(onMove).not.toHaveBeenCalled();
    drag(on.join(), to.join());
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["chain"]);
  });

  it("makes a movement of Tarble", async () => {
    const { onPreview } = await show(tarble);
    const [move] = sampled<TarbleScene>(tarble).moves;
    if (move === undefined) throw new Error("the sample has no move");
    drag(move.from.join(), move.to.join());
    expect(onPreview).toHaveBeenCalledExactlyOnceWith([move.text]);
  });

  it("moves a piece of Jostle to its goal, or onto whom it pushes, and nowhere else", async () => {
    const { onMove } = await show(jostle);
    drag("p3", "f14");
    expect(screen.getByRole("status")).toHaveTextContent(NOT_THERE);
    drag("p3", "p2");
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["3g18"]);
  });

  it("bids a card that is laid in the middle, and a chip", async () => {
    const one = await show(goofspiel);
    drag("card3", null, undefined, [50, 30]);
    expect(one.onMove).toHaveBeenCalledExactlyOnceWith(["3"]);
    const other = await show(kuhn);
    drag("chip", null, undefined, [20, 50]);
    expect(other.onMove).toHaveBeenCalledExactlyOnceWith(["bet"]);
  });
});
