"""Any line of play that hypothesis can think of keeps the promises of positions and views."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine import SPECTATOR, Game, Position
from ludarium.engine.conformance import without_stream
from ludarium.games import REGISTRY, load
from tests.conftest import quick_settings

SEED = st.integers(0, 2**63)
CHOICES = st.lists(st.integers(0, 10**6), max_size=12)


def line_of_play(game: Game, seed: int, choices: list[int]) -> list[Position]:
    """The positions that a list of numbers leads to: each number chooses a mover and one of its moves."""
    position = game.start(seed)
    line = [position]
    for choice in choices:
        if position.over:
            break
        seat = position.movers[choice % len(position.movers)]
        moves = position.moves(seat)
        position = position.play(moves[choice % len(moves)], seat)
        line.append(position)
    return line


@pytest.mark.parametrize("name", REGISTRY.entries)
def test_any_line_of_play(name: str) -> None:
    game = load(name, **quick_settings(name))

    @given(seed=SEED, choices=CHOICES, other=SEED)
    def promises(seed: int, choices: list[int], other: int) -> None:
        line = line_of_play(game, seed, choices)
        assert [step.to_bytes() for step in line] == [step.to_bytes() for step in line_of_play(game, seed, choices)]
        last = line[-1]
        assert without_stream(game.read_position(last.text)) == without_stream(last)
        assert Position.from_bytes(game, last.to_bytes()) == last
        for seat in range(SPECTATOR, game.seats):
            view = last.view(seat)
            assert view.sample(other).view(seat) == view
            assert [move.text for move in view.moves()] == (
                [move.text for move in last.moves(seat)] if seat in last.movers else []
            )
            assert list(view.worded.values()) == view.moves()
            for text, move in view.worded.items():
                assert view.move(text) is move
                assert game.read_move(text, last.state, seat) == move
        if last.over:
            assert len(last.result().points) == game.seats
        else:
            assert all(last.moves(seat) for seat in last.movers)

    promises()
