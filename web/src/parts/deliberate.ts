import type { MouseEvent } from "react";

/**
 * What a button does that takes the place of the one that asked for it, such as "Yes, resign" after "Resign": the second press of
 * a double click may land on it, and is not meant for it. Keys and single presses are.
 */
export const deliberate =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
