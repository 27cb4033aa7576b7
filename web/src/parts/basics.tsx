/** Small parts that most pages use. */

import { useEffect, useRef, type ReactNode } from "react";
import type { PlayerCard } from "../api/types";
import { SideSign, sideStyle } from "../boards/common/sides";
import { useSaid } from "../language";
import { cameFromWithin } from "../router";
import type { Loaded } from "./load";

/**
 * The page's headline: names the tab and takes the focus, so that a new page is read from its top. The first page leaves the
 * focus to the browser: its first tab stop is the link past the menu. `verbatim`: somebody has written the title, which is the
 * same in all languages.
 */
export function PageHead({ title, verbatim = false, children }: { title: string; verbatim?: boolean; children?: ReactNode }) {
  const headline = useRef<HTMLHeadingElement>(null);
  const said = useSaid();
  const name = verbatim ? title : said(title);
  useEffect(() => {
    document.title = name === "Ludarium" ? name : `${name} · Ludarium`;
  }, [name]);
  useEffect(() => {
    if (cameFromWithin()) headline.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="page-head">
      <h1 ref={headline} tabIndex={-1} translate={verbatim ? "no" : undefined}>
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
  const said = useSaid();
  if (of.data !== null) return <>{children(of.data)}</>;
  if (of.fault !== null) {
    return (
      <Notice tone="bad">
        <span>{said(of.fault)}</span>
        <button type="button" onClick={of.reload}>
          {said("Try again")}
        </button>
      </Notice>
    );
  }
  return (
    <p className="quiet-text" role="status">
      {said("Loading…")}
    </p>
  );
}

/** A seat's colour and shape, as on the boards. The shape says it where the colour cannot. */
export function SeatMark({ seat, names }: { seat: number; names: readonly string[] }) {
  return (
    <svg className="seat-mark" viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true" data-seat={seat} style={sideStyle(names, seat)}>
      <SideSign names={names} seat={seat} r={6.5} />
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

/** What was measured of an opponent: its strength among those of its game, and the time of a decision. */
export function Measured({ player }: { player: Pick<PlayerCard, "elo" | "margin" | "seconds" | "think"> }) {
  const { elo = null, margin = null, seconds = null, think } = player;
  const slow = think >= 1 && <span className="small quiet-text"> Thinks about {Math.round(think)} s a move.</span>;
  if (elo === null || margin === null || seconds === null) return slow;
  const signed = `${elo < 0 ? "−" : "+"}${Math.abs(elo)}`;
  return (
    <>
      <span className="small quiet-text measured" title="Elo among these opponents, whose mean is 0; the true figure lies that near in 95 of 100 cases">
        {signed} ± {margin} Elo, {duration(seconds)} a move
      </span>
      {slow}
    </>
  );
}

/** A short time with its unit. */
function duration(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  const thousandths = seconds * 1000;
  return thousandths < 1 ? "< 1 ms" : `${Math.round(thousandths)} ms`;
}

/** A game's thumbnail, a mere ornament beside its title. */
export function GamePicture({ game, className }: { game: string; className: string }) {
  return (
    <img className={className} src={`/api/games/${encodeURIComponent(game)}/picture.svg`} alt="" width="320" height="220" loading="lazy" />
  );
}
