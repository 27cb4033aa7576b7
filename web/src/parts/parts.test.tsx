import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { GameCard, ParameterInfo, TableInfo } from "../api/types";
import type { Scene } from "../boards";
import { Chat, Log } from "./log";
import { Negotiation } from "./negotiation";
import { changed, ParameterFields } from "./parameters";
import { RulesProse } from "./rules";
import { Seats } from "./seats";
import { TypedMove } from "./typed-move";

const goal: ParameterInfo = { name: "goal", kind: "int", default: 100, suggested: 100, low: 10, high: 1000, choices: [], help: "points that win" };
const swap: ParameterInfo = { name: "swap", kind: "bool", default: false, suggested: false, low: null, high: null, choices: [], help: "change" };
const table = {
  id: "t",
  game: "pig",
  state: "negotiating",
  you: 0,
  owner: true,
  revision: 2,
  seconds: 30,
  clock: { kind: "move", seconds: 30, increment: 0, time_up: "move" },
  settings: { goal: 50 },
  seats: [
    { seat: 0, name: "Red", kind: "person", label: "Ada", player: null, present: true, agreed: false },
    { seat: 1, name: "Blue", kind: "person", label: "Ben", player: null, present: true, agreed: true },
  ],
} as unknown as TableInfo;

describe("parameters", () => {
  it("say their range and give numbers, not texts", async () => {
    const onChange = vi.fn();
    render(<ParameterFields parameters={[goal, swap]} settings={{}} onChange={onChange} />);
    const field = screen.getByRole("spinbutton", { name: "Goal" });
    expect(field).toHaveAccessibleDescription("points that win (10 to 1000)");
    await userEvent.type(field, "5");
    expect(onChange).toHaveBeenLastCalledWith("goal", 1005);
    await userEvent.click(screen.getByRole("checkbox", { name: "Swap" }));
    expect(onChange).toHaveBeenLastCalledWith("swap", true);
  });
  it("are sent only where they differ from the defaults", () => {
    expect(changed([goal, swap], { goal: 100, swap: true })).toEqual({ swap: true });
  });
});

