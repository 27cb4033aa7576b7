"""Players that know YOUR TITLE, and the opponents that people are offered."""

from __future__ import annotations

from ludarium.engine import Clock, Move, Player, View
from ludarium.engine.levels import BEGINNER, Level

from .rules import MOST_TAKEN


def best(stones: int) -> int:
    """How many to take: what leaves a multiple of four; one where nothing does."""
    return stones % (MOST_TAKEN + 1) or 1


class Counting(Player):
    """Leaves a multiple of four whenever that is possible."""

    name = "counting"
    summary = "knows the trick: leaves a multiple of four"

    def choose(self, view: View, clock: Clock) -> Move:
        return view.move(str(best(int(view.state.left))))


LEVELS = (
    BEGINNER,
    Level("mcts:iterations=100", "Casual player", "Thinks a little ahead.", 3, 0.0),
    Level("counting", "Counting Ada", "Knows the trick and never errs.", 5, 0.0),
)
