"""Findings: all statistics of a plan's games, for every kind of table, as plain values and back."""

from __future__ import annotations

import json
import shlex
from collections import Counter

import pytest

from ludarium.arena.metrics import Depth, Link
from ludarium.arena.metrics.estimates import score_of
from ludarium.arena.plan.tournament import Plan, read_sweep
from ludarium.arena.run.chunks import Fault
from ludarium.arena.stats.findings import (
    ALONE,
    NO_GAMES,
    NOBODY_MET,
    STATISTICS,
    Findings,
    analyse,
    command_of,
    distinct,
    lengths,
)
from ludarium.arena.stats.score import match_score
from ludarium.arena.stats.tally import Tally
from ludarium.engine import LudariumError
from tests.arena.made_up import PLANS, findings_of, games_of


@pytest.mark.parametrize("name", PLANS)
def test_every_table_can_be_analysed_and_survives_json(name: str) -> None:
    findings = findings_of(PLANS[name])
    text = json.dumps(findings.to_dict(), allow_nan=False)
    again = Findings.from_dict(json.loads(text))
    assert again == findings
    assert json.dumps(again.to_dict()) == text


@pytest.mark.parametrize("name", PLANS)
def test_what_is_missing_has_a_reason_and_what_is_there_a_method(name: str) -> None:
    for section in findings_of(PLANS[name]).sections:
        found = dict(section.statistics)
        assert found.keys() | section.missing.keys() == set(STATISTICS)
        assert not found.keys() & section.missing.keys()
        assert all(len(statistic.method) > 10 for statistic in found.values())
        assert all(len(reason) > 10 for reason in section.missing.values())


def test_a_match_and_a_tournament_say_the_same_of_the_same_games() -> None:
    plan = PLANS["four seats"]
    tally = Tally(plan)
    for chunk in games_of(plan):
        tally.add(chunk)
    (section,) = analyse(plan, [tally], 1.0).sections
    score = match_score(tally, 1.0)
    assert section.outcomes is not None
    assert section.points is not None
    assert section.seats is not None
    assert any(row.ties for row in score.players)
    for shown, row, points in zip(score.players, section.outcomes.players, section.points.players, strict=True):
        assert (row.wins, row.ties, row.losses) == (shown.wins, shown.ties, shown.losses)
        assert (row.rate, row.low, row.high) == (shown.rate, shown.low, shown.high)
        assert row.mean_rank == pytest.approx(shown.mean_rank)
        assert (points.mean, points.low, points.high) == (shown.mean_points, shown.points_low, shown.points_high)
        assert sum(share.count for share in row.ranks) == row.games
    assert [(row.wins, row.ties, row.losses) for row in section.seats.seats] == [
        (shown.wins, shown.ties, shown.losses) for shown in score.seats
    ]
    rates, _, _ = section.outcomes.method.partition("; mean rank")
    assert score.method == f"{rates}; {section.points.method}"


def test_the_order_of_the_games_does_not_matter() -> None:
    plan = PLANS["sweep"]
    chunks = games_of(plan, size=7)
    assert findings_of(plan, chunks) == findings_of(plan, chunks[::-1])


def test_one_seat_has_points_and_lengths_only() -> None:
    (section,) = findings_of(PLANS["one seat"]).sections
    assert [name for name, _ in section.statistics] == ["points", "lengths"]
    assert section.missing["outcomes"] == section.missing["seats"] == ALONE


def test_self_play_compares_seats_not_players() -> None:
    (section,) = findings_of(PLANS["self-play"]).sections
    assert [name for name, _ in section.statistics] == ["points", "seats", "lengths"]
    assert section.missing["outcomes"] == section.missing["strengths"] == NOBODY_MET


def test_two_players_have_no_common_field_and_three_have() -> None:
    (two,) = findings_of(PLANS["two seats"]).sections
    (many,) = findings_of(PLANS["twelve players"]).sections
    assert two.differences is None
    assert "see the matchups" in two.missing["differences"]
    assert many.differences is not None
    assert len(many.differences.pairs) == 66


def test_a_sweep_has_a_section_for_each_setting() -> None:
    findings = findings_of(PLANS["sweep"])
    assert [section.label for section in findings.sections] == ["goal=20", "goal=40", "goal=60"]
    assert [section.settings["goal"] for section in findings.sections] == [20, 40, 60]
    assert [section.games for section in findings.sections] == [30, 30, 30]
    assert findings.games == 90


def test_a_setting_without_games_says_so() -> None:
    findings = findings_of(PLANS["sweep cut short"])
    assert [section.games for section in findings.sections] == [2, 1, 0]
    assert set(findings.sections[2].missing.values()) == {NO_GAMES}
    assert not list(findings.sections[2].statistics)


