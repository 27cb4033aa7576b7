/** The line to the lobby: first all of it, then numbered changes. After a gap in the numbers all of it is asked for. */

import { useEffect, useRef, useState } from "react";
import type { LobbyMessage, Person, TableInfo, YourTable } from "../api/types";

export interface Lobby {
  number: number;
  tables: TableInfo[];
  /** Some of those who are there; `present` counts all. */
  people: Person[];
  present: number;
  warming: string | null;
}

export interface LobbyView {
  lobby: Lobby | null;
  /** Where you sit, which is told apart from what everybody sees. */
  yours: YourTable[];
  /** A change is missing: what is shown is old until all of it has come again. */
  gap: boolean;
  challenges: Extract<LobbyMessage, { type: "challenged" }>[];
  broken: boolean;
  refused: string | null;
}

export const EMPTY: LobbyView = { lobby: null, yours: [], gap: false, challenges: [], broken: false, refused: null };
const HEARTBEAT = 15_000;

type Challenge = LobbyView["challenges"][number];

export interface LobbyHandle extends LobbyView {
  challenge(person: number, table: string): void;
  /** Takes a challenge off the list: it was accepted, or is not wanted. */
  answered(challenge: Challenge): void;
}

export function useLobby(): LobbyHandle {
  const [view, setView] = useState<LobbyView>(EMPTY);
  const latest = useRef<LobbyView>(EMPTY);
  const line = useRef<WebSocket | null>(null);

  useEffect(() => {
    let wait = 500;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const connect = () => {
      const scheme = location.protocol === "https:" ? "wss:" : "ws:";
      const socket = new WebSocket(`${scheme}//${location.host}/api/lobby/socket`);
      line.current = socket;
      socket.onmessage = (event) => {
        wait = 500;
        const message = JSON.parse(String(event.data)) as LobbyMessage;
        const asked = latest.current.gap;
        latest.current = hear(latest.current, message);
        if (latest.current.gap && !asked) socket.send(JSON.stringify({ type: "look" }));
        setView(latest.current);
      };
      socket.onclose = () => {
        if (left) return;
        latest.current = { ...latest.current, broken: true, gap: false };
        setView(latest.current);
        retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
        wait = Math.min(15_000, wait * 2);
      };
    };
    connect();
    const beat = setInterval(() => {
      if (line.current?.readyState === WebSocket.OPEN) {
        line.current.send(JSON.stringify({ type: "ping", t: Date.now() }));
      }
    }, HEARTBEAT);
    return () => {
      left = true;
      clearTimeout(retry);
      clearInterval(beat);
      line.current?.close();
    };
  }, []);

  const challenge = (person: number, table: string) => {
    const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    line.current?.send(JSON.stringify({ type: "challenge", id, person, table }));
  };
  const answered = (one: Challenge) => {
    latest.current = { ...latest.current, challenges: latest.current.challenges.filter((other) => other !== one) };
    setView(latest.current);
  };
  return { ...view, challenge, answered };
}

export function hear(view: LobbyView, message: LobbyMessage): LobbyView {
  switch (message.type) {
    case "lobby": {
      const { number, people, present, warming } = message;
      const tables = seated(message.tables, view.yours);
      return { ...view, lobby: { number, tables, people, present, warming }, broken: false, gap: false };
    }
    case "lobby_changes":
      if (view.lobby === null || message.number > view.lobby.number + 1) return { ...view, gap: true };
      return message.number <= view.lobby.number ? view : { ...view, lobby: changed(view.lobby, message, view.yours) };
    case "yours":
      return {
        ...view,
        yours: message.tables,
        lobby: view.lobby && { ...view.lobby, tables: seated(view.lobby.tables, message.tables) },
      };
    case "challenged":
      return view.challenges.some((one) => one.link === message.link)
        ? view
        : { ...view, challenges: [...view.challenges, message] };
    case "refused":
      return { ...view, refused: message.reason };
    case "ack":
      return { ...view, refused: null };
    default:
      return view;
  }
}

function changed(lobby: Lobby, change: Extract<LobbyMessage, { type: "lobby_changes" }>, yours: YourTable[]): Lobby {
  const gone = new Set([...change.removed, ...change.tables.map((table) => table.id)]);
  const left = new Set([...change.left, ...change.joined.map((person) => person.id)]);
  return {
    number: change.number,
    tables: [...lobby.tables.filter((table) => !gone.has(table.id)), ...seated(change.tables, yours)].sort(newest),
    people: [...lobby.people.filter((person) => !left.has(person.id)), ...change.joined].sort((a, b) => a.id - b.id),
    present: change.present,
    warming: change.warming,
  };
}

const newest = (a: TableInfo, b: TableInfo) => (a.created < b.created ? 1 : a.created > b.created ? -1 : 0);

/** Tables as you see them: everybody is told the same, and beside it where they sit. */
function seated(tables: TableInfo[], yours: YourTable[]): TableInfo[] {
  const own = new Map(yours.map((table) => [table.id, table]));
  return tables.map((table) => ({
    ...table,
    you: own.get(table.id)?.you ?? null,
    owner: own.get(table.id)?.owner ?? false,
  }));
}
