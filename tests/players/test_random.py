"""The random player: seeded, uniform, in every kind of game."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.players.small_games import Taking

from ludarium.engine import Clock, Match, Record
from ludarium.games import load
from ludarium.players.basic import Random


def play(seed: int) -> Record:
    return Match(Taking(), [Random(), Random()], seed=seed).run()


def test_one_seed_gives_one_game() -> None:
    first, again, other = play(5), play(5), play(6)
    assert [decision.move for decision in first.decisions] == [decision.move for decision in again.decisions]
    assert [decision.move for decision in first.decisions] != [decision.move for decision in other.decisions]


def test_seats_have_streams_of_their_own() -> None:
    moves = [decision.move for decision in play(5).decisions]
    assert moves[0::2] != moves[1::2]


def test_every_move_is_equally_likely() -> None:
    game, player = Taking(), Random()
    view = game.start().view(0)
    player.begin(game, 0, 1)
    counts = Counter(player.choose(view, Clock()).text for _ in range(3000))
    # Three standard deviations of a count of 1000 among 3000 are 77; the seed is fixed.
    assert sorted(counts) == ["few", "many", "some"]
    assert all(abs(count - 1000) < 77 for count in counts.values())
    assert player.thought is not None
    assert player.thought.reason == "drawn at random from 3"


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "goofspiel", "blotto", "pig"])
def test_it_plays_turns_chance_hidden_cards_several_movers_and_checked_moves(name: str) -> None:
    game = load(name)
    record = Match(game, [Random() for _ in range(game.seats)], seed=2, strict=True).run()
    assert record.result is not None
