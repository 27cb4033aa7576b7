import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import GERMAN from "./de";
import { sayer } from "./saying";
import { aboutOf } from "../desk/Desk";
import ARENA from "./arena.json";
import GAMES from "./games.json";
import STUDIES from "./sentences.json";

const said = sayer(GERMAN, "und");
const PLACES = /\{\w+\}/g;
/** Words of English that no German sentence has. */
const ENGLISH = /\b(the|your|you|piece|pieces|turn|turns|and|of|is|are|to|at|on|your|rolled|stack|move|men|board|point|points|field|wins|with|for|or|by|from|it)\b/i;

interface Sample {
  title: string;
  text: string;
  moves: { words: string; label?: string }[];
}

const samples = import.meta.glob<Sample>(["../boards/samples/jostle-*.json", "../boards/samples/boundary-[1-5]*.json", "../boards/samples/rulesets-[1-5]*.json", "../boards/samples/{pig,kuhn_poker,goofspiel,blotto}-*.json"], {
  eager: true,
  import: "default",
});

/** The plans of studies that are built in, by their file. */
const BUILTIN = "../src/ludarium/studies/plan/builtin";
const PLANS = readdirSync(BUILTIN)
  .filter((file) => file.endsWith(".toml"))
  .map((file) => [file, readFileSync(`${BUILTIN}/${file}`, "utf8")] as const);

