import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import ended from "../samples/blotto-4-end.json";
import second from "../samples/blotto-3-second.json";
import sent from "../samples/blotto-2-sent.json";
import start from "../samples/blotto-1-start.json";
import { sampled } from "../samples";
import { button, click, findButton } from "../testing";
import BlottoBoard from "./BlottoBoard";
import type { BlottoScene } from "./scene";

/** The pretended browser knows pointers without places. */
class Pointer extends MouseEvent {}

beforeEach(() => void vi.stubGlobal("PointerEvent", Pointer));
afterEach(() => void vi.unstubAllGlobals());

const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

function show(sample: unknown, interactive = true) {
  const onMove = vi.fn();
  const scene = sampled<BlottoScene>(sample);
  const { container } = render(<BlottoBoard scene={scene} you={scene.you} interactive={interactive} animate={false} onMove={onMove} onPreview={noPreview} />);
  const picture = container.querySelector("svg.board-picture");
  if (picture === null) throw new Error("no picture");
  // The pretended browser has no sizes: one pixel for each unit of the picture.
  vi.spyOn(picture, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 480, 314));
  return { onMove, picture };
}

const numbers = () => screen.getAllByRole("textbox").map((field) => Number((field as HTMLInputElement).value));
function drag(on: Element, from: [number, number], to: [number, number]) {
  fireEvent.pointerDown(on, { clientX: from[0], clientY: from[1] });
  fireEvent.pointerMove(on, { clientX: (from[0] + to[0]) / 2, clientY: (from[1] + to[1]) / 2 });
  fireEvent.pointerUp(on, { clientX: to[0], clientY: to[1] });
}

const CAMP: [number, number] = [30, 280];

describe("Colonel Blotto", () => {
  it("sends troops when all are placed, by buttons", async () => {
    const { onMove } = show(start);
    expect(button("Send troops")).toBeDisabled();
    await click(button("Spread evenly"));
    await click(button("One fewer to field 1"));
    expect(button("Send troops")).toBeDisabled();
    await click(button("One more to field 3"));
    expect(button("One more to field 3")).toBeDisabled();
    await click(button("Send troops"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["3 4 5"]);
    expect(button("Send troops")).toBeDisabled();
  });

  it("moves soldiers by dragging: to a field, between fields, and back to the camp", () => {
    const { picture } = show(start);
    drag(picture, CAMP, [60, 100]);
    drag(picture, CAMP, [60, 100]);
    expect(numbers()).toEqual([2, 0, 0]);
    drag(picture, [60, 100], [420, 100]);
    expect(numbers()).toEqual([1, 0, 1]);
    drag(picture, [420, 100], CAMP);
    expect(numbers()).toEqual([1, 0, 0]);
  });

  it("loses no soldier that is let go off the board, and takes none from an empty field", () => {
    const { picture } = show(start);
    drag(picture, CAMP, [900, 100]);
    drag(picture, [200, 100], [60, 100]);
    expect(numbers()).toEqual([0, 0, 0]);
  });

  it("takes typed numbers as far as the camp allows, and no other text", () => {
    show(start);
    const field = screen.getByLabelText("Troops for field 2");
    fireEvent.change(field, { target: { value: "99" } });
    expect(numbers()).toEqual([0, 12, 0]);
    fireEvent.change(field, { target: { value: "x" } });
    expect(numbers()).toEqual([0, 12, 0]);
    fireEvent.change(field, { target: { value: "" } });
    expect(numbers()).toEqual([0, 0, 0]);
    expect(screen.getByRole("status")).toHaveTextContent("Field 2: 0; 12 left");
  });

  it("shows what the other side sent in the round before, pale", () => {
    const scene = sampled<BlottoScene>(second);
    show(second);
    const pale = document.querySelectorAll(".blotto-before .blotto-soldier");
    expect(pale).toHaveLength((scene.board_data.last?.[0] ?? []).reduce((sum, troops) => sum + troops, 0));
  });

  it("keeps a plan that is sent, and changes it no more", () => {
    show(sent, false);
    expect(numbers()).toEqual(sampled<BlottoScene>(sent).board_data.plan);
    for (const field of screen.getAllByRole("textbox")) expect(field).toBeDisabled();
  });

  it("shows both armies and who took which field at the end", () => {
    const scene = sampled<BlottoScene>(ended);
    show(ended, false);
    const [one, other] = scene.board_data.last ?? [];
    const taken = (one ?? []).filter((troops, field) => troops !== other?.[field]).length;
    expect(document.querySelectorAll(".blotto-flag")).toHaveLength(taken);
    expect(findButton("Send troops")).toBeNull();
  });
});
