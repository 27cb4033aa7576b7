import { act, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import ArenaRun from "./ArenaRun";

vi.mock("../session", () => ({ useTitles: () => (game: string) => game }));

const answers = (status: number, body: unknown) => {
  const asked = vi.fn(async () => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal("fetch", asked);
  return asked;
};
const later = () => act(() => vi.advanceTimersByTimeAsync(30_000));

describe("A run of the arena", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("that does not exist is asked for once", async () => {
    vi.useFakeTimers();
    const asked = answers(404, { detail: "There is no such run." });
    render(<ArenaRun id="nosuch" />);
    await later();
    expect(screen.getByText("There is no such run.")).toBeInTheDocument();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("is asked for again when the server has a fault", async () => {
    vi.useFakeTimers();
    const asked = answers(500, { detail: "The database is locked." });
    render(<ArenaRun id="bqfksv" />);
    await later();
    expect(asked.mock.calls.length).toBeGreaterThan(2);
  });

  it("calls players by their names, and writes ranges without words", async () => {
    vi.useFakeTimers();
    answers(200, {
      run: { id: "bqfksv", kind: "match", game: "tic-tac-toe", players: ["mcts:iterations=20", "random"], finished: true, played: 40, games: 40, started: 0 },
      counted: 40,
      refused: "",
      tables: [{ title: "Results of the players", columns: ["player", "95 %"], rows: [["random", "−399 to −170"]] }],
      charts: [],
      notes: ["mcts:iterations=20 scores 97.5 %", "no seat has an advantage"],
    });
    render(<ArenaRun id="bqfksv" />);
    await later();
    expect(screen.getByText("−399 … −170")).toBeInTheDocument();
    expect(screen.getByText("mcts:iterations=20 scores 97.5 %")).toBeInTheDocument();
    expect(screen.getByText("No seat has an advantage")).toBeInTheDocument();
  });
});
