/** One polite live region for the whole lab: what happened is read to those who do not see it. */

import { useEffect, useState } from "react";

const SAY = "ludarium:say";

export function announce(text: string): void {
  if (text !== "") window.dispatchEvent(new CustomEvent<string>(SAY, { detail: text }));
}

export function Announcer() {
  // The same sentence twice must be read twice: the texts take turns in two regions.
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => {
    const hear = (event: Event) => {
      const text = (event as CustomEvent<string>).detail;
      setSaid((before) => ({ text, turn: 1 - before.turn }));
    };
    window.addEventListener(SAY, hear);
    return () => window.removeEventListener(SAY, hear);
  }, []);
  return (
    <div className="hidden-text">
      <div aria-live="polite" data-testid="announcer">
        {said.turn === 0 ? said.text : ""}
      </div>
      <div aria-live="polite">{said.turn === 1 ? said.text : ""}</div>
    </div>
  );
}
