import { useEffect, useRef } from "react";
import { useDark } from "../../parts/preferences";
import { sideColour } from "../common/sides";
import { holders, teamsOf, type Standing } from "./ground";

interface GroundProps {
  width: number;
  height: number;
  pieces: readonly Standing[];
  influence: number;
  /** What the sides are called: their ground has the colour of their pieces. */
  names: readonly string[];
  style: React.CSSProperties;
}

const CALM = 70;
const STRIPE = 110;
const RIM = 230;

/** The ground that both sides hold, painted point by point. Red's is striped, so that colour is not needed. */
export function Ground({ width, height, pieces, influence, names, style }: GroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useDark();
  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext("2d") ?? null;
    if (element === null || pen === null) return;
    const inks = [0, 1].map((seat) => {
      const colour = rgb(getComputedStyle(element).getPropertyValue(sideColour(names, seat).replace(/^var\(|\)$/g, "")));
      return [CALM, STRIPE, RIM].map((alpha) => packed(colour, alpha));
    });
    const found = holders(teamsOf(pieces, influence), 0.5, 0.5, 1, width, height);
    const image = pen.createImageData(width, height);
    const dots = new Uint32Array(image.data.buffer);
    for (let index = 0; index < found.length; index += 1) {
      const seat = found[index] ?? -1;
      if (seat < 0) continue;
      const x = index % width;
      const inside = x > 0 && x < width - 1 && index >= width && index < found.length - width;
      const rim = inside && (found[index - 1] !== seat || found[index + 1] !== seat || found[index - width] !== seat || found[index + width] !== seat);
      const striped = seat === 0 && (x + Math.floor(index / width)) % 7 < 2;
      dots[index] = inks[seat]?.[rim ? 2 : striped ? 1 : 0] ?? 0;
    }
    pen.putImageData(image, 0, 0);
  }, [width, height, pieces, influence, names, dark]);
  return <canvas ref={canvas} className="boundary-ground" width={width} height={height} style={style} aria-hidden="true" />;
}

/** A dot of an image as one number, in the byte order of all machines that browsers run on. */
function packed([red, green, blue]: [number, number, number], alpha: number): number {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

function rgb(text: string): [number, number, number] {
  const number = parseInt(text.trim().replace("#", ""), 16);
  return Number.isNaN(number) ? [128, 128, 128] : [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}
