import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { loadBoard, type Scene } from "..";
import "../testing";

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
