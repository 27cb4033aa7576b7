/** Small parts that most pages use. */

import { useEffect, useRef, type ReactNode } from "react";
import { sideColour } from "../boards/common/sides";
import { cameFromWithin } from "../router";
import type { Loaded } from "./load";

/**
 * The page's headline: names the tab and takes the focus, so that a new page is read from its top. The first page leaves the
 * focus to the browser: its first tab stop is the link past the menu.
 */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === "Ludarium" ? title : `${title} · Ludarium`;
  }, [title]);
  useEffect(() => {
    if (cameFromWithin()) headline.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="page-head">
      <h1 ref={headline} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  );
}

export function Notice({ tone, children }: { tone: "bad" | "good" | "warn" | "plain"; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

/** Shows what was loaded, or that it is being loaded, or why it cannot be. */
export function Shown<T>({ of, children }: { of: Loaded<T>; children(data: T): ReactNode }) {
  if (of.data !== null) return <>{children(of.data)}</>;
  if (of.fault !== null) {
    return (
      <Notice tone="bad">
        <span>{of.fault}</span>
        <button type="button" onClick={of.reload}>
          Try again
        </button>
      </Notice>
    );
  }
  return (
    <p className="quiet-text" role="status">
      Loading…
    </p>
  );
}

const MARKS = [
  <circle key="0" cx="8" cy="8" r="6.5" />,
  <rect key="1" x="2" y="2" width="12" height="12" rx="1.5" />,
  <path key="2" d="M8 1.2 15 14H1z" />,
  <path key="3" d="M8 .8 15.2 8 8 15.2.8 8z" />,
  <path key="4" d="M5.5 1h5v4.5H15v5h-4.5V15h-5v-4.5H1v-5h4.5z" />,
  <path key="5" d="M4.5 1.5h7L15 8l-3.500 6.500h-7L1 8z" />,
];

/** A seat's colour and shape, as on the boards. The shape says it where the colour cannot. */
export function SeatMark({ seat, names }: { seat: number; names: readonly string[] }) {
  return (
    <svg className="seat-mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" data-seat={seat}>
      <g fill={sideColour(names, seat)}>{MARKS[seat % 6]}</g>
    </svg>
  );
}

const STRENGTHS = ["", "beginner", "easy", "fair", "strong", "very strong"];

export function Strength({ value }: { value: number }) {
  const word = STRENGTHS[value] ?? "";
  // A program that nobody has measured yet.
  if (value === 0) return null;
  return (
    <span className="strength">
      <span aria-hidden="true" className="strength-dots">
        {[1, 2, 3, 4, 5].map((dot) => (
          <i key={dot} className={dot <= value ? "on" : ""} />
        ))}
      </span>
      <span className="small quiet-text">{word}</span>
    </span>
  );
}

/** A game's thumbnail, a mere ornament beside its title. */
export function GamePicture({ game, className }: { game: string; className: string }) {
  return (
    <img className={className} src={`/api/games/${encodeURIComponent(game)}/picture.svg`} alt="" width="320" height="220" loading="lazy" />
  );
}
