"""A match of Kuhn poker: new cards for each hand, who speaks first, chips of all hands, and what stays hidden."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ludarium.engine import SPECTATOR, BadParameter, Game, MalformedPosition, Match, Position, Record
from ludarium.engine.conformance import CHECKS, Case, run_check
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.players import make

GAMES = 40 if JIT_ENABLED else 5
SAMPLES = 600 if JIT_ENABLED else 150


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kuhn-poker", hands=4)


def winnings(cards: str, said: str) -> int:
    """What who spoke first wins in one hand, by the game of one hand."""
    return int(load("kuhn-poker").read_position(f"{cards} {said}").result().points[0])


def test_one_hand_is_the_game_as_it_was() -> None:
    one, several = load("kuhn-poker", hands=1), load("kuhn-poker", hands=2)
    assert one.rules is load("kuhn-poker").rules
    assert one.rules is not several.rules
    assert (one.chance, one.points_range) == (False, (-2.0, 2.0))
    assert (several.chance, several.points_range) == (True, (-4.0, 4.0))
    with pytest.raises(BadParameter, match="from 1 to 50"):
        load("kuhn-poker", hands=51)


def test_chips_are_those_of_the_hands_one_by_one(game: Game) -> None:
    """Against the game of one hand, played beside it with the same cards and words."""
    source = random.Random(5)
    starters = set()
    for seed in range(GAMES):
        position, chips = game.start(seed), [0, 0]
        for hand in range(4):
            first = position.movers[0]
            starters.add((hand, first))
            cards = position.text.split()[2]
            said = ""
            while not position.over and position.fields()["played"] == hand:
                assert position.text.split()[2:4] == [cards, said or "-"]
                move = source.choice(["pass", "bet"])
                assert position.movers == ((first + len(said)) % 2,)
                position, said = position.play(move), said + move[0]
            gained = winnings(cards if first == 0 else cards[::-1], said)
            chips[first] += gained
            chips[1 - first] -= gained
            assert position.fields()["won"] == chips
            assert position.text.endswith(f"after {cards} {said}")
        assert position.over
        assert position.result().points == tuple(chips)
    assert starters == {(0, 0), (1, 1), (2, 0), (3, 1)}


def test_every_hand_has_new_cards(game: Game) -> None:
    seen = Counter(game.start(seed).play("pass").play("pass").text.split()[2] for seed in range(SAMPLES))
    assert set(seen) == {"JQ", "JK", "QJ", "QK", "KJ", "KQ"}
    mean = SAMPLES / 6
    assert sum((count - mean) ** 2 / mean for count in seen.values()) < 25


@pytest.mark.parametrize("check", CHECKS)
def test_a_match_conforms(game: Game, check: str) -> None:
    cases = [Case(game, seed, spread=8, deals=200) for seed in range(2 if JIT_ENABLED else 1)]
    assert [run_check(CHECKS[check], case) for case in cases] == [None] * len(cases)


def test_cards_that_were_not_shown_stay_hidden(game: Game) -> None:
    view = game.read_position("1 -1 QK b after QJ pbp").view(0)
    assert game.position_text(view.state) == "1 -1 Q? b after Q? pbp"
    assert game.position_text(game.read_position("1 -1 QK b after QJ pbp").view(SPECTATOR).state).count("?") == 4
    assert game.position_text(game.read_position("1 +2 QK b after KJ bb").view(1).state) == "1 +2 ?K b after KJ bb"
    seen = Counter(view.sample(seed).text for seed in range(SAMPLES))
    assert set(seen) == {f"1 -1 Q{now} b after Q{before} pbp" for now in "JK" for before in "JK"}
    assert min(seen.values()) > SAMPLES / 4 * 0.7


@pytest.mark.parametrize("text", ["0 +0 KQ -", "0 +0 KQ pb", "1 -2 JK b after QK pbb", "4 +3 - after KQ bp"])
def test_positions_read_back(game: Game, text: str) -> None:
    position = game.read_position(text)
    assert position.text == text
    assert position.over == text.startswith("4")
    assert game.read_position(text.lower().replace("after", "AFTER")).text == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("KQ pb", "expected hands played"),
        ("1 +0 KQ pp after QJ bp", "expected hands played"),
        ("0 +0 KQ - after QJ bp", "from the second on"),
        ("1 +1 KQ -", "from the second on"),
        ("4 +1 KQ - after QJ bp", "all are over"),
        ("5 +1 - after QJ bp", "a match has 4 hands"),
        ("1 +3 KQ - after QJ bp", "more than 2 chips"),
        ("1 +1 KK - after QJ bp", "both seats hold the K"),
    ],
)
def test_malformed_positions(game: Game, text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition, match=fault):
        game.read_position(text)


def test_the_picture_tells_the_hand_before(game: Game) -> None:
    drawn = game.read_position("1 -1 QK b after QJ pbp").view(0).draw()
    assert "Hand 2 of 4; chips: First -1, Second +1" in drawn
    assert (
        "The hand before: First passes, Second bets and First passes. First had the queen. Second wins 1 chip." in drawn
    )


def test_a_record_of_a_match_replays(game: Game) -> None:
    match = Match(game, [make("random", game), make("ismcts:iterations=20", game)], seed=3, strict=True)
    record = match.run()
    assert record.settings == {"hands": 4}
    again: Position = Record.from_json(record.to_json()).verify(load)
    assert again.to_bytes() == match.position.to_bytes()
