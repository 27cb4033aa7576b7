"""χ² tests: as by hand, and the range in which another sample must lie."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from ludarium.arena.stats.goodness import ChiSquare, expected_range, goodness_of_fit
from ludarium.engine import LudariumError


@pytest.mark.parametrize(
    ("counts", "chances"),
    [((310, 213, 251, 226), None), ((310, 690), (0.25, 0.75)), ((35, 15), None), ((0, 7, 1), (0.1, 0.7, 0.2))],
)
def test_value_and_p_are_those_of_scipy(counts: tuple[int, ...], chances: tuple[float, ...] | None) -> None:
    found = goodness_of_fit(counts, chances)
    expected = None if chances is None else [sum(counts) * chance for chance in chances]
    value, p = stats.chisquare(counts, expected)
    assert (found.value, found.p) == pytest.approx((value, p))
    assert (found.freedom, found.observations) == (len(counts) - 1, sum(counts))


def test_in_words() -> None:
    assert str(goodness_of_fit((310, 690), (0.25, 0.75))) == "χ²(1) = 19.20, p < 0.0001"
    assert str(goodness_of_fit((14, 31), (0.25, 0.75))) == "χ²(1) = 0.90, p = 0.3438"
    assert goodness_of_fit((310, 690), (0.25, 0.75)).rejects
    assert not goodness_of_fit((14, 31), (0.25, 0.75)).rejects
    with pytest.raises(LudariumError, match="nothing was counted"):
        goodness_of_fit((0, 0))


def test_without_an_effect_the_range_is_that_of_the_central_distribution() -> None:
    low, high = expected_range(ChiSquare(1e-9, 3, 10**9), 50, 0.1)
    assert (low, high) == pytest.approx(tuple(stats.chi2.ppf([0.025, 0.975], 3)), rel=1e-6)


def test_a_large_sample_knows_the_effect_well() -> None:
    # 10 % of the observations' number is the noncentrality: 100 in a sample of 1,000.
    found = ChiSquare(0.1 * 10**7, 3, 10**7)
    assert expected_range(found, 1_000, 0.04) == pytest.approx(stats.ncx2.ppf([0.01, 0.99], 3, 100), rel=0.01)
    wide = expected_range(ChiSquare(100.0, 3, 1_000), 1_000, 0.04)
    assert wide[0] < stats.ncx2.ppf(0.01, 3, 100)
    assert wide[1] > stats.ncx2.ppf(0.99, 3, 100)


@pytest.mark.parametrize("chances", [(0.25, 0.25, 0.25, 0.25), (0.31, 0.21, 0.25, 0.23), (0.7, 0.1, 0.1, 0.1)])
def test_two_samples_of_the_same_chances_fit_together_as_often_as_promised(chances: tuple[float, ...]) -> None:
    source, alpha, outside = np.random.default_rng(5), 0.1, 0
    trials = 400
    for _ in range(trials):
        ours = goodness_of_fit(source.multinomial(2_000, chances).tolist())
        theirs = goodness_of_fit(source.multinomial(300, chances).tolist())
        low, high = expected_range(ours, 300, alpha)
        outside += not low <= theirs.value <= high
    assert outside / trials < alpha + 0.03


def test_samples_of_different_chances_do_not() -> None:
    low, high = expected_range(goodness_of_fit((2_500, 2_500, 2_500, 2_500)), 1_000, 0.05)
    assert not low <= goodness_of_fit((400, 200, 200, 200)).value <= high


def test_two_classes_can_differ_the_other_way_round() -> None:
    ours = goodness_of_fit((509, 691))
    assert ours.below
    assert ours.opposes(goodness_of_fit((35, 15)), 3.5)
    assert not ours.opposes(goodness_of_fit((15, 35)), 3.5)
    assert not ours.opposes(goodness_of_fit((27, 23)), 3.5)  # nothing that chance does not do
    assert not goodness_of_fit((200, 900, 100)).opposes(goodness_of_fit((900, 200, 100)), 3.5)  # not of two classes
