import { describe, expect, it } from "vitest";
import type { TableClock } from "../api/types";
import { clockOf, clockWords, DAY, draftOf, faultOf, isLow, leftWords, timeUpWords, tookWords, type ClockDraft } from "./clock";

const draft = (change: Partial<ClockDraft>): ClockDraft => ({ kind: "game", time: "5", increment: "3", timeUp: null, ...change });
const FIVE: TableClock = { kind: "game", seconds: 300, increment: 3, time_up: "lose" };

describe("a clock that is written down", () => {
  it("is what it says", () => {
    expect(clockOf(draft({}))).toEqual({ kind: "game", seconds: 300, increment: 3, time_up: null });
    expect(clockOf(draft({ kind: "days", time: " 3 ", timeUp: "move" }))).toEqual({ kind: "days", seconds: 3 * DAY, increment: 0, time_up: "move" });
    expect(clockOf(draft({ time: "1,5" }))?.seconds).toBe(90);
    expect(clockOf(draft({ kind: "none" }))).toBeNull();
  });

  it.each(["", "soon", "-5", "0", "1e3", "99999999", "NaN", "Infinity", "5 5"])("is refused as %j", (time) => {
    for (const kind of ["move", "game", "days"] as const) {
      expect(faultOf(draft({ kind, time }))).not.toBeNull();
      expect(clockOf(draft({ kind, time }))).toBeNull();
    }
  });

  it("adds no nonsense, and has whole days", () => {
    expect(faultOf(draft({ increment: "-1" }))).toBe("A turn may add 0 to 600 seconds.");
    expect(faultOf(draft({ increment: "x" }))).not.toBeNull();
    expect(faultOf(draft({ kind: "days", time: "1.5" }))).toBe("A decision may have 1 to 30 whole days.");
    expect(faultOf(draft({ kind: "move", time: "60", increment: "x" }))).toBeNull();
  });

  it("comes back as it was", () => {
    for (const clock of [FIVE, { ...FIVE, kind: "days", seconds: 7 * DAY, increment: 0 } as TableClock]) {
      expect(clockOf(draftOf(clock))).toEqual({ ...clock, time_up: clock.kind === "game" ? null : clock.time_up });
    }
    expect(draftOf(null).kind).toBe("none");
  });
});

describe("a clock in words", () => {
  it("says its kind", () => {
    expect(clockWords(FIVE)).toBe("5 min + 3 s");
    expect(clockWords({ ...FIVE, increment: 0 })).toBe("5 min for the game");
    expect(clockWords({ ...FIVE, kind: "days", seconds: DAY })).toBe("1 day a decision");
    expect(clockWords({ ...FIVE, kind: "move", seconds: 60 })).toBe("60 seconds a decision");
    expect(clockWords(null)).toBe("no clock");
    expect(timeUpWords({ ...FIVE, kind: "move", time_up: "move" })).toBe("a move is made when the time is up");
    expect(timeUpWords(null)).toBe("");
  });

  it("counts in the units that matter", () => {
    expect(leftWords(2 * DAY + 3 * 3600 + 5)).toBe("2 d 3 h");
    expect(leftWords(3 * 3600 + 62)).toBe("3:01:02");
    expect(leftWords(61.2)).toBe("1:02");
    expect(leftWords(4.28, true)).toBe("4.2");
    expect(leftWords(-3, true)).toBe("0.0");
    expect(tookWords(0.63)).toBe("0.6 s");
    expect(tookWords(75)).toBe("1:15");
  });

  it("warns when little is left", () => {
    expect(isLow(29, 300)).toBe(true);
    expect(isLow(31, 300)).toBe(false);
    expect(isLow(9, 20)).toBe(true);
    expect(isLow(3000, 30 * DAY)).toBe(false);
    expect(isLow(59, 30 * DAY)).toBe(true);
  });
});
