/** Helpers for the tests of boards. They are quick: to ask for roles would reckon the styles of a hundred cells. */

import { act, fireEvent } from "@testing-library/react";
import { vi } from "vitest";

// Boards are large for a browser that is only pretended; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

/** A place of the board by its key. */
export function spot(key: string): Element {
  const found = document.querySelector(`[data-spot="${key}"]`);
  if (found === null) throw new Error(`the board has no place ${key}`);
  return found;
}

/** What a place says to those who cannot see it. */
export const saysOf = (key: string): string => spot(key).getAttribute("aria-label") ?? "";

/** A button beside the board by its text, its label or its hidden words; null where there is none. */
export function findButton(name: string): HTMLButtonElement | null {
  const all = [...document.querySelectorAll("button")];
  const names = (one: Element) => [one.textContent, one.getAttribute("aria-label"), one.querySelector(":scope > .hidden-text")?.textContent];
  return all.find((one) => names(one).includes(name)) ?? null;
}

export function button(name: string): HTMLButtonElement {
  const found = findButton(name);
  if (found === null) throw new Error(`there is no button ${name}`);
  return found;
}

/** Clicks, and lets what was promised come. */
export async function click(on: Element): Promise<void> {
  await act(async () => {
    fireEvent.click(on);
    await Promise.resolve();
  });
}

/** Presses a key where the focus is. */
export async function type(key: string, more: { shiftKey?: boolean } = {}): Promise<void> {
  const at = document.activeElement ?? document.body;
  await act(async () => {
    fireEvent.keyDown(at, { key, ...more });
    await Promise.resolve();
  });
}

/** Brings the focus to the one place of the board that the tab key stops at. */
export function enter(): Element {
  const stops = document.querySelectorAll<SVGElement>('[data-spot][tabindex="0"]');
  const [only] = stops;
  if (only === undefined || stops.length !== 1) throw new Error(`${stops.length} places are reached by tab, expected 1`);
  act(() => only.focus());
  return only;
}

/** The pretended browser of the tests has no pointers, lays nothing out and finds nothing under a pointer. Here places are
 * where `drag` says they are. */
export function withPointers(): void {
  class Pointer extends MouseEvent {
    readonly pointerId: number;
    constructor(type: string, init: PointerEventInit = {}) {
      super(type, init);
      this.pointerId = init.pointerId ?? 1;
    }
  }
  vi.stubGlobal("PointerEvent", Pointer);
  vi.spyOn(SVGElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 100, 100));
  document.elementFromPoint = () => under;
}

let under: Element | null = null;

/** Drags from a place to another, or off the board (null); `before` happens on the way. */
export function drag(from: string, to: string | null, before: () => void = () => undefined, at: [number, number] = to === null ? [900, 900] : [50, 50]): void {
  const start = spot(from);
  fireEvent.pointerDown(start, { clientX: 10, clientY: 10, pointerId: 1 });
  under = start;
  fireEvent.pointerMove(start, { clientX: 30, clientY: 10, pointerId: 1 });
  before();
  under = to === null ? null : document.querySelector(`[data-spot="${to}"]`);
  const place = { clientX: at[0], clientY: at[1], pointerId: 1 };
  fireEvent.pointerMove(start, place);
  fireEvent.pointerUp(start, place);
  fireEvent.click(start);
}
