import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Attention } from "./attention";
import { keepLine, type Line } from "./waiting";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the line of somebody who waits", () => {
  const lines: (Line & { closed: boolean })[] = [];
  const open = (address: string): Line => {
    expect(address).toMatch(/^ws:\/\/.*\/api\/studies\/small\/waiting$/);
    const line = { onmessage: null, onclose: null, closed: false, close: () => void (line.closed = true) } as Line & { closed: boolean };
    lines.push(line);
    return line;
  };

  it("says to look, is opened again when it breaks, and is closed once for all", () => {
    const look = vi.fn();
    const stop = keepLine("/api/studies/small/waiting", look, open);
    lines[0]?.onmessage?.(new MessageEvent("message", { data: '{"type":"look"}' }));
    expect(look).toHaveBeenCalledOnce();
    lines[0]?.onclose?.(new CloseEvent("close"));
    vi.advanceTimersByTime(2900);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(lines).toHaveLength(2);
    stop();
    expect(lines[1]?.closed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
  });
});

describe("pauses in a decision", () => {
  it("begin anew with it, also while the page is hidden", () => {
    let now = 0;
    const attention = new Attention({ hidden: 0, idle: 0 }, () => now);
    const stop = attention.start();
    now = 20;
    expect(attention.idle).toBe(20);
    attention.restart();
    now = 25;
    expect([attention.idle, attention.hidden]).toEqual([0, 0]);
    const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    now = 30;
    attention.restart();
    now = 37;
    expect(attention.hidden).toBe(7);
    seen.mockRestore();
    stop();
  });
});
