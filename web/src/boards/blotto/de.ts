/** Colonel Blotto in German: what its rules, its scenes and its board say. */

import type { Catalogue } from "../../language/saying";

const GERMAN: Catalogue = {
  "Colonel Blotto": "Oberst Blotto",
  "Two colonels divide their troops over battlefields, neither seeing what the other does.": "Zwei Oberste verteilen ihre Truppen auf Schlachtfelder, und keiner sieht, was der andere tut.",
  "A plan is one number for each field, such as `5 4 3`; together they must be exactly the troops that a colonel has. Both plans are opened at once. On each field the larger army wins a point; equal armies win nothing. With several rounds, both get all their troops back for each round and have seen the plans of the rounds before.":
    "Ein Plan ist eine Zahl für jedes Feld, etwa `5 4 3`; zusammen müssen sie genau die Truppen eines Obersten sein. Beide Pläne werden zugleich aufgedeckt. Auf jedem Feld gewinnt die größere Armee einen Punkt; gleich große gewinnen nichts. Bei mehreren Runden haben beide in jeder Runde wieder alle Truppen und haben die Pläne der Runden davor gesehen.",
  "Most points win.": "Die meisten Punkte gewinnen.",

  "Round {n} of {n1}, {n2} troops each.": "Runde {n} von {n1}, je {n2} Truppen.",
  "{who} has {points}.": "{who} hat {points}.",
  "{who} has {points}, and sent {list} in the last round.": "{who} hat {points} und schickte in der letzten Runde {list}.",
  "Both are planning.": "Beide planen.",
  "Your plan is {list}; the other side is still planning.": "Ihr Plan ist {list}; die andere Seite plant noch.",
  "Divide your troops over {n} fields, such as {list}.": "Verteilen Sie Ihre Truppen auf {n} Felder, etwa {list}.",
  "send {list}": "{list} schicken",

  Battlefields: "Schlachtfelder",
  "Round {n} of {n1}: {list}": "Runde {n} von {n1}: {list}",
  "divide your troops": "verteilen Sie Ihre Truppen",
  "both are planning": "beide planen",
  "your plan is sent": "Ihr Plan ist abgeschickt",
  "The other side is still planning.": "Die andere Seite plant noch.",
  "Field {n}": "Feld {n}",
  "Field {n}: {n1}; {n2} left": "Feld {n}: {n1}; {n2} übrig",
  "Camp: {n} to send": "Lager: noch {n} zu schicken",
  "Camp: empty": "Lager: leer",
  "Troops of each field": "Truppen für jedes Feld",
  "Troops for field {n}": "Truppen für Feld {n}",
  "One fewer to field {n}": "Einer weniger auf Feld {n}",
  "One more to field {n}": "Einer mehr auf Feld {n}",
  "All back": "Alle zurück",
  "All troops are back in the camp": "Alle Truppen sind wieder im Lager",
  "Spread evenly": "Gleichmäßig verteilen",
  "All troops are spread evenly": "Alle Truppen sind gleichmäßig verteilt",
  "Send troops": "Truppen schicken",
  "All troops are placed.": "Alle Truppen sind verteilt.",
  "Drag soldiers from the camp to the fields.": "Ziehen Sie Soldaten aus dem Lager auf die Felder.",
  "Drag soldiers from the camp to the fields: each stands for {n}.": "Ziehen Sie Soldaten aus dem Lager auf die Felder: Jeder steht für {n}.",
  "Fields taken so far: {who} {n}, {other} {n1}": "Bisher eroberte Felder: {who} {n}, {other} {n1}",

  "divide troops over battlefields, both at once": "Truppen auf Schlachtfelder verteilen, beide zugleich",
  troops: "Truppen",
  "troops of each side in each round": "Truppen jeder Seite in jeder Runde",
  fields: "Felder",
  battlefields: "Schlachtfelder",
  rounds: "Runden",
  "rounds played": "gespielte Runden",
  "Fields taken so far: {list}": "Bisher eroberte Felder: {list}",
  "A plan is one number for each field, such as `5 4 3`; together they must be exactly the {n} troops of a colonel. Both plans are opened at once. On each field the larger army wins a point; equal armies win nothing. With several rounds, both get all their troops back for each round and have seen the plans of the rounds before.":
    "Ein Plan ist eine Zahl für jedes Feld, etwa `5 4 3`; zusammen müssen sie genau die {n} Truppen eines Obersten sein. Beide Pläne werden zugleich aufgedeckt. Auf jedem Feld gewinnt die größere Armee einen Punkt; gleiche Armeen gewinnen nichts. Bei mehreren Runden bekommen beide für jede Runde alle Truppen zurück und haben die Pläne der Runden davor gesehen.",
};

export default GERMAN;
