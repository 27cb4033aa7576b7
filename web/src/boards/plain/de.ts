/** The board of games without one of their own, in German. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  "Write your move": "Schreiben Sie Ihren Zug",
  Proposals: "Vorschläge",
  "Send the move": "Zug senden",
  "a card face down": "eine verdeckte Karte",
  marked: "markiert",
  "a die": "ein Würfel",
  "a die: {n}": "ein Würfel: {n}",
};

export default GERMAN;
