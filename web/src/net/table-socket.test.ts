import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerMessage, TableEvent, TableInfo } from "../api/types";
import { TableSocket, tableAddress, type Line, type LineState } from "./table-socket";

/** The server's end of a line that never leaves the test. */
class FakeLine implements Line {
  static lines: FakeLine[] = [];
  readyState = 1;
  onopen = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;

  constructor(readonly address: string) {
    FakeLine.lines.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.closed = true;
    this.readyState = 3;
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  breakOff(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
}

const table = { id: "t", seats: [] } as unknown as TableInfo;
const event = (number: number): TableEvent => ({ number, at: "", kind: "chat", data: { who: "a", text: `n${number}` } });
const welcome = (last: number, events: TableEvent[] = []) => ({
  type: "welcome",
  table,
  last,
  you: 0,
  scene: null,
  events,
  clock: null,
});

const sockets: TableSocket[] = [];

function connected() {
  const messages: ServerMessage[] = [];
  const states: [LineState, string | null][] = [];
  let ids = 0;
  const socket = new TableSocket({
    address: (after) => `after=${after}`,
    open: (address) => new FakeLine(address),
    onMessage: (message) => messages.push(message),
    onState: (state, fault) => states.push([state, fault]),
    newId: () => `id${++ids}`,
    chance: () => 1,
  });
  sockets.push(socket);
  socket.start();
  const numbers = () =>
    messages.flatMap((message) =>
      message.type === "event"
        ? [message.event.number]
        : message.type === "welcome"
          ? message.events.map((one) => one.number)
          : [],
    );
  return { socket, messages, states, numbers };
}

const line = (index = -1): FakeLine => {
  const found = FakeLine.lines.at(index);
  if (found === undefined) throw new Error("no line was opened");
  return found;
};

beforeEach(() => {
  vi.useFakeTimers();
  FakeLine.lines = [];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.stop();
  vi.useRealTimers();
});

describe("numbered events", () => {
  it("are handed on once and in order", () => {
    const { numbers } = connected();
    line().say(welcome(2, [event(1), event(2)]));
    line().say({ type: "event", event: event(3) });
    line().say({ type: "event", event: event(3) });
    line().say({ type: "event", event: event(4) });
    expect(numbers()).toEqual([1, 2, 3, 4]);
    expect(FakeLine.lines).toHaveLength(1);
  });

  it("that leave a gap make the client ask for what it missed", () => {
    const { numbers } = connected();
    line().say(welcome(2, [event(1), event(2)]));
    line().say({ type: "event", event: event(5) });
    expect(FakeLine.lines).toHaveLength(2);
    expect(line(0).closed).toBe(true);
    expect(line().address).toBe("after=2");
    line().say(welcome(5, [event(3), event(4), event(5)]));
    expect(numbers()).toEqual([1, 2, 3, 4, 5]);
  });

  it("of the old line are not heard after a reconnect", () => {
    const { numbers } = connected();
    line().say(welcome(0));
    const old = line();
    const hear = old.onmessage;
    old.breakOff();
    vi.advanceTimersByTime(1000);
    hear?.({ data: JSON.stringify({ type: "event", event: event(1) }) } as MessageEvent);
    expect(numbers()).toEqual([]);
  });

  it("shown are told to the server once", () => {
    const { socket } = connected();
    line().say(welcome(3));
    socket.seen(3);
    socket.seen(2);
    socket.seen(3);
    expect(line().sent).toEqual([{ type: "seen", number: 3 }]);
  });
});

describe("requests", () => {
  it("are answered by their id", async () => {
    const { socket } = connected();
    line().say(welcome(0));
    const first = socket.ask({ type: "chat", text: "hello" });
    const second = socket.ask({ type: "move", decision: 4, moves: ["a1"] });
    expect(line().sent.map((message) => message["id"])).toEqual(["id1", "id2"]);
    line().say({ type: "refused", id: "id2", reason: "not your turn", stale: true });
    line().say({ type: "ack", id: "id1", number: 1 });
    expect(await first).toMatchObject({ type: "ack", number: 1 });
    expect(await second).toMatchObject({ type: "refused", reason: "not your turn", stale: true });
  });

  it("made before the welcome wait for it", () => {
    const { socket } = connected();
    socket.ask({ type: "chat", text: "early" }).catch(() => undefined);
    expect(line().sent).toEqual([]);
    line().say(welcome(0));
    expect(line().sent).toEqual([{ type: "chat", text: "early", id: "id1" }]);
  });

  it("without an answer are sent again with the same id, answered ones are not", async () => {
    const { socket } = connected();
    line().say(welcome(0));
    const answered = socket.ask({ type: "chat", text: "one" });
    const open = socket.ask({ type: "move", decision: 0, moves: ["b2"] });
    line().say({ type: "ack", id: "id1", number: 1 });
    await answered;
    line().breakOff();
    vi.advanceTimersByTime(500);
    line().say(welcome(1, [event(1)]));
    expect(line().sent).toEqual([{ type: "move", decision: 0, moves: ["b2"], id: "id2" }]);
    line().say({ type: "ack", id: "id2", number: 2 });
    expect(await open).toMatchObject({ type: "ack", number: 2 });
  });

  it("for a preview are answered by the preview, not by an acknowledgement", async () => {
    const { socket } = connected();
    line().say(welcome(0));
    const preview = socket.ask({ type: "preview", decision: 0, moves: ["a"] });
    line().say({ type: "ack", id: "id1", number: null });
    line().say({ type: "previewed", id: "id1", scene: null, moves: [], over: true, fault: null });
    expect(await preview).toMatchObject({ type: "previewed", over: true });
  });

  it("are given up when the table is left", async () => {
    const { socket } = connected();
    const request = socket.ask({ type: "resign" });
    socket.stop();
    await expect(request).rejects.toThrow("the table was left");
    await expect(socket.ask({ type: "resign" })).rejects.toThrow("the table was left");
  });
});

describe("a broken line", () => {
  it("is tried again after waits that double up to a limit", () => {
    connected();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      line().breakOff();
      const before = FakeLine.lines.length;
      let waited = 0;
      while (FakeLine.lines.length === before) {
        vi.advanceTimersByTime(250);
        waited += 250;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  });

  it("starts from the short wait again once it held", () => {
    const { states } = connected();
    line().breakOff();
    vi.advanceTimersByTime(500);
    line().breakOff();
    vi.advanceTimersByTime(1000);
    line().say(welcome(0));
    line().breakOff();
    const before = FakeLine.lines.length;
    vi.advanceTimersByTime(500);
    expect(FakeLine.lines).toHaveLength(before + 1);
    expect(states.map(([state]) => state)).toContain("open");
  });

  it("is noticed by its silence after a ping", () => {
    const { states } = connected();
    line().say(welcome(0));
    vi.advanceTimersByTime(15_000);
    expect(line().sent.at(-1)).toMatchObject({ type: "ping" });
    vi.advanceTimersByTime(10_000);
    expect(states.at(-1)?.[0]).toBe("broken");
    vi.advanceTimersByTime(500);
    expect(FakeLine.lines).toHaveLength(2);
  });

  it("stays when the ping is answered", () => {
    connected();
    line().say(welcome(0));
    vi.advanceTimersByTime(15_000);
    line().say({ type: "pong", t: 1 });
    vi.advanceTimersByTime(14_000);
    expect(FakeLine.lines).toHaveLength(1);
  });

  it("is lost at once when the network goes, and asks for what it missed when that is back", () => {
    const { states } = connected();
    line().say(welcome(3));
    window.dispatchEvent(new Event("offline"));
    expect(states.at(-1)).toEqual(["broken", null]);
    expect(FakeLine.lines[0]?.closed).toBe(true);
    window.dispatchEvent(new Event("online"));
    expect(line().address).toBe("after=3");
  });

  it("is tried at once when the network is back", () => {
    connected();
    line().breakOff();
    window.dispatchEvent(new Event("online"));
    expect(FakeLine.lines).toHaveLength(2);
  });

  it("is not tried again when the server says why it may not be", async () => {
    const { socket, states } = connected();
    const request = socket.ask({ type: "resign" });
    line().breakOff(4404);
    await expect(request).rejects.toThrow("There is no such table.");
    vi.advanceTimersByTime(60_000);
    expect(FakeLine.lines).toHaveLength(1);
    expect(states.at(-1)).toEqual(["closed", "There is no such table."]);
  });
});

describe("the address", () => {
  it("follows the page and keeps the key of a private table", () => {
    const page = { protocol: "https:", host: "lab.example" } as Location;
    expect(tableAddress("a/b", 7, "k", page)).toBe("wss://lab.example/api/tables/a%2Fb/socket?after=7&key=k");
    expect(tableAddress("t", -1, null, { ...page, protocol: "http:" })).toBe("ws://lab.example/api/tables/t/socket");
  });
});
