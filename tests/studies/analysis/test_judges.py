"""Judges of known ability, honest and not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludarium.engine.errors import NotSuited
from ludarium.studies.analysis.judges import (
    ability_groups,
    guessing,
    hasty,
    judge_matrix,
    judges,
    often_changed,
    silhouette,
    smoothed,
    strata,
    weights,
)
from ludarium.studies.analysis.rasch import fit
from ludarium.studies.data import Judgement, ProfileChange, StudyData
from tests.studies.analysis.made_up import answer, at, judged, judgement, judging, participant

HARD = {"person": 0.3, "random": -1.5, "greedy": -0.5, "careful": 0.4, "sly": 1.3}


@pytest.fixture(scope="module")
def abilities() -> list[float]:
    return [float(a) for a in np.random.default_rng(1).normal(0.3, 1.2, 60)]


@pytest.fixture(scope="module")
def rows(abilities: list[float]) -> tuple[Judgement, ...]:
    return judged(abilities, HARD, 40, seed=2)


def test_abilities_and_difficulties_are_recovered(abilities: list[float], rows: tuple[Judgement, ...]) -> None:
    found = judges(judging(rows))
    assert found.rasch is not None
    recovered = [found.rasch.abilities[f"j{n:03d}"] for n in range(len(abilities))]
    assert np.corrcoef(recovered, abilities)[0, 1] >= 0.9
    mean = np.mean(list(HARD.values()))
    assert {name: value - mean for name, value in HARD.items()} == pytest.approx(found.rasch.difficulties, abs=0.35)
    assert found.andersen is not None
    assert found.andersen.p > 0.001
    assert [judge.ability for judge in found.judges] == sorted((judge.ability for judge in found.judges), reverse=True)  # type: ignore[type-var]


def test_super_experts_are_the_ablest_group(abilities: list[float], rows: tuple[Judgement, ...]) -> None:
    found = judges(judging(rows), groups=4)
    chosen = {int(name[1:]) for name in found.super_experts}
    assert len(chosen) == pytest.approx(15, abs=3)
    others = set(range(60)) - chosen
    assert np.mean([abilities[n] for n in chosen]) > np.mean([abilities[n] for n in others]) + 1
    assert all(found.weight(name, strategy) == 1.0 for name in found.super_experts for strategy in (*HARD, "new"))
    plain = next(judge.judge for judge in found.judges if not judge.super_expert)
    assert found.weight(plain, "new") == 0.0
    assert 0 < found.weight(plain, "random") <= 1


def test_few_judgements_make_no_super_expert(rows: tuple[Judgement, ...]) -> None:
    lucky = [judgement("lucky", player, "human" if player == "person" else "artificial") for player in list(HARD)[:3]]
    found = judges(judging((*rows, *lucky)))
    assert "lucky" not in found.super_experts
    assert next(judge for judge in found.judges if judge.judge == "lucky").hits == 3


def test_pilots_are_no_judges(rows: tuple[Judgement, ...]) -> None:
    data = judging(rows)
    piloted = replace(data, participants=(replace(data.participants[0], pilot=True), *data.participants[1:]))
    assert len(judges(piloted).judges) == len(judges(data).judges) - 1


def test_the_matrix_counts() -> None:
    rows = [
        judgement("a", "random", "artificial"),
        judgement("a", "random", "unknown"),
        judgement("a", "person", "human", table="u", seat=2),
        judgement("b", "person", "artificial"),
    ]
    matrix = judge_matrix(rows)
    assert (matrix.people, matrix.items) == (("a", "b"), ("person", "random"))
    assert matrix.met.tolist() == [[1, 2], [1, 0]]
    assert matrix.right.tolist() == [[1, 1], [0, 0]]
    assert judge_matrix(rows, items="tables").items == ("t 1", "u 2")


# --- weights ----------------------------------------------------------------------------------------------------------


def test_smoothing_by_hand() -> None:
    assert smoothed([1, 0, 1], 0.5) == 0.5 * (0.5 * (0.5 * 0 + 0.5) + 0) + 0.5
    assert smoothed([], 0.5) == 0.0
    found = weights([judgement("a", "random", "artificial", number=n) for n in (2, 1)], alpha=0.5)
    assert [(row.judgements, row.weight) for row in found] == [(2, 0.75)]
    with pytest.raises(NotSuited):
        weights([], alpha=0)


def test_weights_follow_the_order_of_judgements_not_of_rows() -> None:
    rows = [
        judgement("a", "random", "artificial", number=2),
        judgement("a", "random", "human", number=1),
    ]
    assert weights(rows, alpha=0.5)[0].weight == 0.5


def test_guessing_has_the_mean_and_deviation_that_are_said() -> None:
    rng = np.random.default_rng(3)
    tried = [smoothed(rng.random(7) < 0.5, 0.3) for _ in range(20_000)]
    mean, deviation = guessing(7, 0.3)
    assert np.mean(tried) == pytest.approx(mean, abs=0.005)
    assert np.std(tried) == pytest.approx(deviation, abs=0.005)


# --- groups -----------------------------------------------------------------------------------------------------------


def test_groups_are_of_equal_size_and_ties_stay_together() -> None:
    assert ability_groups({"a": 3.0, "b": 1.0, "c": 2.0, "d": 4.0}, 2) == {"b": 1, "c": 1, "a": 2, "d": 2}
    assert ability_groups({"a": 1.0, "b": 1.0, "c": 1.0}, 3) == {"a": 1, "b": 1, "c": 1}
    assert [strata(s) for s in (0.0, 1.25, 2.0)] == [0, 2, 3]


def test_silhouette_by_hand() -> None:
    points = np.array([[0.0], [1.0], [10.0], [11.0]])
    one = (10.5 - 1) / 10.5
    two = (9.5 - 1) / 9.5
    assert silhouette(points, np.array([1, 1, 2, 2])) == pytest.approx((one + two) / 2)
    assert silhouette(points, np.array([1, 1, 1, 1])) == 0.0


def test_judges_who_are_fooled_by_the_same_share_a_cluster() -> None:
    rng = np.random.default_rng(4)
    rows = []
    for number in range(40):
        blind = {"a", "b"} if number % 2 else {"c", "d"}
        for place in range(48):
            player = "abcd"[place % 4]
            hit = rng.random() < (0.2 if player in blind else 0.9)
            rows.append(judgement(f"j{number:03d}", player, "artificial" if hit else "human", number=place + 1))
    found = judges(judging(rows))
    assert len(found.clusters) == 2
    for names in found.clusters.values():
        assert len({int(name[1:]) % 2 for name in names}) == 1
    assert judges(judging(rows)).clusters == found.clusters, "nothing is drawn by lot"


def test_judges_without_a_pattern_are_one_cluster(rows: tuple[Judgement, ...]) -> None:
    assert len(judges(judging(rows)).clusters) == 1


# --- falsifiers -------------------------------------------------------------------------------------------------------


def test_falsifiers_are_found_and_honest_judges_seldom() -> None:
    honest = judged([float(a) for a in np.linspace(-0.5, 2, 40)], HARD, 40, seed=5)
    liar = [
        judgement("liar", player, "artificial" if player == "person" else "human", number=n + 1)
        for n, player in enumerate([*HARD] * 8)
    ]
    # Hits the hard ones, misses the easy ones.
    odd = [
        judgement("odd", player, "human" if (player == "person") == (HARD[player] > 0) else "artificial", number=n + 1)
        for n, player in enumerate([*HARD] * 8)
    ]
    data = judging((*honest, *liar, *odd))
    people = [person.participant for person in data.participants]
    data = replace(
        data,
        answers=tuple(
            answer(name, "fun", 3, stage=f"s{page}", seconds=1.0 if name == "j000" else 12.0 + n % 7 + page)
            for n, name in enumerate(people)
            for page in range(4)
        ),
        profile_changes=(
            *(ProfileChange("j001", "age", at(n), "changed") for n in range(3)),
            *(ProfileChange("j002", "age", at(n), "removed") for n in range(9)),
            *(ProfileChange("j003", "age", at(n), "changed") for n in range(2)),
        ),
    )
    suspects = {judge.judge: judge.suspicions for judge in judges(data).suspects}
    assert any("guessing" in reason for reason in suspects["liar"])
    assert "judgements that fit no ability" in suspects["odd"]
    assert any("far quicker" in reason for reason in suspects["j000"])
    assert suspects["j001"] == ("changed age more than twice",)
    assert len(suspects) <= 6, "at most two honest ones of forty"
    assert often_changed(data) == {"j001": ("age",)}
    assert list(hasty(data)) == ["j000"]


def test_few_people_have_no_usual_time() -> None:
    data = StudyData("s", participants=(participant("a"),), answers=(answer("a", "q", 1, seconds=0.1),))
    assert hasty(data) == {}


# --- limits -----------------------------------------------------------------------------------------------------------


def test_nobody_has_judged() -> None:
    with pytest.raises(NotSuited, match="nobody has judged"):
        judges(judging(()))


def test_without_a_model_there_are_shares_and_a_reason() -> None:
    found = judges(judging([judgement("a", "random", "artificial"), judgement("b", "random", "human")]))
    assert found.rasch is None
    assert found.super_experts == ()
    assert found.warnings[0].startswith("no abilities")
    assert found.to_arrow("judges").num_rows == 2
    assert found.to_arrow("items").num_rows == 0
    assert "2 judges" in repr(found)


def test_nobody_has_judged_anybody() -> None:
    found = judge_matrix([])
    assert (found.people, found.items) == ((), ())
    with pytest.raises(NotSuited):
        fit(found)
