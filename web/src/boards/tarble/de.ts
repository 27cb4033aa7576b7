/** Tarble in German: what its rules, its scenes and its board say. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  "your die is thrown first": "erst fällt Ihr Würfel",
  Tarble: "Tarble",
  "dice and hexes: capture by jumping, up to six movements a turn": "Würfel und Sechsecke: schlagen durch Springen, bis zu sechs Schritte je Zug",
  Minimax: "Minimax",
  "Counts pieces and points a few movements ahead, and no further.": "Zählt Steine und Punkte einige Schritte voraus, und nicht weiter.",
  Joey: "Joey",
  "Captures whatever it can, at once, and otherwise heads for the centre.": "Schlägt sofort, was zu schlagen ist, und strebt sonst zur Mitte.",
  Dreamer: "Träumer",
  "Plays the rest of the game in its head, at random, and keeps what went well.": "Spielt den Rest der Partie zufällig im Kopf zu Ende und behält, was gut ging.",
  Changeling: "Wechselbalg",
  "Plays now as Joey, now as Sarah or Brian: you never know which.": "Spielt mal wie Joey, mal wie Sarah oder Brian: Man weiß nie, wie.",
  "Self-taught": "Autodidakt",
  "Learned from its own games which positions are good, and looks at whole turns.": "Hat aus eigenen Partien gelernt, welche Stellungen gut sind, und betrachtet ganze Züge.",
  Sarah: "Sarah",
  "Captures what is safe, counts three steps as near, and retreats in time.": "Schlägt, was sicher ist, hält drei Schritte für nah und zieht sich rechtzeitig zurück.",
  Brian: "Brian",
  "Sees every jump, is bold when behind, careful when ahead, and sacrifices in time.": "Sieht jeden Sprung, ist kühn im Rückstand, vorsichtig in Führung und opfert rechtzeitig.",
  Champion: "Meister",
  "Weighs the best reply to every face of your die before it decides.": "Wägt vor jeder Entscheidung die beste Antwort auf jeden Ihrer Würfe ab.",

  "A fight on hexagons. The die says how far you may go, and a jump captures.": "Ein Kampf auf Sechsecken. Der Würfel sagt, wie weit man gehen darf, und ein Sprung schlägt.",
  "The board is a hexagon with 6 cells along each side, 91 in all. Red begins at the bottom with seven pieces, Blue at the top; a neutral piece lies on the centre. A place is written (x,y): x grows to the right, y to the upper left, and the centre is (0,0).":
    "Das Brett ist ein Sechseck mit 6 Feldern an jeder Seite, zusammen 91. Rot beginnt unten mit sieben Steinen, Blau oben; in der Mitte liegt ein neutraler Stein. Ein Ort wird (x,y) geschrieben: x wächst nach rechts, y nach links oben, und die Mitte ist (0,0).",
  "In your turn you roll a die and make exactly as many movements as it shows, with one piece or with several. A movement takes a piece one cell on, in any of the six directions, to an empty cell; or it jumps: over a piece of the opponent or the neutral piece right beside it, straight onto the cell behind, if that is empty. What is jumped over is captured, is off the board at once, and gives one point. You cannot jump over your own pieces. Should you have no movement left, your turn ends early.":
    "Wer am Zug ist, würfelt und macht genau so viele Schritte, wie der Würfel zeigt, mit einem Stein oder mit mehreren. Ein Schritt bringt einen Stein ein Feld weiter, in eine der sechs Richtungen, auf ein leeres Feld; oder er springt: über einen Stein des Gegners oder den neutralen Stein direkt daneben, geradeaus auf das Feld dahinter, wenn es leer ist. Was übersprungen wird, ist geschlagen, kommt sofort vom Brett und bringt einen Punkt. Über eigene Steine kann man nicht springen. Gibt es keinen Schritt mehr, endet der Zug vorzeitig.",
  "When your turn is over, your pieces that stand on one of the six corners or on the centre are removed, for no points. This is a sacrifice, and it can be meant: no piece can be captured that is not there, and a game ends sooner with fewer pieces. Then the neutral piece is put back on the centre if it was captured.":
    "Ist der Zug zu Ende, werden die eigenen Steine, die auf einer der sechs Ecken oder in der Mitte stehen, ohne Punkte entfernt. Das ist ein Opfer, und es kann Absicht sein: Ein Stein, der nicht da ist, kann nicht geschlagen werden, und mit weniger Steinen endet die Partie früher. Dann kommt der neutrale Stein wieder in die Mitte, wenn er geschlagen wurde.",
  "The game ends with the turn after which a player has no pieces: a turn is played to its end even when there is nobody left to capture. More points win. At equal points whoever still has pieces wins (half a point more in the result); if neither has, it is a tie. A game of 1000 turns is stopped as a tie.":
    "Die Partie endet mit dem Zug, nach dem eine Seite keine Steine hat: Ein Zug wird zu Ende gespielt, auch wenn niemand mehr zu schlagen ist. Mehr Punkte gewinnen. Bei gleichen Punkten gewinnt, wer noch Steine hat (im Ergebnis ein halber Punkt mehr); hat niemand welche, ist es unentschieden. Eine Partie von 1000 Zügen wird als unentschieden abgebrochen.",
  finish: "Zug zu Ende spielen",
  "a turn is finished before the game ends; false: without pieces it is over at once":
    "ein Zug wird zu Ende gespielt, bevor die Partie endet; nein: ohne Steine ist sie sofort zu Ende",

  "{who}: {n} pieces at {list}, {points}.": "{who}: {n} Steine auf {list}, {points}.",
  "{who}: 1 piece at {list}, {points}.": "{who}: 1 Stein auf {list}, {points}.",
  "{who}: no pieces, {points}.": "{who}: keine Steine, {points}.",
  "The neutral piece is at (0,0).": "Der neutrale Stein ist auf (0,0).",
  "The neutral piece is captured and comes back to (0,0) when the turn ends.": "Der neutrale Stein ist geschlagen und kommt am Ende des Zuges wieder auf (0,0).",
  "Turn {n}: you rolled {n1}, {list} left.": "Zug {n}: Sie haben {n1} gewürfelt, noch {list}.",
  "Turn {n}: {who} rolled {n1}, {list} left.": "Zug {n}: {who} hat {n1} gewürfelt, noch {list}.",
  "{n} movements": "{n} Schritte",
  "1 movement": "1 Schritt",
  "no movements": "keine Schritte",
  "At the end of the turn {who} loses what stands at {list}.": "Am Ende des Zuges verliert {who}, was auf {list} steht.",
  "It was stopped after {n} turns.": "Sie wurde nach {n} Zügen abgebrochen.",
  "rolled {n}: {list}": "{n} gewürfelt: {list}",
  "from {list} to {place}": "von {list} nach {place}",
  "from {list} to {place}, capturing the neutral piece at {other}": "von {list} nach {place}, schlägt den neutralen Stein auf {other}",
  "from {list} to {place}, capturing the piece at {other}": "von {list} nach {place}, schlägt den Stein auf {other}",
  "the turn ends with '{move}': '{text}' comes too late": "der Zug endet mit „{move}“: „{text}“ kommt zu spät",

  "Tarble board": "Brett von Tarble",
  "Undo all": "Alles zurücknehmen",
  "End turn": "Zug beenden",
  "The crossed-out piece is": "Der durchgestrichene Stein ist",
  "The crossed-out piece is lost if the turn ends here.": "Der durchgestrichene Stein ist verloren, wenn der Zug hier endet.",
  "{n} crossed-out pieces are lost if the turn ends here.": "{n} durchgestrichene Steine sind verloren, wenn der Zug hier endet.",
  "End the turn, or undo.": "Beenden Sie den Zug, oder nehmen Sie zurück.",
  "Choose where it goes; figures are movements needed.": "Wählen Sie, wohin er geht; Zahlen sind nötige Schritte.",
  "neutral piece": "neutraler Stein",
  "your piece": "Ihr Stein",
  corner: "Ecke",
  centre: "Mitte",
  "reachable in {n} of {n1}": "erreichbar in {n} von {n1}",
  "captures a piece": "schlägt einen Stein",
  "captures {n} pieces": "schlägt {n} Steine",
  "point, {pieces}": "Punkt, {pieces}",
  "Your movements": "Ihre Schritte",
  "All movements are made": "Alle Schritte sind gemacht",
  "You rolled {n}: {n1} movements left": "Sie haben {n} gewürfelt: noch {n1} Schritte",
  "You rolled {n}: 1 movement left": "Sie haben {n} gewürfelt: noch 1 Schritt",
  "{who} rolled {n}: {n1} movements left": "{who} hat {n} gewürfelt: noch {n1} Schritte",
  "{who} rolled {n}: 1 movement left": "{who} hat {n} gewürfelt: noch 1 Schritt",
  "Movements of {who}": "Schritte von {who}",
  "The server did not answer. Try again.": "Der Server antwortete nicht. Versuchen Sie es noch einmal.",
  "{list} to {place} capturing {other}": "{list} nach {place}, schlägt {other}",
  "{n} piece": "{n} Stein",

  // --- the introduction
  "You are Red and have rolled 3: make exactly three movements, each to a neighbouring cell, with one piece or with several. Then end the turn.":
    "Sie sind Rot und haben 3 gewürfelt: Machen Sie genau drei Schritte, jeden auf ein Nachbarfeld, mit einem Stein oder mit mehreren. Dann beenden Sie den Zug.",
  "Three movements, no more and no fewer.": "Drei Schritte, nicht mehr und nicht weniger.",
  "A jump over a piece of the opponent, onto the empty cell behind it, captures it for one point. You have rolled 1: capture.":
    "Ein Sprung über einen Stein des Gegners auf das leere Feld dahinter schlägt ihn für einen Punkt. Sie haben 1 gewürfelt: Schlagen Sie.",
  "Captured: one point, and Blue has a piece less.": "Geschlagen: ein Punkt, und Blau hat einen Stein weniger.",
  "A jump is one movement, wherever it leads. You have rolled 2: capture both pieces in one turn.": "Ein Sprung ist ein Schritt, wohin er auch führt. Sie haben 2 gewürfelt: Schlagen Sie beide Steine in einem Zug.",
  "Two jumps with one piece: two points.": "Zwei Sprünge mit einem Stein: zwei Punkte.",
  "A piece that ends your turn on a corner or on the centre is removed, for no points. That can be meant: who has more points wins as soon as one side has no pieces. You lead 1 to 0 and have rolled 1: sacrifice your last piece.":
    "Ein Stein, der am Ende Ihres Zuges auf einer Ecke oder in der Mitte steht, wird ohne Punkte entfernt. Das kann Absicht sein: Wer mehr Punkte hat, gewinnt, sobald eine Seite keine Steine hat. Sie führen 1 zu 0 und haben 1 gewürfelt: Opfern Sie Ihren letzten Stein.",
  "The game is over, and you have won with 1 to 0.": "Die Partie ist zu Ende, und Sie haben 1 zu 0 gewonnen.",
};

export default GERMAN;
