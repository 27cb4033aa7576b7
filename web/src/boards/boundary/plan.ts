/** The plan that you are making: targets for your pieces, which can be taken back until the plan is sent. */

import { useState } from "react";
import type { Place } from "../types";
import type { BoundaryPiece, BoundaryScene } from "./scene";
import { aim, readPlan, type Orders } from "./walk";

export interface Plan {
  orders: Orders;
  /** The piece in hand, by number; null for none. */
  chosen: number | null;
  whole: boolean;
  choose(piece: number | null): void;
  setWhole(whole: boolean): void;
  /** Remembers the orders, to come back to them by `undo`. */
  keep(): void;
  /** Sends a piece, or its whole blob alike, as far from where the orders `from` send it. */
  shift(piece: BoundaryPiece, by: Place, from: Orders): void;
  /** Sends a piece, or its whole blob alike, toward a place. */
  send(piece: BoundaryPiece, to: Place): void;
  set(orders: Orders): void;
  release(piece: BoundaryPiece): void;
  undo(): void;
  canUndo: boolean;
}

interface Kept {
  turn: number;
  orders: Orders;
  past: Orders[];
  chosen: number | null;
}

export function usePlan(scene: BoundaryScene): Plan {
  const data = scene.board_data;
  const fresh = (): Kept => ({ turn: data.turn, orders: new Map(), past: [], chosen: null });
  const [kept, setKept] = useState(fresh);
  const [whole, setWhole] = useState(true);
  let now = kept;
  if (kept.turn !== data.turn) {
    now = fresh();
    setKept(now);
  }
  const moving = (piece: BoundaryPiece) => data.pieces.filter((other) => (whole ? other.blob === piece.blob : other.piece === piece.piece));
  const change = (change: (orders: Map<number, Place>) => void, from?: Orders) =>
    setKept((old) => {
      const orders = new Map(from ?? old.orders);
      change(orders);
      return { ...old, orders };
    });
  const put = (orders: Map<number, Place>, piece: BoundaryPiece, wish: Place) => {
    const to = aim(data, piece, wish);
    if (to[0] === piece.x && to[1] === piece.y) orders.delete(piece.piece);
    else orders.set(piece.piece, to);
  };
  const remember = () => setKept((old) => ({ ...old, past: [...old.past, old.orders] }));
  const shift = (piece: BoundaryPiece, by: Place, from: Orders) =>
    change((orders) => {
      for (const other of moving(piece)) {
        const start = from.get(other.piece) ?? [other.x, other.y];
        put(orders, other, [start[0] + by[0], start[1] + by[1]]);
      }
    }, from);
  return {
    orders: data.committed && data.plan !== null ? readPlan(data.plan) : now.orders,
    chosen: now.chosen,
    whole,
    choose: (piece) => setKept((old) => ({ ...old, chosen: piece })),
    setWhole,
    keep: remember,
    shift,
    send(piece, to) {
      remember();
      const target = aim(data, piece, to);
      const by: Place = [target[0] - piece.x, target[1] - piece.y];
      change((orders) => {
        for (const other of moving(piece)) put(orders, other, [other.x + by[0], other.y + by[1]]);
      });
    },
    set(orders) {
      remember();
      setKept((old) => ({ ...old, orders }));
    },
    release(piece) {
      remember();
      change((orders) => {
        for (const other of moving(piece)) orders.delete(other.piece);
      });
    },
    undo: () => setKept((old) => ({ ...old, orders: old.past.at(-1) ?? new Map(), past: old.past.slice(0, -1) })),
    canUndo: now.past.length > 0,
  };
}
