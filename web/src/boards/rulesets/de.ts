/** Games that are put together from rules, in German: what their rules, their scenes and their board say. */

import type { Catalogue } from "../../language/saying";

const OUTFLANK =
  "Am Anfang stehen je zwei Steine beider Seiten über Kreuz in der Mitte. Ein Zug setzt einen eigenen Stein so auf ein leeres Feld, dass er den Gegner in die Zange nimmt: In mindestens einer {line} liegen lückenlos Steine des Gegners zwischen dem neuen und einem anderen eigenen Stein. Alle eingeschlossenen Steine werden Ihre.";

const MEN: Catalogue = {
  Reversi: "Reversi",
  "Tic-tac-toe": "Tic-Tac-Toe",
  Hex: "Hex",
  Gomoku: "Gomoku",
  Checkers: "Dame",

  // --- rules, sentence by sentence
  "The board has {n} × {n1} cells.": "Das Brett hat {n} × {n1} Felder.",
  "The board is a rhombus of {n} × {n1} hexagonal cells.": "Das Brett ist eine Raute aus {n} × {n1} sechseckigen Feldern.",
  "The board is a hexagon of {n} hexagonal cells, {n1} along each side.": "Das Brett ist ein Sechseck aus {n} sechseckigen Feldern, {n1} an jeder Seite.",
  "The board is a hexagon of hexagonal cells, {n} along each side.": "Das Brett ist ein Sechseck aus sechseckigen Feldern, {n} an jeder Seite.",
  "The cells {list} are missing.": "Die Felder {list} fehlen.",
  "The cell {name} is missing.": "Das Feld {name} fehlt.",
  "Two players, x and o, move in turn; x begins.": "Zwei Seiten, x und o, ziehen abwechselnd; x beginnt.",
  "Two players, Black and White, move in turn; Black begins.": "Zwei Seiten, Schwarz und Weiß, ziehen abwechselnd; Schwarz beginnt.",
  "In notation Black is x and White is o.": "Aufgeschrieben ist Schwarz x und Weiß o.",
  "straight line": "geraden Linie",
  "straight or diagonal line": "geraden oder schrägen Linie",
  "Two men of each player stand crosswise in the middle at the start. A move puts a man of your own on an empty cell so that it outflanks the opponent: in at least one {line}, men of the opponent without a gap lie between the new man and another man of your own. All men outflanked become yours.":
    OUTFLANK,
  "Two men of each player stand crosswise in the middle at the start. A move puts a man of your own on an empty cell so that it outflanks the opponent: in at least one {line}, men of the opponent without a gap lie between the new man and another man of your own. All men outflanked become yours. A player who cannot move passes.":
    `${OUTFLANK} Wer nicht ziehen kann, setzt aus.`,
  "A player who cannot move passes.": "Wer nicht ziehen kann, setzt aus.",
  "The board is empty at the start.": "Am Anfang ist das Brett leer.",
  "A move puts a man of your own on any empty cell.": "Ein Zug setzt einen eigenen Stein auf ein beliebiges leeres Feld.",
  "A move puts a man of your own on an empty cell beside a man of either player (the first man, and any man if there is none, anywhere).":
    "Ein Zug setzt einen eigenen Stein auf ein leeres Feld neben einem Stein einer der Seiten (den ersten Stein, und jeden, wenn es keinen gibt, irgendwohin).",
  "At the start each player's men fill the dark cells of the {n} rows nearest to them (the bottom left cell is dark; {who} is below).":
    "Am Anfang füllen die Steine jeder Seite die dunklen Felder der {n} Reihen, die ihr am nächsten sind (das Feld unten links ist dunkel; {who} ist unten).",
  "At the start each player's men fill the dark cells of the row nearest to them (the bottom left cell is dark; {who} is below).":
    "Am Anfang füllen die Steine jeder Seite die dunklen Felder der Reihe, die ihr am nächsten ist (das Feld unten links ist dunkel; {who} ist unten).",
  "A man steps diagonally forward to an empty cell, or jumps diagonally forward over an adjacent piece of the opponent onto the empty cell behind it and captures that piece.":
    "Ein Stein zieht schräg vorwärts auf ein leeres Feld oder springt schräg vorwärts über einen benachbarten Stein des Gegners auf das leere Feld dahinter und schlägt ihn.",
  "A piece that has jumped goes on jumping as long as it can, all in one move, but never twice over the same piece; captured pieces leave the board when the move ends.":
    "Ein Stein, der gesprungen ist, springt weiter, solange er kann, alles in einem Zug, aber nie zweimal über denselben Stein; geschlagene Steine verlassen das Brett am Ende des Zuges.",
  "A player who can jump must jump.": "Wer springen kann, muss springen.",
  "A man that reaches the far row becomes a king, and its move ends there.": "Ein Stein, der die hinterste Reihe erreicht, wird zur Dame, und sein Zug endet dort.",
  "Kings step and jump backward too, and count as men.": "Damen ziehen und springen auch rückwärts und zählen als Steine.",
  "The game ends when {what}.": "Die Partie endet, wenn {what}.",
  "The game also ends when {what}.": "Die Partie endet auch, wenn {what}.",
  "The game is a draw when {what}.": "Die Partie ist unentschieden, wenn {what}.",
  "nobody can move": "niemand ziehen kann",
  "the board is full": "das Brett voll ist",
  "{what}, or when {other}": "{what}, oder wenn {other}",
  "{n} plies have passed without a capture or a man's step": "{n} Halbzüge lang weder geschlagen noch ein einfacher Stein gezogen wurde",
  "{n} plies have passed without a capture": "{n} Halbzüge lang nicht geschlagen wurde",
  "{n} plies have been played": "{n} Halbzüge gespielt sind",
  "The player with more men on the board wins; equal numbers are a draw.": "Wer mehr Steine auf dem Brett hat, gewinnt; bei gleich vielen ist es unentschieden.",
  "The player with fewer men on the board wins; equal numbers are a draw.": "Wer weniger Steine auf dem Brett hat, gewinnt; bei gleich vielen ist es unentschieden.",
  "A player who has no men left, or cannot move, loses.": "Wer keine Steine mehr hat oder nicht ziehen kann, verliert.",
  "A player who has no men left, or cannot move, wins.": "Wer keine Steine mehr hat oder nicht ziehen kann, gewinnt.",
  "A player who has {n} men in a row after a move of their own, in any {line}, wins.":
    "Wer nach einem eigenen Zug {n} Steine in einer Reihe hat, in irgendeiner {line}, gewinnt.",
  "A player who has {n} men in a row after a move of their own, in any {line}, loses.":
    "Wer nach einem eigenen Zug {n} Steine in einer Reihe hat, in irgendeiner {line}, verliert.",
  "A player who has joined their two sides after a move of their own wins: {who} the bottom and the top, {other} the left and the right, by a chain of neighbouring men.":
    "Wer nach einem eigenen Zug die beiden eigenen Ränder verbunden hat, gewinnt: {who} den unteren und den oberen, {other} den linken und den rechten, durch eine Kette benachbarter Steine.",
  "Recall last move: once in the game, on your turn and if you can move, you may take back the move that the opponent has just made.":
    "Letzten Zug zurücknehmen: Einmal in der Partie dürfen Sie, wenn Sie am Zug sind und ziehen können, den Zug zurücknehmen lassen, den der Gegner gerade gemacht hat.",
  "Everything is again as it was before that move, and the opponent makes another one: not one to the same cell.":
    "Alles ist wieder wie vor diesem Zug, und der Gegner macht einen anderen: keinen auf dasselbe Feld.",
  "Everything is again as it was before that move, and the opponent makes another one: not one of the same piece to the same cell.":
    "Alles ist wieder wie vor diesem Zug, und der Gegner macht einen anderen: keinen desselben Steins auf dasselbe Feld.",
  "If there is none, the opponent passes.": "Gibt es keinen, setzt der Gegner aus.",
  "Then it is your turn.": "Dann sind Sie am Zug.",
  "Double move: once in the game, on your turn and if you can move, you may announce a double move and make two moves one after the other.":
    "Doppelzug: Einmal in der Partie dürfen Sie, wenn Sie am Zug sind und ziehen können, einen Doppelzug ansagen und zwei Züge nacheinander machen.",
  "If there is no second one, the turn ends.": "Gibt es keinen zweiten, endet der Zug.",

  // --- scenes
  "pass": "aussetzen",
  "Pass": "Aussetzen",
  "{c} to {c1}": "{c} nach {c1}",
  "{c} to {c1}, capturing {list}": "{c} nach {c1}, schlägt {list}",
  "{c} to {c1} and on to {list}, capturing {c2}": "{c} nach {c1} und weiter nach {list}, schlägt {c2}",
  "{c} to {c1} and on to {c2}, capturing {c3} and {c4}": "{c} nach {c1} und weiter nach {c2}, schlägt {c3} und {c4}",
  "{c} to {c1} and on to {c2} and on to {c3}, capturing {c4}, {c5} and {c6}": "{c} nach {c1} und weiter nach {c2} und weiter nach {c3}, schlägt {c4}, {c5} und {c6}",
  "announce two moves in a row": "zwei Züge nacheinander ansagen",
  "Double move": "Doppelzug",
  "double move": "Doppelzug",
  "take back the opponent's last move": "den letzten Zug des Gegners zurücknehmen",
  "Recall last move": "Letzten Zug zurücknehmen",
  "recall last": "Letzten Zug zurücknehmen",
  "The board is {n} by {n1} cells.": "Das Brett hat {n} mal {n1} Felder.",
  "The board is a rhombus of {n} by {n1} cells.": "Das Brett ist eine Raute aus {n} mal {n1} Feldern.",
  "{who}: {list}.": "{who}: {list}.",
  "left: {list}": "übrig: {list}",
  "{n} men at {cells}": "{n} Steine auf {cells}",
  "1 man at {cell}": "1 Stein auf {cell}",
  "no men": "keine Steine",
  "{n} kings at {cells}": "{n} Damen auf {cells}",
  "1 king at {cell}": "1 Dame auf {cell}",
  "Announced: {list}.": "Angesagt: {list}.",
  "two moves": "zwei Züge",
  "a move of your own, then one for the opponent": "ein eigener Zug, dann einer für den Gegner",
  "a move for the opponent": "ein Zug für den Gegner",
  "the second of two moves": "der zweite von zwei Zügen",
  "the move that was recalled, made anew": "der zurückgenommene Zug, neu gemacht",
  "A jump must be made.": "Es muss gesprungen werden.",

  // --- what decided a game
  "{who} has {n} in a row: {cells}.": "{who} hat {n} in einer Reihe: {cells}.",
  "{who} has {n} rows at once: {list}.": "{who} hat {n} Reihen auf einmal: {list}.",
  "{who} has joined its two sides: {cells}.": "{who} hat die eigenen beiden Ränder verbunden: {cells}.",
  "{who} has reached the far row: {cells}.": "{who} hat die hinterste Reihe erreicht: {cells}.",
  "{who} is surrounded: {cells}.": "{who} ist eingeschlossen: {cells}.",
  "{who} cannot move.": "{who} kann nicht ziehen.",
  "{who} has no men left.": "{who} hat keine Steine mehr.",
  "{who} has {n} men": "{who} hat {n} Steine",
  "{who} has 1 man": "{who} hat 1 Stein",
  "{who} has no men": "{who} hat keine Steine",
  "Men in rows: {list}.": "Steine in Reihen: {list}.",
  "The board is full: {list}.": "Das Brett ist voll: {list}.",
  "The board is full.": "Das Brett ist voll.",
  "Nobody can move: {list}.": "Niemand kann ziehen: {list}.",
  "Nobody can move.": "Niemand kann ziehen.",
  "{n} moves without progress": "{n} Züge ohne Fortschritt",
  "{n} moves without progress: {list}.": "{n} Züge ohne Fortschritt: {list}.",
  "1 move without progress": "1 Zug ohne Fortschritt",
  "{n} moves have been made": "{n} Züge sind gemacht",

  // --- the board
  "Board of {game}": "Brett: {game}",
  "Your move: you are": "Ihr Zug: Sie sind",
  "To move:": "Am Zug:",
  "Which of these?": "Welcher von diesen?",
  "Which move?": "Welcher Zug?",
  "Other moves": "Andere Züge",
  Back: "Zurück",
  "Choose where it goes.": "Wählen Sie, wohin er zieht.",
  "You must jump. Choose a man.": "Sie müssen springen. Wählen Sie einen Stein.",
  "Choose a man.": "Wählen Sie einen Stein.",
  "Choose a cell.": "Wählen Sie ein Feld.",
  empty: "leer",
  "your man": "Ihr Stein",
  "your king": "Ihre Dame",
  "{who}’s man": "Stein von {who}",
  "{who}’s king": "Dame von {who}",
  "can be chosen": "kann gewählt werden",
  "can move": "kann ziehen",
  "{n} men": "{n} Steine",
  "1 man": "1 Stein",
  "{pieces}, {kings} among them": "{pieces}, darunter {kings}",
  "{n} kings": "{n} Damen",
  "1 king": "1 Dame",
  "no extras left": "keine Extras übrig",
  "{n} moves without progress; at {n1} the game is a draw": "{n} Züge ohne Fortschritt; bei {n1} ist die Partie unentschieden",
  "1 move without progress; at {n} the game is a draw": "1 Zug ohne Fortschritt; bei {n} ist die Partie unentschieden",

  // --- the first page
  "three in a row on a 3×3 board": "drei in einer Reihe auf einem Brett von 3×3 Feldern",
  "outflank and flip on an 8×8 board, most discs win": "einschließen und umdrehen auf 8×8 Feldern, die meisten Steine gewinnen",
  "English checkers: jump, crown, leave no move": "Dame nach englischen Regeln: springen, krönen, keinen Zug lassen",
  size: "Größe",
  "cells along each side": "Felder an jeder Seite",
  line: "Reihe",
  "men in a row that win": "Steine in einer Reihe, die gewinnen",
  quiet: "Ruhige Züge",
  "plies without a capture or a man's step that end the game": "Halbzüge ohne Schlagen und ohne Zug eines einfachen Steins, die die Partie beenden",
  "1 ply has passed without a capture or a man's step": "1 Halbzug lang weder geschlagen noch ein einfacher Stein gezogen wurde",
  "1 ply has passed without a capture": "1 Halbzug lang nicht geschlagen wurde",
  "hybrid disk": "Mischscheibe",
  "hybrid disks": "Mischscheiben",
  "the first man will be a hybrid disk": "der erste Stein wird eine Mischscheibe",

  // --- the introductions
  "You are Black. Put a disc so that white discs lie in a line between it and another one of yours: they turn over. Choose one of the marked cells.":
    "Sie sind Schwarz. Legen Sie einen Stein so, dass weiße Steine in einer Linie zwischen ihm und einem anderen von Ihnen liegen: Sie werden umgedreht. Wählen Sie eines der markierten Felder.",
  "The white disc between yours is black now. Every move must turn over at least one.": "Der weiße Stein zwischen Ihren ist jetzt schwarz. Jeder Zug muss mindestens einen umdrehen.",
  "Discs turn over in all eight directions at once. Find the move that turns over eight.": "Umgedreht wird in alle acht Richtungen zugleich. Finden Sie den Zug, der acht umdreht.",
  "Eight discs with one move. How many you have matters only at the end: the lead changes often.": "Acht Steine mit einem Zug. Wie viele Sie haben, zählt erst am Ende: Die Führung wechselt oft.",
  "A disc in a corner can never be turned over again. Take the corner.": "Ein Stein in einer Ecke kann nie wieder umgedreht werden. Nehmen Sie die Ecke.",
  "It is yours for good. Cells beside an empty corner are dangerous: they let the other side in.": "Sie gehört Ihnen für immer. Felder neben einer leeren Ecke sind gefährlich: Sie lassen die andere Seite hinein.",
  "You are Black and move up the board: a man steps diagonally forward to an empty cell. Choose a man, then its goal.":
    "Sie sind Schwarz und ziehen das Brett hinauf: Ein Stein zieht schräg vorwärts auf ein leeres Feld. Wählen Sie einen Stein, dann sein Ziel.",
  "Men only go forward.": "Einfache Steine gehen nur vorwärts.",
  "A man jumps over a piece of the opponent onto the empty cell behind it and captures it. Who can jump must jump.":
    "Ein Stein springt über einen des Gegners auf das leere Feld dahinter und schlägt ihn. Wer springen kann, muss springen.",
  "Captured. You had no other move: jumping is a duty.": "Geschlagen. Einen anderen Zug hatten Sie nicht: Springen ist Pflicht.",
  "A piece goes on jumping as long as it can, all in one move. Capture two pieces.": "Ein Stein springt weiter, solange er kann, alles in einem Zug. Schlagen Sie zwei Steine.",
  "Two pieces in one move.": "Zwei Steine in einem Zug.",
  "A man that reaches the far row becomes a king, which goes backward, too. Crown your man.": "Ein Stein, der die hinterste Reihe erreicht, wird zur Dame, die auch rückwärts geht. Krönen Sie Ihren Stein.",
  "A king. It steps and jumps in all four directions.": "Eine Dame. Sie zieht und springt in alle vier Richtungen.",
};

/** English says discs of what is flipped, German Steine of all. */
const DISCS = Object.entries(MEN).map(([english, german]) => [english.replace(/\bman\b/g, "disc").replace(/\bmen\b/g, "discs").replace(/\bMen\b/g, "Discs"), german]);

const GERMAN: Catalogue = { ...Object.fromEntries(DISCS), ...MEN };

export default GERMAN;
