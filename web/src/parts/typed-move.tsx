import { useSaid } from "../language";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import type { Scene } from "../boards";

const WORDS = {
  type: "Type a move, hear the board",
  brief: "Type a move",
  short: "Type",
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
  /** Whether what is typed is kept until it is one's turn. */
  ahead?: boolean;
  onMove(moves: string[]): void;
  /** Laid over the board like the other folds, where it must go when a move was sent. */
  folds?: boolean;
  /** For pages in another language. */
  words?: Omit<typeof WORDS, "brief" | "short"> & Partial<Pick<typeof WORDS, "brief" | "short">>;
}

/** Every move of every game can be typed: for those who like it, and for those who cannot use the board. */
export function TypedMove({ scene, disabled, ahead = false, onMove, folds = false, words = WORDS }: TypedMoveProps) {
  const field = useId();
  const box = useRef<HTMLDetailsElement>(null);
  const said = useSaid();
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    // Several moves of one turn are divided by semicolons; a checked move may hold semicolons of its own.
    const moves = (scene.checked ? [text] : text.split(";")).map((part) => part.trim()).filter(Boolean);
    if (moves.length === 0) return;
    onMove(moves);
    setText("");
    if (folds && box.current !== null) box.current.open = false;
  };
  // At the end there is nothing more to type, and what there is to do then must not lie below.
  useEffect(() => {
    if (scene.over && box.current !== null) box.current.open = false;
  }, [scene.over]);
  const shown = scene.moves.slice(0, 40);
  return (
    <details className="typed fold" ref={box} name="folds">
      <summary>
        {/* All that it is for is long: whoever sees the button finds out. */}
        <span aria-hidden="true">{said(folds ? (words.short ?? words.type) : scene.over ? words.hear : (words.brief ?? words.type))}</span>
        <span className="hidden-text">{said(scene.over ? words.hear : words.type)}</span>
      </summary>
      <div className="stack fold-body">
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
              placeholder={scene.moves[0]?.text ?? (ahead ? said("a move chosen ahead") : words.notNow)}
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
              {ahead ? said("Choose ahead") : words.move}
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
