/** The path of the pointer, keys and focus, of people who agreed to that: gathered in pieces, each sent until the server has it. */

import type { TracePiece } from "./types";

/** Milliseconds between two points at least: twenty a second. */
const BETWEEN = 50;
/** Milliseconds of a piece. */
const PIECE = 5000;
/** What one piece holds at most: less than the server takes. */
const POINTS = 1000;
const KEYS = 400;
const FOCUS = 150;
/** Pieces that wait for a server that does not answer; older ones are given up. */
const WAITING = 200;
/** Bytes that a page which is being left may still send. */
const LAST_WORDS = 60_000;
/** Seconds: pieces are numbered by the time, so that those of several tabs, days and devices do not collide. */
const EPOCH = Date.UTC(2026, 0, 1);

interface Options {
  study: string;
  step: number;
  table: string | null;
  /** The box in which the pointer's place is given: the board where there is one, else the page. */
  box(): Element | null;
  send?(piece: TracePiece, last: boolean): Promise<boolean>;
}

export class Tracer {
  private readonly begun = performance.now();
  private piece = empty();
  private readonly waiting: TracePiece[] = [];
  private timer: ReturnType<typeof setInterval> | undefined;
  private lastPoint = -Infinity;
  private lastNumber = 0;
  private busy = false;

  constructor(private readonly options: Options) {}

  start(): () => void {
    window.addEventListener("pointermove", this.point, { passive: true, capture: true });
    window.addEventListener("pointerdown", this.press, { passive: true, capture: true });
    window.addEventListener("keydown", this.key, { passive: true, capture: true });
    window.addEventListener("focus", this.focused);
    window.addEventListener("blur", this.blurred);
    document.addEventListener("visibilitychange", this.turned);
    this.timer = setInterval(() => this.flush(false), PIECE);
    return () => {
      window.removeEventListener("pointermove", this.point, { capture: true });
      window.removeEventListener("pointerdown", this.press, { capture: true });
      window.removeEventListener("keydown", this.key, { capture: true });
      window.removeEventListener("focus", this.focused);
      window.removeEventListener("blur", this.blurred);
      document.removeEventListener("visibilitychange", this.turned);
      clearInterval(this.timer);
      this.flush(true);
    };
  }

  private now(): number {
    return Math.round(performance.now() - this.begun);
  }

  private readonly point = (event: PointerEvent): void => {
    const at = this.now();
    if (at - this.lastPoint < BETWEEN || this.piece.points.length >= POINTS) return;
    this.lastPoint = at;
    this.add(event, at);
  };

  /** A press is never left out, however soon it comes after a movement. */
  private readonly press = (event: PointerEvent): void => {
    if (this.piece.points.length < POINTS) this.add(event, this.now());
  };

  private add(event: PointerEvent, at: number): void {
    const box = this.options.box()?.getBoundingClientRect();
    if (box === undefined || box.width === 0 || box.height === 0) return;
    const share = (value: number) => Math.round(10_000 * value) / 10_000;
    this.piece.points.push([at, share((event.clientX - box.left) / box.width), share((event.clientY - box.top) / box.height), event.buttons]);
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (this.piece.keys.length >= KEYS) return;
    // What is written stands in the answers; letter by letter, addresses and passwords would be kept here as well.
    const field = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
    const name = field && [...event.key].length === 1 ? "character" : event.key.slice(0, 20);
    this.piece.keys.push([this.now(), name]);
  };

  private readonly focused = (): void => this.focus(true);
  private readonly blurred = (): void => this.focus(false);

  private focus(has: boolean): void {
    if (this.piece.focus.length < FOCUS) this.piece.focus.push([this.now(), has]);
  }

  private readonly turned = (): void => {
    if (document.visibilityState === "hidden") this.flush(true);
  };

  private flush(last: boolean): void {
    const { points, keys, focus } = this.piece;
    if (points.length + keys.length + focus.length > 0) {
      this.lastNumber = Math.max(this.lastNumber + 1, Math.floor((Date.now() - EPOCH) / 1000));
      this.waiting.push({ number: this.lastNumber, sent: this.now(), step: this.options.step, table: this.options.table, points, keys, focus });
      this.piece = empty();
      if (this.waiting.length > WAITING) this.waiting.shift();
    }
    void this.empty(last);
  }

  private async empty(last: boolean): Promise<void> {
    // A page that is being left cannot wait for the answer of the piece that is on its way: a piece twice counts once.
    if (this.busy && !last) return;
    this.busy = true;
    const send = this.options.send ?? ((piece: TracePiece, leaving: boolean) => post(this.options.study, piece, leaving));
    for (const piece of [...this.waiting]) {
      if (!(await send(piece, last))) break;
      const place = this.waiting.indexOf(piece);
      if (place >= 0) this.waiting.splice(place, 1);
    }
    this.busy = false;
  }
}

/** In which the pointer's place is given: the picture of the board, which looks the same to whoever looks at it later,
 * or else all of a board, or the page. */
export function tracedBox(within: ParentNode = document): Element | null {
  const board = within.querySelector("[data-traced]");
  return board?.querySelector(".board-picture") ?? board ?? document.getElementById("main");
}

function empty(): { points: [number, number, number, number][]; keys: [number, string][]; focus: [number, boolean][] } {
  return { points: [], keys: [], focus: [] };
}

/** Whether the server needs the piece no more: it has it, or does not want it. */
async function post(study: string, piece: TracePiece, last: boolean): Promise<boolean> {
  const body = JSON.stringify(piece);
  try {
    const answer = await fetch(`/api/studies/${encodeURIComponent(study)}/trace`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body,
      keepalive: last && body.length < LAST_WORDS,
    });
    return answer.ok || (answer.status >= 400 && answer.status < 500 && answer.status !== 429);
  } catch {
    return false;
  }
}