/** What stays English of some sentences; what one types in stands between backticks, and is the same in all languages. */
const left = (texts: string[]) =>
  texts.map(said).flatMap((text) => text.replace(/`[^`]*`/g, "").split(/(?<=[.:;])\s+/)).filter((text) => ENGLISH.test(text));

/** What the boards of these games, and the parts that tables share, say by themselves. */
const sources = import.meta.glob<string>(["../boards/{jostle,boundary,rulesets}/*.tsx", "../parts/{basics,board-frame,seats,log,typed-move}.tsx"], {
  eager: true,
  import: "default",
  query: "?raw",
});

describe("German", () => {
  it("has in each sentence the places of the English one", () => {
    for (const [english, german] of Object.entries(GERMAN)) {
      const given = new Set(english.match(PLACES) ?? []);
      for (const place of german.match(PLACES) ?? []) expect(given, `${english} → ${german}`).toContain(place);
    }
  });

  it("says sentences with places, lists and several sentences", () => {
    expect(said("piece 3 to field 20 (goal 1), jostling Red’s piece 1 to field 19 and your own piece 4 to the stack")).toBe(
      "Stein 3 auf Feld 20 (Ziel 1), verdrängt Stein 1 von Rot auf Feld 19 und den eigenen Stein 4 auf den Stapel",
    );
    expect(said("Red (Elm) wins. Red (Elm) 5, Green (Oak) 3, Blue (Iris) 1.")).toBe("Rot (Elm) gewinnt. Rot (Elm) 5, Grün (Oak) 3, Blau (Iris) 1.");
    expect(said("Red: c3")).toBe("Rot: c3");
    expect(said("Strategist for Guest 3608 (Green) to move…")).toBe("Stratege für Gast 3608 (Grün) am Zug …");
    expect(said("Ben has not agreed yet.")).toBe("Ben ist noch nicht einverstanden.");
    expect(said("This table is agreeing on the settings.")).toBe("An diesem Tisch einigt man sich auf die Einstellungen.");
    expect(said("This page cannot be skipped")).toBe("Diese Seite kann nicht übersprungen werden.");
    expect(said("There is no study 'x' here: ask whoever gave you the link for the right one")).toMatch(/^Hier gibt es keine Studie „x“/);
    expect(said("'e9' is not legal here; the legal moves are a1, b2 … (30 in all)")).toBe("„e9“ ist hier nicht erlaubt; erlaubt sind a1, b2 … (insgesamt 30)");
    expect(said("Red has rolled 6 and 4. It is your turn.")).toBe("Rot hat 6 und 4 gewürfelt. Sie sind am Zug.");
    expect(said("Double move: once in the game, on your turn and if you can move, you may announce a double move and make two moves one after\nthe other. If there is no second one, the turn ends.")).toMatch(
      /^Doppelzug: Einmal in der Partie.* Gibt es keinen zweiten, endet der Zug\.$/,
    );
    expect(said("Turn 3 of 200: your plan is sent, waiting for Blue")).toBe("Zug 3 von 200: Ihr Plan ist abgeschickt, Blau plant noch");
  });

  it("leaves alone what nobody has translated", () => {
    expect(said("Elm")).toBe("Elm");
    expect(said("a sentence of somebody's own game")).toBe("a sentence of somebody's own game");
    expect(said("")).toBe("");
  });

  it.each(Object.entries(samples))("says all of %s", (_, sample) => {
    const texts = [sample.text, ...sample.moves.map((move) => move.words), ...sample.moves.flatMap((move) => move.label ?? [])];
    expect(left(texts)).toEqual([]);
  });

  it.each(Object.entries(STUDIES).flatMap(([study, games]) => Object.entries(games).map(([game, texts]): [string, string, string[]] => [study, game, texts])))(
    "says in %s all that %s says",
    (_, __, texts) => {
      expect(texts.length).toBeGreaterThan(10);
      expect(left(texts)).toEqual([]);
    },
  );

  it("says all that the page of a run says", () => {
    const texts = ARENA.map((text) => text.replaceAll("\u00a0", " "));
    expect(left(texts)).toEqual([]);
    expect(texts.filter((text) => /\p{L}{2} \p{L}{2}/u.test(text) && said(text) === text)).toEqual([]);
    expect(said("1,204 rings found: a beats b beats c beats a (weakest link 61.0 %); d beats e beats f beats g beats d (weakest link 58.2 %); and 1,202 more.")).toBe(
      "1,204 Kreise gefunden: a schlägt b schlägt c schlägt a (schwächstes Glied 61.0 %); d schlägt e schlägt f schlägt g schlägt d (schwächstes Glied 58.2 %); und 1,202 weitere.",
    );
    expect(said("Decided after 120 games: mcts:c=1.0 scores 0.55 against random or more.")).toBe("Entschieden nach 120 Partien: mcts:c=1.0 erzielt gegen random 0.55 oder mehr.");
  });

  it.each(PLANS)("says at the desk what %s is for", (_, text) => {
    const title = /^\[texts\.en\]\ntitle = "(.*)"$/m.exec(text)?.[1] ?? "";
    const about = aboutOf({ text, summary: "" });
    expect(about).not.toBe("");
    expect(left([title, about])).toEqual([]);
    expect(said(title)).not.toBe(title);
  });

  it.each(Object.entries(GAMES))("says all that %s says on the first page, of its rules and at a table", (_, texts) => {
    expect(texts.length).toBeGreaterThan(10);
    expect(left(texts)).toEqual([]);
    // A name or a move may be the same; what is a sentence is not.
    expect(texts.filter((text) => /\p{L}{2} \p{L}{2}/u.test(text) && said(text) === text)).toEqual([]);
  });

  it("leaves a sentence as it is of which it knows pieces only", () => {
    for (const text of [
      "A game takes 7 decisions at the median, 5 at least and 9 at most.",
      "Three games for practice and two against one of nine basic strategies, questions, five games against the adaptive player.",
      "Which opponents are people must not be said, so the consent says that they may be people or programs.",
    ]) {
      expect(said(text)).toBe(text);
    }
    expect(said("Garrison (number 45 from the top), Quarry (number 46 from the top)")).toBe(
      "Garnison (Nummer 45 von oben), Steinbruch (Nummer 46 von oben)",
    );
    expect(said("Ada and Guest 12 to move…")).toBe("Ada und Gast 12 am Zug …");
  });

  it("says what is German already as it is", () => {
    const twice = Object.values(GERMAN).filter((text) => !text.includes("{") && said(text) !== text);
    expect(twice).toEqual([]);
  });

  it.each(Object.entries(sources))("knows what %s says", (_, source) => {
    const words = [...source.matchAll(/\bsaid\("([^"]+)"\)/g)].map((found) => found[1] ?? "");
    expect(words.filter((word) => GERMAN[word] === undefined)).toEqual([]);
  });
});
