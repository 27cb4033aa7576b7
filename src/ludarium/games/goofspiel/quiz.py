"""Questions about the rules of Goofspiel."""

from __future__ import annotations

from ludarium.engine import Game
from ludarium.engine.quiz import RuleCheck, rule_check


def quiz(game: Game) -> tuple[RuleCheck, ...]:
    return (
        rule_check(
            en=(
                "The highest bid was made by two players. Who gets the prize?",
                "Nobody: it is discarded.",
                "Both share its points.",
                "Whoever has fewer points so far.",
            ),
            de=(
                "Zwei haben das höchste Gebot abgegeben. Wer bekommt den Preis?",
                "Niemand: Er kommt weg.",
                "Beide teilen sich seine Punkte.",
                "Wer bisher weniger Punkte hat.",
            ),
        ),
        rule_check(
            en=(
                "You bid a card and do not get the prize. What happens to your card?",
                "It is gone all the same.",
                "I take it back into my hand.",
                "Whoever got the prize takes it.",
            ),
            de=(
                "Sie bieten eine Karte und bekommen den Preis nicht. Was wird aus Ihrer Karte?",
                "Sie ist trotzdem weg.",
                "Ich nehme sie wieder auf die Hand.",
                "Wer den Preis bekommen hat, bekommt auch sie.",
            ),
        ),
        rule_check(
            en=(
                "When do you see what the others bid?",
                "when everybody has chosen a card",
                "before I choose my own card",
                "at the end of the game",
            ),
            de=(
                "Wann sehen Sie, was die anderen bieten?",
                "wenn alle eine Karte gewählt haben",
                "bevor ich meine eigene Karte wähle",
                "am Ende der Partie",
            ),
        ),
    )
