/** Boundary in German: what its rules, its scenes and its board say. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  Boundary: "Boundary",
  "Two players send pieces over a field; together they hold ground, and ground captures.":
    "Zwei Seiten schicken Steine über ein Feld; gemeinsam halten Steine Boden, und Boden schlägt.",
  "Pieces that stand together are a blob. A blob of n pieces holds the ground around it, up to `influence` · n pixels where no enemy pushes back, and each of its pieces may be sent up to `reach` · n pixels in a turn. At a point, the distance of a blob is the geometric mean of the distances of its pieces: a blob that spreads out holds less.":
    "Steine, die beisammenstehen, sind ein Verband. Ein Verband aus n Steinen hält den Boden um sich herum, bis zu `influence` · n Pixel weit, wo kein Gegner dagegenhält, und jeder seiner Steine darf in einem Zug bis zu `reach` · n Pixel weit geschickt werden. Der Abstand eines Verbands zu einem Punkt ist das geometrische Mittel der Abstände seiner Steine: Ein Verband, der sich ausbreitet, hält weniger.",
  "Both players plan at once, unseen by each other: a target for each piece, such as `3 to 120,88` in pixels from the top left corner, several separated by `;`. Pieces that are not named stay, and `stay` lets all stay. Then the plans are carried out together, one pixel at a time.":
    "Beide planen gleichzeitig und verdeckt: ein Ziel für jeden Stein, etwa `3 to 120,88` in Pixeln von der oberen linken Ecke, mehrere durch `;` getrennt. Steine, die nicht genannt werden, bleiben stehen, und bei `stay` bleiben alle stehen. Dann werden beide Pläne zusammen ausgeführt, Pixel für Pixel.",
  "After each pixel: a piece that looks along eight directions and sees three pixels of enemy ground in a row, or the field's edge or a wall (at most three of these count), in at least `surround` of them, is captured; each direction that ends after 30 pixels on ground of its own takes one away. A treasure goes to the side that holds at least six of the eight pixels around it. A piece whose nearest ally is in another blob and near merges the two blobs; one whose nearest ally is in its own blob but far away leaves it.":
    "Nach jedem Pixel: Ein Stein blickt in acht Richtungen. Sieht er in mindestens `surround` von ihnen drei Pixel gegnerischen Bodens hintereinander oder den Rand des Feldes oder eine Mauer (davon zählen höchstens drei), so ist er geschlagen; jede Richtung, die nach 30 Pixeln auf eigenem Boden endet, zieht eine ab. Ein Schatz geht an die Seite, die mindestens sechs der acht Pixel um ihn herum hält. Ein Stein, dessen nächster Verbündeter nahe ist und zu einem anderen Verband gehört, vereint beide Verbände; einer, dessen nächster Verbündeter zum eigenen Verband gehört, aber weit weg ist, verlässt ihn.",
  "A treasure brings its worth, a captured piece `piece_value` points. The game ends when no treasure is left, when a side has no piece left, or after `max_turns` turns. Most points win.":
    "Ein Schatz bringt seinen Wert, ein geschlagener Stein `piece_value` Punkte. Die Partie endet, wenn kein Schatz mehr da ist, wenn eine Seite keinen Stein mehr hat oder nach `max_turns` Zügen. Die meisten Punkte gewinnen.",

  "everybody stays": "alle bleiben stehen",
  "each to the nearest treasure": "jeder zum nächsten Schatz",
  "each to its nearest ally": "jeder zu seinem nächsten Verbündeten",
  "each towards the nearest enemy": "jeder auf den nächsten Gegner zu",
  "each away from the nearest enemy": "jeder vom nächsten Gegner weg",
  "all to the middle of the team": "alle zur Mitte der eigenen Steine",
  "all right": "alle nach rechts",
  "all down and right": "alle nach rechts unten",
  "all down": "alle nach unten",
  "all down and left": "alle nach links unten",
  "all left": "alle nach links",
  "all up and left": "alle nach links oben",
  "all up": "alle nach oben",
  "all up and right": "alle nach rechts oben",
  stay: "alle bleiben stehen",
  "{n} to {place}": "{n} nach {place}",

  "{n} turns played.": "{n} Züge gespielt.",
  "1 turn played.": "1 Zug gespielt.",
  "No turns played.": "Noch kein Zug gespielt.",
  "The field is {n} × {n1} pixels.": "Das Feld hat {n} × {n1} Pixel.",
  "Treasures: {list}.": "Schätze: {list}.",
  "{n} at {place}": "{n} bei {place}",
  "No treasure is left.": "Kein Schatz ist mehr da.",
  "A wall from {one} to {other}.": "Eine Mauer von {one} bis {other}.",
  "Your plan is made; the other side is still planning.": "Ihr Plan steht; die andere Seite plant noch.",
  "Make your plan.": "Machen Sie Ihren Plan.",
  "{who} has {points} and {pieces}: {list}.": "{who} hat {points} und {pieces}: {list}.",
  "{who} has {points} and {pieces}.": "{who} hat {points} und {pieces}.",
  "a blob of {n}, reach {n1}: {list}": "ein Verband aus {n}, Reichweite {n1}: {list}",
  "alone, reach {n}: {list}": "allein, Reichweite {n}: {list}",

  "Boundary field": "Spielfeld von Boundary",
  "The game is over after {n} turns": "Die Partie ist nach {n} Zügen zu Ende",
  "Turn {n} of {n1}": "Zug {n} von {n1}",
  "{turn}: make your plan": "{turn}: Machen Sie Ihren Plan",
  "{turn}: your plan is sent": "{turn}: Ihr Plan ist abgeschickt",
  "{turn}: your plan is sent, waiting for {who}": "{turn}: Ihr Plan ist abgeschickt, {who} plant noch",
  "Drag the piece, or tap where it shall go. The circle is its reach.":
    "Ziehen Sie den Stein, oder tippen Sie auf sein Ziel. Der Kreis ist seine Reichweite.",
  "Drag your pieces. Both plans are carried out at once.": "Ziehen Sie Ihre Steine. Beide Pläne werden zugleich ausgeführt.",
  "{n} of {n1} pieces move. The ground is as if only you moved.": "{n} von {n1} Steinen ziehen. Der Boden ist, als zögen nur Sie.",
  Zoom: "Vergrößerung",
  Smaller: "Kleiner",
  Larger: "Größer",
  "Whole blob": "Ganzer Verband",
  Undo: "Rückgängig",
  Clear: "Leeren",
  "Ready-made plans": "Fertige Pläne",
  "Ready-made plans…": "Fertige Pläne …",
  "Send: all stay": "Senden: alle bleiben",
  "Send plan": "Plan senden",
  "Plan:": "Plan:",
  "points, {pieces}": "Punkte, {pieces}",
  "Time left to plan": "Zeit zum Planen",
  "Your piece {n} at {n1}, {n2}, {blob}, reach {n3}, {list}": "Ihr Stein {n} bei {n1}, {n2}, {blob}, Reichweite {n3}, {list}",
  alone: "allein",
  "in a blob of {n}": "in einem Verband aus {n}",
  stays: "bleibt",
  "sent to {n}, {n1}": "geschickt nach {n}, {n1}",
  "Piece {n} toward {n1}, {n2}": "Stein {n} in Richtung {n1}, {n2}",
  "Piece {n} let go.": "Stein {n} losgelassen.",
  "Piece {n} in hand. Arrow keys send it, Shift farther, Escape takes it back.":
    "Stein {n} in der Hand. Pfeiltasten schicken ihn, mit Umschalt weiter, Escape nimmt es zurück.",
  "Piece {n} stays.": "Stein {n} bleibt.",
  "captured: {who}": "geschlagen: {who}",

  "'{list}' is no order: expected a piece and its target in pixels with at most two decimals, such as '{example}', several separated by ';', or 'stay'":
    "„{list}“ ist keine Anweisung: Erwartet werden ein Stein und sein Ziel in Pixeln mit höchstens zwei Nachkommastellen, etwa „{example}“, mehrere durch „;“ getrennt, oder „stay“",
  "piece {n} is named twice: give each piece one target": "Stein {n} ist zweimal genannt: Geben Sie jedem Stein ein Ziel",
  "there is no piece {n}: yours are {n1} to {n2}": "es gibt keinen Stein {n}: Ihre sind {n1} bis {n2}",
  "piece {n} is {who}'s: yours are {n1} to {n2}": "Stein {n} gehört {who}: Ihre sind {n1} bis {n2}",
  "piece {n} has been captured: it can go nowhere": "Stein {n} ist geschlagen: Er kann nirgendwohin",
  "piece {n} is {n1} px away from {place}, its move radius is {n2} px": "Stein {n} ist {n1} Pixel von {place} entfernt, seine Reichweite ist {n2} Pixel",
  "piece {n} cannot go to {place}: that is outside the field of {size} px": "Stein {n} kann nicht nach {place}: Das liegt außerhalb des Feldes von {size} Pixeln",
  "piece {n} cannot go to {place}: a wall is there": "Stein {n} kann nicht nach {place}: Dort ist eine Mauer",
  "piece {n} cannot go from {from} to {place}: a wall stands in the way": "Stein {n} kann nicht von {from} nach {place}: Eine Mauer steht im Weg",
};

export default GERMAN;
