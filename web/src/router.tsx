/** A small router: the address decides the page; links change the address without loading the page again. */

import { useEffect, useState, type AnchorHTMLAttributes, type MouseEvent } from "react";

const MOVED = "ludarium:moved";

export interface Place {
  path: string;
  query: URLSearchParams;
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  window.dispatchEvent(new Event(MOVED));
}

let moves = 0;
for (const kind of [MOVED, "popstate"]) window.addEventListener(kind, () => (moves += 1));

/** Whether somebody has come here from another page of the lab, rather than by an address. */
export function cameFromWithin(): boolean {
  return moves > 0;
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const moved = () => setPlace(here());
    window.addEventListener("popstate", moved);
    window.addEventListener(MOVED, moved);
    return () => {
      window.removeEventListener("popstate", moved);
      window.removeEventListener(MOVED, moved);
    };
  }, []);
  return place;
}

/** Fits a path to a pattern such as `/table/:id`: the named parts, or null. */
export function fit(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const found = given[index] ?? "";
    if (!part.startsWith(":")) {
      if (part !== found) return null;
      continue;
    }
    try {
      parts[part.slice(1)] = decodeURIComponent(found);
    } catch {
      return null;
    }
  }
  return parts;
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string };

/** A link within the lab. Opened in a new tab or window as every link is. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
