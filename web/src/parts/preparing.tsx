/** Says that what the players at a table need is being compiled, and how long that takes yet. Nobody's clock runs. */

import { useEffect, useState } from "react";
import type { TableInfo } from "../api/types";
import { Notice } from "./basics";

type PreparingInfo = NonNullable<TableInfo["preparing"]>;

/** What is left of a preparation some seconds after the server told of it: in whole seconds, and as a part of 1. */
export function progressOf(told: PreparingInfo, passed: number): { left: number; part: number } {
  const left = Math.max(0, told.left - passed);
  const part = told.whole > 0 ? Math.min(0.97, Math.max(0.03, 1 - left / told.whole)) : 0.03;
  return { left: Math.ceil(left), part };
}

export function Preparing({ table }: { table: TableInfo }) {
  const told = table.preparing ?? null;
  if (table.ready || table.state === "over" || table.state === "abandoned") return null;
  return <Shown key={told === null ? "unknown" : `${told.left} ${told.whole}`} told={told} />;
}

function Shown({ told }: { told: PreparingInfo | null }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const tick = setInterval(() => setPassed((performance.now() - begun) / 1000), 500);
    return () => clearInterval(tick);
  }, []);
  const { left, part } = progressOf(told ?? { left: 0, whole: 0 }, passed);
  const words =
    told === null || left <= 0
      ? "The opponent is being prepared: it answers in a moment."
      : `The opponent is being prepared, about ${left} s. No clock runs for it.`;
  return (
    <Notice tone="plain">
      <span data-testid="preparing">{words}</span>
      {told !== null && <progress value={part} max={1} aria-label="Preparing" />}
    </Notice>
  );
}
