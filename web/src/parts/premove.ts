/** A move chosen ahead, while others think. It stays in this browser until it is one's turn: nobody can learn of it. */

import { useEffect, useRef, useState } from "react";
import { loadAhead, type Ahead, type MoveScene } from "../boards";
import type { GameCard, TableInfo } from "../api/types";
import { yourTurn, type TableView } from "../net/table-state";
import type { TableHandle } from "../net/use-table";
import { announce } from "./announcer";

export interface Premove {
  /** Moves of one turn. */
  moves: string[];
  words: string;
}

export interface PremoveHandle {
  /** Whether a move can be chosen ahead now. */
  able: boolean;
  /** What one may have to choose from on the board; empty where only typing helps. */
  candidates: MoveScene[];
  /** Why nothing can be chosen ahead on the board, in words; empty where something can. */
  why: string;
  chosen: Premove | null;
  /** That the move chosen ahead could not be made; empty if there is nothing to say. */
  word: string;
  choose(moves: string[]): void;
  cancel(): void;
}

/** Milliseconds before it is asked what one might do: quick players have answered by then. */
const PATIENCE = 300;
const NONE: MoveScene[] = [];
const NOT_POSSIBLE = "The move chosen ahead was not possible any more.";

/** Whether moves can be chosen ahead at a table: where turns alternate and moves are listed. */
export function mayPremove(view: TableView, table: TableInfo, card: Pick<GameCard, "at_once"> | undefined): boolean {
  const { scene } = view;
  return (
    view.you !== null &&
    table.state === "running" &&
    table.seats.length > 1 &&
    scene !== null &&
    !scene.over &&
    !scene.checked &&
    card?.at_once !== true &&
    !yourTurn(view) &&
    !view.sending
  );
}

/** What becomes of a move chosen ahead now that it is one's turn. */
export function settled(chosen: Premove, moves: readonly Pick<MoveScene, "text">[]): "send" | "drop" {
  return moves.some((move) => move.text === chosen.moves[0]) ? "send" : "drop";
}

/** What the board of a table knows of moves chosen ahead; undefined until it is loaded, null where the server is asked. */
export function useAhead(board: string): Ahead | null | undefined {
  const [known, setKnown] = useState<{ board: string; ahead: Ahead | null } | null>(null);
  useEffect(() => {
    let left = false;
    const keep = (ahead: Ahead | null) => !left && setKnown({ board, ahead });
    loadAhead(board).then(keep, () => keep(null));
    return () => {
      left = true;
    };
  }, [board]);
  return known !== null && known.board === board ? known.ahead : undefined;
}

export function usePremove({ view, move, foresee }: TableHandle, table: TableInfo, card: GameCard | undefined, wanted: boolean): PremoveHandle {
  const [chosen, setChosen] = useState<Premove | null>(null);
  const [found, setFound] = useState<{ decision: number; moves: MoveScene[] } | null>(null);
  const [word, setWord] = useState("");
  const able = wanted && mayPremove(view, table, card);
  const ahead = useAhead(table.board);
  const turn = yourTurn(view) && !view.sending;
  const { decision, scene } = view;
  const current = able && found?.decision === decision;
  const candidates = current ? found.moves : NONE;
  const [due, setDue] = useState<{ moves: string[]; fits: boolean } | null>(null);
  const sent = useRef<typeof due>(null);
  if (chosen !== null && (table.state !== "running" || scene?.over === true)) setChosen(null);
  else if (chosen !== null && turn) {
    const fits = settled(chosen, scene?.moves ?? []) === "send";
    setDue({ moves: chosen.moves, fits });
    setChosen(null);
    if (!fits) setWord(NOT_POSSIBLE);
  }

  useEffect(() => {
    if (!able || ahead === undefined) return;
    let left = false;
    const look = async () => (ahead === null ? foresee(decision) : typeof ahead === "string" || scene === null ? NONE : ahead(scene));
    const timer = setTimeout(() => void look().then((moves) => !left && setFound({ decision, moves })), PATIENCE);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [able, ahead, decision, foresee, scene]);

  // The instant it is one's turn.
  useEffect(() => {
    if (due === null || sent.current === due) return;
    sent.current = due; // once, however often the page is drawn
    if (due.fits) move(due.moves);
    else announce(NOT_POSSIBLE);
  }, [due, move]);

  useEffect(() => {
    if (word === "") return;
    const timer = setTimeout(() => setWord(""), 6000);
    return () => clearTimeout(timer);
  }, [word]);

  useEffect(() => {
    if (chosen === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") setChosen(null);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [chosen]);

  const choose = (moves: string[]) => {
    const [first] = moves;
    if (first === undefined) return;
    setWord("");
    setChosen({ moves, words: moves.map((text) => candidates.find((one) => one.text === text)?.words ?? text).join("; ") });
  };
  const why = current && typeof ahead === "string" ? ahead : "";
  return { able, candidates, why, chosen: able ? chosen : null, word, choose, cancel: () => setChosen(null) };
}

/** The places of a board that a move chosen ahead is about, as boards name them. */
export function placesOf(chosen: Premove | null, candidates: readonly MoveScene[]): string[] {
  const first = candidates.find((one) => one.text === chosen?.moves[0]) as { from?: unknown; to?: unknown } | undefined;
  return [first?.from, first?.to].flatMap((place) => (Array.isArray(place) ? [place.join(",")] : typeof place === "number" ? [`${place}`] : []));
}