def test_the_tallies_must_fit_the_settings() -> None:
    plan = PLANS["sweep"]
    with pytest.raises(LudariumError, match="1 tallies for 3 settings"):
        analyse(plan, [Tally(plan, 0)], 1.0)


def test_few_games_are_told_once() -> None:
    (warning,) = findings_of(PLANS["one game"]).warnings[:1]
    assert warning.startswith("everything here: 1 game only")
    assert sum("a rough figure" in text for text in findings_of(PLANS["one game"]).warnings) == 1


def test_faults_are_counted_by_player_listed_and_warned_of() -> None:
    plan = PLANS["two seats"]
    faults = [Fault(number, 1, 0, f"said \x1b[31m{number}") for number in (70, 3, 5)]
    findings = findings_of(plan, games_of(plan, faults=faults))
    (section,) = findings.sections
    assert section.faults.count == 3
    assert section.faults.by_player == (0, 3)
    assert [fault.text for fault in section.faults.first] == ["said �[31m3", "said �[31m5", "said �[31m70"]
    assert "3 answers could not be used; a legal move was drawn instead" in findings.warnings


def test_the_warnings_of_a_sweep_name_the_setting() -> None:
    assert any(
        warning.startswith("goal=40: everything here: 1 game")
        for warning in findings_of(PLANS["sweep cut short"]).warnings
    )


def test_depth_is_kept_as_plain_values() -> None:
    links = (Link("mcts:iterations=40", "mcts:iterations=20", score_of(70, 100)),)
    depth = Depth("mcts:iterations=20", (1, 2), links, 1, 0, 1)
    findings = findings_of(PLANS["two seats"], depth=depth)
    assert findings.depth is not None
    assert findings.depth["links"][0]["value"] == 0.7
    assert Findings.from_dict(json.loads(json.dumps(findings.to_dict()))) == findings


# --- lengths ----------------------------------------------------------------------------------------------------------


def test_lengths_by_hand() -> None:
    found = lengths(Counter({3: 1, 5: 2, 9: 1}))
    assert (found.games, found.least, found.most) == (4, 3, 9)
    assert found.quartiles == (3, 5, 5)
    assert found.mean == 5.5
    assert found.deviation == pytest.approx((19 / 3) ** 0.5)
    assert found.low == pytest.approx(5.5 - 1.959964 * (19 / 12) ** 0.5, abs=1e-6)
    assert found.counts == ((3, 1), (5, 2), (9, 1))


def test_one_game_has_a_length_without_spread() -> None:
    found = lengths({7: 1})
    assert (found.mean, found.low, found.high, found.deviation, found.median) == (7, 7, 7, 0, 7)


# --- names and commands -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("a", "b"), ("a", "b")),
        (("a", "a", "b"), ("a #1", "a #2", "b")),
        (("a", "a", "a #1"), ("a #2", "a #3", "a #1")),
        (("a\x07", "\ud800b"), ("a�", "�b")),
    ],
)
def test_names_are_printable_and_no_two_alike(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert distinct(names) == shown


@pytest.mark.parametrize(
    ("plan", "line"),
    [
        (PLANS["two seats"], "ludarium match tic-tac-toe random mcts --games 90 --seed 1"),
        (PLANS["fixed seats"], "ludarium match pig random mcts --fixed-seats --games 90 --seed 1"),
        (
            Plan("8x8 reversi most-men", ("a b", "c"), 5, 2, "round-robin", {"size": 6}, kind="tournament"),
            "ludarium tournament '8x8 reversi most-men' 'a b' c --schedule round-robin --games 5 --seed 2 --set size=6",
        ),
        (
            Plan("pig", ("a", "b"), 5, 2, sweep=read_sweep(["goal=20,40", "seats=2,3"])),
            "ludarium tournament pig a b --schedule rotation --games 5 --seed 2 --sweep goal=20,40 --sweep seats=2,3",
        ),
    ],
)
def test_the_command_plays_the_plan(plan: Plan, line: str) -> None:
    assert command_of(plan) == line
    assert shlex.split(line)[2] == plan.game


# --- what is no findings ----------------------------------------------------------------------------------------------


def test_other_values_are_refused_with_the_reason() -> None:
    data = findings_of(PLANS["two seats"]).to_dict()
    with pytest.raises(LudariumError, match="no findings"):
        Findings.from_dict({"game": "reversi"})
    with pytest.raises(LudariumError, match="format version 99, expected 1"):
        Findings.from_dict({**data, "format_version": 99})
    section = {key: value for key, value in data["sections"][0].items() if key != "lengths"}
    with pytest.raises(LudariumError, match=r"damaged.*lengths"):
        Findings.from_dict({**data, "sections": [section]})