describe("agreeing on settings", () => {
  const card = { name: "pig", parameters: [goal] } as unknown as GameCard;

  it("shows what is proposed and who agrees", async () => {
    const ask = vi.fn(async () => true);
    render(<Negotiation table={table} card={card} ask={ask} />);
    expect(screen.getByText("goal 50")).toBeInTheDocument();
    expect(screen.getByText("Ben agrees.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Agree and play" }));
    expect(ask).toHaveBeenCalledWith({ type: "agree", revision: 2 });
  });

  it("agrees once however often it is pressed before the answer", async () => {
    const ask = vi.fn(() => new Promise<boolean>(() => {}));
    render(<Negotiation table={table} card={card} ask={ask} />);
    await userEvent.dblClick(screen.getByRole("button", { name: "Agree and play" }));
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("proposes changes of the revision that was seen", async () => {
    const ask = vi.fn(async () => true);
    render(<Negotiation table={table} card={card} ask={ask} />);
    await userEvent.click(screen.getByText("Propose other settings"));
    const field = screen.getByLabelText("Goal");
    await userEvent.type(field, "0");
    expect(screen.getByRole("button", { name: "Agree and play" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Propose these" }));
    expect(ask).toHaveBeenCalledWith({ type: "propose", revision: 2, settings: { goal: 500 }, clock: { kind: "move", seconds: 30, increment: 0, time_up: "move" } });
  });

  it("puts a draft aside when somebody else was quicker", async () => {
    const ask = vi.fn(async () => true);
    const { rerender } = render(<Negotiation table={table} card={card} ask={ask} />);
    await userEvent.click(screen.getByText("Propose other settings"));
    await userEvent.type(screen.getByLabelText("Goal"), "0");
    rerender(<Negotiation table={{ ...table, revision: 3, settings: { goal: 70 } }} card={card} ask={ask} />);
    expect(screen.getByText(/Somebody changed the settings/)).toBeInTheDocument();
    expect(screen.getByLabelText("Goal")).toHaveValue(70);
  });
});

describe("points of the seats", () => {
  const points = (...result: number[]) => {
    const over = { ...table, state: "over", result: { points: result, ranks: [2, 1] } } as unknown as TableInfo;
    render(<Seats table={over} scene={{ points: [3, 4], over: true, turn: { movers: [] } } as unknown as Scene} clock={null} clockAt={0} />);
    return screen.getAllByRole("listitem").map((seat) => seat.querySelector(".seat-points")?.firstChild?.textContent);
  };

  it("are those of the result at the end", () => {
    expect(points(5, 7)).toEqual(["5", "7"]);
  });

  it("are those that were made when a game was given up, whose result says only who won", () => {
    expect(points(0, 1)).toEqual(["3", "4"]);
  });
});

describe("typed moves", () => {
  const scene = { moves: [{ text: "a1" }], checked: false, text: "An empty board." } as unknown as Scene;

  it("divide several moves of a turn by semicolons", async () => {
    const onMove = vi.fn();
    render(<TypedMove scene={scene} disabled={false} onMove={onMove} />);
    await userEvent.click(screen.getByText("Type a move"));
    await userEvent.type(screen.getByLabelText("Your move"), "a1; b2{Enter}");
    expect(onMove).toHaveBeenCalledWith(["a1", "b2"]);
    expect(screen.getByText("An empty board.")).toBeInTheDocument();
  });
  it("keep a checked move whole", async () => {
    const onMove = vi.fn();
    render(<TypedMove scene={{ ...scene, checked: true }} disabled={false} onMove={onMove} />);
    await userEvent.type(screen.getByLabelText("Your move"), "1 to 3,4; 2 to 5,6{Enter}");
    expect(onMove).toHaveBeenCalledWith(["1 to 3,4; 2 to 5,6"]);
  });
});

describe("chat and log", () => {
  const events = [
    { number: 1, at: "", kind: "chat", data: { who: "Ben", text: "<i>hello</i>" } },
    { number: 2, at: "", kind: "moved", data: { decision: 0, seat: 1, move: "a1", words: "goes to a1" } },
  ];

  it("shows text as text and gives back what was refused", async () => {
    const onSay = vi.fn(async () => false);
    render(<Chat events={events} table={table} onSay={onSay} />);
    expect(screen.getByRole("list", { name: "Messages" })).toHaveTextContent("Ben: <i>hello</i>");
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "too quick{Enter}");
    expect(onSay).toHaveBeenCalledWith("too quick");
    expect(await screen.findByDisplayValue("too quick")).toBeInTheDocument();
  });

  it("asks players, not people, for their reasons", async () => {
    const onAsk = vi.fn();
    const players = { ...table, seats: table.seats.map((seat) => ({ ...seat, kind: "player" as const })) };
    const { rerender } = render(<Log events={events} table={table} reasons={{}} onAsk={onAsk} />);
    expect(screen.queryByRole("button")).toBeNull();
    rerender(<Log events={events} table={players} reasons={{}} onAsk={onAsk} />);
    await userEvent.click(screen.getByRole("button", { name: /^Why\?/ }));
    expect(onAsk).toHaveBeenCalledWith(0);
    rerender(<Log events={events} table={players} reasons={{ 0: { text: "It looked good.", figures: { tries: 400 } } }} onAsk={onAsk} />);
    expect(screen.getByText(/It looked good/)).toHaveTextContent("tries 400");
  });
});

describe("several deciding at once", () => {
  const decided = { number: 3, at: "", kind: "committed", data: { seat: 0 } };
  const told = { number: 4, at: "", kind: "moved", data: { decision: 1, seat: 0, move: "b2", words: "goes to b2" } };

  it("is news until it is told what was decided", () => {
    const { rerender } = render(<Log events={[decided]} table={table} reasons={{}} onAsk={null} />);
    expect(screen.getByText("Ada (Red) has decided.")).toBeInTheDocument();
    rerender(<Log events={[decided, told]} table={table} reasons={{}} onAsk={null} />);
    expect(screen.getByRole("list")).toHaveTextContent(/^Red: goes to b2$/);
  });
});

it("calls nobody the winner of a draw", () => {
  const over = (ranks: number[]) => ({ ...table, state: "over" as const, result: { points: [1, 1], ranks } });
  const { rerender } = render(<Seats table={over([1, 1])} scene={null} clock={null} clockAt={0} />);
  expect(screen.queryByText(/winner/)).toBeNull();
  rerender(<Seats table={over([2, 1])} scene={null} clock={null} clockAt={0} />);
  expect(screen.getAllByRole("listitem").map((seat) => seat.textContent?.includes("winner"))).toEqual([false, true]);
});

it("lays out rules: paragraphs, lists, drawings", () => {
  render(<RulesProse text={"Two play.\nThey take turns.\n\n- one\n  goes on\n- two\n\n    x . o"} />);
  expect(screen.getByText("Two play. They take turns.")).toBeInTheDocument();
  const items = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual(["one goes on", "two"]);
  expect(screen.getByText("x . o").tagName).toBe("PRE");
  render(<RulesProse text={"Set `size` to 4."} />);
  expect(screen.getByText("size").tagName).toBe("CODE");
});
