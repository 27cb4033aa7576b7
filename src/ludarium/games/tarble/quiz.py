"""Questions about the rules of Tarble."""

from __future__ import annotations

from ludarium.engine import Game
from ludarium.engine.quiz import RuleCheck, rule_check


def quiz(game: Game) -> tuple[RuleCheck, ...]:
    return (
        rule_check(
            en=(
                "You have rolled a 4. How many movements do you make?",
                "exactly four, with one piece or with several",
                "up to four, as many as I like",
                "exactly four, all with the same piece",
            ),
            de=(
                "Sie haben eine 4 gewürfelt. Wie viele Bewegungen machen Sie?",
                "genau vier, mit einer Figur oder mit mehreren",
                "bis zu vier, so viele ich will",
                "genau vier, alle mit derselben Figur",
            ),
        ),
        rule_check(
            en=(
                "How do you capture a piece?",
                "by jumping over it onto the empty cell right behind it",
                "by moving onto its cell",
                "by surrounding it",
            ),
            de=(
                "Wie schlägt man eine Figur?",
                "indem man über sie auf das leere Feld direkt dahinter springt",
                "indem man auf ihr Feld zieht",
                "indem man sie umzingelt",
            ),
        ),
        rule_check(
            en=(
                "At the end of your turn one of your pieces stands on a corner of the board. What happens?",
                "It is removed, and nobody gets a point for it.",
                "It is removed, and the opponent gets a point.",
                "It stays there and cannot be captured.",
            ),
            de=(
                "Am Ende Ihres Zugs steht eine Ihrer Figuren auf einer Ecke des Bretts. Was geschieht?",
                "Sie wird entfernt, und niemand bekommt einen Punkt dafür.",
                "Sie wird entfernt, und die Gegenseite bekommt einen Punkt.",
                "Sie bleibt dort und kann nicht geschlagen werden.",
            ),
        ),
        rule_check(
            en=(
                "When does the game end?",
                "after a turn that leaves a player without pieces",
                "when the neutral piece is captured",
                "when somebody has seven points",
            ),
            de=(
                "Wann endet die Partie?",
                "nach einem Zug, der eine Seite ohne Figuren lässt",
                "wenn die neutrale Figur geschlagen ist",
                "wenn jemand sieben Punkte hat",
            ),
        ),
    )
