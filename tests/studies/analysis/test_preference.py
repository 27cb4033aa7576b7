"""Preferences with a planted order."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from ludarium.engine.errors import NotSuited
from ludarium.studies.analysis.preference import exact_interval, preferences, preferred
from ludarium.studies.data import Question, StudyData
from tests.studies.analysis.made_up import answer, participant, played

QUESTIONS = (
    Question("which", "stronger", "choice", "Who was stronger?", options=("first", "second")),
    Question("liked", "fun", "choice", "Who was more fun?", options=("first", "second")),
)


def study(choices: Sequence[tuple[str, str, object]], question: str = "which") -> StudyData:
    """Each person meets two opponents and says which; given as (first met, second met, value)."""
    names = [f"p{n:03d}" for n in range(len(choices))]
    games = [
        played(name, number + 1, 1.0, opponents=(opponent,), table=f"{name}{number}")
        for name, (first, second, _) in zip(names, choices, strict=True)
        for number, opponent in enumerate((first, first, second))
    ]
    return StudyData(
        "s",
        "preference",
        participants=tuple(map(participant, names)),
        questions=QUESTIONS,
        games=tuple(games),
        answers=tuple(
            answer(name, question, value, kind="choice") for name, (_, _, value) in zip(names, choices, strict=True)
        ),
    )


def test_counts_and_exact_test() -> None:
    data = study([("a", "b", "first")] * 7 + [("b", "a", "second")] * 6 + [("a", "b", "b")] * 2 + [("a", "b", "")])
    found = preferences(data)
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.wins, pair.losses, pair.neither) == ("a", "b", 13, 2, 1)
    # 2 · P(at most 2 of 15) = 2 · (1 + 15 + 105) / 2^15
    assert pair.p == pytest.approx(2 * 121 / 2**15)
    assert pair.low < 13 / 15 < pair.high
    assert found.strengths == {}
    assert (found.orders[0].first, found.orders[0].second) == (7, 8)
    assert "a 13 : 2 b" in repr(found)


def test_exact_interval_covers_at_least() -> None:
    for truth in (0.1, 0.5, 0.83):
        chances = [math.comb(20, k) * truth**k * (1 - truth) ** (20 - k) for k in range(21)]
        covered = sum(
            c for k, c in enumerate(chances) if exact_interval(k, 20 - k)[0] <= truth <= exact_interval(k, 20 - k)[1]
        )
        assert covered >= 0.95
    assert exact_interval(0, 0) == (0.0, 1.0)


def test_a_planted_order_of_three() -> None:
    rng = np.random.default_rng(1)
    strength = {"weak": -1.0, "middle": 0.0, "strong": 1.0}
    choices: list[tuple[str, str, object]] = []
    for _ in range(300):
        first, second = rng.permutation(list(strength))[:2].tolist()
        chance = 1 / (1 + math.exp(strength[second] - strength[first]))
        choices.append((first, second, "first" if rng.random() < chance else "second"))
    found = preferences(study(choices))
    assert [row.name for row in found.strengths["which"]] == ["strong", "middle", "weak"]
    assert all(pair.significant for pair in found.pairs)
    assert all(pair.p_holm >= pair.p for pair in found.pairs)
    assert found.to_arrow("strengths").num_rows == 3


def test_no_preference_is_seldom_found() -> None:
    rng = np.random.default_rng(2)
    p = [
        preferences(study([("a", "b", rng.choice(["first", "second"]).item()) for _ in range(30)])).pairs[0].p
        for _ in range(100)
    ]
    assert np.mean(np.array(p) <= 0.05) <= 0.1


def test_who_was_met_first_is_remarked_upon() -> None:
    found = preferences(study([("a", "b", "first"), ("b", "a", "first")] * 8))
    assert found.pairs[0].wins == found.pairs[0].losses
    assert found.orders[0].p < 0.01
    assert "met first" in found.warnings[0]


def test_what_is_no_preference() -> None:
    data = study([("a", "b", "nonsense"), ("a", "a", "first")])
    assert preferred(data.counted()) == []
    with pytest.raises(NotSuited):
        preferences(data)
