/** Parts of a table that need not be seen all the time. */

import { useEffect, useRef, type ReactNode } from "react";
import { useMedia } from "./preferences";

/** Whether there is no room beside the board: then everything else is folded away. */
export function useNarrow(): boolean {
  return useMedia("max-width", "60rem");
}

/** A button that lays a sheet over the lower part of the screen; another one takes its place. */
export function Fold({ title, className = "", children }: { title: string; className?: string; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || box.current?.open !== true) return;
      box.current.open = false;
      box.current.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, []);
  return (
    <details ref={box} className={`fold ${className}`} name="folds">
      <summary>{title}</summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}

/** A panel where there is room for it, folded away where there is not. */
export function Foldable({ title, className, narrow, children }: { title: string; className: string; narrow: boolean; children: ReactNode }) {
  if (narrow) {
    return (
      <Fold title={title} className={className}>
        {children}
      </Fold>
    );
  }
  return (
    <section className={`panel ${className}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
