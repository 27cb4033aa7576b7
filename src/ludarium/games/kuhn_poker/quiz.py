"""Questions about the rules of Kuhn poker."""

from __future__ import annotations

from ludarium.engine import Game
from ludarium.engine.quiz import RuleCheck, rule_check


def quiz(game: Game) -> tuple[RuleCheck, ...]:
    return (
        rule_check(
            en=(
                "You hold the queen. Which card may the other player hold?",
                "the jack or the king",
                "the queen or the king",
                "any of the three",
            ),
            de=(
                "Sie haben die Dame. Welche Karte kann die andere Person haben?",
                "den Buben oder den König",
                "die Dame oder den König",
                "jede der drei",
            ),
        ),
        rule_check(
            en=(
                "The other player has bet, and you pass. What happens?",
                "The other player takes the pot.",
                "The cards are laid open, and the higher one takes the pot.",
                "The other player must bet again.",
            ),
            de=(
                "Die andere Person hat gesetzt, und Sie passen. Was geschieht?",
                "Die andere Person bekommt den Pot.",
                "Die Karten werden aufgedeckt, und die höhere bekommt den Pot.",
                "Die andere Person muss noch einmal setzen.",
            ),
        ),
        rule_check(
            en=(
                "Both of you have passed. What happens?",
                "The cards are laid open, and the higher one takes the pot.",
                "The pot is divided.",
                "New cards are dealt.",
            ),
            de=(
                "Sie haben beide gepasst. Was geschieht?",
                "Die Karten werden aufgedeckt, und die höhere bekommt den Pot.",
                "Der Pot wird geteilt.",
                "Es wird neu gegeben.",
            ),
        ),
    )
