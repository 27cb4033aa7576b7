import { useId, useState, type FormEvent } from "react";
import type { BoardProps } from "../types";
import type { PlainScene } from "./scene";
import "./plain.css";

/** The board for every game: the picture of the terminal, a button for each move. */
export default function PlainBoard({ scene, interactive, onMove }: BoardProps<PlainScene>) {
  const headline = useId();
  const { facts = [] } = scene.board_data;
  return (
    <div className="plain-board">
      {facts.length > 0 && (
        <dl className="plain-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <pre className="plain-picture" role="img" aria-label={scene.text} tabIndex={0}>
        {scene.picture || scene.text}
      </pre>
      {interactive && scene.checked && <CheckedMove onMove={onMove} proposals={scene.moves.map((move) => move.text)} />}
      {interactive && !scene.checked && scene.moves.length > 0 && (
        <section aria-labelledby={headline}>
          <h3 id={headline}>Your moves</h3>
          <ul className="plain-moves">
            {scene.moves.map((move) => (
              <li key={move.text}>
                <button type="button" onClick={() => onMove([move.text])}>
                  <span>{move.words}</span>
                  {move.words !== move.text && <code>{move.text}</code>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Moves that cannot be listed: typed, with the server's proposals to begin from. */
function CheckedMove({ onMove, proposals }: { onMove: BoardProps["onMove"]; proposals: string[] }) {
  const field = useId();
  const [move, setMove] = useState(proposals[0] ?? "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (move.trim() !== "") onMove([move.trim()]);
  };
  return (
    <form className="plain-move" onSubmit={send}>
      <label htmlFor={field}>Write your move</label>
      <textarea id={field} rows={2} value={move} onChange={(event) => setMove(event.target.value)} />
      {proposals.length > 0 && (
        <ul className="plain-moves" aria-label="Proposals">
          {proposals.map((proposal) => (
            <li key={proposal}>
              <button type="button" onClick={() => setMove(proposal)}>
                {proposal}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="submit" className="primary">
        Send the move
      </button>
    </form>
  );
}
