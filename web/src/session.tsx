/** Who you are, and the list of games: both loaded once and shared by all pages. */

import { createContext, useContext, useEffect, useMemo, type ReactNode } from "react";
import type { GameCard, Me } from "./api/types";
import { useLoad, type Loaded } from "./parts/load";

interface Session {
  me: Loaded<Me>;
  games: Loaded<GameCard[]>;
}

const Context = createContext<Session | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const me = useLoad<Me>("/me");
  const games = useLoad<GameCard[]>("/games");
  const session = useMemo(() => ({ me, games }), [me, games]);
  const reload = me.reload;
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === "visible") reload();
    };
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, [reload]);
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

export function useSession(): Session {
  const session = useContext(Context);
  if (session === null) throw new Error("useSession outside of SessionProvider");
  return session;
}

/** A game's card by its name; undefined for one that is no card of the first page. */
export function useCard(name: string): GameCard | undefined {
  return useSession().games.data?.find((card) => card.name === name);
}

/** What a game is called, by its name: that is the same as its name where it is no card of the first page. */
export function useTitles(): (name: string) => string {
  const { games } = useSession();
  return (name) => games.data?.find((card) => card.name === name)?.title ?? name;
}
