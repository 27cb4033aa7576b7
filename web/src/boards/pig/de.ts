/** Pig in German: what its rules, its scenes and its board say. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  Pig: "Pig",
  "A race with one die: roll on and risk it, or stop and bank it.": "Ein Rennen mit einem Würfel: weiterwürfeln und alles riskieren oder aufhören und sichern.",
  "In your turn you throw the die. A 1 ends your turn, and the points of this turn are lost. Any other number is added to the points of this turn, and you choose: roll again, or hold, which banks the points of this turn and passes the die on. Whoever has 100 points (parameter `goal`), banked and of this turn together, banks them and wins at once.":
    "Wer am Zug ist, wirft den Würfel. Eine 1 beendet den Zug, und die Punkte dieses Zugs sind verloren. Jede andere Zahl kommt zu den Punkten dieses Zugs, und man wählt: noch einmal würfeln oder halten, was die Punkte dieses Zugs sichert und den Würfel weitergibt. Wer 100 Punkte hat (Einstellung `goal`), gesicherte und die des Zugs zusammen, sichert sie und gewinnt sofort.",
  "Alone (parameter `seats=1`) you race against yourself: your points are minus the number of turns that you needed.":
    "Allein (Einstellung `seats=1`) läuft man gegen sich selbst: Die Punkte sind minus die Zahl der Züge, die man gebraucht hat.",
  "So that every game ends, the die is put away after 2 throws for each point of the goal and each player (400 throws in a game of two to 100). Points not banked by then are lost, and most points win. Alone, you have failed: a turn is counted for every throw.":
    "Damit jede Partie endet, wird der Würfel nach 2 Würfen für jeden Punkt des Ziels und jede Person weggelegt (400 Würfe in einer Partie zu zweit bis 100). Punkte, die dann nicht gesichert sind, sind verloren, und die meisten Punkte gewinnen. Allein ist man dann gescheitert: Für jeden Wurf wird ein Zug gezählt.",

  "{who} has banked {n}": "{who} hat {n} gesichert",
  "{list}, of {n}.": "{list}, von {n}.",
  "The last throw was {n}.": "Der letzte Wurf war {n}.",
  "The last throw was 1, and the turn was lost.": "Der letzte Wurf war 1, und der Zug war verloren.",
  "{n} points are at risk in this turn.": "{n} Punkte stehen in diesem Zug auf dem Spiel.",
  "hold: bank {n} points": "halten: {n} Punkte sichern",
  "roll again": "noch einmal würfeln",
  "throw {n}": "{n} gewürfelt",
  "throw {n}, and the turn is lost": "{n} gewürfelt, und der Zug ist verloren",
  "roll": "würfeln",

  "Race with a die": "Rennen mit einem Würfel",
  "Roll the die": "Würfeln",
  "Roll the die.": "Würfeln Sie.",
  "The die": "Der Würfel",
  "The die shows {n}": "Der Würfel zeigt {n}",
  "Roll": "Würfeln",
  "Hold": "Halten",
  "Hold: bank {n}": "Halten: {n} sichern",
  "Roll again, or hold?": "Noch einmal würfeln oder halten?",
  "You banked {n} points": "Sie haben {n} Punkte gesichert",
  "{who} banked {n} points": "{who} hat {n} Punkte gesichert",
  "You threw a 1: {n} points lost": "Sie haben eine 1 geworfen: {n} Punkte verloren",
  "{who} threw a 1: {n} points lost": "{who} hat eine 1 geworfen: {n} Punkte verloren",
  "You threw a 1: the turn is over": "Sie haben eine 1 geworfen: Der Zug ist vorbei",
  "{who} threw a 1: the turn is over": "{who} hat eine 1 geworfen: Der Zug ist vorbei",
  "You threw {n}: {n1} points at risk": "Sie haben {n} geworfen: {n1} Punkte auf dem Spiel",
  "{who} threw {n}: {n1} points at risk": "{who} hat {n} geworfen: {n1} Punkte auf dem Spiel",
  "It is your turn": "Sie sind am Zug",
  "It is the turn of {who}": "{who} ist am Zug",
  "At risk in this turn: {n}": "In diesem Zug auf dem Spiel: {n}",
  "Lost in the last turn": "Im letzten Zug verloren",
  "Throws of the last turn": "Würfe des letzten Zugs",

  "roll on or bank: a race with one die": "weiterwürfeln oder sichern: ein Rennen mit einem Würfel",
  goal: "Ziel",
  "points that win": "Punkte, die gewinnen",
  "number of players; 1 plays for few turns": "Zahl der Mitspielenden; 1 spielt um wenige Züge",
  "Alone you race against yourself: your points are minus the number of turns that you needed.":
    "Allein läuft man gegen sich selbst: Die Punkte sind minus die Zahl der Züge, die man gebraucht hat.",
  "In your turn you throw the die. A 1 ends your turn, and the points of this turn are lost. Any other number is added to the points of this turn, and you choose: roll again, or hold, which banks the points of this turn and passes the die on. Whoever has {n} points, banked and of this turn together, banks them and wins at once.":
    "Wer am Zug ist, wirft den Würfel. Eine 1 beendet den Zug, und die Punkte dieses Zugs sind verloren. Jede andere Zahl kommt zu den Punkten dieses Zugs, und man wählt: noch einmal würfeln oder halten; das sichert die Punkte dieses Zugs und gibt den Würfel weiter. Wer {n} Punkte hat, gesicherte und die dieses Zugs zusammen, sichert sie und gewinnt sofort.",
};

export default GERMAN;
