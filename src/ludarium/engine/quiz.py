"""Questions about a game's rules, by which somebody who has read them can see whether they were understood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludarium.engine.errors import BadRules

if TYPE_CHECKING:
    from ludarium.engine.game import Game

FALLBACK = "en"
"""The language that every question has."""


@dataclass(frozen=True)
class RuleCheck:
    """A question with answers to choose from: by language, the question, the right answer, then wrong ones.

    People see the answers in another order.
    """

    texts: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        sizes = {len(said) for said in self.texts.values()}
        if FALLBACK not in self.texts or len(sizes) != 1 or min(sizes) < 3:
            raise BadRules(
                "a question needs a right and a wrong answer, equally many in each language, also in English"
            )
        for said in self.texts.values():
            if len(set(said[1:])) != len(said) - 1:
                raise BadRules(f"{said[0]}: two answers are the same")


def rule_check(*, en: tuple[str, ...], de: tuple[str, ...]) -> RuleCheck:
    """A question in English and German."""
    return RuleCheck({"en": en, "de": de})


def general_quiz(game: Game) -> tuple[RuleCheck, ...]:
    """Questions that every game can answer for itself: how many play, who moves, what is hidden, what is chance."""
    return (_players(game), _movers(game), _hidden(game), _chance(game))


def _players(game: Game) -> RuleCheck:
    others = [number for number in (1, 2, 3, 4) if number != game.seats][:2]
    return rule_check(
        en=("How many take part in a game?", str(game.seats), *map(str, others)),
        de=("Wie viele nehmen an einer Partie teil?", str(game.seats), *map(str, others)),
    )


def _movers(game: Game) -> RuleCheck:
    en, de = ("all at the same time", "one after the other"), ("alle gleichzeitig", "einer nach dem anderen")
    turn = slice(None) if game.at_once else slice(None, None, -1)
    return rule_check(en=("How do the players decide?", *en[turn]), de=("Wie entscheiden die Spielenden?", *de[turn]))


def _hidden(game: Game) -> RuleCheck:
    en = ("Yes, some things only one player knows.", "No, everybody sees everything.")
    de = ("Ja, manches weiß nur eine Person.", "Nein, alle sehen alles.")
    turn = slice(None) if game.hidden else slice(None, None, -1)
    return rule_check(
        en=("Is anything hidden from the others, apart from what they decide now?", *en[turn]),
        de=("Ist etwas vor den anderen verborgen, abgesehen von dem, was sie jetzt entscheiden?", *de[turn]),
    )


def _chance(game: Game) -> RuleCheck:
    en = ("Yes, chance decides some things during play.", "No, only the players decide.")
    de = ("Ja, manches entscheidet während des Spiels der Zufall.", "Nein, es entscheiden nur die Spielenden.")
    turn = slice(None) if game.chance else slice(None, None, -1)
    return rule_check(
        en=("Is there chance once the game has begun?", *en[turn]),
        de=("Spielt der Zufall mit, wenn die Partie begonnen hat?", *de[turn]),
    )
