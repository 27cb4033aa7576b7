"""Strategies with a known share judged human."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ludarium.engine.errors import NotSuited, UnknownName
from ludarium.studies.analysis import clustered
from ludarium.studies.analysis.judges import judges
from ludarium.studies.analysis.strategies import choices, mixed_model, over_time, rated, seats_of, strategies
from ludarium.studies.data import Judgement, Question, StudyData
from tests.studies.analysis.made_up import answer, at, judgement, judging, participant, played

TRUE = {"person": 0.7, "human-like": 0.68, "middling": 0.45, "clumsy": 0.15}


def tables(chances: dict[str, float], each: int, seed: int, spread: float = 0.0) -> list[Judgement]:
    """Two people and one strategy at a table: each of them judges the other two. A table's luck moves both judges."""
    rng = np.random.default_rng(seed)
    found = []
    machines = [player for player in chances if player != "person"]
    for number in range(each * len(machines)):
        machine, table = machines[number % len(machines)], f"t{number}"
        luck = rng.normal(0, spread)
        for judge in (0, 1):
            name = f"j{(2 * number + judge) % 40:02d}"
            for seat, player in ((1 - judge, "person"), (2, machine)):
                odds = math.log(chances[player] / (1 - chances[player])) + luck
                said = "human" if rng.random() < 1 / (1 + math.exp(-odds)) else "artificial"
                place = number // 20 * 2 + (seat == 2) + 1
                found.append(judgement(name, player, said, table=table, seat=seat, number=place, at=at(number)))
    return found


# --- shares -----------------------------------------------------------------------------------------------------------


def test_shares_ranking_and_comparison_with_people() -> None:
    found = strategies(judging(tables(TRUE, 150, seed=1)))
    assert found.ranking == ("human-like", "middling", "clumsy")
    for name, truth in TRUE.items():
        estimate = found[name].human
        assert estimate is not None
        assert estimate.low - 0.03 < truth < estimate.high + 0.03
        assert estimate.low < estimate.value < estimate.high
    assert found["human-like"].passes
    assert not found["middling"].passes
    assert not found["clumsy"].passes
    assert found.people is not None
    assert found.people.lead is None
    assert all(pair.significant for pair in found.pairs)
    assert all(row.p_holm is not None and row.lead and row.p_holm >= (row.lead.p or 0) for row in found.strategies)
    d = [row.d_prime.value for row in found.strategies if row.d_prime]
    assert d == sorted(d)
    with pytest.raises(UnknownName, match="clumsey"):
        found["clumsey"]


def test_undecided_judgements_count_for_nothing_but_themselves() -> None:
    rows = [judgement("a", "x", said, table=f"t{n}") for n, said in enumerate(["human", "unknown", "artificial"])]
    found = strategies(judging(rows))["x"]
    assert (found.judgements, found.unknown) == (3, 1)
    assert found.human is not None
    assert found.human.value == 0.5
    assert found.lead is None
    assert not found.passes


def test_nobody_judged() -> None:
    with pytest.raises(NotSuited):
        strategies(judging(()))


# --- clusters ---------------------------------------------------------------------------------------------------------


def test_intervals_and_tests_hold_their_level_where_tables_are_alike() -> None:
    covered, false_alarms, naive = 0, 0, 0
    studies = 250
    for seed in range(studies):
        rng = np.random.default_rng([2, seed])
        chance = rng.beta(1.5, 1.5, 40)  # both judges of a table see the same
        first = [(n, float(rng.random() < chance[n])) for n in range(40) for _ in range(2)]
        second = [(n, float(rng.random() < chance[n])) for n in range(40)]  # of the same tables
        estimate = clustered.share(first)
        covered += estimate.low <= 0.5 <= estimate.high
        false_alarms += (clustered.difference(first, second).p or 0) <= 0.05
        alone = clustered.share([(place, value) for place, (_, value) in enumerate(first)])
        naive += alone.low <= 0.5 <= alone.high
    assert covered / studies >= 0.92
    assert covered > naive
    assert false_alarms / studies <= 0.09


def test_a_share_without_clusters_is_wilsons() -> None:
    from ludarium.arena.stats.statistics import wilson

    answers = [(n, float(n < 60)) for n in range(200)]
    estimate = clustered.share(answers)
    assert (estimate.low, estimate.high) == pytest.approx(wilson(60, 0, 200, clustered.quantile(199)), abs=0.002)


