"""Questions about the rules of Colonel Blotto."""

from __future__ import annotations

from ludarium.engine import Game
from ludarium.engine.quiz import RuleCheck, rule_check


def quiz(game: Game) -> tuple[RuleCheck, ...]:
    troops = game.settings["troops"]
    return (
        rule_check(
            en=(
                f"How many of your {troops} troops must you send to the battlefields?",
                "all of them",
                "as many as I like",
                "at most half of them",
            ),
            de=(
                f"Wie viele Ihrer {troops} Truppen müssen Sie auf die Schlachtfelder schicken?",
                "alle",
                "so viele, wie ich will",
                "höchstens die Hälfte",
            ),
        ),
        rule_check(
            en=(
                "On a battlefield both armies are equally large. Who gets the point?",
                "nobody",
                "both",
                "whoever has won more fields",
            ),
            de=(
                "Auf einem Schlachtfeld sind beide Armeen gleich groß. Wer bekommt den Punkt?",
                "niemand",
                "beide",
                "wer mehr Felder gewonnen hat",
            ),
        ),
        rule_check(
            en=(
                "When do you learn how the other side has divided its troops?",
                "when both have decided",
                "before I decide",
                "never",
            ),
            de=(
                "Wann erfahren Sie, wie die andere Seite ihre Truppen verteilt hat?",
                "wenn beide entschieden haben",
                "bevor ich entscheide",
                "nie",
            ),
        ),
    )
