/** Where the fields of a Jostle track lie: rows of eight, the start at the bottom left, each row back over the last. */

import type { JostleData, JostleField } from "./scene";

export const COLUMNS = 8;
/** The distance of neighbouring fields. */
export const PITCH = 100;

/** The height of the strip with the stacks. */
export const STACK = 112;

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  /** The top of the strip with the stacks. */
  stacks: number;
  fieldAt(field: number): Point;
  stackAt(seat: number, place: number): Point;
}

export function layoutOf(data: JostleData, seats: number): Layout {
  const rows = Math.ceil(data.track.length / COLUMNS);
  const stacks = rows * PITCH + 20;
  const width = COLUMNS * PITCH;
  const across = width / seats;
  const gap = Math.min(64, (across - 40) / data.pieces_each);
  return {
    width,
    height: stacks + STACK,
    stacks,
    fieldAt(field) {
      const row = Math.floor(field / COLUMNS);
      const along = field % COLUMNS;
      const column = row % 2 === 0 ? along : COLUMNS - 1 - along;
      return { x: (column + 0.5) * PITCH, y: (rows - 1 - row + 0.5) * PITCH };
    },
    stackAt(seat, place) {
      return { x: seat * across + across / 2 + (place - (data.pieces_each - 1) / 2) * gap, y: stacks + 72 };
    },
  };
}

/** The place of every piece when it stands on a field, or -1 for its stack. */
export function placeOf(layout: Layout, data: JostleData, piece: number, field: number): Point {
  if (field >= 0) return layout.fieldAt(field);
  return layout.stackAt(Math.floor(piece / data.pieces_each), piece % data.pieces_each);
}

/** A curve that leaves the straight line between two fields, so that it can be told from the track. */
export function bow(from: Point, to: Point, bend: number): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [cx, cy] = [(from.x + to.x) / 2 - (dy / far) * bend, (from.y + to.y) / 2 + (dx / far) * bend];
  return `M${from.x} ${from.y}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${to.x} ${to.y}`;
}

/** Where special fields lead; of a switch only one of both directions. */
export function links(track: readonly JostleField[]): { from: number; to: number; kind: "switch" | "back" }[] {
  return track.flatMap(({ field, kind, leads_to: to }) => {
    if (to === null || (kind !== "switch" && kind !== "back")) return [];
    return kind === "switch" && to < field ? [] : [{ from: field, to, kind }];
  });
}

/** A state of the animation: the field of each piece, and how long it lasts. */
export interface Step {
  fields: Map<number, number>;
  lasts: number;
}

const HOP = 130;
const PUSH = 420;

/** The last move as steps: the mover goes field by field, then what it pushed, then where a special field leads. */
export function stepsOf(data: JostleData): Step[] {
  const fields = new Map(data.pieces.map(({ piece, field }) => [piece, field]));
  for (const change of [...data.last].reverse()) fields.set(change.piece, change.from);
  const steps: Step[] = [{ fields: new Map(fields), lasts: 60 }];
  for (const change of data.last) {
    const landed = change.via ?? change.to;
    if (!change.jostled) {
      for (let field = change.from + 1; field < landed; field += 1) {
        fields.set(change.piece, field);
        steps.push({ fields: new Map(fields), lasts: HOP });
      }
    }
    fields.set(change.piece, landed);
    steps.push({ fields: new Map(fields), lasts: PUSH });
    if (change.via !== null) {
      fields.set(change.piece, change.to);
      steps.push({ fields: new Map(fields), lasts: PUSH });
    }
  }
  return steps;
}
