"""Goofspiel: bids at once, prizes, ties, and what chance and the others keep to themselves."""

from __future__ import annotations

from collections import Counter

import pytest

from ludarium.engine import SPECTATOR, BadParameter, Game, IllegalMove, MalformedMove, MalformedPosition, Match
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.players import make

SAMPLES = 1200 if JIT_ENABLED else 300


@pytest.fixture(scope="module")
def game() -> Game:
    return load("goofspiel")


@pytest.fixture(scope="module")
def small() -> Game:
    return load("goofspiel", cards=4)


def test_the_start(game: Game) -> None:
    position = game.start(7)
    assert position.movers == (0, 1)
    assert [move.value for move in position.moves(0)] == list(range(1, 14))
    prize = position.fields()["prize"]
    assert 1 <= prize <= 13
    assert position.fields()["deck"] == sum(1 << card for card in range(1, 14) if card != prize)


def test_the_higher_bid_takes_the_prize_and_both_bids_are_gone(small: Game) -> None:
    position = small.read_position("3 1-2,4 1-4/1-4 0:0").play("2", 0).play("4", 1)
    assert position.fields()["points"][:2] == [0, 3]
    assert [move.text for move in position.moves(0)] == ["1", "3", "4"]
    assert [move.text for move in position.moves(1)] == ["1", "2", "3"]
    assert position.fields()["prize"] in (1, 2, 4)


def test_a_tied_prize_is_discarded(small: Game) -> None:
    position = small.read_position("3 1-2,4 1-4/1-4 0:0").play("4", 0).play("4", 1)
    assert position.fields()["points"] == [0, 0, 0, 0]
    assert position.text.endswith(" 1-3/1-3 0:0")


@pytest.mark.parametrize(
    ("bids", "points"), [("112", "0:0:4"), ("221", "0:0:0"), ("231", "0:4:0"), ("222", "0:0:0"), ("311", "4:0:0")]
)
def test_three_seats(bids: str, points: str) -> None:
    """Only the highest bid counts: when it is tied, a lower single bid does not win either."""
    position = load("goofspiel", cards=4, seats=3).read_position("4 1-3 1-4/1-4/1-4 0:0:0")
    for seat, bid in enumerate(bids):
        position = position.play(bid, seat)
    assert position.text.split()[-1] == points


def test_the_last_trick(small: Game) -> None:
    position = small.read_position("4 - 2/3 3:1").play("3", 1).play("2", 0)
    assert position.over
    assert position.text == "- - -/- 3:5"
    assert position.result().winners == (1,)
    assert small.read_position("- - -/- 5:5").result().is_tie


def test_illegal_and_malformed_bids(small: Game) -> None:
    position = small.read_position("4 3 1,3/1,2 1:2")
    with pytest.raises(IllegalMove, match="'2' is not legal here; the legal moves are 1, 3"):
        position.play("2", 0)
    with pytest.raises(MalformedMove, match="'ace' is no move of goofspiel"):
        position.play("ace", 0)


def test_a_bid_shows_to_nobody_else_before_all_have_bid(small: Game) -> None:
    position = small.start(3)
    low, high = position.play("1", 0), position.play("4", 0)
    for seat in (1, SPECTATOR):
        assert low.view(seat).to_bytes() == high.view(seat).to_bytes() == position.view(seat).to_bytes()
        assert "bids" not in low.view(seat).draw()
    assert low.view(0).to_bytes() != high.view(0).to_bytes()
    assert "bids 1" in low.view(0).draw()
    assert low.movers == (1,)


def test_the_next_prize_is_not_in_a_view(small: Game) -> None:
    """Samples of one view go on with every prize that is left, equally often."""
    view = small.read_position("3 1-2,4 1-4/1-4 0:0").view(0)
    following: Counter[int] = Counter()
    for seed in range(SAMPLES):
        sample = view.sample(seed * 7919)
        assert sample.view(0).to_bytes() == view.to_bytes()
        following[sample.play("1", 0).play("2", 1).fields()["prize"]] += 1
    assert set(following) == {1, 2, 4}
    assert sum((count - SAMPLES / 3) ** 2 for count in following.values()) / (SAMPLES / 3) < 20


@pytest.mark.parametrize("seats", [2, 4])
def test_random_games(seats: int) -> None:
    game = load("goofspiel", cards=5, seats=seats)
    for seed in range(5):
        match = Match(game, [make("random", game) for _ in range(seats)], seed=seed, strict=True)
        for _ in match.play():
            assert game.read_position(match.position.text).fields() == match.position.fields()
        assert len(match.record.decisions) == 5 * seats
        assert sum(match.record.result.points if match.record.result else ()) <= 15
        assert match.record.verify(load).to_bytes() == match.position.to_bytes()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected prize, face-down prizes, hands and points"),
        ("3 1-2,4 1-4/1-4 0:0 plays 1/-", "expected prize"),
        ("3 1-4 1-4/1-4 0:0", "prize 3 is turned up and face down"),
        ("3,4 1-2 1-4/1-4 0:0", "one prize is turned up at a time"),
        ("- 1-4 1-4/1-4 0:0", "no prize is turned up"),
        ("3 1-2,5 1-4/1-4 0:0", "the cards go from 1 to 4"),
        ("3 2-1,4 1-4/1-4 0:0", "in rising order"),
        ("3 1-2,2 1-4/1-4 0:0", "names a card twice"),
        ("3 a 1-4/1-4 0:0", "is no set of cards"),
        ("3 1-2,4 1-3/1-4 0:0", "seat 1 holds 3 cards, but 4 prizes are left"),
        ("3 1-2,4 1-4 0:0", "expected hands of 2 seats"),
        ("3 1-2,4 1-4/1-4 0", "expected points of 2 seats"),
        ("3 1-2 1-3/1-3 5:0", "worth 4 points in all"),
        ("3 1-2 1-3/1-3 x:0", "worth 4 points in all"),
        ("3 1-2 1-3/1-3 4:0 bids 4/-", "seat 1 does not hold the card 4"),
        ("3 1-2 1-3/1-3 4:0 bids 3/2", "once all have bid"),
    ],
)
def test_malformed_positions(small: Game, text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition, match=fault):
        small.read_position(text)


def test_parameters_have_ranges() -> None:
    with pytest.raises(BadParameter, match="cards=14: expected a whole number from 3 to 13"):
        load("goofspiel", cards=14)
    with pytest.raises(BadParameter, match="seats=1: expected a whole number from 2 to 4"):
        load("goofspiel", seats=1)


def test_the_picture(small: Game) -> None:
    assert small.read_position("3 1-2 1,3-4/1-3 0:4").view(1).draw().splitlines() == [
        "Prize      3",
        "Face down  1 2",
        "",
        "First        points  0   hand 1 3 4",
        "Second (you) points  4   hand 1 2 3",
    ]
