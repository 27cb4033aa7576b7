/** Jostle in German: what its rules, its scenes and its board say. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  "your die is thrown first": "erst fällt Ihr Würfel",
  Jostle: "Jostle",
  "A race with dice in which pieces push each other back.": "Ein Würfelrennen, in dem die Steine einander zurückdrängen.",
  "Every player brings pieces from the stack onto the track and along it to the goal fields. In your turn you roll a die and move one of your pieces by the points; from the stack a 1 brings it to the start. After a six you may roll once more, once a turn and before you know what it will be, and then move one piece by the sum. A move past the last field is not allowed, and a piece on a goal field can no longer be moved by its owner. Who cannot move is passed over.":
    "Alle bringen ihre Steine vom Stapel auf die Bahn und auf ihr zu den Zielfeldern. Wer am Zug ist, würfelt und zieht einen eigenen Stein um die Augenzahl; vom Stapel bringt ihn eine 1 auf den Start. Nach einer Sechs darf man einmal im Zug noch einmal würfeln, ohne vorher zu wissen, was kommt, und zieht dann einen Stein um die Summe. Über das letzte Feld hinaus darf man nicht ziehen, und einen Stein auf einem Zielfeld kann sein Besitzer nicht mehr bewegen. Wer nicht ziehen kann, wird übergangen.",
  "Every player brings pieces from the stack onto the track and along it to the goal fields. In your turn you roll a die and move one of your pieces by the points; from the stack a 1 brings it to the start. After a six you choose the piece first; then you may roll once more, once a turn, and that piece moves by the sum. If the sum would take it past the last field, it stays. A move past the last field is not allowed, and a piece on a goal field can no longer be moved by its owner. Who cannot move is passed over.":
    "Alle bringen ihre Steine vom Stapel auf die Bahn und auf ihr zu den Zielfeldern. Wer am Zug ist, würfelt und zieht einen eigenen Stein um die Augenzahl; vom Stapel bringt ihn eine 1 auf den Start. Nach einer Sechs wählt man zuerst den Stein; dann darf man einmal im Zug noch einmal würfeln, und dieser Stein zieht um die Summe. Führt sie ihn über das letzte Feld hinaus, bleibt er stehen. Über das letzte Feld hinaus darf man nicht ziehen, und einen Stein auf einem Zielfeld kann sein Besitzer nicht mehr bewegen. Wer nicht ziehen kann, wird übergangen.",
  "Every player brings pieces from the stack onto the track and along it to the goal fields. In your turn you roll a die and move one of your pieces by the points; from the stack a 1 brings it to the start. After a six you move a piece by six; then you may roll once more, once a turn, and the same piece moves on by the points. If they would take it past the last field, or if it stands on a goal, it stays. A move past the last field is not allowed, and a piece on a goal field can no longer be moved by its owner. Who cannot move is passed over.":
    "Alle bringen ihre Steine vom Stapel auf die Bahn und auf ihr zu den Zielfeldern. Wer am Zug ist, würfelt und zieht einen eigenen Stein um die Augenzahl; vom Stapel bringt ihn eine 1 auf den Start. Nach einer Sechs zieht man einen Stein um sechs; dann darf man einmal im Zug noch einmal würfeln, und derselbe Stein zieht um die Augenzahl weiter. Führt sie ihn über das letzte Feld hinaus, oder steht er auf einem Ziel, bleibt er stehen. Über das letzte Feld hinaus darf man nicht ziehen, und einen Stein auf einem Zielfeld kann sein Besitzer nicht mehr bewegen. Wer nicht ziehen kann, wird übergangen.",
  "A piece that lands on an occupied field jostles the piece there, your own or another's: it goes back, field by field, to the first free field, and without one to its owner's stack.":
    "Ein Stein, der auf einem besetzten Feld landet, verdrängt den Stein dort, den eigenen oder einen fremden: Dieser geht Feld für Feld zurück bis zum ersten freien Feld, und gibt es keines, auf den Stapel seines Besitzers.",
  "Who lands on a switch, by a move or jostled, goes to the switch's other end; who lands on a field \"−3\" goes back three fields. A piece that stands where it leads is jostled in turn. The first special field that acts is the only one that acts in a turn: until its end all switches and back fields count as occupied. A piece on a goal field can be jostled out of it like any other.":
    "Wer auf einer Weiche landet, gezogen oder verdrängt, kommt an ihr anderes Ende; wer auf einem Feld „−3“ landet, geht drei Felder zurück. Ein Stein, der dort steht, wird seinerseits verdrängt. Nur das erste besondere Feld wirkt in einem Zug: Bis zu dessen Ende gelten alle Weichen und Rückfelder als besetzt. Auch von einem Zielfeld kann ein Stein verdrängt werden.",
  "When all goal fields are occupied at the end of a turn, every player who can move has one more turn. Then you add the numbers of the goal fields that your pieces stand on: most points win, equal points share the win. The game also ends when nobody can ever move again, and after 2000 turns.":
    "Sind am Ende eines Zuges alle Zielfelder besetzt, haben alle, die ziehen können, noch einen Zug. Dann zählt man die Zahlen der Zielfelder zusammen, auf denen die eigenen Steine stehen: Die meisten Punkte gewinnen, bei Gleichstand gewinnt man gemeinsam. Die Partie endet auch, wenn niemand mehr ziehen kann, und nach 2000 Zügen.",
  "The parameter `board` is `2007`, `appendix` (with a sixth goal), or the path of a board of your own.":
    "Die Einstellung `board` ist `2007`, `appendix` (mit einem sechsten Ziel) oder der Pfad eines eigenen Bretts.",

  "keep the six": "die Sechs behalten",
  "roll once more and add it to the six": "noch einmal würfeln und zur Sechs addieren",
  "roll once more and go on by it": "noch einmal würfeln und um die Augenzahl weiterziehen",
  "keep the six: {list}": "die Sechs behalten: {list}",
  "piece {n}, by the six to {place}": "Stein {n}, mit der Sechs auf {place}",
  "You have rolled a six and may roll once more for piece {n}.": "Sie haben eine Sechs gewürfelt und dürfen für Stein {n} noch einmal würfeln.",
  "{who} has rolled a six and may roll once more for piece {n}.": "{who} hat eine Sechs gewürfelt und darf für Stein {n} noch einmal würfeln.",
  "rolled {n}: {list}": "{n} gewürfelt: {list}",
  "rolled {n} and {n1}: {list}": "{n} und {n1} gewürfelt: {list}",
  "piece {n} to {place}": "Stein {n} auf {place}",
  "piece {n} to {place} and on to {end}": "Stein {n} auf {place} und weiter auf {end}",
  "piece {n} to {place}, jostling {list}": "Stein {n} auf {place}, verdrängt {list}",
  "piece {n} to {place} and on to {end}, jostling {list}": "Stein {n} auf {place} und weiter auf {end}, verdrängt {list}",
  "your own piece {n} to {place}": "den eigenen Stein {n} auf {place}",
  "{who}’s piece {n} to {place}": "Stein {n} von {who} auf {place}",
  "the stack": "den Stapel",
  "the start": "den Start",
  "field {n}": "Feld {n}",
  "field {n} (goal {n1})": "Feld {n} (Ziel {n1})",
  "field {n} (back {n1})": "Feld {n} ({n1} zurück)",
  "field {n} (switch with {n1})": "Feld {n} (Weiche mit {n1})",
  "{who}, {points}: {list}.": "{who}, {points}: {list}.",
  "{n} pieces on the stack": "{n} Steine auf dem Stapel",
  "1 piece on the stack": "1 Stein auf dem Stapel",
  "piece {n} on {place}": "Stein {n} auf {place}",
  "piece {n} on the start": "Stein {n} auf dem Start",
  "You have rolled a six and may roll once more.": "Sie haben eine Sechs gewürfelt und dürfen noch einmal würfeln.",
  "{who} has rolled a six and may roll once more.": "{who} hat eine Sechs gewürfelt und darf noch einmal würfeln.",
  "You have rolled {what}.": "Sie haben {what} gewürfelt.",
  "{who} has rolled {what}.": "{who} hat {what} gewürfelt.",
  "You have rolled {n} and {n1}.": "Sie haben {n} und {n1} gewürfelt.",
  "{who} has rolled {n} and {n1}.": "{who} hat {n} und {n1} gewürfelt.",
  "{n} turns left of the last round.": "Noch {n} Züge in der letzten Runde.",
  "1 turn left of the last round.": "Noch 1 Zug in der letzten Runde.",

  // --- reasons of players
  "piece {n} to field {n1}: {list}": "Stein {n} auf Feld {n1}: {list}",
  "of these it {list}": "von diesen: {list}",
  "the only move": "der einzige Zug",
  "where the walk through its pieces ends": "dort endet der Gang durch die eigenen Steine",
  "comes first in the list": "kommt zuerst in der Liste",
  "lands on {who}'s piece": "landet auf dem Stein von {who}",
  "lands on {who}'s piece in revenge": "landet aus Rache auf dem Stein von {who}",
  "takes the switch to {n}": "nimmt die Weiche nach {n}",
  "keeps off back fields": "meidet Rückfelder",
  "keeps off switches and back fields": "meidet Weichen und Rückfelder",
  "moves the most advanced piece": "zieht den vordersten Stein",
  "moves the least advanced piece": "zieht den hintersten Stein",
  "brings a piece from the stack": "bringt einen Stein vom Stapel",
  "moves the piece whose turn it is": "zieht den Stein, der an der Reihe ist",
  "was drawn at random": "wurde ausgelost",
  "keep: piece {n} would move, and it stands no more than {n1} fields before the last ({n2})":
    "behalten: Stein {n} würde ziehen, und er steht nicht mehr als {n1} Felder vor dem letzten ({n2})",
  "roll: piece {n} would move, and it stands more than {n1} fields before the last ({n2})":
    "würfeln: Stein {n} würde ziehen, und er steht mehr als {n1} Felder vor dem letzten ({n2})",

  "{name}, the track": "{name}, die Bahn",
  "Field {n}: {list}": "Feld {n}: {list}",
  start: "Start",
  "{list} · last round, {n} turns left": "{list} · letzte Runde, noch {n} Züge",
  "{list} · last round, 1 turn left": "{list} · letzte Runde, noch 1 Zug",
  "You rolled {n}": "Sie haben {n} gewürfelt",
  "{who} rolled {n}": "{who} hat {n} gewürfelt",
  "You rolled {n} and {n1}, {n2} in all": "Sie haben {n} und {n1} gewürfelt, zusammen {n2}",
  "{who} rolled {n} and {n1}, {n2} in all": "{who} hat {n} und {n1} gewürfelt, zusammen {n2}",
  "Keep the six, or roll once more and move one piece by the sum?": "Die Sechs behalten, oder noch einmal würfeln und einen Stein um die Summe ziehen?",
  "Keep the six, or roll once more and move this piece by the sum?": "Die Sechs behalten, oder noch einmal würfeln und diesen Stein um die Summe ziehen?",
  "Leave the piece here, or roll once more and move it on?": "Den Stein hier lassen, oder noch einmal würfeln und ihn weiterziehen?",
  "Choose a piece; then you may roll once more for it.": "Wählen Sie einen Stein; dann dürfen Sie für ihn noch einmal würfeln.",
  "Choose it again, or its goal, to decide for it.": "Wählen Sie ihn noch einmal oder sein Ziel, um sich für ihn zu entscheiden.",
  "Choose a piece.": "Wählen Sie einen Stein.",
  "Choose it again, or its goal, to move.": "Wählen Sie ihn noch einmal oder sein Ziel, um zu ziehen.",
  "Your moves": "Ihre Züge",
  "{piece}; can go: {list}": "{piece}; kann ziehen: {list}",
  "Your piece {n} on the stack": "Ihr Stein {n} auf dem Stapel",
  "Your piece {n} on field {n1}": "Ihr Stein {n} auf Feld {n1}",
  "{who}’s piece {n} on the stack": "Stein {n} von {who} auf dem Stapel",
  "{who}’s piece {n} on field {n1}": "Stein {n} von {who} auf Feld {n1}",

  // --- the first page
  "a race with dice: push the others back": "ein Rennen mit Würfeln: die anderen zurückdrängen",
  board: "Brett",
  "2007, appendix, or the path of a .toml file": "2007, appendix oder der Pfad einer .toml-Datei",
  pieces: "Steine",
  "pieces of each player": "Steine für jede Person",
  "second roll": "zweiter Wurf",
  "after a six: sum, the piece after both rolls; chosen, before the second; moved, by the six at once":
    "nach einer Sechs: Summe, der Stein nach beiden Würfen; gewählt, vor dem zweiten; gezogen, sofort um die Sechs",
  sum: "Summe",
  chosen: "gewählt",
  moved: "gezogen",
  "This is the board {name}. There are 2007, appendix (with a sixth goal), and boards of your own by their path.":
    "Dies ist das Brett {name}. Es gibt 2007, appendix (mit einem sechsten Ziel) und eigene Bretter über ihren Pfad.",
  Pals: "Kumpel",
  "Always moves the piece that is last, so that all stay together, and comes home late.": "Zieht immer den letzten Stein, damit alle beisammenbleiben, und kommt spät heim.",
  Equalizer: "Gleichmacher",
  "Moves its pieces in turn, each once before any moves again.": "Zieht die Steine reihum, jeden einmal, bevor einer wieder zieht.",
  Randomizer: "Zufall",
  "Moves any piece that can be moved.": "Zieht irgendeinen Stein, der ziehen kann.",
  "Aggressive pals": "Streitbare Kumpel",
  "Stays together and jostles you whenever it can.": "Bleibt beisammen und verdrängt Sie, wann immer es geht.",
  Lingerer: "Trödler",
  "Dawdles until somebody reaches a goal, then hurries.": "Trödelt, bis jemand ein Ziel erreicht, und eilt dann.",
  Avenger: "Rächer",
  "Forgets nothing: who has jostled it will be jostled.": "Vergisst nichts: Wer ihn verdrängt hat, wird verdrängt.",
  Bully: "Rüpel",
  "Runs ahead with one piece and pushes others back on the way.": "Läuft mit einem Stein voraus und drängt unterwegs andere zurück.",
  Runner: "Läufer",
  "Runs home with its foremost piece, then with the next.": "Läuft mit dem vordersten Stein heim, dann mit dem nächsten.",
  Pathfinder: "Pfadfinder",
  "Runs ahead, takes the switches that help and avoids the fields that hurt.": "Läuft voraus, nimmt die Weichen, die helfen, und meidet die Felder, die schaden.",
  Planner: "Planer",
  "Plays the race in its head a few hundred times before each move.": "Spielt das Rennen vor jedem Zug einige hundert Mal im Kopf.",
  "switch with {n}": "Weiche mit {n}",
  "goal {n}": "Ziel {n}",
  "back {n}": "{n} zurück",

  // --- the introduction
  "You are Red and have rolled 3. Bring a piece from the stack onto the track: with a 1 it comes to the start, with a 3 two fields further.":
    "Sie sind Rot und haben 3 gewürfelt. Bringen Sie einen Stein vom Stapel auf die Bahn: Mit einer 1 kommt er auf den Start, mit einer 3 zwei Felder weiter.",
  "Your piece is on its way. The first of your pieces on the goal fields at the end are worth points.": "Ihr Stein ist unterwegs. Am Ende bringen Ihre Steine auf den Zielfeldern Punkte.",
  "Who lands on an occupied field jostles the piece there: it goes back to the first free field. You have rolled 4: jostle Green's piece.":
    "Wer auf einem besetzten Feld landet, verdrängt den Stein dort: Er geht zurück auf das erste freie Feld. Sie haben 4 gewürfelt: Verdrängen Sie den Stein von Grün.",
  "Green's piece went one field back. Jostling works on your own pieces, too.": "Der Stein von Grün ging ein Feld zurück. Auch eigene Steine lassen sich verdrängen.",
  "A switch takes a piece to its other end. You have rolled 4: use the switch on field 6.": "Eine Weiche bringt einen Stein an ihr anderes Ende. Sie haben 4 gewürfelt: Nutzen Sie die Weiche auf Feld 6.",
  "From field 2 to field 14 in one move. Back fields work the other way.": "Von Feld 2 auf Feld 14 in einem Zug. Rückfelder wirken andersherum.",
  "The goal fields are worth 1 to 5 points, and even there a piece can be jostled. You have rolled 4: take the goal on which Blue stands.":
    "Die Zielfelder sind 1 bis 5 Punkte wert, und selbst dort kann ein Stein verdrängt werden. Sie haben 4 gewürfelt: Nehmen Sie das Ziel, auf dem Blau steht.",
  "The goal worth 3 is yours, and Blue is left with the one worth 2. When all goals are occupied, the game ends.":
    "Das Ziel mit 3 Punkten gehört Ihnen, und Blau bleibt das mit 2. Sind alle Ziele besetzt, endet die Partie.",
};

export default GERMAN;
