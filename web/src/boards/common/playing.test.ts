import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useBefore, useSending, useSteps } from "./playing";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const scene = (decision: number) => ({ turn: { decision } });

describe("the scene before", () => {
  it("is that of the decision before, also when a scene is sent again", () => {
    const one = scene(1);
    const { result, rerender } = renderHook((now) => useBefore(now), { initialProps: one });
    expect(result.current).toBeNull();
    rerender(scene(2));
    expect(result.current).toBe(one);
    rerender(scene(2));
    expect(result.current).toBe(one);
  });
});

describe("steps of an animation", () => {
  it("are played for a new key, not for what is there at first", () => {
    const { result, rerender } = renderHook(({ key, animate }) => useSteps(key, [100, 50], animate), { initialProps: { key: 1, animate: true } });
    expect(result.current).toBe(2);
    rerender({ key: 2, animate: true });
    expect(result.current).toBe(0);
    wait(100);
    expect(result.current).toBe(1);
    wait(50);
    expect(result.current).toBe(2);
  });

  it("are left out where nothing may move", () => {
    const { result, rerender } = renderHook(({ key }) => useSteps(key, [100, 50], false), { initialProps: { key: 1 } });
    rerender({ key: 2 });
    expect(result.current).toBe(2);
  });
});

describe("sending", () => {
  it("is done once, and can be done again when no answer came", () => {
    const onMove = vi.fn();
    const { result } = renderHook(() => useSending(7, onMove));
    act(() => result.current[1](["a"]));
    expect(onMove).toHaveBeenCalledWith(["a"]);
    expect(result.current[0]).toBe(true);
    wait(3000);
    expect(result.current[0]).toBe(false);
  });

  it("is over when the next decision comes", () => {
    const { result, rerender } = renderHook(({ decision }) => useSending(decision, vi.fn()), { initialProps: { decision: 1 } });
    act(() => result.current[1](["a"]));
    rerender({ decision: 2 });
    expect(result.current[0]).toBe(false);
  });
});
