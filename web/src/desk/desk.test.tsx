import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Sure } from "./doing";
import { csvOf, labelsFrom } from "./links";
import { Mistakes, type CheckedText } from "./mistakes";
import { placeOf } from "./plan-text";
import { Family } from "./refinement";
import { density, pointAt, timeline, LONGEST, type Point } from "./tracing";
import { layoutOf, rangeOf, shadeOf } from "./tree";
import type { FamilyTree, Strategy } from "./types";
import { span } from "./words";

function strategy(id: string, generations: number[], fitness: number | null, more: Partial<Strategy> = {}): Strategy {
  return { id, elements: [id], player: `Player ${id}`, how: "offspring", fitness, preliminary: false, generations, passed: false, minimal: false, ...more };
}

const TREE: FamilyTree = {
  phase: "evolution",
  generations: [
    { number: 0, phase: "rating", members: ["a", "b", "c"], kept: ["a", "b"] },
    { number: 1, phase: "evolution", members: ["a", "d", "e"], kept: ["d"] },
    { number: 2, phase: "evolution", members: ["d", "f", "b"], kept: [] },
  ],
  nodes: [
    strategy("a", [0, 1], 0.2),
    strategy("b", [0, 2], 0.6),
    strategy("c", [0], 0.4),
    strategy("d", [1, 2], 0.8, { passed: true }),
    strategy("e", [1], null),
    strategy("f", [2], 0.5, { minimal: true, passed: true }),
  ],
  edges: [
    { from: "a", to: "d", generation: 1 },
    { from: "b", to: "d", generation: 1 },
    { from: "b", to: "e", generation: 1 },
    { from: "d", to: "f", generation: 2 },
    { from: "e", to: "f", generation: 2 },
    { from: "d", to: "b", generation: 2 }, // made again, though it stands in the first column
  ],
};

describe("the family tree", () => {
  it("has a column for each generation and never two strategies in one place", () => {
    const { nodes, columns, rows } = layoutOf(TREE);
    expect(columns.map((one) => [one.generation, one.phase, one.count])).toEqual([
      [0, "rating", 3],
      [1, "evolution", 2],
      [2, "evolution", 1],
    ]);
    expect(rows).toBe(3);
    expect(new Set(nodes.map((one) => `${one.column} ${one.row}`)).size).toBe(TREE.nodes.length);
  });

  it("puts the fittest first, and children near their parents", () => {
    const { nodes } = layoutOf(TREE);
    const column = (number: number) => nodes.filter((one) => one.column === number).sort((one, other) => one.row - other.row).map((one) => one.id);
    expect(column(0)).toEqual(["b", "c", "a"]);
    expect(column(1)).toEqual(["e", "d"]); // e hangs on b alone, d on b and on a further below
  });

  it("draws every line from left to right", () => {
    const { edges } = layoutOf(TREE);
    expect(edges.map(({ from, to }) => `${from.id}${to.id}`).sort()).toEqual(["ad", "bd", "be", "df", "ef"]);
    for (const { from, to } of edges) expect(from.column).toBeLessThan(to.column);
  });

  it("is nothing where nothing is known", () => {
    expect(layoutOf({})).toEqual({ nodes: [], edges: [], columns: [], rows: 0 });
    expect(rangeOf([strategy("a", [0], null)])).toBeNull();
  });

  it("shades by fitness", () => {
    const range = rangeOf(TREE.nodes);
    expect(range).toEqual([0.2, 0.8]);
    expect([0.2, 0.5, 0.8].map((fitness) => shadeOf(fitness, [0.2, 0.8]))).toEqual([10, 55, 100]);
    expect(shadeOf(0.3, [0.3, 0.3])).toBe(55);
  });

  it("names a strategy that has the focus", async () => {
    render(<Family tree={TREE} />);
    await userEvent.tab();
    expect(screen.getByRole("status")).toHaveTextContent("Player b: offspring, fitness 0.6");
    expect(screen.getByRole("img", { name: /Player e: offspring, not judged yet/ })).toBeInTheDocument();
  });
});

