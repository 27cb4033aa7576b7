/** A table as a page uses it: its state, and what one can ask of it. */

import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { sentence } from "../api/http";
import type { Request } from "../api/types";
import type { MoveScene, Preview, Scene } from "../boards";
import { EMPTY, reduce, type TableView } from "./table-state";
import { TABLES, TableSocket, tableAddress } from "./table-socket";

export interface TableHandle {
  view: TableView;
  /** Moves of one turn; what is refused stands in `view.refused`. */
  move(moves: string[]): void;
  preview(moves: string[]): Promise<Preview>;
  /** How it looked after so many decisions; null where it cannot be shown, and the page says why. */
  lookBack(decision: number): Promise<Scene | null>;
  /** The moves that one may have after so many decisions and one more, whatever that is; empty where nobody can say. */
  foresee(decision: number): Promise<MoveScene[]>;
  /** Asks something; false when it was refused. */
  ask(request: Request): Promise<boolean>;
  seen(number: number): void;
  dismiss(): void;
  /** Hears again what the server says: after sitting down, the socket must know you by your seat. */
  reconnect(): void;
}

/** What is told along with a move: for how long the page was hidden, and for how long nobody touched it. */
export type Pauses = () => { hidden: number; idle: number };

export function useTable(id: string, key: string | null, room = TABLES, pauses: Pauses | null = null): TableHandle {
  const [view, dispatch] = useReducer(reduce, EMPTY);
  const socket = useRef<TableSocket | null>(null);
  const [round, setRound] = useState(0);
  const newest = useRef(-1);

  useEffect(() => {
    const line = new TableSocket({
      address: (after) => tableAddress(id, after, key, location, room),
      onMessage: (message) => dispatch({ type: "message", message, now: performance.now() }),
      onState: (state, fault) => dispatch({ type: "line", state, fault }),
      after: newest.current,
    });
    socket.current = line;
    line.start();
    return () => {
      newest.current = line.newest;
      line.stop();
    };
  }, [id, key, room, round]);

  const decision = view.decision;
  const ask = useCallback(async (request: Request): Promise<boolean> => {
    if (socket.current === null) return false;
    try {
      const answer = await socket.current.ask(request);
      const refused = answer.type === "refused" ? answer : null;
      dispatch({ type: "answered", refused: refused === null ? null : refusal(refused.reason, refused.stale) });
      return refused === null;
    } catch (fault) {
      dispatch({ type: "answered", refused: sentence(fault) });
      return false;
    }
  }, []);

  const move = useCallback(
    (moves: string[]) => {
      dispatch({ type: "sending" });
      void ask({ type: "move", decision, moves, ...pauses?.() });
    },
    [ask, decision, pauses],
  );

  const preview = useCallback(
    async (moves: string[]): Promise<Preview> => {
      const none: Preview = { scene: null, moves: [], over: false, fault: null };
      try {
        const answer = await socket.current?.ask({ type: "preview", decision, moves });
        if (answer?.type === "previewed") return answer;
        return { ...none, fault: answer?.type === "refused" ? answer.reason : "no answer" };
      } catch (fault) {
        return { ...none, fault: sentence(fault) };
      }
    },
    [decision],
  );

  const lookBack = useCallback(async (wanted: number): Promise<Scene | null> => {
    try {
      const answer = await socket.current?.ask({ type: "look_back", decision: wanted });
      if (answer?.type === "looked_back") return answer.scene;
      dispatch({ type: "answered", refused: answer?.type === "refused" ? answer.reason : null });
    } catch (fault) {
      dispatch({ type: "answered", refused: sentence(fault) });
    }
    return null;
  }, []);

  const foresee = useCallback(async (wanted: number): Promise<MoveScene[]> => {
    try {
      const answer = await socket.current?.ask({ type: "foresee", decision: wanted });
      return answer?.type === "foreseen" ? answer.moves : [];
    } catch {
      return []; // nobody has asked for anything: there is nothing to say
    }
  }, []);

  const seen = useCallback((number: number) => socket.current?.seen(number), []);
  const dismiss = useCallback(() => dispatch({ type: "dismiss" }), []);
  const reconnect = useCallback(() => setRound((before) => before + 1), []);
  return { view, move, preview, lookBack, foresee, ask, seen, dismiss, reconnect };
}

function refusal(reason: string, stale: boolean): string {
  return stale ? `The game went on in the meantime, so nothing was done. ${reason}` : reason;
}
