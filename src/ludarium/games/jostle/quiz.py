"""Questions about the rules of Jostle."""

from __future__ import annotations

from ludarium.engine import Game
from ludarium.engine.quiz import RuleCheck, rule_check


def quiz(game: Game) -> tuple[RuleCheck, ...]:
    return (
        rule_check(
            en=(
                "Your piece lands on a field where another piece stands. What happens?",
                "The piece that stood there goes back to the first free field behind it.",
                "My piece must stay where it came from.",
                "Both pieces stand on the field together.",
            ),
            de=(
                "Ihre Figur landet auf einem Feld, auf dem schon eine Figur steht. Was geschieht?",
                "Die Figur, die dort stand, geht zurück auf das erste freie Feld dahinter.",
                "Meine Figur muss bleiben, wo sie herkam.",
                "Beide Figuren stehen zusammen auf dem Feld.",
            ),
        ),
        _six(str(game.settings["second_roll"])),
        rule_check(
            en=(
                "Your piece stands on a goal field. Is it safe there?",
                "No, others can still jostle it out.",
                "Yes, nothing can happen to it.",
                "Yes, unless I move it on.",
            ),
            de=(
                "Ihre Figur steht auf einem Zielfeld. Ist sie dort sicher?",
                "Nein, andere können sie noch hinausrempeln.",
                "Ja, ihr kann nichts mehr geschehen.",
                "Ja, solange ich sie nicht weiterziehe.",
            ),
        ),
        rule_check(
            en=(
                "Who wins?",
                "whoever has most points from the goal fields that their pieces stand on",
                "whoever first brings a piece to a goal field",
                "whoever has jostled most pieces",
            ),
            de=(
                "Wer gewinnt?",
                "wer mit den Zielfeldern, auf denen die eigenen Figuren stehen, die meisten Punkte hat",
                "wer zuerst eine Figur auf ein Zielfeld bringt",
                "wer die meisten Figuren gerempelt hat",
            ),
        ),
    )


_SUM_EN, _SUM_DE = (
    "roll once more, and then move one piece by the sum",
    "noch einmal würfeln und dann eine Figur um die Summe ziehen",
)
_CHOSEN_EN, _CHOSEN_DE = (
    "choose a piece, and then roll once more for that piece",
    "eine Figur wählen und dann für diese Figur noch einmal würfeln",
)
_MOVED_EN, _MOVED_DE = (
    "move one piece, and then roll and move it on",
    "eine Figur ziehen und dann noch einmal würfeln und sie weiterziehen",
)
_TWO_EN, _TWO_DE = "move two pieces by six fields each", "zwei Figuren um je sechs Felder ziehen"
_AGAIN_EN, _AGAIN_DE = (
    "move one piece, and then roll and move again",
    "eine Figur ziehen und dann noch einmal würfeln und ziehen",
)


def _six(second_roll: str) -> RuleCheck:
    """What may be done after a six, by the rule of the game."""
    right, wrong = {
        "sum": ((_SUM_EN, _SUM_DE), (_AGAIN_EN, _AGAIN_DE)),
        "chosen": ((_CHOSEN_EN, _CHOSEN_DE), (_SUM_EN, _SUM_DE)),
        "moved": ((_MOVED_EN, _MOVED_DE), (_SUM_EN, _SUM_DE)),
    }[second_roll]
    return rule_check(
        en=("You have rolled a six. What may you do?", right[0], _TWO_EN, wrong[0]),
        de=("Sie haben eine Sechs gewürfelt. Was dürfen Sie tun?", right[1], _TWO_DE, wrong[1]),
    )