describe("mistakes of a plan", () => {
  const mistake = (line: number, what: string) => ({ line, path: `stages.${line}`, what, remedy: "write another" });
  const checked = (more: Partial<CheckedText>): CheckedText => ({ text: "x", mistakes: [], languages: [], conditions: [], fault: null, pending: false, ...more });

  it("stand in the order of their lines and lead there", async () => {
    const onLine = vi.fn();
    render(<Mistakes checked={checked({ mistakes: [mistake(31, "no such game"), mistake(4, "no such kind")] })} onLine={onLine} />);
    expect(screen.getByRole("status")).toHaveTextContent("2 mistakes");
    expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "Line 4stages.4: no such kind: write another",
      "Line 31stages.31: no such game: write another",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Line 31" }));
    expect(onLine).toHaveBeenCalledWith(31);
  });

  it("says when there are none, when it is still looking, and when it could not look", () => {
    const { rerender } = render(<Mistakes checked={checked({})} onLine={vi.fn()} />);
    expect(screen.getByRole("status")).toHaveTextContent("nothing is wrong");
    rerender(<Mistakes checked={checked({ pending: true })} onLine={vi.fn()} />);
    expect(screen.getByRole("status")).toHaveTextContent("Checking");
    rerender(<Mistakes checked={checked({ fault: "The server does not answer." })} onLine={vi.fn()} />);
    expect(screen.getByRole("alert")).toHaveTextContent("does not answer");
  });

  it("finds a line in its text", () => {
    expect(placeOf("one\ntwo\nthree", 2)).toEqual([4, 7]);
    expect(placeOf("one\ntwo", 9)).toEqual([4, 7]);
    expect(placeOf("", 1)).toEqual([0, 0]);
  });
});

describe("a pointer's path", () => {
  const points: Point[] = [
    [0, 0.1, 0.1, 0],
    [100, 0.2, 0.1, 0],
    [90_000, 0.9, 0.9, 1],
    [50, 0.5, 0.5, 0], // another page: its clock begins anew
  ];

  it("goes on one line of time without long pauses", () => {
    expect(timeline(points)).toEqual({ at: [0, 100, 100 + LONGEST, 100 + 2 * LONGEST], length: 100 + 2 * LONGEST });
    expect(timeline([])).toEqual({ at: [], length: 0 });
  });

  it("knows where the pointer was", () => {
    expect([-1, 0, 99, 100, 5000].map((time) => pointAt([0, 100, 200], time))).toEqual([-1, 0, 0, 1, 2]);
  });

  it("is hottest where the pointer stayed, and nothing beside the board counts", () => {
    const size = 11;
    const grid = density([[0, 0.5, 0.5, 0], [1500, 0.1, 0.1, 0], [1510, 3, 3, 0]], size);
    expect(grid[5 * size + 5]).toBe(1);
    expect(grid[size + 1]).toBeLessThan(0.1);
    expect(density([[0, 2, 2, 0]], size).every((value) => value === 0)).toBe(true);
  });
});

describe("links", () => {
  it("get labels that nobody has", () => {
    expect(labelsFrom("pupil", 3, new Set(["pupil 2"]))).toEqual(["pupil 1", "pupil 3", "pupil 4"]);
  });

  it("are written so that no spreadsheet reckons with them", () => {
    expect(csvOf([{ label: '=1+"1"', link: "http://lab/study/x?i=y" }])).toBe('label,link\r\n"\'=1+""1""","http://lab/study/x?i=y"\r\n');
  });
});

describe("what cannot be undone", () => {
  it("is asked for first", async () => {
    const onYes = vi.fn();
    render(<Sure label="Close" question="Close the study?" yes="Yes, close it" onYes={onYes} />);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await userEvent.click(screen.getByRole("button", { name: "No" }));
    expect(onYes).not.toHaveBeenCalled();
    expect(screen.queryByText("Close the study?")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await userEvent.click(screen.getByRole("button", { name: "Yes, close it" }));
    expect(onYes).toHaveBeenCalledOnce();
  });
});

it("says times as people do", () => {
  expect([3.4, 89, 600, 7200, 400_000, null].map(span)).toEqual(["3 s", "89 s", "10 min", "2 h", "5 d", ""]);
});
