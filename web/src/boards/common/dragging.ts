/** Dragging pieces by mouse or finger, the same on every board. What can be dragged can be pressed, too: a pointer that hardly
 * moves is a press, and keys know nothing of all this. */

import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from "react";
import type { Place } from "../types";
import { pointIn, scaleOf, type Box } from "./pointing";

/** So many pixels of the screen a pointer must move before it drags. */
const STIR = 5;

/** What is told when a piece cannot stay where it was let go. */
export const OFF_THE_BOARD = "Let go off the board: it is back where it was.";
export const NOT_THERE = "It cannot go there: it is back where it was.";

export interface Held {
  /** The place that it was taken from. */
  key: string;
  /** The place under the pointer; null where there is none. */
  over: string | null;
  /** How far it was taken: in the picture's units, and in pixels of the screen. */
  by: Place;
  pixels: Place;
  /** Where the pointer is in the picture. */
  at: Place;
  /** Whether that is on the board at all. */
  inside: boolean;
}

interface Options {
  picture: RefObject<Element | null>;
  /** The part of the plane that the picture shows. */
  box: Box;
  /** Whether what lies at a place can be taken. */
  can(key: string): boolean;
  /** It was taken: the pointer has begun to move. */
  onTake?(key: string): void;
  onPull?(held: Held): void;
  /** It was let go; says whether it goes there. What does not is put back, and the person is told. */
  onDrop(held: Held): boolean;
  /** The place at a point, where places are no elements with `data-spot`. */
  placeAt?(at: Place): string | null;
}

export interface Dragging {
  /** What is in hand; null while nothing is dragged. */
  held: Held | null;
  /** Why the last piece was put back; empty when it was not. */
  told: string;
  /** For the picture. */
  handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
    onClickCapture(event: MouseEvent): void;
  };
}

interface Begun {
  pointer: number;
  key: string;
  start: Place;
  dragging: boolean;
}

/** A piece that follows one pointer; others do nothing meanwhile. */
export function useDragging({ picture, box, can, onTake, onPull, onDrop, placeAt }: Options): Dragging {
  const begun = useRef<Begun | null>(null);
  const dragged = useRef(false);
  const [held, setHeld] = useState<Held | null>(null);
  const [told, setTold] = useState("");

  const place = (event: PointerEvent): { key: string | null; at: Place; inside: boolean } => {
    const at = pointIn(picture.current, box, event) ?? [Number.NaN, Number.NaN];
    const inside = at[0] >= box.x && at[0] <= box.x + box.width && at[1] >= box.y && at[1] <= box.y + box.height;
    if (placeAt !== undefined) return { key: placeAt(at), at, inside };
    const there = spotUnder(event);
    return { key: there !== null && picture.current?.contains(there) === true ? there.getAttribute("data-spot") : null, at, inside };
  };
  const follow = (event: PointerEvent, now: Begun): Held => {
    const pixels: Place = [event.clientX - now.start[0], event.clientY - now.start[1]];
    const scale = scaleOf(picture.current, box) || 1;
    const { key, at, inside } = place(event);
    return { key: now.key, over: key, by: [pixels[0] / scale, pixels[1] / scale], pixels, at, inside };
  };
  const mine = (event: PointerEvent): Begun | null => (begun.current?.pointer === event.pointerId ? begun.current : null);

  return {
    held,
    told,
    handlers: {
      onPointerDown(event) {
        // A second finger, or another button, takes nothing and disturbs nothing.
        if (begun.current !== null || event.button > 0) return;
        dragged.current = false;
        setTold("");
        const taken = placeAt === undefined ? ((event.target as Element).closest("[data-spot]")?.getAttribute("data-spot") ?? null) : place(event).key;
        if (taken === null || !can(taken)) return;
        begun.current = { pointer: event.pointerId, key: taken, start: [event.clientX, event.clientY], dragging: false };
      },
      onPointerMove(event) {
        const now = mine(event);
        if (now === null) return;
        if (!now.dragging) {
          if (Math.hypot(event.clientX - now.start[0], event.clientY - now.start[1]) < STIR) return;
          now.dragging = true;
          if ("setPointerCapture" in event.currentTarget) event.currentTarget.setPointerCapture(event.pointerId);
          onTake?.(now.key);
        }
        const next = follow(event, now);
        setHeld(next);
        onPull?.(next);
      },
      onPointerUp(event) {
        const now = mine(event);
        if (now === null) return;
        begun.current = null;
        if (!now.dragging) return;
        dragged.current = true;
        // A finger's drag ends without a click: the next one is meant.
        setTimeout(() => (dragged.current = false), 50);
        setHeld(null);
        const last = follow(event, now);
        // Meanwhile the game may have gone on.
        if (can(now.key) && (onDrop(last) || last.over === now.key)) return;
        setTold(last.inside ? NOT_THERE : OFF_THE_BOARD);
      },
      onPointerCancel(event) {
        if (mine(event) === null) return;
        begun.current = null;
        setHeld(null);
      },
      onClickCapture(event) {
        // The browser calls the end of a drag a click.
        if (dragged.current) event.stopPropagation();
      },
    },
  };
}

/** The place of a board under a pointer that something may have captured. */
function spotUnder(event: PointerEvent): Element | null {
  const found = "elementFromPoint" in document ? document.elementFromPoint(event.clientX, event.clientY) : (event.target as Element);
  return found?.closest("[data-spot]") ?? null;
}
