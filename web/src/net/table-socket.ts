/** The line to one table.
 *
 * Events are numbered and handed on once and in order; after a gap or a lost line the client asks for what it missed.
 * A request keeps its id until it is answered and is sent again with that id after every reconnect: the server does
 * nothing twice.
 */

import type { Request, ServerMessage } from "../api/types";

export type LineState = "connecting" | "open" | "broken" | "closed";

export type Answer = Extract<ServerMessage, { id: string }>;

/** What is used of a WebSocket; tests give a fake. */
export interface Line {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export interface SocketOptions {
  /** The address of the socket; `after` is the newest event that the client has, -1 for none. */
  address(after: number): string;
  onMessage(message: ServerMessage): void;
  onState(state: LineState, fault: string | null): void;
  open?(address: string): Line;
  newId?(): string;
  /** The newest event that is known from an earlier line. */
  after?: number;
  /** Between 0 and 1: spreads reconnects of many clients. */
  chance?(): number;
}

const OPEN = 1;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const HEARTBEAT = 15_000;
const SILENCE = 10_000;
/** Closed by the server for good: told why, and not tried again. */
const FINAL_CODES: Record<number, string> = {
  4401: "Your session has ended. Load the page again.",
  4403: "This table is private: ask for its link.",
  4404: "There is no such table.",
};

interface Waiting {
  kind: Request["type"];
  text: string;
  resolve(answer: Answer): void;
  reject(fault: Error): void;
}

export class TableSocket {
  private line: Line | null = null;
  private last: number;
  private welcomed = false;
  private attempts = 0;
  private ended = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private seenTold = -1;

  constructor(private readonly options: SocketOptions) {
    this.last = options.after ?? -1;
  }

  start(): void {
    if (typeof window !== "undefined") {
      window.addEventListener("online", this.hurry);
      window.addEventListener("offline", this.lose);
    }
    this.connect();
  }

  /** Hangs up for good; requests that wait are given up. */
  stop(): void {
    this.ended = true;
    if (typeof window !== "undefined") {
      window.removeEventListener("online", this.hurry);
      window.removeEventListener("offline", this.lose);
    }
    clearTimeout(this.retry);
    clearTimeout(this.beat);
    this.drop();
    for (const request of this.waiting.values()) request.reject(new Error("the table was left"));
    this.waiting.clear();
    this.options.onState("closed", null);
  }

  /** Asks something of the table; answered by `ack`, `refused`, `previewed`, `looked_back` or `reason`, however often the line breaks. */
  ask(request: Request): Promise<Answer> {
    if (this.ended) return Promise.reject(new Error("the table was left"));
    const id = (this.options.newId ?? randomId)();
    const text = JSON.stringify({ ...request, id });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { kind: request.type, text, resolve, reject });
      if (this.welcomed) this.line?.send(text);
    });
  }

  /** Tells the server which event was shown last; told at most once for each number. */
  seen(number: number): void {
    if (number <= this.seenTold || !this.welcomed) return;
    this.seenTold = number;
    this.line?.send(JSON.stringify({ type: "seen", number }));
  }

  get newest(): number {
    return this.last;
  }

  private connect(): void {
    clearTimeout(this.retry);
    if (this.ended) return;
    this.drop();
    this.options.onState(this.attempts === 0 ? "connecting" : "broken", null);
    const open = this.options.open ?? ((address: string) => new WebSocket(address) as unknown as Line);
    const line = open(this.options.address(this.last));
    this.line = line;
    this.listen(SILENCE);
    line.onmessage = (event) => {
      if (line === this.line) this.receive(String(event.data));
    };
    line.onclose = (event) => {
      if (line === this.line) this.broken(event.code);
    };
    line.onerror = null;
  }

  private drop(): void {
    const line = this.line;
    this.line = null;
    this.welcomed = false;
    if (line === null) return;
    line.onmessage = null;
    line.onclose = null;
    line.close();
  }

  private broken(code: number): void {
    this.drop();
    clearTimeout(this.beat);
    if (this.ended) return;
    const final = FINAL_CODES[code];
    if (final !== undefined) {
      this.ended = true;
      for (const request of this.waiting.values()) request.reject(new Error(final));
      this.waiting.clear();
      this.options.onState("closed", final);
      return;
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts);
    this.attempts += 1;
    this.options.onState("broken", null);
    this.retry = setTimeout(() => this.connect(), wait * (0.5 + 0.5 * (this.options.chance ?? Math.random)()));
  }

  private readonly hurry = (): void => {
    if (!this.welcomed) this.connect();
  };

  /** The browser knows at once that it has no network; the line itself would seem open until a ping stays unanswered. */
  private readonly lose = (): void => {
    if (this.welcomed) this.broken(0);
  };

  /** A line that stays silent after a ping is dead, whatever the browser believes. */
  private listen(patience: number): void {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      if (this.welcomed && patience === HEARTBEAT && this.line?.readyState === OPEN) {
        this.line.send(JSON.stringify({ type: "ping", t: Date.now() }));
        this.listen(SILENCE);
      } else {
        this.broken(0);
      }
    }, patience);
  }

  private receive(text: string): void {
    this.listen(HEARTBEAT);
    const message = JSON.parse(text) as ServerMessage;
    switch (message.type) {
      case "welcome":
        this.welcome(message);
        return;
      case "event":
        this.event(message);
        return;
      case "pong":
        return;
      case "ack":
      case "refused":
      case "previewed":
      case "looked_back":
      case "foreseen":
      case "reason":
        this.answer(message);
        return;
      default:
        this.options.onMessage(message);
    }
  }

  private welcome(message: Extract<ServerMessage, { type: "welcome" }>): void {
    const fresh = message.events.filter((event) => event.number > this.last);
    this.last = Math.max(message.last, this.last);
    this.welcomed = true;
    this.attempts = 0;
    this.options.onMessage({ ...message, events: fresh });
    this.options.onState("open", null);
    for (const request of this.waiting.values()) this.line?.send(request.text);
  }

  private event(message: Extract<ServerMessage, { type: "event" }>): void {
    const { number } = message.event;
    if (!this.welcomed || number <= this.last) return;
    if (number > this.last + 1) {
      // Something was missed: a new line with `after` brings it, in order.
      this.connect();
      return;
    }
    this.last = number;
    this.options.onMessage(message);
  }

  private answer(message: Answer): void {
    if (message.type === "reason") this.options.onMessage(message);
    const request = this.waiting.get(message.id);
    // A question that is only acknowledged has its answer still to come.
    const question = request?.kind === "preview" || request?.kind === "look_back" || request?.kind === "ask_reason";
    if (request === undefined || (question && message.type === "ack")) return;
    this.waiting.delete(message.id);
    request.resolve(message);
  }
}

function randomId(): string {
  // randomUUID exists on safe origins only; a lab on the local network is none.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Under which the lab's own tables stand; those of a study stand under the study. */
export const TABLES = "/api/tables";

/** The address of a table's socket on the server that the page came from. */
export function tableAddress(table: string, after: number, key: string | null, page: Location = location, room = TABLES): string {
  const query = new URLSearchParams();
  if (after >= 0) query.set("after", String(after));
  if (key !== null) query.set("key", key);
  const scheme = page.protocol === "https:" ? "wss:" : "ws:";
  const text = query.toString();
  return `${scheme}//${page.host}${room}/${encodeURIComponent(table)}/socket${text === "" ? "" : `?${text}`}`;
}
