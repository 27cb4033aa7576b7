import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { loadBoard, type Scene } from "..";
import first from "../samples/plain-1-start.json";
import { sampled } from "../samples";
import { click, enter, saysOf, spot, type } from "../testing";

const scene: Scene = {
  game: "pig",
  title: "Pig",
  board: "plain",
  turn: { decision: 3, movers: [0], seat_names: ["First", "Second"] },
  you: 0,
  over: false,
  points: [4, 7],
  result: null,
  text: "You have 4 points.",
  picture: "4 : 7",
  board_data: {},
  moves: [{ text: "roll", words: "roll the die" }, { text: "hold", words: "hold" }],
  checked: false,
};
const garden = sampled<Scene>(first);
const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

describe("the plain board", () => {
  it("stands in for a board nobody has drawn", async () => {
    expect(await loadBoard("no such board")).toBe(await loadBoard("plain"));
  });

  it("offers a button for each move and sends its text", async () => {
    const Board = await loadBoard("plain");
    const onMove = vi.fn();
    render(<Board scene={scene} you={0} interactive animate={false} onMove={onMove} onPreview={noPreview} />);
    expect(screen.getByRole("img", { name: "You have 4 points." })).toHaveTextContent("4 : 7");
    await userEvent.click(screen.getByRole("button", { name: /roll the die/ }));
    expect(onMove).toHaveBeenCalledWith(["roll"]);
  });

  it("shows cards, dice, counters and a grid in place of the picture, and presses what stands for a move", async () => {
    const Board = await loadBoard("plain");
    const onMove = vi.fn();
    render(<Board scene={garden} you={0} interactive animate={false} onMove={onMove} onPreview={noPreview} />);
    expect(document.querySelector(".plain-picture")).toBeNull();
    expect(document.querySelectorAll("figure")).toHaveLength(5);
    expect(saysOf("grid0-2-0")).toBe("row 1, column 3: 3; plant 3");
    // Cards and plots stand for all moves but one, which has a button.
    expect(screen.getAllByRole("button").filter((one) => one.tagName === "BUTTON").map((one) => one.textContent)).toEqual(["rest"]);
    await click(spot("cards0-1"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["plant 3"]);
  });

  it("leads over cards and cells with arrow keys", async () => {
    const Board = await loadBoard("plain");
    render(<Board scene={garden} you={0} interactive animate={false} onMove={vi.fn()} onPreview={noPreview} />);
    expect(enter()).toBe(spot("grid0-0-0"));
    await type("ArrowDown");
    await type("ArrowDown");
    await type("ArrowDown");
    expect(document.activeElement?.getAttribute("data-spot")).toMatch(/^cards0-/);
  });

  it("offers nothing to press when it is not your turn", async () => {
    const Board = await loadBoard("plain");
    render(<Board scene={scene} you={0} interactive={false} animate={false} onMove={vi.fn()} onPreview={noPreview} />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("sends a checked move as it was typed", async () => {
    const Board = await loadBoard("plain");
    const onMove = vi.fn();
    const checked = { ...scene, checked: true, moves: [{ text: "1 2 3", words: "1 2 3" }, { text: "3 2 1", words: "3 2 1" }] };
    render(<Board scene={checked} you={0} interactive animate={false} onMove={onMove} onPreview={noPreview} />);
    await userEvent.click(screen.getByRole("button", { name: "3 2 1" }));
    await userEvent.type(screen.getByLabelText("Write your move"), " 0");
    await userEvent.click(screen.getByRole("button", { name: "Send the move" }));
    expect(onMove).toHaveBeenCalledWith(["3 2 1 0"]);
  });
});
