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
