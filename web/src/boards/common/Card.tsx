/** Cards around 0,0, 60 wide and 86 high: with a face, or with the back of a side. */

import { sideStyle } from "./sides";

export const CARD = { width: 60, height: 86 };
const [X, Y] = [-CARD.width / 2, -CARD.height / 2];

interface CardProps {
  /** What is written on it; null for a card that lies face down. */
  face: string | null;
  names: readonly string[];
  /** Whose card it is, shown by the colour of its back or its edge. */
  seat?: number;
  /** A prize: with a star. */
  prize?: boolean;
}

export function Card({ face, names, seat, prize = false }: CardProps) {
  const style = seat === undefined ? {} : sideStyle(names, seat);
  if (face === null) {
    return (
      <g style={style}>
        <rect className="card-back" x={X} y={Y} width={CARD.width} height={CARD.height} rx="8" />
        <rect className="card-back-frame" x={X + 6} y={Y + 6} width={CARD.width - 12} height={CARD.height - 12} rx="4" />
        <text className="card-back-mark" fontSize="30">
          ?
        </text>
      </g>
    );
  }
  return (
    <g style={style}>
      <rect className={prize ? "card-body gold" : "card-body"} x={X} y={Y} width={CARD.width} height={CARD.height} rx="8" />
      {seat !== undefined && <rect className="card-edge" x={X + 4} y={Y + 4} width={CARD.width - 8} height={CARD.height - 8} rx="5" />}
      {prize && <path className="card-star" d={STAR} transform="translate(0 -12)" />}
      <text className="card-face" y={prize ? 25 : 1} fontSize={prize ? 22 : face.length > 2 ? 20 : 32}>
        {face}
      </text>
    </g>
  );
}

const STAR = Array.from({ length: 10 }, (_, corner) => {
  const far = corner % 2 === 0 ? 21 : 9.5;
  return `${corner === 0 ? "M" : "L"}${(far * Math.sin((corner * Math.PI) / 5)).toFixed(2)} ${(-far * Math.cos((corner * Math.PI) / 5)).toFixed(2)}`;
})
  .join("")
  .concat("z");
