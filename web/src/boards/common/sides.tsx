/** Sides: a colour that everybody can tell apart, and a shape that says the same without colour. */

import type { CSSProperties, ReactNode } from "react";

/** Seats that are called after a colour have that colour; the numbers are those of `--seat-…`. */
const CALLED: Record<string, string> = {
  red: "var(--side-red)",
  blue: "var(--seat-1)",
  green: "var(--seat-2)",
  yellow: "var(--side-yellow)",
  orange: "var(--seat-3)",
  violet: "var(--side-violet)",
  white: "var(--side-white)",
  black: "var(--side-black)",
};

/** The colour of a seat as CSS: that of its name, or of its number where the name is no colour. */
export function sideColour(names: readonly string[], seat: number): string {
  return CALLED[names[seat]?.toLowerCase() ?? ""] ?? `var(--seat-${seat % 6})`;
}

export function sideName(names: readonly string[], seat: number): string {
  return names[seat] ?? `Seat ${seat + 1}`;
}

/** A custom property for a side's colour, which the style sheet of the boards reads. */
export function sideStyle(names: readonly string[], seat: number): CSSProperties {
  return { "--side": sideColour(names, seat) } as CSSProperties;
}

/** The outline of a seat's pieces around 0,0: circle, square, triangle, diamond, cross, hexagon. */
export function SideShape({ seat, r, className, line }: { seat: number; r: number; className?: string; line?: number }) {
  const strokeWidth = line;
  const n = (value: number) => Number((value * r).toFixed(3));
  switch (seat % 6) {
    case 0:
      return <circle className={className} strokeWidth={strokeWidth} r={r} />;
    case 1:
      return <rect className={className} strokeWidth={strokeWidth} x={n(-0.88)} y={n(-0.88)} width={n(1.76)} height={n(1.76)} rx={n(0.26)} />;
    case 2:
      return <path className={className} strokeWidth={strokeWidth} d={`M0 ${n(-1.12)}L${n(1.08)} ${n(0.82)}H${n(-1.08)}z`} strokeLinejoin="round" />;
    case 3:
      return <path className={className} strokeWidth={strokeWidth} d={`M0 ${n(-1.15)}L${n(1.15)} 0L0 ${n(1.15)}L${n(-1.15)} 0z`} strokeLinejoin="round" />;
    case 4:
      return (
        <path
          className={className}
          strokeWidth={strokeWidth}
          d={`M${n(-0.4)} ${n(-1)}h${n(0.8)}v${n(0.6)}h${n(0.6)}v${n(0.8)}h${n(-0.6)}v${n(0.6)}h${n(-0.8)}v${n(-0.6)}h${n(-0.6)}v${n(-0.8)}h${n(0.6)}z`}
        />
      );
    default:
      return <path className={className} strokeWidth={strokeWidth} d={`M${n(-0.55)} ${n(-0.95)}h${n(1.1)}L${n(1.1)} 0L${n(0.55)} ${n(0.95)}h${n(-1.1)}L${n(-1.1)} 0z`} />;
  }
}

/** The sign of a side around 0,0: what it is called where that is a shape (x, o) or a disc (black and white), else the
 * shape of its seat. */
export function SideSign({ names, seat, r }: { names: readonly string[]; seat: number; r: number }) {
  const name = names[seat] ?? "";
  const n = (value: number) => Number((value * r).toFixed(3));
  if (name === "x") return <path className="side-line" strokeWidth={n(0.45)} d={`M${n(-0.75)} ${n(-0.75)}L${n(0.75)} ${n(0.75)}M${n(0.75)} ${n(-0.75)}L${n(-0.75)} ${n(0.75)}`} />;
  if (name === "o") return <circle className="side-line" strokeWidth={n(0.4)} r={n(0.78)} />;
  if (names.length === 2 && (name === "Black" || name === "White")) return <circle className={`side-disc ${name.toLowerCase()}`} r={r} strokeWidth={n(0.14)} />;
  return <SideShape seat={seat} r={r} className="token-body" line={n(0.125)} />;
}

interface TokenProps {
  names: readonly string[];
  seat: number;
  r: number;
  className?: string;
  children?: ReactNode;
}

/** A piece around 0,0 in the colour and shape of its seat. */
export function Token({ names, seat, r, className, children }: TokenProps) {
  return (
    <g className={className === undefined ? "token" : `token ${className}`} style={sideStyle(names, seat)}>
      <g transform={`translate(0 ${(r * 0.1).toFixed(3)})`}>
        <SideShape seat={seat} r={r} className="token-shadow" />
      </g>
      <SideShape seat={seat} r={r} className="token-body" line={r * 0.06} />
      <SideShape seat={seat} r={r * 0.7} className="token-rim" line={r * 0.1} />
      {children}
    </g>
  );
}

/** The mark of a seat in a line of text. */
export function SideMark({ names, seat, size = 16 }: { names: readonly string[]; seat: number; size?: number }) {
  return (
    <svg className="side-mark" viewBox="-10 -10 20 20" width={size} height={size} aria-hidden="true" style={sideStyle(names, seat)}>
      <SideSign names={names} seat={seat} r={8} />
    </svg>
  );
}

/** The same as a part of a picture, in the line y = 0. */
export function SideMarkInPicture({ names, seat, x, r = 7 }: { names: readonly string[]; seat: number; x: number; r?: number }) {
  return (
    <g transform={`translate(${x} 0)`} style={sideStyle(names, seat)}>
      <SideSign names={names} seat={seat} r={r} />
    </g>
  );
}
