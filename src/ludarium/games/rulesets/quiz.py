"""Questions about the rules of any rule set, made from its parts."""

from __future__ import annotations

from ludarium.engine.quiz import RuleCheck, rule_check
from ludarium.games.rulesets.ruleset import RuleSet

_MOVES = {
    "drop": (
        ("I put a new man on an empty cell.", "I take one of the opponent's men away."),
        ("Ich setze einen neuen Stein auf ein leeres Feld.", "Ich nehme einen Stein der Gegenseite weg."),
    ),
    "reversi": (
        (
            "I put a new man so that men of the opponent lie between it and another man of mine.",
            "I put a new man on any empty cell.",
        ),
        (
            "Ich setze einen neuen Stein so, dass Steine der Gegenseite zwischen ihm und einem anderen von mir liegen.",
            "Ich setze einen neuen Stein auf ein beliebiges leeres Feld.",
        ),
    ),
    "checkers": (
        ("I step or jump with one of my men.", "I put a new man on an empty cell."),
        ("Ich ziehe oder springe mit einem meiner Steine.", "Ich setze einen neuen Stein auf ein leeres Feld."),
    ),
    "step": (
        ("I move one of my men.", "I put a new man on an empty cell."),
        ("Ich ziehe mit einem meiner Steine.", "Ich setze einen neuen Stein auf ein leeres Feld."),
    ),
}
_ENDINGS = {
    "line": ("After your move you have {line} men in a row.", "Nach Ihrem Zug haben Sie {line} Steine in einer Reihe."),
    "connect": (
        "After your move a chain of your men joins your two sides of the board.",
        "Nach Ihrem Zug verbindet eine Kette Ihrer Steine Ihre beiden Seiten des Bretts.",
    ),
    "reach": (
        "After your move one of your men is on the far row.",
        "Nach Ihrem Zug steht einer Ihrer Steine auf der hintersten Reihe.",
    ),
    "surround": (
        "Your move leaves a group of the opponent's men with no empty cell beside it.",
        "Nach Ihrem Zug hat eine Gruppe von Steinen der Gegenseite kein leeres Feld mehr neben sich.",
    ),
    "no-men": ("It is your turn, and you cannot move.", "Sie sind am Zug und können nicht ziehen."),
}
_WIN, _LOSE = ("I win.", "Ich gewinne."), ("I lose.", "Ich verliere.")
_GO_ON = ("Nothing yet: the game goes on.", "Noch nichts: Die Partie geht weiter.")


def quiz(rules: RuleSet) -> tuple[RuleCheck, ...]:
    asked = [_move(rules)]
    if rules.pieces == "checkers" or "jump" in rules.parts:
        asked.append(_jumping())
    elif rules.pieces == "reversi" and rules.end != "no-men":
        asked.append(_passing())
    if "scoring" not in rules.extras:
        asked.append(_most_men(rules.misere) if rules.end == "most-men" else _ending(rules))
    return tuple(rule_check(en=tuple(map(rules.called, check.texts["en"])), de=check.texts["de"]) for check in asked)


def _move(rules: RuleSet) -> RuleCheck:
    en, de = _MOVES[rules.pieces]
    third = ("I exchange two men on the board.", "Ich vertausche zwei Steine auf dem Brett.")
    return rule_check(
        en=("What is an ordinary move?", *en, third[0]), de=("Was ist ein gewöhnlicher Zug?", *de, third[1])
    )


def _jumping() -> RuleCheck:
    return rule_check(
        en=(
            "One of your men can jump. May you make another move instead?",
            "No, whoever can jump must jump.",
            "Yes, jumping is never a duty.",
            "Only if the jump would capture a single man.",
        ),
        de=(
            "Einer Ihrer Steine kann springen. Dürfen Sie stattdessen anders ziehen?",
            "Nein, wer springen kann, muss springen.",
            "Ja, Springen ist nie Pflicht.",
            "Nur wenn der Sprung einen einzigen Stein schlüge.",
        ),
    )


def _passing() -> RuleCheck:
    return rule_check(
        en=("You cannot move, but the opponent can. What happens?", "I pass.", "I lose.", "The game is a draw."),
        de=(
            "Sie können nicht ziehen, die Gegenseite aber schon. Was geschieht?",
            "Ich passe.",
            "Ich verliere.",
            "Die Partie ist unentschieden.",
        ),
    )


def _most_men(misere: bool) -> RuleCheck:
    more, fewer = ("more men", "mehr Steine"), ("fewer men", "weniger Steine")
    right, wrong = (fewer, more) if misere else (more, fewer)
    last = ("the last move", "den letzten Zug")
    return rule_check(
        en=("The game is over. Who wins?", *(f"whoever has {one[0]}" for one in (right, wrong, last))),
        de=("Die Partie ist zu Ende. Wer gewinnt?", *(f"wer {one[1]} hat" for one in (right, wrong, last))),
    )


def _ending(rules: RuleSet) -> RuleCheck:
    lost = (rules.end == "no-men") != rules.misere
    outcomes = (_LOSE, _WIN, _GO_ON) if lost else (_WIN, _LOSE, _GO_ON)
    en, de = (text.format(line=rules.line) for text in _ENDINGS[rules.end])
    return rule_check(
        en=(f"{en} What happens?", *(one[0] for one in outcomes)),
        de=(f"{de} Was geschieht?", *(one[1] for one in outcomes)),
    )
