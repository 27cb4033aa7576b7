import { act, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import match from "../samples/kuhn_poker-3-match.json";
import over from "../samples/kuhn_poker-5-over.json";
import start from "../samples/kuhn_poker-1-start.json";
import watched from "../samples/kuhn_poker-4-spectator.json";
import { sampled } from "../samples";
import { button, click, enter, findButton, spot, type } from "../testing";
import KuhnBoard from "./KuhnBoard";
import type { KuhnScene } from "./scene";

afterEach(() => void vi.useRealTimers());

const noPreview = async () => ({ scene: null, moves: [], over: false, fault: null });

function show(sample: unknown, { interactive = true, animate = false } = {}) {
  const onMove = vi.fn();
  const draw = (one: unknown) => {
    const scene = sampled<KuhnScene>(one);
    return <KuhnBoard scene={scene} you={scene.you} interactive={interactive} animate={animate} onMove={onMove} onPreview={noPreview} />;
  };
  const { rerender } = render(draw(sample));
  return { onMove, next: (one: unknown) => rerender(draw(one)) };
}

const faces = () => [...document.querySelectorAll(".card-face, .card-back-mark")].map((text) => text.textContent);

describe("Kuhn poker", () => {
  it("bets the chip that is pressed, and passes by a button", async () => {
    const { onMove } = show(start);
    await click(spot("chip"));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["bet"]);
    expect(button("Pass: no bet")).toBeDisabled();
  });

  it("passes, by keys too", async () => {
    const { onMove } = show(start);
    expect(enter()).toBe(spot("chip"));
    await type("Enter");
    expect(onMove).toHaveBeenCalledExactlyOnceWith(["bet"]);
  });

  it("shows your card and the back of the other", () => {
    show(start);
    const [own] = sampled<KuhnScene>(start).board_data.hand.cards;
    expect(faces()).toEqual(["?", { jack: "J", queen: "Q", king: "K" }[own ?? "jack"]]);
  });

  it("says what passing and betting mean after a bet", () => {
    const scene = sampled<KuhnScene>(start);
    const hand = { ...scene.board_data.hand, said: [{ seat: 0, word: "pass" as const }, { seat: 1, word: "bet" as const }], stakes: [1, 2] };
    show({ ...scene, board_data: { ...scene.board_data, hand } });
    expect(screen.getByText("Second has bet")).toBeInTheDocument();
    expect(button("Pass: give up")).toBeEnabled();
    expect(button("Bet: see it")).toBeEnabled();
  });

  it("counts the hands of a match and tells the one before", () => {
    show(match);
    const { number, hands } = sampled<KuhnScene>(match).board_data;
    expect(screen.getByText(`Hand ${number} of ${hands}`)).toBeInTheDocument();
    expect(screen.getByText(/^Before: /)).toBeInTheDocument();
  });

  it("leaves a hand that is over on the table for a while before the next", () => {
    vi.useFakeTimers();
    const scene = sampled<KuhnScene>(match);
    const first = { ...scene, board_data: { ...scene.board_data, number: scene.board_data.number - 1, last: null } };
    const { next } = show(first, { animate: true });
    next(match);
    expect(button("Pass: no bet")).toBeDisabled();
    expect(screen.getByText(/ wins? \d chips?$/)).toBeInTheDocument();
    act(() => vi.advanceTimersByTime(2500));
    expect(screen.queryByText(/ wins? \d chips?$/)).toBeNull();
  });

  it("gives nothing to press to who watches, or when it is over", () => {
    show(watched, { interactive: false });
    expect(document.querySelectorAll("[data-spot]")).toHaveLength(0);
    expect(findButton("Bet one chip")).toBeNull();
    show(over, { interactive: false });
    expect(document.querySelectorAll("[data-spot]")).toHaveLength(0);
  });

  it("says nothing of a last hand that was given up", () => {
    const data = over.board_data;
    show({ ...over, board_data: { ...data, hand: { ...data.hand, winner: null } } }, { interactive: false });
    expect(document.querySelector(".board-says")).not.toHaveTextContent(/Last hand/);
  });

  it("does not call the winner of the last hand the winner of the match", () => {
    show(over, { interactive: false });
    const says = document.querySelector(".board-says");
    expect(says?.querySelector("strong")).toHaveTextContent("The game is over");
    expect(says).toHaveTextContent(/Last hand: .* wins? \d chips?/);
  });
});
