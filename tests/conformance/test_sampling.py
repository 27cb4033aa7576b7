"""Exact frequencies of samples, against brute force: every deal, every line of play, every view."""

from __future__ import annotations

from collections import Counter

import pytest

from ludarium.engine import Game
from ludarium.engine.conformance import check_sampling, consistent_states, without_stream
from ludarium.engine.conformance.sampling import chi_square_limit
from ludarium.games import load
from tests.conformance.broken_games import highest_card_missing, leave_unknown, with_kernels
from tests.conftest import scaled
from tests.engine.sample_games import HighCard, Patience

DEALS = range(scaled(2000))


def every_view_is_sampled_right(game: Game) -> int:
    """Compare the samples of every view of a small game with brute force; gives how many views hide something."""
    hiding = 0
    for view, states in consistent_states(game, DEALS).items():
        if len(states) > 1:
            hiding += 1
            draws = max(10 * len(states), scaled(40 * len(states)))
            assert check_sampling(view, sorted(states), seed=hiding, draws=draws) is None
        else:
            assert {without_stream(view.sample(seed)) for seed in range(3)} == states
    return hiding


def test_kuhn_poker() -> None:
    # A view hides something from both seats until cards are shown or the pot is given up, and from the spectator.
    assert every_view_is_sampled_right(load("kuhn-poker")) > 20


def test_high_card() -> None:
    """Here bids say something about the hidden card, so that the consistent states differ from view to view."""
    assert every_view_is_sampled_right(HighCard(cards=3)) > 10


def test_a_shuffled_deck() -> None:
    game = Patience()
    start = game.start(1)
    states = {without_stream(game.start(seed)) for seed in range(500)}
    assert len(states) == 24
    assert check_sampling(start.view(0), sorted(states), draws=scaled(4800) + 240) is None


def test_deals_are_uniform() -> None:
    game = load("kuhn-poker")
    counts = Counter(without_stream(game.start(seed)) for seed in DEALS)
    assert len(counts) == 6
    expected = len(DEALS) / 6
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < chi_square_limit(5)


def test_a_deck_that_is_not_shuffled_is_found_out() -> None:
    game = with_kernels(Patience, determinize=highest_card_missing)()
    states = {without_stream(game.start(seed)) for seed in range(500)}
    found = check_sampling(game.start(1).view(0), sorted(states), draws=300)
    assert found is not None
    assert "is never given" in found.message


def test_a_state_that_the_view_rules_out_is_found_out() -> None:
    game = with_kernels(HighCard, determinize=leave_unknown)(cards=3)
    start = game.start(1)
    found = check_sampling(start.view(0), [without_stream(start)], draws=10)
    assert found is not None
    assert "which its view rules out" in found.message


def test_wrong_frequencies_are_found_out() -> None:
    """A state listed three times is expected three times as often as the sampler gives it."""
    game = HighCard(cards=3)
    start = game.start(1)
    states = sorted({without_stream(start.view(0).sample(seed)) for seed in range(50)})
    assert len(states) == 2
    assert check_sampling(start.view(0), states, draws=400) is None
    found = check_sampling(start.view(0), [states[0], states[0], states[0], states[1]], draws=400)
    assert found is not None
    assert "wrong frequencies" in found.message


def test_too_few_draws_are_refused() -> None:
    start = HighCard().start(1)
    with pytest.raises(ValueError, match="1 states need at least 10 draws, got 5"):
        check_sampling(start.view(0), [without_stream(start)], draws=5)
    with pytest.raises(ValueError, match="at least one consistent state"):
        check_sampling(start.view(0), [])


def test_brute_force_has_a_limit() -> None:
    with pytest.raises(ValueError, match="more than 5 positions"):
        consistent_states(HighCard(), range(10), limit=5)


@pytest.mark.parametrize(
    ("freedom", "tail", "expected"), [(1, 0.05, 3.841), (5, 0.05, 11.070), (10, 0.001, 29.588), (100, 0.001, 149.449)]
)
def test_chi_square_limits_are_those_of_the_tables(freedom: int, tail: float, expected: float) -> None:
    assert chi_square_limit(freedom, tail) == pytest.approx(expected, rel=0.03)
