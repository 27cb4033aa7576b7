/** Small pictures of modules and colonists, drawn in a box of 24 × 24. */

import type { Card } from "./scene";

const MODULES: Record<string, string> = {
  "Oxygen Generator": "M8 14a5 5 0 1 1 4-8M14 18a3 3 0 1 0 0-6a3 3 0 0 0 0 6M19 8a2 2 0 1 0 0-4a2 2 0 0 0 0 4",
  "Water Reservoir": "M12 3C9 8 6 11 6 15a6 6 0 0 0 12 0c0-4-3-7-6-12zM9 16c0 2 1.500 3 3 3",
  "Hydroponics Facility": "M12 21v-9M12 15c-4 0-6-2-6-6c4 0 6 2 6 6zM12 12c0-4 2-6 6-6c0 4-2 6-6 6zM6 21h12",
  "Eco-Dome": "M3 19a9 9 0 0 1 18 0zM12 10v9M3 19h18M8 11.500l8 7.500M16 11.500l-8 7.500",
  Marketplace: "M4 10h16l-2-5H6zM5 10v10h14V10M9 20v-6h6v6",
  Warehouse: "M3 20V9l9-5l9 5v11zM7 20v-7h10v7M7 16.500h10",
  Quarry: "M3 20l5-8l4 4l3-6l6 10zM14 4l5 5M19 4c-2-1-5 0-5 0s1 3 0 5",
  "Omnium Purification Plant": "M4 20V10l5 3v-3l5 3V5h4v15zM7 17h2M12 17h2M16 3h1",
  Garrison: "M5 20V7h3v2h2.500V7h3v2H16V7h3v13zM10 20v-5h4v5",
  Barracks: "M3 20v-8l9-7l9 7v8zM8 20v-5h8v5M12 5v-3h4v2h-4",
  "Military Academy": "M12 4l9 4l-9 4l-9-4zM6 10v6c4 3 8 3 12 0v-6M21 8v6",
  "Planetary Defense System": "M12 3l8 3v6c0 5-4 8-8 9c-4-1-8-4-8-9V6zM12 8v8M8 12h8",
  "Housing Unit": "M4 12l8-7l8 7M6 11v9h12v-9M10 20v-5h4v5",
  Spaceport: "M12 3c3 2 4 6 4 9v4H8v-4c0-3 1-7 4-9zM8 13l-3 3v3l3-1M16 13l3 3v3l-3-1M12 19v2M12 10a1 1 0 1 0 0-2a1 1 0 0 0 0 2",
  "Research Lab": "M9 3h6M10 3v6l-5 10h14l-5-10V3M7.500 14.500h9",
  "Mass Relay": "M12 3v18M5 7c4 3 10 3 14 0M5 17c4-3 10-3 14 0M12 14a2 2 0 1 0 0-4a2 2 0 0 0 0 4",
};

const COLONISTS: Record<string, string> = {
  Visionary: "M2 12c4-6 16-6 20 0c-4 6-16 6-20 0zM12 15a3 3 0 1 0 0-6a3 3 0 0 0 0 6",
  Ecologist: "M5 19C4 9 10 4 20 4c0 10-5 16-15 15zM5 19L14 10",
  Miner: "M4 20L14 10M9 5c5-2 9 0 11 4c-3-1-6-1-8 1l-2-2c-2 1-3 0-1-3z",
  General: "M12 3l2.500 5.500l6 .5l-4.500 4l1.500 6L12 16l-5.500 3l1.500-6l-4.500-4l6-.5z",
  Opportunist: "M6 12V7a1.500 1.500 0 0 1 3 0V5a1.500 1.500 0 0 1 3 0v1a1.500 1.500 0 0 1 3 0v2a1.500 1.500 0 0 1 3 0v6c0 4-2 7-6 7c-3 0-5-2-6-5l-2-3c1-1 2-1 2-1z",
  Spy: "M3 10h18M7 10l1.500-5h7L17 10M8 17a3 3 0 1 0 0-6a3 3 0 0 0 0 6M16 17a3 3 0 1 0 0-6a3 3 0 0 0 0 6M11 14h2",
};

/** What colonists do, in short. */
export const POWERS: Record<string, string> = {
  Visionary: "draws a module",
  Ecologist: "earns for green modules",
  Miner: "earns for blue modules",
  General: "earns for red modules",
  Opportunist: "may steal 2 Omnium",
  Spy: "may swap hands",
};

export const modulePath = (name: string): string => MODULES[name] ?? "M5 5h14v14H5z";

/** Of a colonist, or a question mark for one who is not known. */
export const colonistPath = (name: string | null): string => (name === null ? "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2.500M12 18v.5" : (COLONISTS[name] ?? ""));

export function ModuleIcon({ name }: { name: string }) {
  return <Icon path={modulePath(name)} />;
}

export function ColonistIcon({ name }: { name: string | null }) {
  return <Icon path={colonistPath(name)} />;
}

function Icon({ path }: { path: string }) {
  return (
    <svg className="colonizers-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** A sign for each colour, for those who cannot tell the colours. */
export const SIGNS: Record<Card["colour"], string> = { green: "▲", blue: "■", red: "●", none: "" };

export function ColourSign({ colour }: { colour: Card["colour"] }) {
  return (
    <span className="colonizers-sign" aria-hidden="true">
      {SIGNS[colour]}
    </span>
  );
}

/** In a box of 16 × 16. */
export const OMNIUM = "M8 1l5 4l-1.500 7L8 15l-3.500-3L3 5z";

export function OmniumSign() {
  return (
    <svg className="colonizers-omnium" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={OMNIUM} />
    </svg>
  );
}
