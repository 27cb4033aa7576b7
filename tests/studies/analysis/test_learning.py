"""Learning with planted slopes, and the tests of pairs against others' implementations."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from ludarium.engine.errors import NotSuited
from ludarium.games.boundary.published import LEARNING
from ludarium.studies.analysis.learning import EVERYBODY, learning, mean_estimate, slope, twice_asked
from ludarium.studies.analysis.paired import noncentrality, paired, wilcoxon
from ludarium.studies.data import PlayedGame, Question, StudyData
from tests.studies.analysis.made_up import answer, at, participant, played

# --- pairs ------------------------------------------------------------------------------------------------------------


def test_the_paired_test_agrees_with_scipy() -> None:
    from scipy.stats import ttest_rel
    from scipy.stats import wilcoxon as theirs_of_ranks

    rng = np.random.default_rng(1)
    first = rng.normal(3, 1, 25)
    second = first + rng.normal(0.4, 0.9, 25)
    found = paired("x", first.tolist(), second.tolist())
    theirs = ttest_rel(second, first)
    interval = theirs.confidence_interval()
    assert (found.t, found.p) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.wilcoxon_p == pytest.approx(theirs_of_ranks(second - first, method="exact").pvalue)
    assert found.d == pytest.approx(found.t / 5)


@pytest.mark.parametrize("changes", [[1, 1, -2, 3, 3, 3, -1], [2, 2, 2, 2], [1, -1], [0.5, 0, -0.25, 4, 0]])
def test_signed_ranks_against_all_signs(changes: list[float]) -> None:
    from scipy.stats import rankdata

    moved = np.array([change for change in changes if change])
    ranks = rankdata(np.abs(moved))
    observed = ranks[moved > 0].sum()
    sums = np.array([ranks[list(signs)].sum() for signs in product((False, True), repeat=len(moved))])
    tail = min((sums <= observed).mean(), (sums >= observed).mean())
    assert wilcoxon(changes) == pytest.approx(min(1.0, 2 * tail))


def test_the_interval_of_the_effect_size_covers() -> None:
    truth, covered = 0.5, 0
    for seed in range(200):
        changes = np.random.default_rng([2, seed]).normal(truth, 1, 20)
        found = paired("x", [0.0] * 20, changes.tolist())
        covered += found.d_low <= truth <= found.d_high
    assert 0.90 <= covered / 200 <= 0.99
    low, high = noncentrality(2.0, 10)
    assert low < 2 < high


def test_pairs_without_variation() -> None:
    same = paired("x", [1, 2, 3], [1, 2, 3])
    assert (same.p, same.d, same.wilcoxon_p) == (1.0, 0.0, 1.0)
    alike = paired("x", [1, 2, 3], [2, 3, 4])
    assert (alike.p, alike.d) == (0.0, math.inf)
    with pytest.raises(NotSuited, match="at least two people"):
        paired("x", [1], [2])


def test_a_mean_and_its_interval() -> None:
    assert mean_estimate([1.0, 3.0]).value == 2.0
    assert mean_estimate([1.0]).high == math.inf


# --- the source -------------------------------------------------------------------------------------------------------


def test_our_slopes_of_the_sources_win_rates_are_the_sources_slopes() -> None:
    rates = list(LEARNING.win_rates.values())
    for phase, own in (("before", rates[:7]), ("after", rates[7:])):
        # The rates are rounded to a hundredth.
        assert slope(list(enumerate(own))) == pytest.approx(LEARNING.slopes[phase], abs=0.0016)


def test_slope_by_hand() -> None:
    assert slope([(1, 1.0), (2, 3.0), (4, 7.0)]) == pytest.approx(2.0)
    with pytest.raises(NotSuited):
        slope([(1, 1.0), (1, 2.0)])


# --- planted truths ---------------------------------------------------------------------------------------------------


def study(people: int, seed: int, before: float = 0.05, after: float = -0.06) -> StudyData:
    """Two practice games, five before the switch, five after it; the score difference follows the win chance."""
    rng = np.random.default_rng(seed)
    games: list[PlayedGame] = []
    answers = []
    for number in range(people):
        name = f"p{number:03d}"
        condition = ("greedy", "careful")[number % 2]
        for index in range(12):
            stage = "practice" if index < 2 else "first" if index < 7 else "second"
            chance = 0.3 + before * index if index < 7 else 0.55 + after * (index - 7)
            chance += 0.1 if condition == "greedy" else 0.0
            games.append(
                played(
                    name,
                    index + 1 if index < 2 else index - 1 if index < 7 else index - 6,
                    float(rng.random() < chance),
                    stage=stage,
                    practice=index < 2,
                    points=20.0 + 40 * chance + rng.normal(0, 3),
                    best_opponent=20.0,
                )
            )
        hard = float(rng.integers(1, 5))
        for time, value in enumerate((hard, hard + float(rng.random() < 0.5))):
            answers.append(answer(name, "hard", value, occurrence=time + 1, answered=at(10 * time)))
    return StudyData(
        "made-up",
        "learning",
        participants=tuple(participant(f"p{n:03d}", condition=("greedy", "careful")[n % 2]) for n in range(people)),
        questions=(Question("hard", "difficulty", "scale", "How hard?", 1, 5),),
        games=tuple(games),
        answers=tuple(answers),
    )


def test_slopes_are_recovered() -> None:
    found = learning(study(200, seed=3), published=LEARNING)
    slopes = {(row.condition, str(row.phase), str(row.figure)): row for row in found.slopes}
    for phase, truth in (("before", 0.05), ("after", -0.06)):
        won = slopes[EVERYBODY, phase, "won"]
        assert won.mean is not None
        assert won.mean.low < truth < won.mean.high
        assert won.of_means == pytest.approx(won.mean.value), "everybody played all games"
        difference = slopes[EVERYBODY, phase, "difference"]
        assert difference.of_means == pytest.approx(40 * truth, abs=0.2)
    assert {row.condition for row in found.slopes} == {EVERYBODY, "greedy", "careful"}
    switch = found.test("slope of the win rate")
    assert switch is not None
    assert switch.low < -0.11 < switch.high
    assert switch.p < 0.001
    hard = found.test("hard")
    assert hard is not None
    assert hard.low < 0.5 < hard.high
    beside = {row.figure: row for row in found.beside}
    assert beside["win rate in G9"].theirs == 0.30
    assert beside["difficulty, p value"].ours == hard.p
    assert beside["predictability, p value"].ours is None
    assert "predictability, before" not in beside, "the source does not say"
    labels = [row.label for row in found.curve if row.condition == EVERYBODY]
    assert labels == ["P1", "P2", *(f"G{n}" for n in range(1, 11))]


def test_no_difference_is_seldom_found() -> None:
    p = []
    for seed in range(60):
        test = learning(study(16, seed=100 + seed, before=0.02, after=0.02)).test("slope of the score difference")
        assert test is not None
        p.append(test.p)
    assert np.mean(np.array(p) < 0.05) <= 0.15


def test_a_game_that_was_broken_off_leaves_a_gap() -> None:
    data = study(4, seed=4)
    broken = replace(data.games[3], ended="dropped", won=None)
    handed_over = replace(data.games[4], ended="replaced", won=1.0)
    found = learning(replace(data, games=(*data.games[:3], broken, handed_over, *data.games[5:])))
    people = {row.label: row.people for row in found.curve if row.condition == EVERYBODY}
    assert (people["G1"], people["G2"], people["G3"], people["G4"]) == (4, 3, 3, 4)


def test_one_block_alone_has_nothing_to_compare() -> None:
    data = study(5, seed=5)
    found = learning(replace(data, games=tuple(game for game in data.games if game.stage == "first")))
    assert "nothing to compare" in found.warnings[0]
    assert {row.phase for row in found.slopes} == {"before"}


def test_answers_without_a_number_do_not_pair() -> None:
    data = study(3, seed=6)
    unsure = replace(data.answers[0], value="")
    pairs = twice_asked(replace(data, answers=(unsure, *data.answers[1:])))
    assert len(pairs["hard"]) == 2


def test_limits_and_tables() -> None:
    data = study(6, seed=7)
    with pytest.raises(NotSuited, match="nobody has finished"):
        learning(replace(data, games=()))
    with pytest.raises(NotSuited, match="no games in the stage third"):
        learning(data, after="third")
    found = learning(data, published=LEARNING)
    assert found.to_arrow("curve").num_rows == 36
    assert found.to_arrow("slopes").num_rows == 12
    assert found.to_arrow("tests").num_rows == 5
    assert found.to_arrow("beside").num_rows == 11 + 2 + 5
    assert repr(found).startswith("<learning of 6 people: P1")
