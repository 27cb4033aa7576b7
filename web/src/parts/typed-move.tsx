import { useSaid } from "../language";
import { useId, useState, type FormEvent } from "react";
import type { Scene } from "../boards";

const WORDS = {
  type: "Type a move, hear the board",
  hear: "Hear the board",
  yours: "Your move",
  notNow: "not your turn",
  move: "Move",
  example: "For example",
  moves: "Moves",
  all: (count: number) => `${count} in all`,
};

interface TypedMoveProps {
  scene: Scene;
  disabled: boolean;
  onMove(moves: string[]): void;
  /** For pages in another language. */
  words?: typeof WORDS;
}

/** Every move of every game can be typed: for those who like it, and for those who cannot use the board. */
export function TypedMove({ scene, disabled, onMove, words = WORDS }: TypedMoveProps) {
  const field = useId();
  const said = useSaid();
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
      <summary>{scene.over ? words.hear : words.type}</summary>
      <div className="stack">
        <p className="board-words">{said(scene.text)}</p>
        {!scene.over && (
          <form className="chat-form" onSubmit={send}>
            <label className="hidden-text" htmlFor={field}>
              {words.yours}
            </label>
            <input
              id={field}
              list={`${field}-moves`}
              value={text}
              disabled={disabled}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder={scene.moves[0]?.text ?? words.notNow}
              onChange={(event) => setText(event.target.value)}
            />
            <datalist id={`${field}-moves`}>
              {scene.moves.slice(0, 200).map((move) => (
                <option key={move.text} value={move.text}>
                  {said(move.words ?? "")}
                </option>
              ))}
            </datalist>
            <button type="submit" disabled={disabled}>
              {words.move}
            </button>
          </form>
        )}
        {shown.length > 0 && (
          <p className="small quiet-text">
            {scene.checked ? words.example : words.moves}:{" "}
            {shown.map((move) => move.text).join(", ")}
            {scene.moves.length > shown.length && ` … (${words.all(scene.moves.length)})`}
          </p>
        )}
      </div>
    </details>
  );
}
