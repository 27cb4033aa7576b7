import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Spoken } from "../../language";
import GERMAN from "../../language/de";
import { sayer } from "../../language/saying";
import { loadBoard } from "..";
import { button, click } from "../testing";
import type { BoardProps, Scene } from "../types";
import { remoteBoard, type RemoteDraw, type RemoteProps } from "./RemoteBoard";

const scene = (decision: number): Scene => ({
  game: "nim",
  title: "Nim",
  board: "board.js",
  turn: { decision, movers: [0], seat_names: ["First", "Second"] },
  you: 0,
  over: false,
  points: null,
  result: null,
  text: "Seven stones are left.",
  picture: "",
  board_data: { stones: 7 - decision },
  moves: [{ text: "1", words: "take one" }],
  checked: false,
});
const props = (decision: number, more: Partial<BoardProps> = {}): BoardProps => ({
  scene: scene(decision),
  you: 0,
  interactive: true,
  animate: false,
  onMove: vi.fn(),
  onPreview: async () => ({ scene: null, moves: [], over: false, fault: null }),
  ...more,
});

let boards = 0;
const made = (module: unknown) => remoteBoard(`/api/boards/${(boards += 1)}.js`, async () => module);

const draw: RemoteDraw = (element, first) => {
  const update = (now: RemoteProps) => {
    const take = document.createElement("button");
    take.textContent = `take one of ${String(now.scene.board_data["stones"])}`;
    take.disabled = now.moves.length === 0;
    take.onclick = () => now.choose("1");
    element.replaceChildren(take);
  };
  update(first);
  return { update, destroy: () => element.replaceChildren() };
};

describe("a board that a game brings along", () => {
  it("draws, is kept up to date, moves, and goes", async () => {
    const Board = await made({ default: draw });
    const first = props(0);
    const { rerender, unmount, container } = render(<Board {...first} />);
    await click(button("take one of 7"));
    expect(first.onMove).toHaveBeenCalledWith(["1"]);
    rerender(<Board {...props(1, { interactive: false })} />);
    expect(button("take one of 6").disabled).toBe(true);
    expect(container.textContent).toContain("Seven stones are left.");
    const place = container.querySelector('[role="group"]');
    unmount();
    expect(place?.childElementCount).toBe(0);
  });

  it.each([
    ["that cannot be loaded", () => remoteBoard(`/api/boards/${(boards += 1)}.js`, () => Promise.reject(new Error("gone")))],
    ["that exports nothing", () => made({})],
    ["that returns nothing", () => made({ default: () => undefined })],
    ["that throws", () => made({ default: () => { throw new Error("broken"); } })],
    ["that throws later", () => made({ default: () => ({ update: () => { throw new Error("broken"); } }) })],
  ])("%s gives way to the plain board", async (_, load) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const Board = await load();
    const given = props(0);
    const { rerender } = render(<Board {...given} />);
    const later = props(1);
    rerender(<Board {...later} />);
    expect(screen.getByText(/own board could not be shown/)).toBeTruthy();
    expect(screen.getByText("Seven stones are left.")).toBeTruthy();
    const move = screen.getByText("take one").closest("button");
    if (move === null) throw new Error("the plain board has no button for the move");
    await click(move);
    expect(later.onMove).toHaveBeenCalledWith(["1"]);
  });

  it("is the same component while its address is", async () => {
    const load = async () => ({ default: draw });
    expect(await remoteBoard("/api/boards/same.js", load)).toBe(await remoteBoard("/api/boards/same.js", load));
  });

  it("is given the reader's language", async () => {
    const heard: string[] = [];
    const Board = await made({ default: ((_, first) => (heard.push(first.say("White to move.")), { update: () => undefined })) as RemoteDraw });
    render(
      <Spoken value={{ language: "de", said: sayer(GERMAN, "und") }}>
        <Board {...props(0)} />
      </Spoken>,
    );
    expect(heard).toEqual(["Weiß am Zug."]);
  });
});

it("a board that nobody knows is the plain one", async () => {
  expect(await loadBoard("no-such-board")).toBe(await loadBoard("plain"));
});
