/** Kuhn poker in German: what its rules, its scenes and its board say. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  "Kuhn poker": "Kuhn-Poker",
  "The smallest game that deserves the name poker.": "Das kleinste Spiel, das den Namen Poker verdient.",
  "The deck is a jack, a queen and a king; the king is highest. Both players put one chip into the pot and are dealt one card each, which only they see. The third card stays face down.":
    "Das Blatt besteht aus Bube, Dame und König; der König ist am höchsten. Beide legen einen Chip in den Pot und bekommen je eine Karte, die nur sie selbst sehen. Die dritte Karte bleibt verdeckt.",
  "The first player passes or bets one chip. Then the second passes or bets. If the first passed and the second bet, the first speaks once more.":
    "Die erste Seite passt oder setzt einen Chip. Dann passt oder setzt die zweite. Hat die erste gepasst und die zweite gesetzt, spricht die erste noch einmal.",
  "To pass when the other has bet is to give up: the bettor takes the pot. If both passed or both bet, the cards are laid open and the higher card takes the pot. Points are the chips won or lost: 1 or 2.":
    "Wer passt, nachdem die andere Seite gesetzt hat, gibt auf: Diese bekommt den Pot. Haben beide gepasst oder beide gesetzt, werden die Karten aufgedeckt, und die höhere bekommt den Pot. Die Punkte sind die gewonnenen oder verlorenen Chips: 1 oder 2.",
  "A match (parameter `hands`) is several hands with new cards each; the players speak first in turn. The chips of all hands are added up, and most chips win.":
    "Ein Match (Einstellung `hands`) besteht aus mehreren Runden mit je neuen Karten; die Seiten sprechen abwechselnd zuerst. Die Chips aller Runden werden zusammengezählt, und die meisten Chips gewinnen.",

  "Hand {n} of {n1}.": "Runde {n} von {n1}.",
  "Hand {n} of {n1}": "Runde {n} von {n1}",
  "Chips so far: {who} +{n} and {other} -{n1}.": "Chips bisher: {who} +{n} und {other} -{n1}.",
  "Chips so far: {who} -{n} and {other} +{n1}.": "Chips bisher: {who} -{n} und {other} +{n1}.",
  "Chips so far: {who} +0 and {other} +0.": "Chips bisher: {who} 0 und {other} 0.",
  "The hand before: {list}.": "Die Runde davor: {list}.",
  "You hold {card}": "Sie haben {card}",
  "{who} holds {card}": "{who} hat {card}",
  "{who} had {card}": "{who} hatte {card}",
  "an unknown card": "eine unbekannte Karte",
  "the jack": "den Buben",
  "the queen": "die Dame",
  "the king": "den König",
  "1 chip in the pot": "1 Chip im Pot",
  "{n} chips in the pot": "{n} Chips im Pot",
  "{who} passes": "{who} passt",
  "{who} bets": "{who} setzt",
  "{who} passes.": "{who} passt.",
  "{who} bets.": "{who} setzt.",
  "{who} wins 1 chip": "{who} gewinnt 1 Chip",
  "{who} wins {n} chips": "{who} gewinnt {n} Chips",
  "You win 1 chip": "Sie gewinnen 1 Chip",
  "You win {n} chips": "Sie gewinnen {n} Chips",
  "{who} won 1 chip": "{who} hat 1 Chip gewonnen",
  "{who} won {n} chips": "{who} hat {n} Chips gewonnen",
  "You won 1 chip": "Sie haben 1 Chip gewonnen",
  "You won {n} chips": "Sie haben {n} Chips gewonnen",
  "Nobody has spoken yet.": "Noch niemand hat gesprochen.",
  "The cards lie open.": "Die Karten liegen offen.",
  "bet one chip": "einen Chip setzen",
  "bet one chip: see the bet": "einen Chip setzen: mitgehen",
  "pass: give up the pot": "passen: den Pot aufgeben",

  "Poker table": "Pokertisch",
  "You speak first": "Sie sprechen zuerst",
  "{who} has bet": "{who} hat gesetzt",
  "{who} has passed": "{who} hat gepasst",
  "Before:": "Davor:",
  "Last hand:": "Letzte Runde:",
  "pass: no bet": "passen: nichts setzen",
  "Pass: give up": "Passen: aufgeben",
  Bet: "Setzen",
  passes: "passt",
  bets: "setzt",
  "Bet: see it": "Setzen: mitgehen",
  "Pot {n}": "Pot {n}",
  "1 chip won": "1 Chip gewonnen",
  "{n} chips won": "{n} Chips gewonnen",
  "1 chip lost": "1 Chip verloren",
  "{n} chips lost": "{n} Chips verloren",
  even: "ausgeglichen",

  "the smallest poker: three cards, one bet": "das kleinste Poker: drei Karten, ein Einsatz",
  hands: "Runden",
  "hands in a match, whose chips are added up": "Runden eines Matches, deren Chips zusammengezählt werden",
  "You win {list}": "Sie gewinnen {list}",
  "A match has one hand or more, this one {n}, with new cards each; the players speak first in turn. The chips of all hands are added up, and most chips win.":
    "Ein Match hat eine Runde oder mehr, dieses {n}, mit je neuen Karten; die Seiten sprechen abwechselnd zuerst. Die Chips aller Runden werden zusammengezählt, und die meisten Chips gewinnen.",
};

export default GERMAN;
