import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameCard, TableInfo } from "../api/types";
import type { MoveScene, Scene } from "../boards";
import { EMPTY, type TableView } from "../net/table-state";
import type { TableHandle } from "../net/use-table";
import { PremoveLine } from "./premove-line";
import { mayPremove, placesOf, settled, usePremove } from "./premove";

const table = { board: "plain", state: "running", seats: [{ seat: 0 }, { seat: 1 }] } as TableInfo;
const card = { at_once: false } as GameCard;
const at = (text: string): MoveScene => ({ text, words: `puts ${text}`, from: null, to: [0, 1] }) as unknown as MoveScene;

function viewOf(mover: number, moves: string[], decision = 4): TableView {
  const scene = { over: false, checked: false, moves: moves.map(at), turn: { decision, movers: [mover], seat_names: ["x", "o"] } } as unknown as Scene;
  return { ...EMPTY, table, you: 0, scene, decision };
}

function handleOf(view: TableView) {
  return { view, move: vi.fn(), foresee: vi.fn(async () => [at("a1"), at("b2")]) } as unknown as TableHandle & { move: ReturnType<typeof vi.fn> };
}

describe("whether a move can be chosen ahead", () => {
  it("where the other must move", () => {
    expect(mayPremove(viewOf(1, []), table, card)).toBe(true);
    expect(mayPremove(viewOf(0, ["a1"]), table, card)).toBe(false);
    expect(mayPremove({ ...viewOf(1, []), you: null }, table, card)).toBe(false);
    expect(mayPremove(viewOf(1, []), { ...table, state: "over" }, card)).toBe(false);
    expect(mayPremove(viewOf(1, []), table, { at_once: true })).toBe(false);
    const checked = viewOf(1, []);
    expect(mayPremove({ ...checked, scene: { ...checked.scene, checked: true } as Scene }, table, card)).toBe(false);
  });

  it("is sent only if it is allowed then", () => {
    expect(settled({ moves: ["a1"], words: "" }, [at("a1")])).toBe("send");
    expect(settled({ moves: ["c3"], words: "" }, [at("a1")])).toBe("drop");
    expect(placesOf({ moves: ["a1"], words: "" }, [at("a1")])).toEqual(["0,1"]);
    expect(placesOf(null, [at("a1")])).toEqual([]);
  });
});

describe("a move chosen ahead", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const follow = async (board = "plain") => {
    const waiting = handleOf(viewOf(1, []));
    const hook = renderHook(({ handle }: { handle: TableHandle }) => usePremove(handle, { ...table, board }, card, true), { initialProps: { handle: waiting as TableHandle } });
    await vi.waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(400));
      expect(hook.result.current.candidates.length > 0 || hook.result.current.why !== "").toBe(true);
    });
    return { ...hook, waiting };
  };

  it("is what a board knows of it, where chance comes between", async () => {
    const { result, waiting, rerender } = await follow("pig");
    expect(result.current.candidates.map((one) => one.text)).toEqual(["roll"]);
    expect(waiting.foresee).not.toHaveBeenCalled();
    act(() => result.current.choose(["roll"]));
    const turn = handleOf(viewOf(0, ["roll"], 5));
    rerender({ handle: turn });
    expect(turn.move.mock.calls).toEqual([[["roll"]]]);
  });

  it("cannot be chosen where a die falls first, which is said", async () => {
    const { result, waiting } = await follow("tarble");
    expect(result.current.why).toBe("your die is thrown first");
    expect(result.current.candidates).toEqual([]);
    expect(waiting.foresee).not.toHaveBeenCalled();
    render(<PremoveLine premove={result.current} />);
    expect(screen.getByTestId("premove-why")).toHaveTextContent("No move ahead: your die is thrown first");
  });

  it("is marked on whatever board there is", async () => {
    const { result } = await follow();
    act(() => result.current.choose(["b2"]));
    const { container } = render(<PremoveLine premove={result.current} />);
    expect(container.querySelector("style")?.textContent).toContain('[data-spot="0,1"],.board-space [data-move="b2"]');
    expect(placesOf({ moves: ["e2e4"], words: "" }, [{ text: "e2e4", words: "", from: 12, to: 28 } as unknown as MoveScene])).toEqual(["12", "28"]);
  });

  it("is shown, and sent once, the instant it is one's turn", async () => {
    const { result, rerender } = await follow();
    expect(result.current.candidates.map((one) => one.text)).toEqual(["a1", "b2"]);
    act(() => result.current.choose(["b2"]));
    expect(result.current.chosen).toEqual({ moves: ["b2"], words: "puts b2" });
    const turn = handleOf(viewOf(0, ["b2", "c3"], 5));
    rerender({ handle: turn });
    rerender({ handle: { ...turn } });
    expect(turn.move.mock.calls).toEqual([[["b2"]]]);
    expect(result.current.chosen).toBeNull();
    expect(result.current.word).toBe("");
  });

  it("is dropped with a word when it is not allowed any more", async () => {
    const { result, rerender } = await follow();
    act(() => result.current.choose(["b2"]));
    const turn = handleOf(viewOf(0, ["a1"], 5));
    rerender({ handle: turn });
    expect(turn.move).not.toHaveBeenCalled();
    expect(result.current.word).toContain("not possible");
    await act(() => vi.advanceTimersByTimeAsync(7000));
    expect(result.current.word).toBe("");
  });

  it("is taken back by Escape or a press", async () => {
    const { result } = await follow();
    act(() => result.current.choose(["b2"]));
    act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })));
    expect(result.current.chosen).toBeNull();
    act(() => result.current.choose(["a1"]));
    act(() => result.current.cancel());
    expect(result.current.chosen).toBeNull();
  });
});
