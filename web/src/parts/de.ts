/** German of the parts that pages share, and of what happens at tables in words. */

import type { Catalogue } from "../language/saying";

const GERMAN: Catalogue = {
  beginner: "Anfänger",
  easy: "leicht",
  fair: "mittel",
  strong: "stark",
  "very strong": "sehr stark",
  "This chart could not be drawn: {fault}": "Dieses Diagramm konnte nicht gezeichnet werden: {fault}",
  "This page failed: {fault}. Load it again; if that does not help, the server was renewed.":
    "Diese Seite ist gescheitert: {fault}. Laden Sie sie neu; hilft das nicht, wurde der Server erneuert.",
  "Load again": "Neu laden",
  "not accepted": "nicht angenommen",
  "This table is private: ask for its link.": "Dieser Tisch ist privat: Bitten Sie um seinen Link.",
  "There is no such table.": "Diesen Tisch gibt es nicht.",
  "no answer": "keine Antwort",

  // --- what happened, chat
  "Why?": "Warum?",
  "It gave no reason.": "Er nannte keinen Grund.",
  Chat: "Chat",
  Messages: "Nachrichten",
  Message: "Nachricht",
  "Say something": "Sagen Sie etwas",
  Send: "Senden",
  Someone: "Jemand",
  "{who} proposes other settings.": "{who} schlägt andere Einstellungen vor.",
  "{who} agrees to the settings.": "{who} stimmt den Einstellungen zu.",
  "A rematch is ready.": "Eine Revanche ist bereit.",
  "no clock": "keine Uhr",
  "{n} seconds a decision": "{n} Sekunden je Entscheidung",
  "waiting for players": "wartet auf Spieler",
  "agreeing on the settings": "einigt sich auf die Einstellungen",
  "being played": "wird gespielt",
  over: "zu Ende",
  "given up": "aufgegeben",

  // --- seats
  "has decided": "hat entschieden",
  "to move": "am Zug",
  "Time left": "Restliche Zeit",
  "{who} · {list}": "{who} · {list}",
  agrees: "stimmt zu",
  "not agreed yet": "noch nicht einverstanden",
  "Sit here": "Hier hinsetzen",
  away: "abwesend",

  // --- typed moves
  "Type a move, hear the board": "Zug eintippen, Brett vorlesen",
  "Hear the board": "Brett vorlesen",
  "Your move": "Ihr Zug",
  "not your turn": "Sie sind nicht am Zug",
  Move: "Ziehen",
  "For example": "Zum Beispiel",

  // --- the account
  "At least 8 characters. Some words that do not belong together are good.":
    "Mindestens 8 Zeichen. Gut sind einige Wörter, die nicht zusammengehören.",
  "It could not be copied: write it down.": "Er ließ sich nicht kopieren: Schreiben Sie ihn auf.",
  "Write down your recovery code": "Schreiben Sie Ihren Wiederherstellungscode auf",
  "If you lose your password, this code lets you choose another one. Nobody can tell you the code again: it is shown now and never after.":
    "Wenn Sie Ihr Passwort verlieren, können Sie mit diesem Code ein anderes wählen. Niemand kann ihn Ihnen noch einmal sagen: Er wird jetzt gezeigt und danach nie wieder.",
  "I have written it down": "Ich habe ihn aufgeschrieben",
  "You have no recovery code yet: without one, a lost password cannot be replaced. Make one below.":
    "Sie haben noch keinen Wiederherstellungscode: Ohne ihn lässt sich ein verlorenes Passwort nicht ersetzen. Machen Sie unten einen.",
  "Where you are logged in": "Wo Sie angemeldet sind",
  "Last used {when}": "Zuletzt benutzt {when}",
  "This browser": "Dieser Browser",
  "since {when}": "seit {when}",
  End: "Beenden",
  "the session last used {when}": "die Sitzung, zuletzt benutzt {when}",
  "Log out": "Abmelden",
  "Log out everywhere": "Überall abmelden",
  "Change your password": "Passwort ändern",
  "Your other browsers are logged out.": "Ihre anderen Browser werden abgemeldet.",
  "Change it": "Ändern",
  "Current password": "Jetziges Passwort",
  "You have another password now.": "Sie haben jetzt ein anderes Passwort.",
  "You have one. Have you lost it, or has somebody seen it? A new one replaces it.":
    "Sie haben einen. Haben Sie ihn verloren, oder hat ihn jemand gesehen? Ein neuer ersetzt ihn.",
  "With it you can choose another password if you lose yours.": "Damit können Sie ein anderes Passwort wählen, wenn Sie Ihres verlieren.",
  "Make a new code": "Neuen Code machen",
  "Your password": "Ihr Passwort",
  "Players who remember you": "Spieler, die sich an Sie erinnern",
  "None. Some players adapt to how you play; what they learn of you from game to game is listed here.":
    "Keine. Manche Spieler stellen sich auf Sie ein; was sie von Partie zu Partie über Sie lernen, steht hier.",
  "one game, the last {when}": "eine Partie, die letzte {when}",
  "{n} games, the last {when}": "{n} Partien, die letzte {when}",
  Forget: "Vergessen",
  "what {who} has learnt of me in {game}": "was {who} in {game} über mich gelernt hat",
  "Forget everything": "Alles vergessen",

  // --- settings
  "Settings of this game": "Einstellungen dieser Partie",
  "As the game has them": "Wie das Spiel sie hat",
  "Who agrees": "Wer zustimmt",
  "{who} agrees.": "{who} stimmt zu.",
  "Somebody changed the settings while you did. Theirs are shown now.":
    "Jemand hat die Einstellungen zur selben Zeit geändert. Seine werden jetzt gezeigt.",
  "Propose other settings": "Andere Einstellungen vorschlagen",
  "Propose these": "Diese vorschlagen",
  "You agree; waiting for the others": "Sie stimmen zu; die anderen noch nicht",
  "Agree and play": "Zustimmen und spielen",

  // --- programs
  "Choose a Python file or a ZIP archive first.": "Wählen Sie zuerst eine Python-Datei oder ein ZIP-Archiv.",
  "Programs you brought along": "Programme, die Sie mitgebracht haben",
  "{list} Plays {game}.": "{list} Spielt {game}.",
  "Plays {game}.": "Spielt {game}.",
  "Plays every game.": "Spielt jedes Spiel.",
  Remove: "Entfernen",
  "A Python file, or a ZIP archive with a player.toml or a main.py, that speaks the protocol for programs. It runs closed off, and everybody here can choose it as an opponent.":
    "Eine Python-Datei oder ein ZIP-Archiv mit einer player.toml oder main.py, die das Protokoll für Programme spricht. Es läuft abgeschottet, und alle hier können es als Gegner wählen.",
  "Its name": "Sein Name",
  "Its file": "Seine Datei",
  "Bring it along": "Mitbringen",

  // --- players of every game, and parameters that many games have
  Novice: "Anfänger",
  "Makes any legal move, all equally likely.": "Macht irgendeinen erlaubten Zug, alle gleich wahrscheinlich.",
  "Quick glance": "Flüchtiger Blick",
  "Tries every idea a few times and goes by its first impression.": "Probiert jede Idee ein paarmal und folgt dem ersten Eindruck.",
  "Casual player": "Gelegenheitsspieler",
  "Thinks a little: sees what is near, misses what is far.": "Denkt ein wenig: sieht das Nahe, übersieht das Ferne.",
  "Serious player": "Ernster Spieler",
  "Plays thousands of games in its head before each move.": "Spielt vor jedem Zug Tausende Partien im Kopf.",
  "Deep thinker": "Tiefer Denker",
  "Takes its time and overlooks little.": "Nimmt sich Zeit und übersieht wenig.",
  Infallible: "Unfehlbar",
  "Has worked out the whole game and never errs.": "Hat das ganze Spiel ausgerechnet und irrt nie.",
  Calculator: "Rechner",
  "Looks ahead for a second, move by move, and judges what it sees.": "Blickt eine Sekunde lang voraus, Zug um Zug, und beurteilt, was es sieht.",
  "Its strength is being measured.": "Seine Stärke wird gemessen.",
  seats: "Plätze",
  "number of players": "Zahl der Mitspielenden",
  "({n} to {n1})": "({n} bis {n1})",
  "(at least {n})": "(mindestens {n})",
  "(at most {n})": "(höchstens {n})",
  "{list} ({n} to {n1})": "{list} ({n} bis {n1})",
  "{list} (at least {n})": "{list} (mindestens {n})",
  "{list} (at most {n})": "{list} (höchstens {n})",
  "{what}, slider": "{what}, Schieber",
  "{list} have left.": "{list} sind gegangen.",
  "Seconds for a decision (empty: no clock)": "Sekunden für eine Entscheidung (leer: keine Uhr)",
  "Your session has ended. Load the page again.": "Ihre Sitzung ist zu Ende. Laden Sie die Seite neu.",

  // --- preparing
  Preparing: "Wird vorbereitet",
  "The opponent is being prepared: it answers in a moment.": "Der Gegner wird vorbereitet: Er antwortet gleich.",
  "The opponent is being prepared, about {n} s. No clock runs for it.":
    "Der Gegner wird vorbereitet, etwa {n} s. Für ihn läuft keine Uhr.",
};

export default GERMAN;
