import { useCallback, useEffect, useState } from "react";
import { get, Refusal, sentence } from "../api/http";

export interface Loaded<T> {
  data: T | null;
  fault: string | null;
  loading: boolean;
  reload(): void;
}

/** What is not there will not come by asking again. */
const isNowhere = (fault: unknown): boolean => fault instanceof Refusal && fault.status === 404;

/** What the server has under a path; a null path asks nothing. Asked for again every `every` milliseconds where given,
 * unless there is no such thing, or `done` says that nothing will change any more (a function that stays the same). */
export function useLoad<T>(path: string | null, every?: number, done?: (data: T) => boolean): Loaded<T> {
  const [state, setState] = useState<{ path: string | null; data: T | null; fault: string | null }>({
    path: null,
    data: null,
    fault: null,
  });
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (path === null) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Nobody looks at a page that is hidden: it asks again when it is seen.
    const again = () => (document.hidden ? document.addEventListener("visibilitychange", ask, { once: true, signal: control.signal }) : ask());
    const ask = () => {
      get<T>(path, control.signal).then(
        (data) => {
          setState({ path, data, fault: null });
          if (every !== undefined && !done?.(data)) timer = setTimeout(again, every);
        },
        (fault: unknown) => {
          if (control.signal.aborted) return;
          setState((before) => ({ path, data: before.path === path ? before.data : null, fault: sentence(fault) }));
          if (every !== undefined && !isNowhere(fault)) timer = setTimeout(again, 2 * every);
        },
      );
    };
    ask();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [path, every, done, round]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const current = state.path === path;
  return {
    data: current ? state.data : null,
    fault: current ? state.fault : null,
    loading: path !== null && !current,
    reload,
  };
}
