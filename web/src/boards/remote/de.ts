/** Boards that games bring along, in German. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  "The game’s own board could not be shown ({fault}). This one works for every game.":
    "Das eigene Brett des Spiels ließ sich nicht zeigen ({fault}). Dieses geht für jedes Spiel.",
  "The game’s own board could not be shown ({list}).": "Das eigene Brett des Spiels ließ sich nicht zeigen ({list}).",
  "This one works for every game.": "Dieses geht für jedes Spiel.",
  "{who} to move.": "{who} am Zug.",
  Board: "Brett",
};

export default GERMAN;
