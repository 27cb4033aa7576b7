/** Where the strategies of a family tree stand: a column for each generation, each below the others near its parents. */

import type { FamilyTree, Strategy } from "./types";

export interface Placed extends Strategy {
  column: number;
  row: number;
}

export interface Layout {
  nodes: Placed[];
  /** From parent to child, at the child's first making. */
  edges: { from: Placed; to: Placed }[];
  columns: { generation: number; phase: string; count: number }[];
  rows: number;
}

export function layoutOf(tree: Partial<FamilyTree>): Layout {
  const strategies = tree.nodes ?? [];
  const generations = tree.generations ?? [];
  const first = new Map(strategies.map((one) => [one.id, Math.min(...one.generations, Infinity)]));
  const numbers = [...new Set([...first.values()].map((number) => (Number.isFinite(number) ? number : 0)))].sort((a, b) => a - b);
  const columnOf = (id: string): number => {
    const number = first.get(id) ?? 0;
    return numbers.indexOf(Number.isFinite(number) ? number : 0);
  };
  // Somebody made again in a later generation stays where they were: a parent always stands to the left of its child.
  const lines = new Map<string, { from: string; to: string }>();
  for (const { from, to, generation } of tree.edges ?? []) {
    if (!first.has(from) || !first.has(to) || generation !== first.get(to) || columnOf(from) >= columnOf(to)) continue;
    lines.set(`${from} ${to}`, { from, to });
  }
  const parents = new Map<string, string[]>();
  for (const { from, to } of lines.values()) parents.set(to, [...(parents.get(to) ?? []), from]);

  const placed = new Map<string, Placed>();
  const columns = numbers.map((generation, column) => {
    const members = strategies.filter((one) => columnOf(one.id) === column);
    const pulled = members.map((one) => {
      const rows = (parents.get(one.id) ?? []).flatMap((id) => placed.get(id)?.row ?? []);
      const mean = rows.length === 0 ? Infinity : rows.reduce((sum, row) => sum + row, 0) / rows.length;
      return { one, mean };
    });
    // Children of the same parents keep together; among them, and in the first generation, the fittest come first.
    const sure = (value: number): number => (Number.isFinite(value) ? value : Number.MAX_VALUE);
    pulled.sort((a, b) => sure(a.mean) - sure(b.mean) || (b.one.fitness ?? -1) - (a.one.fitness ?? -1) || (a.one.id < b.one.id ? -1 : 1));
    pulled.forEach(({ one }, row) => placed.set(one.id, { ...one, column, row }));
    return { generation, phase: generations.find((one) => one.number === generation)?.phase ?? "", count: members.length };
  });
  const nodes = [...placed.values()];
  const edges = [...lines.values()].flatMap(({ from, to }) => {
    const parent = placed.get(from);
    const child = placed.get(to);
    return parent === undefined || child === undefined ? [] : [{ from: parent, to: child }];
  });
  return { nodes, edges, columns, rows: Math.max(0, ...columns.map((one) => one.count)) };
}

/** The least and the greatest fitness that judges have given; null if they have given none. */
export function rangeOf(nodes: Strategy[]): [number, number] | null {
  const known = nodes.flatMap((one) => (one.fitness === null ? [] : [one.fitness]));
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
}

/** How much of the colour a fitness gets: from 10 to 100 per cent. */
export function shadeOf(fitness: number, [least, most]: [number, number]): number {
  return most === least ? 55 : Math.round(10 + (90 * (fitness - least)) / (most - least));
}
