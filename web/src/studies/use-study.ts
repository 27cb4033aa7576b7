/** Where somebody is in a study. The server alone decides that: this asks it, sends what was answered, and says when it
 * cannot be reached. */

import { useCallback, useEffect, useRef, useState } from "react";
import { get, post, put, Refusal, sentence } from "../api/http";
import { go } from "../router";
import { keepLine } from "./waiting";
import type { PageSent, StudyPage } from "./types";

/** Milliseconds between two questions of where one is: in the waiting room, and elsewhere. */
const WAITING = 2000;
const ELSEWHERE = 20_000;
const AGAIN = 400;
const LONGEST = 15_000;
/** What the server cannot do just now, but may soon. */
const PASSING = [0, 429, 502, 503, 504];

export interface Study {
  slug: string;
  page: StudyPage | null;
  /** Why there is no page, in a sentence. */
  fault: string | null;
  offline: boolean;
  /** Whether the page changed without anything being done here. */
  elsewhere: boolean;
  /** Whether the study has gone on from the game that is still shown. */
  ahead: boolean;
  /** Does something that gives the next page; until the server answers it is tried again. */
  act(doing: () => Promise<StudyPage>): Promise<string | null>;
  send(sent: PageSent): Promise<string | null>;
  speak(language: string): Promise<string | null>;
  /** Leaves the game that is over. */
  goOn(): void;
  enter(): void;
}

interface State {
  page: StudyPage | null;
  next: StudyPage | null;
  fault: string | null;
  offline: boolean;
  elsewhere: boolean;
}

