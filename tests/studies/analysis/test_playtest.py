"""Ratings with a planted quality."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludarium.engine.errors import NotSuited
from ludarium.studies.analysis.playtest import OVERALL, correlation, playtest, ratings
from ludarium.studies.data import Question, StudyData
from tests.studies.analysis.made_up import answer, participant, played

QUESTIONS = (
    Question("fun", "fun", "scale", "Fun?", 1, 5),
    Question("fair", "fairness", "scale", "Fair?", 1, 5),
    Question("again", "again", "choice", "Again?", options=("no", "maybe", "yes")),
)
QUALITY = {f"game {n}": n / 7 for n in range(8)}


def study(people: int, seed: int, slope: float = 3.0) -> StudyData:
    """Everybody plays five of the games; fun follows the quality, fairness does not."""
    rng = np.random.default_rng(seed)
    games, answers = [], []
    for number in range(people):
        name, mood = f"p{number:02d}", rng.normal(0, 0.5)
        for place in range(5):
            game = f"game {(number + place) % 8}"
            table = f"{name}-{place}"
            games.append(played(name, place + 1, 1.0, table=table, game=game))
            fun = np.clip(round(3 + slope * (QUALITY[game] - 0.5) + mood + rng.normal(0, 0.8)), 1, 5)
            answers.append(answer(name, "fun", int(fun), table=table))
            answers.append(answer(name, "fair", int(rng.integers(1, 6)), table=table))
    return StudyData(
        "s",
        "playtest",
        participants=tuple(participant(f"p{n:02d}") for n in range(people)),
        questions=QUESTIONS,
        games=tuple(games),
        answers=tuple(answers),
    )


def test_quality_and_ratings_correlate_where_planted() -> None:
    found = playtest(study(40, seed=1), quality=QUALITY)
    by = {(row.question, row.kind): row for row in found.correlations}
    for kind in ("spearman", "pearson"):
        fun = by["fun", kind]
        assert fun.value > 0.85
        assert 0.5 < fun.low <= fun.value <= fun.high <= 1
        fair = by["fair", kind]
        assert fair.low < 0.3
        assert fair.low < fair.high
    assert found.for_design["game 7"] == (found.overall["game 7"], 25)  # five of eight games each: 25 of 40 people
    liked = list(found.overall)
    assert liked.index("game 7") < liked.index("game 0")
    assert [row.quality for row in found.ratings if row.game == "game 7"] == [1.0] * 3


def test_the_interval_is_seldom_beside_nothing() -> None:
    beside = 0
    for seed in range(20):
        (row, *_) = [
            c
            for c in playtest(study(25, seed=10 + seed, slope=0.0), quality=QUALITY).correlations
            if c.question == "fun"
        ]
        beside += not row.low <= 0 <= row.high
    assert beside <= 4


def test_correlations_against_scipy() -> None:
    from scipy.stats import pearsonr, spearmanr

    rng = np.random.default_rng(2)
    x, y = rng.normal(size=12).round(1).tolist(), rng.normal(size=12).round(1).tolist()
    assert correlation(x, y, "pearson")[0] == pytest.approx(pearsonr(x, y).statistic)
    assert correlation(x, y, "spearman")[0] == pytest.approx(spearmanr(x, y).statistic)
    assert correlation([1, 1, 1], [1, 2, 3], "pearson")[0] == 0.0


def test_several_games_of_one_person_are_one_rating() -> None:
    data = StudyData(
        "s",
        participants=(participant("a"),),
        questions=QUESTIONS,
        games=(played("a", 1, 1.0, table="t1", game="g"), played("a", 2, 1.0, table="t2", game="g")),
        answers=(
            answer("a", "fun", 1, table="t1"),
            answer("a", "fun", 5, table="t2"),
            answer("a", "again", "yes", table="t2"),
            answer("a", "fair", None, table="t2"),
        ),
    )
    found = {(row.question, row.value) for row in ratings(data)}
    assert found == {("fun", 0.5), ("again", 1.0), (OVERALL, 0.75)}
    report = playtest(data, quality={"g": 0.3})
    assert report.correlations == ()
    assert "rated by 1 only" in report.warnings[0]
    assert "no correlation" in report.warnings[1]
    assert report.to_arrow("ratings").to_pylist()[0]["low"] is None
    with pytest.raises(NotSuited):
        playtest(replace(data, answers=()))


def test_the_same_seed_gives_the_same_interval() -> None:
    data = study(12, seed=3)
    assert playtest(data, quality=QUALITY, seed=4) == playtest(data, quality=QUALITY, seed=4)
    assert playtest(data, quality=QUALITY, seed=4) != playtest(data, quality=QUALITY, seed=5)
    assert "ratings\n  game" in repr(playtest(data))
