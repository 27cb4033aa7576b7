"""Opponents in rule-set games: searches with growing budgets, and on tiny boards one that never errs."""

from __future__ import annotations

from ludarium.engine.levels import BEGINNER, Level, searching_levels

_PERFECT = Level("perfect", "Infallible", "Has worked out the whole game and never errs.", 5, 0.1)
_CALCULATOR = Level(
    "minimax:seconds=1", "Calculator", "Looks ahead for a second, move by move, and judges what it sees.", 5, 1.0
)
_SOLVED_CELLS = 12
"""Boards of so many cells are solved in no time; larger ones may take minutes."""


def levels(cells: int, *, evaluated: bool) -> tuple[Level, ...]:
    """The opponents for a board of so many cells; `evaluated` where looking ahead is known to beat playing out."""
    if cells <= _SOLVED_CELLS:
        return (BEGINNER, *searching_levels("mcts", most=4), _PERFECT)
    if evaluated:
        return (BEGINNER, *searching_levels("mcts", most=4), _CALCULATOR)
    return (BEGINNER, *searching_levels("mcts"))
