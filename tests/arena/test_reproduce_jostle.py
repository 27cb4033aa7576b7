"""The reproduction of Jostle: ratios have the intervals they say, claims are judged by them, examples replay."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest

from ludarium.api.sources import find
from ludarium.arena.reproduce.judging import reproduce
from ludarium.arena.reproduce.reproduction import Lab, Reproduction
from ludarium.cli.app import run
from ludarium.cli.common import out
from ludarium.games.jostle import reproduction as jostle
from ludarium.games.jostle.measures import COLUMNS, GIVEN, OWN_TURNS, TURNS, Games, spread_of
from ludarium.games.jostle.published import (
    COMBINATIONS,
    COMPARISONS,
    MEASURES,
    Comparison,
    Side,
    figure,
    judge,
    measured,
    win_rate,
)
from ludarium.games.jostle.strategies.composed import Strategy
from tests.conftest import scaled

PALS = Strategy.read("PALS")


def made_up(count: int, mean: float, seed: int) -> Games:
    """Games of varied lengths, in which so many jostles a turn are given."""
    draw = np.random.default_rng(seed)
    counts = np.zeros((count, COLUMNS), np.int64)
    counts[:, OWN_TURNS] = draw.integers(10, 60, count)
    counts[:, TURNS] = 3 * counts[:, OWN_TURNS]
    counts[:, GIVEN] = draw.poisson(mean * counts[:, OWN_TURNS])
    return Games(PALS, PALS, counts)


# --- figures ----------------------------------------------------------------------------------------------------------


def test_a_measure_is_a_ratio_of_sums() -> None:
    games = made_up(3, 0.5, 1)
    games.counts[:, GIVEN], games.counts[:, OWN_TURNS] = [10, 0, 20], [10, 20, 70]
    assert figure(games, "given").value == pytest.approx(30 / 100)
    games.counts[:, TURNS] = [30, 60, 210]
    assert figure(games, "turns").value == pytest.approx(100)


def test_the_interval_of_a_ratio_is_that_of_games_drawn_anew() -> None:
    games, draw = made_up(400, 0.5, 2), np.random.default_rng(3)
    ratios = []
    for _ in range(2000):
        again = games.counts[draw.integers(0, 400, 400)]
        ratios.append(again[:, GIVEN].sum() / again[:, OWN_TURNS].sum())
    found = figure(games, "given")
    assert found.reach == pytest.approx(1.96 * np.std(ratios), rel=0.06)
    assert found.low < found.value < found.high


def test_nothing_is_said_about_what_never_happened() -> None:
    assert figure(made_up(5, 0.5, 1), "front after").to_dict() == {"value": None, "low": None, "high": None}


COMPARED = Comparison("", "", Side("A", "given"), (Side("B", "given"), Side("C", "given")))


def test_yes_needs_every_other_to_be_less() -> None:
    played = {"A": made_up(300, 0.6, 1), "B": made_up(300, 0.4, 2), "C": made_up(300, 0.3, 3)}
    found = judge(COMPARED, played, 10)
    assert found.answer == "yes"
    assert str(found) == f"given: A {found.more:.3f} against B {found.less[0]:.3f}, C {found.less[1]:.3f} (p < 0.0001)"
    assert judge(COMPARED, {**played, "C": made_up(300, 0.8, 3)}, 10).answer == "no"
    assert judge(COMPARED, {**played, "C": made_up(300, 0.6, 3)}, 10).answer == "not shown"
    assert judge(COMPARED, {**played, "C": played["A"]}, 10).answer == "not shown"


def test_many_claims_need_more_certainty() -> None:
    comparison = Comparison("", "", Side("A", "given"), (Side("B", "given"),))
    played = {"A": made_up(300, 0.54, 1), "B": made_up(300, 0.5, 2)}
    alone, among_many = judge(comparison, played, 1), judge(comparison, played, 1000)
    assert (alone.answer, among_many.answer) == ("yes", "not shown")
    assert among_many.p == pytest.approx(min(1.0, 1000 * alone.p))


def test_a_difference_is_tested_game_by_game() -> None:
    # B's games are a turn shorter, one of them two turns: games vary much, their difference hardly.
    games = made_up(100, 0.5, 1)
    fewer = games.counts.copy()
    fewer[:, TURNS] -= 1
    fewer[0, TURNS] -= 1
    comparison = Comparison("", "", Side("A", "turns"), (Side("B", "turns"),))
    assert judge(comparison, {"A": games, "B": Games(PALS, PALS, fewer)}, 1).answer == "yes"
    assert judge(comparison, {"A": games, "B": Games(PALS, PALS, fewer[::-1])}, 1).answer == "not shown"


# --- games ------------------------------------------------------------------------------------------------------------


def test_the_table_has_every_combination_and_the_claims_are_about_them() -> None:
    assert len(COMBINATIONS) == 4 * 5 == len(set(COMBINATIONS))
    assert set().union(*(comparison.strategies for comparison in COMPARISONS)) <= set(COMBINATIONS)
    assert {side.measure for one in COMPARISONS for side in (one.more, *one.less)} <= set(MEASURES)


def test_the_followed_games_are_those_that_the_lab_keeps() -> None:
    lab = Lab(games=scaled(60), seed=3, workers=1)
    tally = lab.play("jostle", "Aggressive PALS", "RANDOMIZER", "RANDOMIZER", games=1)
    (own, _, _), _, _ = tally.outcomes()
    games = jostle.games_of(lab, "Aggressive PALS")
    assert (len(games), games.wins, games.ties) == (tally.games, own["win"], own["tie"])
    assert win_rate(games).value == pytest.approx((own["win"] + own["tie"] / 2) / tally.games)


@pytest.mark.compiled
def test_what_the_source_says_of_its_strategies() -> None:
    played = {strategy: measured(jostle.the_game(), strategy, games=900) for strategy in COMBINATIONS}
    answers = {one.what: judge(one, played, len(COMPARISONS)).answer for one in COMPARISONS}
    # The other way round, as docs/games/jostle.md explains.
    refuted = {
        "Observing PALS keeps a tighter cluster than PALS",
        "Observing PALS stands in a cluster more often than PALS",
        "Lingering PALS: all pieces together speed up once an opponent is on a goal",
    }
    assert {what for what, answer in answers.items() if answer == "no"} == refuted
    assert {what for what, answer in answers.items() if answer == "not shown"} == set()


# --- examples ---------------------------------------------------------------------------------------------------------


def test_the_examples_replay() -> None:
    claims = tuple(claim for claim in find("jostle").claims if claim.table.startswith(("Example", "Figure 3.")))
    claims = tuple(claim for claim in claims if not claim.table.startswith("Figure 3.8"))
    assert len(claims) == 25
    outcome = reproduce(Reproduction("jostle", "", "", claims), Lab())
    slips = [row.claim.table for row in outcome.rows if row.verdict == "source's slip"]
    assert slips == ["Example 3.1", "Example 3.12", "Example A.3", *["Example A.4"] * 4]
    assert outcome.count("agrees") == 18
    ours = {row.claim.what: row.ours for row in outcome.rows}
    assert ours["round 2: where green jostles red's second piece, by the text"] == "from 1 to 0"
    assert (ours["track fields"], ours["goal fields"], ours["the numbers of the pieces"]) == (31, 5, "0 to 8")
    standing = next(row for row in outcome.rows if row.claim.what == "whether its pieces may stand so")
    assert standing.ours == "no"


def test_whose_turn_it_is_shows_where_an_order_is_broken() -> None:
    found = {name: measured(jostle.the_game(), name, games=scaled(60)) for name in ("EQUALIZER", "PALS")}
    assert figure(found["EQUALIZER"], "out of turn").value == 0
    assert 0.1 < figure(found["PALS"], "out of turn").value < 1


def test_lingering_keeps_the_order_until_an_opponent_is_on_a_goal() -> None:
    games = measured(jostle.the_game(), "Lingering(EQUALIZER→ADVANCER)", games=scaled(60))
    assert figure(games, "out of turn before").value == 0
    assert figure(games, "out of turn after").value > 0


def test_combinations_without_meaning_change_no_game() -> None:
    claims = tuple(claim for claim in find("jostle").claims if claim.theirs == "not meaningful")
    outcome = reproduce(Reproduction("jostle", "", "", claims), Lab(games=scaled(30), workers=1))
    assert [row.verdict for row in outcome.rows] == ["agrees"] * 3


def test_a_claim_in_words_is_answered_by_its_games() -> None:
    lab = Lab(games=scaled(100), workers=1)
    comparison = next(one for one in COMPARISONS if one.what == "PALS keeps a tighter cluster than ADVANCER")
    claim = next(claim for claim in find("jostle").claims if claim.what == comparison.what)
    (row,) = reproduce(Reproduction("jostle", "", "", (claim,)), lab).rows
    assert row.ours == jostle.judged(lab, comparison).answer == "yes"
    assert row.verdict == "agrees"


def test_what_few_games_do_not_show_is_unknown_and_not_refuted() -> None:
    claim = next(claim for claim in find("jostle").claims if claim.what == "ADVANCER advances fastest")
    (row,) = reproduce(Reproduction("jostle", "", "", (claim,)), Lab(games=2, workers=1)).rows
    assert row.verdict == "not measured"
    assert row.why.startswith("2 games of each strategy do not show it: advance: ADVANCER ")


@pytest.mark.compiled
def test_the_setting_of_figure_3_6_is_the_only_one() -> None:
    game = jostle.the_game()
    normal = [field for field in range(game.board.length) if field not in (*game.board.steps, *game.board.goals)]
    fitting = []
    for fields in combinations(normal, 3):
        text = f"{','.join(map(str, fields))}/-1,-1,-1/-1,-1,-1 r 3"
        if [spread_of(jostle.chosen(name, text)[1].state, 0) for name in ("PALS", "Observing PALS")] == [9, 6]:
            fitting.append(text)
    assert fitting == [jostle.FIGURE_3_6]


def test_keeping_off_a_back_field_can_break_a_cluster() -> None:
    cluster = "7,8,9/-1,-1,-1/-1,-1,-1 r 3"
    assert [spread_of(jostle.chosen(name, cluster)[1].state, 0) for name in ("PALS", "Observing PALS")] == [2, 4]


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_table_for_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")  # after so few games there is much to the right of every ±
    out.cache_clear()
    assert run(["jostle", "table", "--games", "2", "--seed", "1", "--against", "pals"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 games of each strategy against PALS, seats in turn, seed 1")
    assert lines[1].split() == ["strategy", "wins,", "%", "advance", "others", "spread", "given", "taken", "turns"]
    assert [line.split("  ")[0] for line in lines[3:23]] == list(COMBINATIONS)
    assert any(line.startswith("PALS keeps a tighter cluster than ADVANCER") for line in lines)


def test_the_table_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jostle", "table", "--games", "2", "--seed", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["against"], found["games"], found["seed"]) == ("RANDOMIZER", 2, 1)
    assert [row["strategy"] for row in found["strategies"]] == list(COMBINATIONS)
    games = measured(jostle.the_game(), "PALS", games=2, seed=1)
    row = next(row for row in found["strategies"] if row["strategy"] == "PALS")
    assert row["spread"]["value"] == pytest.approx(figure(games, "spread").value)
    assert row["wins"]["low"] <= row["wins"]["value"] <= row["wins"]["high"]
    assert len(found["claims"]) == len(COMPARISONS)


def test_a_wrong_strategy_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jostle", "table", "--against", "PALLS"]) == 2
    assert "'PALLS' is no element of a strategy; did you mean PALS?" in capsys.readouterr().err
