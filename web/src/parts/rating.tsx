/** A rating on the one scale that the server makes: points, and how far off they may be. */

import type { RatingInfo } from "../api/types";

export function Rating({ of }: { of: RatingInfo }) {
  return (
    <span className="rating">
      {of.points} <span className="quiet-text">± {of.margin}</span>
    </span>
  );
}
