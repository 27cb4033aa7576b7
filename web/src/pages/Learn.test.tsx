import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import Learn from "./Learn";

const scene = {
  game: "line",
  title: "Line",
  board: "plain",
  turn: { decision: 0, movers: [0], committed: [], seat_names: ["x", "o"] },
  you: 0,
  over: false,
  points: null,
  result: null,
  text: "It is your turn.",
  picture: "...",
  board_data: { facts: [], blocks: [] },
  moves: [{ text: "a1", words: "a1" }],
  checked: false,
};

vi.mock("../parts/board-frame", () => ({
  useMotion: () => false,
  BoardFrame: ({ interactive, onMove }: { interactive: boolean; onMove(moves: string[]): void }) => (
    <div>
      <button type="button" disabled={!interactive} onClick={() => onMove(["b2"])}>
        b2
      </button>
    </div>
  ),
}));
vi.mock("../session", () => ({ useSession: () => ({ games: { data: [] } }) }));

const answers: Record<string, unknown> = {
  "/api/games/line/introduction": { title: "Line", board: "plain", learnt: true, steps: [{ text: "Find it.", scene, task: true, answer: ["a1"] }] },
};

function fetched(moves: string[]) {
  if (moves[0] === "a1") return { right: true, text: "Well found.", fault: null, scene };
  return { right: false, text: "", fault: "'b2' is not legal here", scene: null };
}

afterEach(cleanup);

describe("an introduction", () => {
  it("refuses what is not allowed, shows the answer to those who ask, and ends", async () => {
    vi.stubGlobal("fetch", (path: string, given?: RequestInit) => {
      const body = typeof given?.body === "string" ? (JSON.parse(given.body) as { moves: string[] }) : null;
      return Promise.resolve(new Response(JSON.stringify(body === null ? answers[path] : fetched(body.moves))));
    });
    render(<Learn game="line" />);
    expect(await screen.findByText("Find it.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "b2" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("'b2' is not legal here");
    await userEvent.click(screen.getByRole("button", { name: "Show me" }));
    expect(await screen.findByText("Well found.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Finish" }));
    expect(await screen.findByText(/You know the game now/)).toBeInTheDocument();
    vi.unstubAllGlobals();
  });
});
