"""Answers to the six situations, and what is counted in games of the tic-tac-toe study."""

from __future__ import annotations

from ludarium.games.tarble.research.answers import LOOKS, answers_of
from ludarium.games.tarble.research.situations import SITUATIONS, situation
from ludarium.games.tarble.research.tictactoe import blocks
from tests.games.tarble.positions import GAME


def test_every_situation_is_looked_at() -> None:
    assert list(LOOKS) == [entry.name for entry in SITUATIONS]


def test_joey_takes_the_neutral_piece_and_answers_hang_on_the_seed() -> None:
    found = answers_of(GAME, "joey", situation("start"), 3, 1)
    assert found.asked == 3
    assert found.done["takes the neutral piece"] == 3
    assert found.done["and ends 4 or more away"] == 0
    assert found.usual.startswith("6 | ")
    assert found.to_dict() == answers_of(GAME, "joey", situation("start"), 3, 1).to_dict()


def test_blocks_are_counted() -> None:
    # X on a1 and a2, O blocks on a3; then O has a3 and b2, and X blocks on c1.
    found = blocks(["a1", "b2", "a2", "a3", "c1"])
    assert (found.first, found.second) == (1, 1)
