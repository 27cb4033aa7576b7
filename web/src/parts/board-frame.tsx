/** A game's board, loaded when it is needed, with its words for those who cannot see it. */

import { useSaid } from "../language";
import { useEffect, useState } from "react";
import { loadBoard, type BoardComponent, type BoardProps } from "../boards";
import { sentence } from "../api/http";
import { Notice } from "./basics";

export function BoardFrame({ board, ...props }: BoardProps & { board: string }) {
  const [loaded, setLoaded] = useState<{ board: string; component: BoardComponent } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const said = useSaid();
  useEffect(() => {
    let left = false;
    loadBoard(board).then(
      (component) => {
        if (!left) setLoaded({ board, component });
      },
      (reason: unknown) => {
        if (!left) setFault(sentence(reason));
      },
    );
    return () => {
      left = true;
    };
  }, [board]);

  if (fault !== null) {
    return <Notice tone="bad">{said(`The board could not be loaded (${fault}). Load the page again.`)}</Notice>;
  }
  if (loaded === null || loaded.board !== board) return <p className="quiet-text">{said("Loading the board…")}</p>;
  const Board = loaded.component;
  return <Board {...props} />;
}

/** Whether movement may be shown; follows the system's setting. */
export function useMotion(): boolean {
  const [calm, setCalm] = useState(() => query()?.matches ?? false);
  useEffect(() => {
    const asked = query();
    const changed = (event: MediaQueryListEvent) => setCalm(event.matches);
    asked?.addEventListener("change", changed);
    return () => asked?.removeEventListener("change", changed);
  }, []);
  return !calm;
}

function query(): MediaQueryList | null {
  return typeof window.matchMedia === "function" ? window.matchMedia("(prefers-reduced-motion: reduce)") : null;
}
