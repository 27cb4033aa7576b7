/** The line to the lobby: the whole list at every change, so nothing can be missed; it only has to come back. */

import { useEffect, useRef, useState } from "react";
import type { LobbyMessage } from "../api/types";

export interface LobbyView {
  lobby: Extract<LobbyMessage, { type: "lobby" }> | null;
  challenges: Extract<LobbyMessage, { type: "challenged" }>[];
  broken: boolean;
  refused: string | null;
}

const HEARTBEAT = 15_000;

type Challenge = LobbyView["challenges"][number];

export interface LobbyHandle extends LobbyView {
  challenge(person: number, table: string): void;
  /** Takes a challenge off the list: it was accepted, or is not wanted. */
  answered(challenge: Challenge): void;
}

export function useLobby(): LobbyHandle {
  const [view, setView] = useState<LobbyView>({ lobby: null, challenges: [], broken: false, refused: null });
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
        setView((before) => hear(before, message));
      };
      socket.onclose = () => {
        if (left) return;
        setView((before) => ({ ...before, broken: true }));
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
  const answered = (one: Challenge) =>
    setView((before) => ({ ...before, challenges: before.challenges.filter((other) => other !== one) }));
  return { ...view, challenge, answered };
}

export function hear(view: LobbyView, message: LobbyMessage): LobbyView {
  switch (message.type) {
    case "lobby":
      return { ...view, lobby: message, broken: false };
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
