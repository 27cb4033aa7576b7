/** Keys on a board: arrow keys move one cursor between places, so that a board is one stop for the tab key. */

import { useState, type KeyboardEvent } from "react";

/** A place that the cursor can stand on, by where it is on the screen (y grows downwards). */
export interface Spot {
  key: string;
  x: number;
  y: number;
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The direction of an arrow key, or null for other keys. */
export function wayOf(key: string): [number, number] | null {
  return WAYS[key] ?? null;
}

/** The place that an arrow key leads to: near, and rather straight ahead than to the side. Null at the edge. */
export function towards(spots: readonly Spot[], from: string, way: [number, number]): string | null {
  const here = spots.find((spot) => spot.key === from);
  if (here === undefined) return spots[0]?.key ?? null;
  let best: string | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const along = (spot.x - here.x) * way[0] + (spot.y - here.y) * way[1];
    const across = Math.abs((spot.x - here.x) * way[1]) + Math.abs((spot.y - here.y) * way[0]);
    // So weighed, a neighbour half a cell to the side is nearer than what lies straight ahead two rows away.
    const cost = Math.hypot(along, across) + 0.7 * across;
    if (along > 1e-6 && across <= 2 * along && cost < least - 1e-9) {
      best = spot.key;
      least = cost;
    }
  }
  return best;
}

export interface Roving {
  /** Where the cursor stands. */
  at: string | null;
  set(key: string): void;
  /** Moves cursor and focus for arrow keys; says whether it was one. */
  onArrow(event: KeyboardEvent): boolean;
}

/** A cursor over places. `start` is where it stands until it was moved. Places carry `data-spot`, their board
 * `data-spots`. */
export function useRoving(spots: readonly Spot[], start: string | null): Roving {
  const [moved, setMoved] = useState<string | null>(null);
  const known = (key: string | null) => key !== null && spots.some((spot) => spot.key === key);
  const at = known(moved) ? moved : known(start) ? start : (spots[0]?.key ?? null);
  return {
    at,
    set: setMoved,
    onArrow(event) {
      const way = wayOf(event.key);
      if (way === null || at === null) return false;
      event.preventDefault();
      const next = towards(spots, at, way);
      if (next !== null) {
        setMoved(next);
        focusSpot(event.currentTarget, next);
      }
      return true;
    },
  };
}

/** Gives the focus to a place of the board that an element belongs to. */
export function focusSpot(within: Element, key: string): void {
  const target = within.closest("[data-spots]")?.querySelector(`[data-spot="${key}"]`);
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}
