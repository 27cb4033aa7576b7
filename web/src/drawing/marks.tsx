/** Small drawings for the lines below a board, each in a box of 20 × 20 around 0,0. */

import type { ReactNode } from "react";
import { Die } from "../boards/common/Die";
import { SideSign, sideStyle } from "../boards/common/sides";

/** A seat's mark, as beside its name in the browser. */
export function seatMark(names: readonly string[], seat: number): ReactNode {
  return (
    <g style={sideStyle(names, seat)}>
      <SideSign names={names} seat={seat} r={8} />
    </g>
  );
}

export function dieMark(value: number): ReactNode {
  return (
    <g transform="translate(-10 -10)">
      <Die value={value} size={20} />
    </g>
  );
}
