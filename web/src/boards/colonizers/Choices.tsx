import { useState, type KeyboardEvent } from "react";
import type { ColonizersMove } from "./scene";
import { ColonistCard, ModuleCard, PlainCard } from "./Cards";
import { OmniumSign } from "./icons";

interface ChoicesProps {
  moves: readonly ColonizersMove[];
  guide: string;
  disabled: boolean;
  onChoose(move: ColonizersMove): void;
}

/** The cards that can be chosen now: press one to pick it up, and once more, or the button below, to play it. */
export function Choices({ moves, guide, disabled, onChoose }: ChoicesProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = moves.find((move) => move.text === picked) ?? null;
  const onKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      const all = [...(event.currentTarget.closest("ul")?.querySelectorAll("button") ?? [])];
      all[(all.indexOf(event.currentTarget) + by + all.length) % all.length]?.focus();
    } else if (event.key === "Escape") setPicked(null);
  };
  return (
    <section className="colonizers-choices" aria-label={guide}>
      <ul>
        {moves.map((move) => (
          <li key={move.text}>
            <button
              type="button"
              aria-pressed={chosen === move}
              disabled={disabled}
              onKeyDown={onKey}
              onClick={() => (chosen === move ? onChoose(move) : setPicked(move.text))}
            >
              <span className="hidden-text">{move.words}</span>
              <span aria-hidden="true">
                <Face move={move} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="board-actions">
        <button type="button" className="primary" disabled={chosen === null || disabled} onClick={() => chosen !== null && onChoose(chosen)}>
          {chosen === null ? "Choose a card" : capital(chosen.words)}
        </button>
        {chosen !== null && (
          <button type="button" onClick={() => setPicked(null)} disabled={disabled}>
            Back
          </button>
        )}
      </div>
    </section>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function Face({ move }: { move: ColonizersMove }) {
  if (move.card !== null) return <ModuleCard card={move.card} />;
  if (move.kind === "pick" && move.target !== null) return <ColonistCard name={move.target} />;
  if (move.kind === "name" && move.target !== null) return <ColonistCard name={move.target} what="name this one" />;
  if (move.kind === "draw" && move.target === "Omnium") {
    return (
      <PlainCard title="Take 2 Omnium">
        <span className="big-omnium">
          <OmniumSign />
          <OmniumSign />
        </span>
      </PlainCard>
    );
  }
  if (move.kind === "draw") {
    return (
      <PlainCard title="Look at two modules">
        <span className="two-backs">
          <ModuleCard card={null} small />
          <ModuleCard card={null} small />
        </span>
      </PlainCard>
    );
  }
  return <PlainCard title={move.kind === "name" ? "Name nobody" : "Build nothing"} />;
}
