import { useSaid } from "../language";
import { placesOf, type PremoveHandle } from "./premove";

/** Marks places of the board, whatever board it is: by their names, or by the move that is made by pressing them. */
function css(places: readonly string[], move: string): string {
  const spots = places.map((place) => `.board-space [data-spot=${JSON.stringify(place)}]`);
  return [...spots, `.board-space [data-move=${JSON.stringify(move)}]`].join(",") + MARK;
}

const MARK = "{filter:brightness(.8)sepia(.5)saturate(2.2)}";

/** Beside the line that says whose turn it is: the move that was chosen ahead, or why none can be. */
export function PremoveLine({ premove }: { premove: PremoveHandle }) {
  const said = useSaid();
  const { chosen, word, why } = premove;
  if (chosen !== null) {
    return (
      <p className="premove" role="status">
        <span data-testid="premove">{said(`Chosen ahead: ${chosen.words}`)}</span>
        <button type="button" onClick={premove.cancel}>
          {said("Cancel")}
        </button>
        <style>{css(placesOf(chosen, premove.candidates), chosen.moves[0] ?? "")}</style>
      </p>
    );
  }
  if (word !== "") return <p className="small quiet-text premove">{said(word)}</p>;
  if (why === "") return null;
  return (
    <p className="small quiet-text premove" data-testid="premove-why">
      <span className="premove-what">{said("No move ahead:")}</span> <span>{said(why)}</span>
    </p>
  );
}
