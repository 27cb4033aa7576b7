import { useEffect, useRef, useState } from "react";
import { holders, teamsOf, type Standing } from "./ground";

interface GroundProps {
  width: number;
  height: number;
  pieces: readonly Standing[];
  influence: number;
  style: React.CSSProperties;
}

const CALM = 70;
const STRIPE = 110;
const RIM = 230;

/** The ground that both sides hold, painted point by point. Red's is striped, so that colour is not needed. */
export function Ground({ width, height, pieces, influence, style }: GroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useDark();
  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext("2d") ?? null;
    if (element === null || pen === null) return;
    const colours = [0, 1].map((seat) => rgb(getComputedStyle(element).getPropertyValue(`--seat-${seat}`)));
    const found = holders(teamsOf(pieces, influence), 0.5, 0.5, 1, width, height);
    const image = pen.createImageData(width, height);
    for (let index = 0; index < found.length; index += 1) {
      const seat = found[index] ?? -1;
      const colour = colours[seat];
      if (colour === undefined) continue;
      const [x, y] = [index % width, Math.floor(index / width)];
      const rim =
        x > 0 && y > 0 && x < width - 1 && y < height - 1 &&
        (found[index - 1] !== seat || found[index + 1] !== seat || found[index - width] !== seat || found[index + width] !== seat);
      image.data.set([...colour, rim ? RIM : seat === 0 && (x + y) % 7 < 2 ? STRIPE : CALM], 4 * index);
    }
    pen.putImageData(image, 0, 0);
  }, [width, height, pieces, influence, dark]);
  return <canvas ref={canvas} className="boundary-ground" width={width} height={height} style={style} aria-hidden="true" />;
}

function rgb(text: string): [number, number, number] {
  const number = parseInt(text.trim().replace("#", ""), 16);
  return Number.isNaN(number) ? [128, 128, 128] : [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Whether the page is dark; the canvas must be painted anew when that changes. */
function useDark(): boolean {
  const asked = () => (typeof window.matchMedia === "function" ? window.matchMedia("(prefers-color-scheme: dark)") : null);
  const [dark, setDark] = useState(() => asked()?.matches ?? false);
  useEffect(() => {
    const query = asked();
    const changed = (event: MediaQueryListEvent) => setDark(event.matches);
    query?.addEventListener("change", changed);
    return () => query?.removeEventListener("change", changed);
  }, []);
  return dark;
}
