import { useSaid } from "../language";
import { Notice } from "./basics";
import { placesOf, type PremoveHandle } from "./premove";

/** Marks places of the board, whatever board it is. */
function css(places: readonly string[]): string {
  return places.map((place) => `.board-space [data-spot="${place}"]`).join(",") + MARK;
}

const MARK = "{filter:brightness(.8)sepia(.5)saturate(2.2)}";

/** The move that was chosen ahead, above the board and on it. */
export function PremoveLine({ premove }: { premove: PremoveHandle }) {
  const said = useSaid();
  const { chosen, word } = premove;
  if (chosen === null) return word === "" ? null : <p className="small quiet-text premove-word">{said(word)}</p>;
  const places = placesOf(chosen, premove.candidates);
  return (
    <Notice tone="plain">
      <span data-testid="premove">{said(`Chosen ahead: ${chosen.words}`)}</span>
      <button type="button" onClick={premove.cancel}>
        {said("Cancel")}
      </button>
      {places.length > 0 && <style>{css(places)}</style>}
    </Notice>
  );
}
