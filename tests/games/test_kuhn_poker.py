"""Kuhn poker: who wins what, what is hidden, and the value of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product

import pytest

from ludarium.engine import SPECTATOR, Game, MalformedMove, MalformedPosition, Match, Position
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games import load
from ludarium.players import make

SAMPLES = 1200 if JIT_ENABLED else 300
DEALS = ["".join(deal) for deal in permutations("JQK", 2)]

Strategy = Mapping[tuple[str, str], Fraction]
"""How likely a seat is to bet, by its card and what was said before."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kuhn-poker")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("KQ pp", 1),
        ("QK pp", -1),
        ("KQ pbp", -1),
        ("JQ bp", 1),
        ("QJ pbb", 2),
        ("QK bb", -2),
        ("JQ pbb", -2),
    ],
)
def test_what_the_first_seat_wins(game: Game, text: str, first: int) -> None:
    position = game.read_position(text)
    assert position.over
    assert position.result().points == (first, -first)


@pytest.mark.parametrize(("text", "seat"), [("KQ", 0), ("KQ -", 0), ("KQ p", 1), ("KQ b", 1), ("KQ pb", 0)])
def test_who_must_speak(game: Game, text: str, seat: int) -> None:
    position = game.read_position(text)
    assert position.movers == (seat,)
    assert [move.text for move in position.moves()] == ["pass", "bet"]


def test_a_game_in_words(game: Game) -> None:
    position = game.read_position("JQ -").play("pass").play("bet")
    assert position.text == "JQ pb"
    assert position.play("pass").result().winners == (1,)
    with pytest.raises(MalformedMove, match="'raise' is no move of kuhn-poker; the legal moves are pass, bet"):
        position.play("raise")


def test_all_deals_are_equally_likely(game: Game) -> None:
    seen = Counter(game.start(seed).text[:2] for seed in range(SAMPLES))
    assert set(seen) == set(DEALS)
    assert chi_square(seen, len(DEALS)) < 25  # 5 degrees of freedom: exceeded once in 7,000 times


def test_a_view_shows_the_own_card_only(game: Game) -> None:
    for said in ("-", "p", "b", "pb", "bp", "pbp"):
        for seat, (one, other) in enumerate([("KJ", "KQ"), ("JK", "QK")]):
            views = [game.read_position(f"{cards} {said}").view(seat) for cards in (one, other)]
            assert views[0].to_bytes() == views[1].to_bytes()
            assert "?" in views[0].draw()
            assert "K" in views[0].draw()
    spectators = {game.read_position(f"{deal} pb").view(SPECTATOR).to_bytes() for deal in DEALS}
    assert len(spectators) == 1


def test_a_showdown_lays_the_cards_open(game: Game) -> None:
    for said in ("pp", "bb", "pbb"):
        assert game.position_text(game.read_position(f"KJ {said}").view(1).state) == f"KJ {said}"


@pytest.mark.parametrize(
    ("seat", "expected"),
    [(0, {"QJ pb", "QK pb"}), (1, {"QK pb", "JK pb"}), (SPECTATOR, {f"{deal} pb" for deal in DEALS})],
)
def test_samples_are_all_consistent_deals_equally_often(game: Game, seat: int, expected: set[str]) -> None:
    view = game.read_position("QK pb").view(seat)
    samples = [view.sample(seed) for seed in range(SAMPLES)]
    assert all(sample.view(seat).to_bytes() == view.to_bytes() for sample in samples)
    seen = Counter(sample.text for sample in samples)
    assert set(seen) == expected
    assert chi_square(seen, len(expected)) < 25


def test_positions_read_back(game: Game) -> None:
    for deal, said in product(DEALS, ["-", "p", "b", "pp", "pb", "bp", "bb", "pbp", "pbb"]):
        assert game.read_position(f"{deal} {said}").text == f"{deal} {said}"
    assert game.read_position(" kq  PB ").text == "KQ pb"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected both cards"),
        ("K", "expected both cards"),
        ("K? pb", "expected both cards"),
        ("KQ bpb", "expected both cards"),
        ("KK pb", "both seats hold the K"),
    ],
)
def test_malformed_positions(game: Game, text: str, fault: str) -> None:
    with pytest.raises(MalformedPosition, match=fault):
        game.read_position(text)


def test_a_record_replays(game: Game) -> None:
    match = Match(game, [make("random", game), make("random", game)], seed=11, strict=True)
    record = match.run()
    assert record.verify(load).to_bytes() == match.position.to_bytes()


# --- the value of the game --------------------------------------------------------------------------------------------


def test_the_game_is_worth_minus_one_eighteenth_to_the_first_seat(game: Game) -> None:
    """Each seat has a strategy that secures this value against every strategy of the other."""
    leaves = list(all_ends(game))
    assert len(leaves) == 6 * 5
    value = Fraction(-1, 18)
    first, second = first_seat_strategy(Fraction(1, 3)), second_seat_strategy()
    assert expected(leaves, first, second) == value
    assert min(expected(leaves, first, reply) for reply in pure_strategies(["p", "b"])) == value
    assert max(expected(leaves, reply, second) for reply in pure_strategies(["", "pb"])) == value


def first_seat_strategy(bluff: Fraction) -> Strategy:
    """The equilibrium strategy that bets the jack with this probability, 0 to 1/3."""
    return {
        ("J", ""): bluff,
        ("Q", ""): Fraction(0),
        ("K", ""): 3 * bluff,
        ("J", "pb"): Fraction(0),
        ("Q", "pb"): bluff + Fraction(1, 3),
        ("K", "pb"): Fraction(1),
    }


def second_seat_strategy() -> Strategy:
    third, never, always = Fraction(1, 3), Fraction(0), Fraction(1)
    after_pass = {("J", "p"): third, ("Q", "p"): never, ("K", "p"): always}
    after_bet = {("J", "b"): never, ("Q", "b"): third, ("K", "b"): always}
    return after_pass | after_bet


def pure_strategies(histories: list[str]) -> Iterator[Strategy]:
    situations = [(card, said) for card in "JQK" for said in histories]
    for choice in product([Fraction(0), Fraction(1)], repeat=len(situations)):
        yield dict(zip(situations, choice, strict=True))


def all_ends(game: Game) -> Iterator[tuple[str, str, Fraction]]:
    """Every deal and way to its end, and what the rules say the first seat wins there."""
    open_positions: list[Position] = [game.read_position(f"{deal} -") for deal in DEALS]
    while open_positions:
        position = open_positions.pop()
        if position.over:
            cards, said = position.text.split()
            yield cards, said, Fraction(position.result().points[0])
        else:
            open_positions += [position.play(move) for move in position.moves()]


def expected(leaves: list[tuple[str, str, Fraction]], first: Strategy, second: Strategy) -> Fraction:
    """What the first seat wins on average."""
    total = Fraction(0)
    for cards, said, points in leaves:
        likely = Fraction(1, len(DEALS))
        for ply, word in enumerate(said):
            bets = (first, second)[ply % 2][cards[ply % 2], said[:ply]]
            likely *= bets if word == "b" else 1 - bets
        total += likely * points
    return total


def chi_square(seen: Counter[str], cases: int) -> float:
    """How far counts are from all cases being equally likely."""
    mean = seen.total() / cases
    return sum((count - mean) ** 2 / mean for count in seen.values())
