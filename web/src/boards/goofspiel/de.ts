/** Goofspiel in German: what its rules, its scenes and its board say. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  Goofspiel: "Goofspiel",
  "The game of pure strategy: everything is known except what the others bid now.": "Das Spiel der reinen Strategie: Alles ist bekannt, nur nicht, was die anderen jetzt bieten.",
  "Every player holds the cards 1 to 13. The prizes, also worth 1 to 13 points, lie face down in random order. The top prize is turned up. Everybody chooses a card as a bid, and all bids are shown at once. The highest bid takes the prize; if the highest bid was made more than once, the prize is discarded. The cards that were bid are gone, win or lose. Then the next prize is turned up.":
    "Alle haben die Karten 1 bis 13. Die Preise, auch 1 bis 13 Punkte wert, liegen verdeckt in zufälliger Reihenfolge. Der oberste Preis wird aufgedeckt. Alle wählen eine Karte als Gebot, und alle Gebote werden zugleich gezeigt. Das höchste Gebot bekommt den Preis; wurde es mehrmals abgegeben, verfällt der Preis. Gebotene Karten sind weg, ob gewonnen oder verloren. Dann wird der nächste Preis aufgedeckt.",
  "When all prizes are gone, the most points win. With fewer cards (parameter `cards`), hands and prizes go from 1 to that number.":
    "Sind alle Preise weg, gewinnen die meisten Punkte. Mit weniger Karten (Einstellung `cards`) gehen Hände und Preise von 1 bis zu dieser Zahl.",

  "The prize is {n}.": "Der Preis ist {n}.",
  "The prize is {n}": "Der Preis ist {n}",
  "Face down are {list}.": "Verdeckt sind {list}.",
  "It is the last prize.": "Es ist der letzte Preis.",
  "{who}: {points} and the cards {list}.": "{who}: {points} und die Karten {list}.",
  "{who} (you): {points} and the cards {list}.": "{who} (Sie): {points} und die Karten {list}.",
  "{who} (you): {points}.": "{who} (Sie): {points}.",
  "You bid {n}; others are still choosing.": "Sie bieten {n}; andere wählen noch.",
  "You bid {n}; others are still choosing": "Sie bieten {n}; andere wählen noch",
  "bid {n}": "{n} bieten",
  "bid {n} for the {n1}": "{n} für die {n1} bieten",
  "{list} and {n}": "{list} und {n}",

  "Table of Goofspiel": "Tisch: Goofspiel",
  "Last round": "Letzte Runde",
  Bids: "Gebote",
  "Prizes to come": "Übrige Preise",
  "Card {n}": "Karte {n}",
  "Card {n}, your bid": "Karte {n}, Ihr Gebot",
  "Choose a card as your bid, or drag it to the middle.": "Wählen Sie eine Karte als Gebot.",
  Bid: "Bieten",
  "The highest bid was made twice: nobody gets the {n}": "Das höchste Gebot kam zweimal: Niemand bekommt die {n}",
  "You took the {n}": "Sie haben die {n} bekommen",
  "{who} took the {n}": "{who} hat die {n} bekommen",

  "bid for prizes, all bids at once": "auf Preise bieten, alle Gebote zugleich",
  cards: "Karten",
  "cards in each hand, and prizes": "Karten auf jeder Hand, und Preise",
  "When all prizes are gone, the most points win.": "Sind alle Preise weg, gewinnen die meisten Punkte.",
  "Every player holds the cards 1 to {n}. The prizes, also worth 1 to {n1} points, lie face down in random order. The top prize is turned up. Everybody chooses a card as a bid, and all bids are shown at once. The highest bid takes the prize; if the highest bid was made more than once, the prize is discarded. The cards that were bid are gone, win or lose. Then the next prize is turned up.":
    "Alle haben die Karten 1 bis {n}. Die Preise, ebenfalls 1 bis {n1} Punkte wert, liegen in zufälliger Folge verdeckt. Der oberste Preis wird aufgedeckt. Alle wählen eine Karte als Gebot, und alle Gebote werden zugleich gezeigt. Das höchste Gebot bekommt den Preis; wurde es mehrmals gemacht, verfällt der Preis. Die gebotenen Karten sind weg, gewonnen oder verloren. Dann wird der nächste Preis aufgedeckt.",
  "{n} point": "{n} Punkt",
};

export default GERMAN;