export function useStudy(slug: string): Study {
  const [state, setState] = useState<State>({ page: null, next: null, fault: null, offline: false, elsewhere: false });
  const path = `/studies/${encodeURIComponent(slug)}`;
  const page = state.page;
  const waiting = page?.kind === "play" && page.table === null;
  const known = (page?.participant ?? "") !== "";
  const asking = useRef(false);
  const acting = useRef(0);
  const leaving = useRef(false);

  const enter = useCallback(
    (query = location.search) => {
      get<StudyPage>(`${path}${query}`).then(
        (found) => {
          setState({ page: found, next: null, fault: null, offline: false, elsewhere: false });
          forgetSecret();
        },
        (fault: unknown) => setState((before) => ({ ...before, fault: sentence(fault), offline: passing(fault) })),
      );
    },
    [path],
  );
  useEffect(() => enter(), [enter]);

  const refresh = useCallback(async () => {
    if (asking.current || acting.current > 0) return;
    asking.current = true;
    try {
      const found = await get<StudyPage>(`${path}/page`);
      if (acting.current === 0) setState((before) => told(before, found, leaving.current));
      leaving.current = false;
    } catch (fault) {
      if (fault instanceof Refusal && fault.status === 401) enter();
      else setState((before) => ({ ...before, offline: passing(fault) }));
    } finally {
      asking.current = false;
    }
  }, [path, enter]);

  // Asked for again and again: others come, researchers say something, another tab goes on.
  useEffect(() => {
    if (!known) return;
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      const pause = (waiting ? WAITING : ELSEWHERE) * (0.8 + 0.4 * Math.random());
      timer = setTimeout(() => void refresh().finally(again), pause);
    };
    again();
    return () => clearTimeout(timer);
  }, [known, waiting, refresh]);

  // Browsers let the clocks of pages that nobody looks at run once a minute: an open line says that one is there, and
  // brings word at once when the others have come.
  useEffect(() => (known && waiting ? keepLine(`/api${path}/waiting`, () => void refresh()) : undefined), [known, waiting, path, refresh]);

  useEffect(() => {
    const back = () => {
      if (document.visibilityState !== "visible") return;
      if (known) void refresh();
      else if (state.fault !== null && state.offline) enter();
    };
    const lost = () => setState((before) => ({ ...before, offline: true }));
    document.addEventListener("visibilitychange", back);
    window.addEventListener("focus", back);
    window.addEventListener("online", back);
    window.addEventListener("pageshow", back);
    window.addEventListener("offline", lost);
    return () => {
      document.removeEventListener("visibilitychange", back);
      window.removeEventListener("focus", back);
      window.removeEventListener("online", back);
      window.removeEventListener("pageshow", back);
      window.removeEventListener("offline", lost);
    };
  }, [known, refresh, enter, state.fault, state.offline]);

  // A server that does not answer is asked again soon: the next regular question may be far off.
  useEffect(() => {
    if (!state.offline) return;
    const timer = setInterval(() => (known ? void refresh() : enter()), 3000);
    return () => clearInterval(timer);
  }, [state.offline, known, refresh, enter]);

  const act = useCallback(
    async (doing: () => Promise<StudyPage>): Promise<string | null> => {
      acting.current += 1;
      try {
        for (let pause = AGAIN; ; pause = Math.min(LONGEST, 2 * pause)) {
          try {
            const found = await doing();
            setState({ page: found, next: null, fault: null, offline: false, elsewhere: false });
            return null;
          } catch (fault) {
            if (!passing(fault)) throw fault;
            setState((before) => ({ ...before, offline: true }));
            await new Promise((resolve) => setTimeout(resolve, pause * (0.8 + 0.4 * Math.random())));
          }
        }
      } catch (fault) {
        return sentence(fault);
      } finally {
        acting.current -= 1;
      }
    },
    [],
  );

  const send = useCallback((sent: PageSent) => act(() => post<StudyPage>(`${path}/page`, sent)), [act, path]);
  const speak = useCallback(
    (language: string) =>
      act(() => {
        if (known) return put<StudyPage>(`${path}/language/${encodeURIComponent(language)}`);
        const query = new URLSearchParams(location.search);
        query.set("lang", language);
        go(`${location.pathname}?${query}`, true);
        return get<StudyPage>(`${path}?${query}`);
      }),
    [act, path, known],
  );

  // That a game is over is told by the table a moment before the study has gone on.
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const step = page?.step;
  useEffect(() => () => clearTimeout(timer.current), [step]);
  const goOn = useCallback(() => {
    setState((before) =>
      before.next === null ? before : { ...before, page: before.next, next: null, elsewhere: false },
    );
    const ask = () => {
      leaving.current = true;
      void refresh().finally(() => (timer.current = setTimeout(ask, AGAIN)));
    };
    if (state.next === null) ask();
  }, [refresh, state.next]);

  return {
    slug,
    page,
    fault: state.fault,
    offline: state.offline,
    elsewhere: state.elsewhere,
    ahead: state.next !== null,
    act,
    send,
    speak,
    goOn,
    enter,
  };
}

/** What the server says now. A game that is over is looked at until one goes on. */
function told(before: State, found: StudyPage, leaving: boolean): State {
  const page = before.page;
  const fresh = { ...before, offline: false, fault: null };
  if (page === null || same(page, found)) return { ...fresh, page: found, next: null };
  const atTable = page.kind === "play" && page.table !== null;
  if (atTable && !leaving) return { ...fresh, next: found, page: { ...page, message: found.message } };
  const expected = atTable || (page.kind === "play" && page.step === found.step);
  return { ...fresh, page: found, next: null, elsewhere: !expected };
}

export function same(one: StudyPage, other: StudyPage): boolean {
  return one.step === other.step && one.attempt === other.attempt && one.kind === other.kind && (one.table ?? null) === (other.table ?? null);
}

function passing(fault: unknown): boolean {
  return fault instanceof Refusal && PASSING.includes(fault.status);
}

/** One's own link is a secret: the cookie has it now, and the address need not show it to whoever looks on. */
function forgetSecret(): void {
  const query = new URLSearchParams(location.search);
  if (!query.has("p")) return;
  query.delete("p");
  const rest = query.toString();
  go(`${location.pathname}${rest === "" ? "" : `?${rest}`}`, true);
}
