/** How somebody likes tables to look and sound. It stays in the browser, and all its tabs follow. */

import { useSyncExternalStore } from "react";

export interface Preferences {
  theme: "system" | "light" | "dark";
  sound: boolean;
  /** How quickly things move on boards. */
  motion: "none" | "fast" | "normal" | "slow";
  coordinates: boolean;
  /** Moves can be chosen while others think. */
  ahead: boolean;
  /** The board is seen from the other side. */
  flipped: boolean;
}

export const USUAL: Preferences = { theme: "system", sound: false, motion: "normal", coordinates: true, ahead: true, flipped: false };

const PLACE = "ludarium:preferences";
const CHOICES: { [name in keyof Preferences]: readonly Preferences[name][] } = {
  theme: ["system", "light", "dark"],
  sound: [true, false],
  motion: ["none", "fast", "normal", "slow"],
  coordinates: [true, false],
  ahead: [true, false],
  flipped: [true, false],
};

/** What was kept, as far as it can be used: anything may stand there. */
export function read(text: string | null): Preferences {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? "null");
  } catch {
    // Then as if nothing had been kept.
  }
  const found: Record<string, unknown> = typeof kept === "object" && kept !== null ? { ...kept } : {};
  const usable = Object.entries(CHOICES).filter(([name, choices]) => (choices as readonly unknown[]).includes(found[name]));
  return { ...USUAL, ...Object.fromEntries(usable.map(([name]) => [name, found[name]])) };
}

let now: Preferences | null = null;
const listeners = new Set<() => void>();

function current(): Preferences {
  if (now === null) {
    let kept: string | null = null;
    try {
      kept = localStorage.getItem(PLACE);
    } catch {
      // A browser may forbid it: then nothing is kept.
    }
    now = read(kept);
  }
  return now;
}

function take(next: Preferences): void {
  now = next;
  apply();
  for (const listener of listeners) listener();
}

export function prefer(change: Partial<Preferences>): void {
  const next = { ...current(), ...change };
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    // It holds for this page.
  }
  take(next);
}

/** Puts the theme where style sheets look for it. */
export function apply(): void {
  const { theme } = current();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key === PLACE) take(read(event.newValue));
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, current);
}

/** Whether the page is dark, by choice or as the system has it. */
export function useDark(): boolean {
  const { theme } = usePreferences();
  const system = useMedia("prefers-color-scheme", "dark");
  return theme === "system" ? system : theme === "dark";
}

/** Whether the screen is so; false where nobody can say. */
export function useMedia(feature: string, value: string): boolean {
  const query = `(${feature}:${value})`;
  return useSyncExternalStore(
    (listener) => {
      const asked = typeof window.matchMedia === "function" ? window.matchMedia(query) : null;
      asked?.addEventListener("change", listener);
      return () => asked?.removeEventListener("change", listener);
    },
    () => (typeof window.matchMedia === "function" ? window.matchMedia(query).matches : false),
  );
}