def test_answers_that_are_all_alike_count_once_a_cluster() -> None:
    estimate = clustered.share([(n // 10, 1.0) for n in range(100)])
    assert estimate.low == pytest.approx(clustered.share([(n, 1.0) for n in range(10)]).low)
    assert clustered.share([("one", 1.0), ("one", 0.0)]).low == 0.0
    alike = clustered.difference([(n, 1.0) for n in range(8)], [(n, 1.0) for n in range(8)])
    assert alike.p == 1.0
    assert alike.low < 0 < alike.high


# --- d′ ---------------------------------------------------------------------------------------------------------------


def test_d_prime_by_hand_and_by_simulation() -> None:
    rng = np.random.default_rng(3)
    apart, bias = 1.2, 0.4
    signal = [(n, float(rng.normal(apart) > bias)) for n in range(4000)]
    noise = [(n, float(rng.normal() > bias)) for n in range(4000)]
    estimate = clustered.d_prime(signal, noise)
    assert estimate.value == pytest.approx(apart, abs=0.08)
    assert estimate.low < apart < estimate.high
    even = [(n, float(n % 2)) for n in range(10)]
    assert clustered.d_prime(even, even).value == 0.0
    assert math.isfinite(clustered.d_prime([(n, 1.0) for n in range(9)], [(n, 0.0) for n in range(9)]).high)


def test_forced_choice_finds_the_same_distance() -> None:
    rng = np.random.default_rng(4)
    right = [(n, float(rng.normal(1.2) > rng.normal())) for n in range(4000)]
    estimate = clustered.forced_choice(right)
    assert estimate.value == pytest.approx(1.2, abs=0.1)
    assert estimate.low < 1.2 < estimate.high
    assert math.isfinite(clustered.forced_choice([(n, 1.0) for n in range(5)]).value)


def test_pairs_at_one_table() -> None:
    rows = [
        judgement("a", "x", "artificial", table="t1", seat=1),
        judgement("a", "person", "human", table="t1", seat=2),
        judgement("a", "x", "artificial", table="t2", seat=1, confidence=0.2),
        judgement("a", "person", "artificial", table="t2", seat=2, confidence=0.9),
        judgement("b", "x", "unknown", table="t2", seat=1),
        judgement("b", "person", "unknown", table="t2", seat=0),
        judgement("c", "x", "human", table="t3", seat=1),
    ]
    assert choices(rows) == {"x": [("t1", 1.0), ("t2", 0.0), ("t2", 0.5)]}


# --- the mixed model --------------------------------------------------------------------------------------------------


def test_the_mixed_model_recovers_planted_odds() -> None:
    found = mixed_model(tables({"person": 0.6, "like": 0.6, "clumsy": 0.2}, 200, seed=5, spread=0.8))
    truth = {"like": 0.0, "clumsy": math.log(0.25) - math.log(1.5)}
    assert found.baseline == "person"
    for effect in found.effects:
        assert effect.low - 0.1 < truth[effect.strategy] < effect.high + 0.1
        assert effect.high - effect.low < 1.5
    assert found.table_deviation > 0.4
    with pytest.raises(NotSuited, match="needs 10 judges"):
        mixed_model([judgement("a", "x", "human")])


# --- points -----------------------------------------------------------------------------------------------------------


def test_points_in_space() -> None:
    questions = (
        Question("enjoyed", "fun", "scale", "Did you enjoy it?", 1.0, 5.0),
        Question("hard", "challenge", "choice", "How hard?", options=("not", "somewhat", "too")),
    )
    rows = tuple(
        judgement("p", "x", said, table=f"t{n}", at=at(n), number=n)
        for n, said in enumerate(["artificial", "human", "artificial"])
    )
    data = StudyData(
        "s",
        "turing",
        participants=(participant("p"),),
        questions=questions,
        judgements=rows,
        games=(played("p", 1, 1.0, table="t9", seat=1, opponents=("y", "person")),),
        answers=(
            answer("p", "enjoyed", 5, table="t1", answered=at(2)),
            answer("p", "enjoyed", 1, table="t0", answered=at(1)),
            answer("p", "hard", "somewhat", table="t9", seat=0, answered=at(9)),
            answer("p", "hard", "", table="t9", seat=0, answered=at(10)),
        ),
    )
    found = strategies(data, alpha=0.5)["x"].point
    assert found.course == (1.0, 0.5, 0.75)
    assert (found.detection, found.fun, found.challenge) == (0.75, 0.5, None)
    assert found.ratings == (2, 0)
    seats = seats_of(data)
    assert seats["t9", 0] == "y"
    assert (seats["t9", 1], seats["t9", 2]) == ("person", "person")
    assert rated(data, "challenge", seats) == {"y": [0.5]}
    assert over_time((), 0.5) == ()


def test_judges_can_be_weighed() -> None:
    rows = tables(TRUE, 60, seed=6)
    data = judging(rows)
    found = strategies(data, judges=judges(data))
    assert found["clumsy"].weighted is not None
    # Whoever is right more often has more weight, so that what is found out seems less human still.
    assert found["clumsy"].human is not None
    assert found["clumsy"].weighted < found["clumsy"].human.value


def test_tables_and_words() -> None:
    data = judging(tables(TRUE, 20, seed=7))
    found = strategies(data)
    frame = found.to_arrow("strategies").to_pylist()
    assert [row["rank"] for row in frame] == [1, 2, 3, None]
    shares = [row["human"] for row in frame[:-1]]
    assert all(one >= two for one, two in pairwise(shares))
    assert found.to_arrow("pairs").num_rows == 3
    assert found.to_arrow("effects").num_rows == 3
    assert "% judged human" in repr(found)
    assert strategies(replace(data, judgements=tuple(reversed(data.judgements)))) == found, "order of rows is no matter"


# --- what is to be read with care -------------------------------------------------------------------------------------


def test_a_few_that_were_judged_seldom_are_named() -> None:
    found = strategies(judging(tables(TRUE, 3, seed=2)))
    assert [warning for warning in found.warnings if "rough" in warning] == [
        f"{name} was judged 6 times only: take its figures as rough" for name in ("clumsy", "human-like", "middling")
    ]


def test_dozens_that_were_judged_seldom_are_counted() -> None:
    bred = {"person": 0.7, **{f"bred {number}": 0.5 for number in range(12)}}
    found = strategies(judging(tables(bred, 3, seed=2)))
    assert [warning for warning in found.warnings if "rough" in warning] == [
        "12 of 12 strategies were judged fewer than 10 times: take their figures as rough"
    ]
