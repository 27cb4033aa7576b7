import type { ReactNode } from "react";
import type { Card } from "./scene";
import { ColonistIcon, ColourSign, ModuleIcon, OmniumSign, POWERS } from "./icons";

const colourWord = (card: Card): string => (card.colour === "none" ? "no colour" : card.colour);

/** What a module is, in words. */
export function inWords(card: Card): string {
  return `${card.name}, ${colourWord(card)}, costs ${card.cost}, worth ${card.value}`;
}

/** A module as a card; null is a card that you do not know. */
export function ModuleCard({ card, small = false }: { card: Card | null; small?: boolean }) {
  if (card === null) {
    return (
      <span className={small ? "module back small-card" : "module back"}>
        <span className="hidden-text">hidden module</span>
      </span>
    );
  }
  return (
    <span className={`module ${card.colour}${small ? " small-card" : ""}`} title={inWords(card)}>
      <span className="hidden-text">{inWords(card)}</span>
      <span className="module-top" aria-hidden="true">
        <span className="module-cost">
          <OmniumSign />
          {card.cost}
        </span>
        <ColourSign colour={card.colour} />
        <span className="module-value">{card.value}</span>
      </span>
      <ModuleIcon name={card.name} />
      {!small && (
        <span className="module-name" aria-hidden="true">
          {card.name}
        </span>
      )}
    </span>
  );
}

export function ColonistCard({ name, what }: { name: string; what?: string }) {
  return (
    <span className="colonist">
      <ColonistIcon name={name} />
      <span className="colonist-name">{name}</span>
      <span className="colonist-power">{what ?? POWERS[name]}</span>
    </span>
  );
}

export function PlainCard({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <span className="colonist plain-card">
      {children}
      <span className="colonist-name">{title}</span>
    </span>
  );
}
