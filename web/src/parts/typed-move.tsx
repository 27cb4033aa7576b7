import { useId, useState, type FormEvent } from "react";
import type { Scene } from "../boards";

/** Every move of every game can be typed: for those who like it, and for those who cannot use the board. */
export function TypedMove({ scene, disabled, onMove }: { scene: Scene; disabled: boolean; onMove(moves: string[]): void }) {
  const field = useId();
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    // Several moves of one turn are divided by semicolons; a checked move may hold semicolons of its own.
    const moves = (scene.checked ? [text] : text.split(";")).map((part) => part.trim()).filter(Boolean);
    if (moves.length === 0) return;
    onMove(moves);
    setText("");
  };
  const shown = scene.moves.slice(0, 40);
  return (
    <details className="typed">
      <summary>{scene.over ? "Hear the board" : "Type a move, hear the board"}</summary>
      <div className="stack">
        <p className="board-words">{scene.text}</p>
        {!scene.over && (
          <form className="chat-form" onSubmit={send}>
            <label className="hidden-text" htmlFor={field}>
              Your move
            </label>
            <input
              id={field}
              list={`${field}-moves`}
              value={text}
              disabled={disabled}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder={scene.moves[0]?.text ?? "not your turn"}
              onChange={(event) => setText(event.target.value)}
            />
            <datalist id={`${field}-moves`}>
              {scene.moves.slice(0, 200).map((move) => (
                <option key={move.text} value={move.text}>
                  {move.words ?? ""}
                </option>
              ))}
            </datalist>
            <button type="submit" disabled={disabled}>
              Move
            </button>
          </form>
        )}
        {shown.length > 0 && (
          <p className="small quiet-text">
            {scene.checked ? "For example: " : "Moves: "}
            {shown.map((move) => move.text).join(", ")}
            {scene.moves.length > shown.length && ` … (${scene.moves.length} in all)`}
          </p>
        )}
      </div>
    </details>
  );
}
