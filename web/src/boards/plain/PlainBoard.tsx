import { useId, useState, type FormEvent } from "react";
import { useSaid } from "../../language";
import { Frame } from "../common/Frame";
import { useSending } from "../common/playing";
import { useRoving } from "../common/roving";
import { SpotButton } from "../common/SpotButton";
import type { BoardProps } from "../types";
import { partsOf, type Part } from "./parts";
import type { MoveWords, PlainScene } from "./scene";
import "./plain.css";

/** The board for every game: the cards, dice, counters and grids that it declares, or the picture of the terminal, and a
 * button for each move that nothing on it stands for. */
export default function PlainBoard({ scene, interactive, onMove, animate }: BoardProps<PlainScene>) {
  const headline = useId();
  const said = useSaid();
  const [sending, send] = useSending(scene.turn.decision, onMove);
  const { facts = [] } = scene.board_data;
  const parts = partsOf(scene.board_data, scene.turn.seat_names);
  const able = interactive && !sending;
  const moves = new Map(able ? scene.moves.map((move) => [move.text, move]) : []);
  const onBoard = new Set(parts.flatMap(({ items }) => items.flatMap(({ move }) => move ?? [])));
  const others = scene.moves.filter((move) => !onBoard.has(move.text));
  return (
    // The picture of the terminal has these words itself.
    <Frame className="plain-board" text={parts.length > 0 ? scene.text : ""} animate={animate}>
      {() => (
        <>
          {facts.length > 0 && (
            <dl className="plain-facts">
              {facts.map(({ label, value }) => (
                <div key={label}>
                  <dt>{said(label)}</dt>
                  <dd>{said(value)}</dd>
                </div>
              ))}
            </dl>
          )}
          {parts.length > 0 ? (
            <Parts parts={parts} moves={moves} decision={scene.turn.decision} onMove={(move) => send([move])} />
          ) : (
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
            <pre className="plain-picture" role="img" aria-label={said(scene.text)} tabIndex={0}>
              {scene.picture || scene.text}
            </pre>
          )}
          {able && scene.checked && <CheckedMove onMove={send} proposals={scene.moves.map((move) => move.text)} />}
          {able && !scene.checked && others.length > 0 && (
            <section aria-labelledby={headline}>
              <h3 id={headline}>{said("Your moves")}</h3>
              <ul className="plain-moves">
                {others.map((move) => (
                  <li key={move.text}>
                    <button type="button" data-move={move.text} onClick={() => send([move.text])}>
                      <span>{said(move.words)}</span>
                      {move.words !== move.text && <code>{move.text}</code>}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Frame>
  );
}

/** One picture for each part; the arrow keys lead over all that can be pressed. */
function Parts({ parts, moves, decision, onMove }: { parts: Part[]; moves: ReadonlyMap<string, MoveWords>; decision: number; onMove(move: string): void }) {
  const said = useSaid();
  const tops = parts.map((_, number) => parts.slice(0, number).reduce((sum, { height }) => sum + height, 0));
  const spots = parts.flatMap(({ items }, number) =>
    items.filter(({ move }) => move !== undefined && moves.has(move)).map(({ key, x, y }) => ({ key, x, y: y + (tops[number] ?? 0) })),
  );
  const roving = useRoving(spots, spots[0]?.key ?? null);
  return (
    <div className="plain-parts" data-spots="">
      {parts.map(({ key, label, width, height, items }) => (
        <figure key={key}>
          <figcaption className="small quiet-text">{said(label)}</figcaption>
          <svg className="board-picture" viewBox={`0 0 ${width} ${height}`} style={{ maxWidth: `${width / 14}rem` }} role="group" aria-label={said(label)}>
            {items.map((item) => {
              const move = item.move === undefined ? undefined : moves.get(item.move);
              const transform = `translate(${item.x} ${item.y})`;
              if (move === undefined) {
                return (
                  <g key={item.key} transform={transform} aria-hidden="true" data-move={item.move}>
                    {item.body}
                  </g>
                );
              }
              const [wide, high] = item.size;
              return (
                <SpotButton key={`${item.key} ${decision}`} spot={item.key} roving={roving} label={`${said(item.label)}; ${said(move.words)}`} able move={move.text} transform={transform} onAct={() => onMove(move.text)}>
                  {item.body}
                  <rect className="plain-able" x={-wide / 2} y={-high / 2} width={wide} height={high} rx="7" />
                  <rect className="focus-ring" x={-wide / 2} y={-high / 2} width={wide} height={high} rx="7" />
                </SpotButton>
              );
            })}
          </svg>
        </figure>
      ))}
    </div>
  );
}

/** Moves that cannot be listed: typed, with the server's proposals to begin from. */
function CheckedMove({ onMove, proposals }: { onMove: BoardProps["onMove"]; proposals: string[] }) {
  const field = useId();
  const said = useSaid();
  const [move, setMove] = useState(proposals[0] ?? "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (move.trim() !== "") onMove([move.trim()]);
  };
  return (
    <form className="plain-move" onSubmit={send}>
      <label htmlFor={field}>{said("Write your move")}</label>
      <textarea id={field} rows={2} value={move} onChange={(event) => setMove(event.target.value)} />
      {proposals.length > 0 && (
        <ul className="plain-moves" aria-label={said("Proposals")}>
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
        {said("Send the move")}
      </button>
    </form>
  );
}
