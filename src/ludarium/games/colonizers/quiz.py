"""Questions about the rules of Colonizers."""

from __future__ import annotations

from ludarium.engine import Game
from ludarium.engine.quiz import RuleCheck, rule_check


def quiz(game: Game) -> tuple[RuleCheck, ...]:
    return (
        rule_check(
            en=(
                "When do the others learn which colonist you have picked?",
                "in my turn, when I draw",
                "as soon as I pick it",
                "at the end of the game",
            ),
            de=(
                "Wann erfahren die anderen, welchen Kolonisten Sie gewählt haben?",
                "in meinem Zug, wenn ich ziehe",
                "sobald ich ihn wähle",
                "am Ende der Partie",
            ),
        ),
        rule_check(
            en=(
                "You hold 5 modules when it is your turn to draw. What can you do?",
                "only take Omnium",
                "only look at modules",
                "either, as I like",
            ),
            de=(
                "Sie haben 5 Module auf der Hand und sollen ziehen. Was können Sie tun?",
                "nur Omnium nehmen",
                "nur Module ansehen",
                "beides, wie ich will",
            ),
        ),
        rule_check(
            en=(
                "The Opportunist names a colonist that nobody holds. What happens?",
                "nothing",
                "The Opportunist loses 2 Omnium.",
                "The Opportunist names another one.",
            ),
            de=(
                "Der Opportunist nennt einen Kolonisten, den niemand hat. Was geschieht?",
                "nichts",
                "Der Opportunist verliert 2 Omnium.",
                "Der Opportunist nennt einen anderen.",
            ),
        ),
        rule_check(
            en=(
                "When does the game end?",
                "after the round in which a colony has reached 8 modules",
                "as soon as somebody has 8 Omnium",
                "after eight rounds",
            ),
            de=(
                "Wann endet die Partie?",
                "nach der Runde, in der eine Kolonie 8 Module erreicht hat",
                "sobald jemand 8 Omnium hat",
                "nach acht Runden",
            ),
        ),
    )
