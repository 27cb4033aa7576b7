import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import middleGame from "../samples/boundary-2-middle.json";
import planned from "../samples/boundary-3-planned.json";
import { button, click, enter, findButton, saysOf, spot, type } from "../testing";
import type { BoundaryScene } from "./scene";
import BoundaryBoard from "./BoundaryBoard";

const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

/** The pretended browser of the tests has no pointers. */
class Pointer extends MouseEvent {
  readonly pointerId = 1;
}

beforeEach(() => {
  vi.stubGlobal("PointerEvent", Pointer);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  // The field is shown at one pixel of the screen for each of its own, with an edge of 16.
  vi.spyOn(SVGElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 632, 482));
});

function show(sample: unknown = middleGame) {
  const onMove = vi.fn();
  const draw = (scene: unknown) => <BoundaryBoard scene={scene as BoundaryScene} you={0} interactive animate={false} onMove={onMove} onPreview={noPreview} />;
  const { rerender } = render(draw(sample));
  return { onMove, next: (scene: unknown) => rerender(draw(scene)) };
}

function drag(key: string, from: [number, number], to: [number, number]) {
  fireEvent.pointerDown(spot(key), { clientX: from[0], clientY: from[1], pointerId: 1 });
  fireEvent.pointerMove(spot(key), { clientX: to[0], clientY: to[1], pointerId: 1 });
  fireEvent.pointerUp(spot(key), { pointerId: 1 });
}

describe("Boundary", () => {
  it("sends a piece where it is dragged, slowly where its reach is small, and the plan as text", async () => {
    const { onMove } = show();
    // Piece 7 has a reach of 10 pixels, which are made 56 wide for the hand.
    drag("7", [486, 260], [514, 260]);
    expect(saysOf("7")).toContain("sent to 476, 244");
    await click(button("Send plan"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["7 to 475.81,244.16"]);
  });

  it("drags a whole blob", async () => {
    const { onMove } = show();
    drag("4", [220, 300], [230, 300]);
    await click(button("Send plan"));
    expect(onMove).toHaveBeenLastCalledWith([expect.stringMatching(/^2 to .*; 4 to .*; 6 to .*$/)]);
  });

  it("moves one piece of a blob when told so", () => {
    show();
    fireEvent.click(button("Whole blob"));
    drag("4", [220, 300], [230, 300]);
    expect(screen.getByText(/^4 to [\d.]+,294.46$/)).toBeInTheDocument();
  });

  it("stops at the reach", () => {
    show();
    drag("7", [486, 260], [600, 260]);
    expect(screen.getByText("7 to 480.81,244.16")).toBeInTheDocument();
  });

  it("can be planned with keys alone, and undone", async () => {
    const { onMove } = show();
    enter();
    expect(document.activeElement).toBe(spot("1"));
    await type("Enter");
    await type("ArrowRight");
    await type("ArrowDown", { shiftKey: true });
    expect(screen.getByText("1 to 375.53,98.9")).toBeInTheDocument();
    await click(button("Undo"));
    expect(screen.getByText("1 to 375.53,93.9")).toBeInTheDocument();
    await type("Escape");
    await click(button("Send: all stay"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["stay"]);
  });

  it("takes over a ready-made plan", async () => {
    const { onMove } = show();
    const offered = middleGame.moves.find((move) => move.words === "all down");
    fireEvent.change(screen.getByLabelText("Ready-made plans"), { target: { value: offered?.text } });
    await click(button("Send plan"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith([offered?.text]);
  });

  it("keeps the plan while the other side decides, and forgets it with the next turn", () => {
    const { next } = show();
    drag("7", [486, 260], [514, 260]);
    next({ ...middleGame, turn: { ...middleGame.turn, decision: 31, movers: [0] } });
    expect(screen.getByText("7 to 475.81,244.16")).toBeInTheDocument();
    next({ ...middleGame, turn: { ...middleGame.turn, decision: 32 }, board_data: { ...middleGame.board_data, turn: 16 } });
    expect(screen.queryByText("7 to 475.81,244.16")).toBeNull();
  });

  it("shows the plan that was sent, and lets it be", () => {
    show(planned);
    expect(screen.getByText(planned.board_data.plan)).toBeInTheDocument();
    expect(screen.getByText(/your plan is sent, waiting for Blue/)).toBeInTheDocument();
    expect(findButton("Send plan")).toBeDisabled();
    expect(document.querySelectorAll("[data-spot]")).toHaveLength(0);
  });

  it("has no clock of its own: the seats have one", () => {
    show();
    expect(screen.queryByRole("timer")).toBeNull();
  });
});
