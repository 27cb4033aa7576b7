"""Questions about the rules of Boundary."""

from __future__ import annotations

from ludarium.engine import Game
from ludarium.engine.quiz import RuleCheck, rule_check


def quiz(game: Game) -> tuple[RuleCheck, ...]:
    return (
        rule_check(
            en=(
                "When do you see where the other side sends its pieces?",
                "when both have planned: then all pieces move together",
                "before I plan my own move",
                "when the game is over",
            ),
            de=(
                "Wann sehen Sie, wohin die andere Seite ihre Figuren schickt?",
                "wenn beide geplant haben: Dann ziehen alle Figuren zugleich",
                "bevor ich meinen eigenen Zug plane",
                "wenn die Partie vorbei ist",
            ),
        ),
        rule_check(
            en=(
                "What can larger blobs do better than single pieces?",
                "hold more ground, and go farther in a turn",
                "hold more ground, but they cannot move",
                "nothing: they are only harder to see",
            ),
            de=(
                "Was können größere Gruppen besser als einzelne Figuren?",
                "mehr Boden halten und in einem Zug weiter gehen",
                "mehr Boden halten, dafür können sie nicht ziehen",
                "nichts: Sie sind nur schwerer zu sehen",
            ),
        ),
        rule_check(
            en=(
                "When is a piece captured?",
                "when enemy ground, walls or the edge close it in on enough sides",
                "when an enemy piece moves onto it",
                "when it stands alone for three turns",
            ),
            de=(
                "Wann ist eine Figur geschlagen?",
                "wenn feindlicher Boden, Wände oder der Rand sie auf genug Seiten einschließen",
                "wenn eine feindliche Figur auf sie zieht",
                "wenn sie drei Züge lang allein steht",
            ),
        ),
        rule_check(
            en=(
                "How do you get a treasure?",
                "by holding the ground around it",
                "by moving a piece exactly onto it",
                "by capturing the piece that guards it",
            ),
            de=(
                "Wie bekommt man einen Schatz?",
                "indem man den Boden um ihn herum hält",
                "indem man eine Figur genau auf ihn zieht",
                "indem man die Figur schlägt, die ihn bewacht",
            ),
        ),
    )
