"""Questions about the rules of Pig."""

from __future__ import annotations

from ludarium.engine import Game
from ludarium.engine.quiz import RuleCheck, rule_check


def quiz(game: Game) -> tuple[RuleCheck, ...]:
    goal = game.settings["goal"]
    return (
        rule_check(
            en=(
                "You have collected 15 points in this turn and throw a 1. What happens?",
                "The points of this turn are lost, and my turn ends.",
                "I get 16 points for this turn.",
                "All my points are lost, those that are banked too.",
            ),
            de=(
                "Sie haben in diesem Zug 15 Punkte gesammelt und werfen eine 1. Was geschieht?",
                "Die Punkte dieses Zugs sind verloren, und mein Zug endet.",
                "Ich bekomme für diesen Zug 16 Punkte.",
                "Alle meine Punkte sind verloren, auch die gesicherten.",
            ),
        ),
        rule_check(
            en=(
                "What does it mean to hold?",
                "The points of this turn are banked, and my turn ends.",
                "I keep the die and throw once more.",
                "I give up the points of this turn.",
            ),
            de=(
                "Was bedeutet es zu halten?",
                "Die Punkte dieses Zugs sind gesichert, und mein Zug endet.",
                "Ich behalte den Würfel und werfe noch einmal.",
                "Ich verzichte auf die Punkte dieses Zugs.",
            ),
        ),
        *(() if game.seats == 1 else (_winning(str(goal)),)),
    )


def _winning(goal: str) -> RuleCheck:
    return rule_check(
        en=(
            "Who wins?",
            f"Whoever first has {goal} points, banked and of this turn together.",
            "Whoever first throws six times in a row without a 1.",
            "Whoever has the fewest points when somebody throws a 1.",
        ),
        de=(
            "Wer gewinnt?",
            f"Wer zuerst {goal} Punkte hat, gesicherte und die des Zugs zusammen.",
            "Wer zuerst sechsmal hintereinander ohne eine 1 wirft.",
            "Wer die wenigsten Punkte hat, wenn jemand eine 1 wirft.",
        ),
    )
