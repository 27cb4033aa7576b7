"""Findings in sentences: they say what the figures say, and no more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.report import words
from ludarium.arena.run.chunks import Chunk
from ludarium.arena.stats.findings import Findings
from tests.arena.made_up import PLANS, findings_of


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def told(findings: Findings) -> str:
    return plain(" ".join(words.summary(findings)))


def with_results(plan: Plan, ranks: Sequence[Sequence[int]]) -> Findings:
    """The findings of games that ended with these ranks by seat; points are the ranks with a minus."""
    ended = np.array(ranks, np.int8)
    assert len(ended) == plan.games
    return findings_of(plan, [Chunk(0, -ended.astype(float), ended, np.full(len(ended), 9, np.int32), 1.0)])


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(1234.5, 1, "1,234.5"), (-3.25, 1, "−3.2"), (-0.04, 1, "0.0"), (0, 0, "0"), (-1234, 0, "−1,234")],
)
def test_numbers(value: float, digits: int, text: str) -> None:
    assert words.number(value, digits) == text


def test_signs_percentages_and_p_values() -> None:
    assert (words.signed(3), words.signed(-3), words.signed(0.2), words.signed(0)) == ("+3", "−3", "0", "0")
    assert plain(words.percent(0.9345)) == "93.5 %"
    assert plain(words.percent_range(0.1, 0.25)) == "10.0 – 25.0 %"
    assert plain(words.p_words(0.0004)) == "p < 0.001"
    assert plain(words.p_words(0.0431)) == "p = 0.043"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.42, "0.4 s"), (59.97, "1 min 0 s"), (192, "3 min 12 s"), (7500, "2 h 5 min")]
)
def test_durations(seconds: float, text: str) -> None:
    assert plain(words.duration(seconds)) == text


def test_a_clear_duel_and_a_level_one() -> None:
    plan = Plan("tic-tac-toe", ("weak", "strong"), 40, 1)
    # The players change seats every game: the second of them wins all.
    clear = with_results(plan, [(2, 1), (1, 2)] * 20)
    assert "strong wins 100.0 % of the games against weak (95 %: 91.2 to 100.0 %; p < 0.001)." in told(clear)
    level = with_results(plan, [(2, 1), (1, 2), (1, 2), (2, 1)] * 10)
    assert "weak and strong are level as far as 40 games can tell: weak wins 50.0 %" in told(level)


def test_a_tie_is_a_score_and_not_a_win() -> None:
    plan = Plan("tic-tac-toe", ("weak", "strong"), 40, 1)
    tied = with_results(plan, [(2, 1), (1, 2), (1, 1), (1, 2)] * 10)
    assert "strong scores 87.5 %" in told(tied)
    assert "10 games (25.0 %) end with a shared first place." in told(tied)


def test_the_advantage_of_a_seat() -> None:
    plan = Plan("tic-tac-toe", ("a", "b"), 40, 1)
    first = with_results(plan, [(1, 2)] * 40)
    assert "The first seat has an advantage of 50.0 percentage points: it wins 100.0 %" in told(first)
    second = with_results(plan, [(2, 1)] * 40)
    assert "The first seat has a disadvantage of 50.0 percentage points: it wins 0.0 %" in told(second)
    neither = with_results(plan, [(1, 2), (1, 2), (2, 1), (2, 1)] * 10)
    assert "Neither seat has an advantage that chance would not explain" in told(neither)


def test_seats_that_were_kept_are_not_compared() -> None:
    assert "The seats cannot be compared: the players kept them." in told(findings_of(PLANS["fixed seats"]))
    alike = Plan("tic-tac-toe", ("random", "random"), 40, 1, "fixed")
    assert "The first seat has an advantage" in told(with_results(alike, [(1, 2)] * 40))


def test_four_seats_are_told_with_their_test() -> None:
    plan = Plan("goofspiel", ("a", "b", "c", "d"), 48, 1, "one-of-each", {"seats": 4})
    ranked = with_results(plan, [(1, 2, 3, 4)] * 48)
    assert "The seats differ: rates from 0.0 % (seat 2) to 100.0 % (seat 1); χ²: p < 0.001, Cramér's V = 1.00." in told(
        ranked
    )


def test_a_ring_is_named() -> None:
    plan = Plan("tic-tac-toe", ("rock", "paper", "scissors"), 180, 1, "round-robin")
    beats = {(0, 2), (1, 0), (2, 1)}
    ring = with_results(plan, [(1, 2) if plan.line_up(number) in beats else (2, 1) for number in range(plan.games)])
    assert "1 ring found: rock beats scissors beats paper beats rock (weakest link 100.0 %)." in told(ring)
    order = with_results(
        plan, [(1, 2) if plan.line_up(number)[0] < plan.line_up(number)[1] else (2, 1) for number in range(plan.games)]
    )
    assert "No rings found among the 3 significant results of 3 pairs." in told(order)
    assert "rock comes first: it wins 100.0 % of its games" in told(order)


def test_a_lead_that_may_be_chance_is_called_so() -> None:
    plan = Plan("tic-tac-toe", ("a", "b", "c"), 60, 1, "round-robin")
    even = with_results(plan, [(1, 2) if number % 12 < 6 else (2, 1) for number in range(60)])
    assert "may be chance" in told(even)


def test_points_of_one_seat() -> None:
    plan = Plan("pig", ("random",), 4, 1, "self-play", {"seats": 1})
    chunk = Chunk(0, np.array([[-9.0], [-7], [-8], [-8]]), np.ones((4, 1), np.int8), np.full(4, 9, np.int32), 1.0)
    assert "random makes −8.00 points a game on average (95 %: −8.80 to −7.20)." in told(findings_of(plan, [chunk]))


def test_a_sweep_is_told_as_a_whole() -> None:
    plan = Plan("pig", ("a", "b"), 120, 1, sweep=({"goal": "20"}, {"goal": "40"}))
    # Games 0, 1 are played for 20 points, games 2, 3 for 40, and so on.
    findings = with_results(plan, [(1, 2), (2, 1), (1, 2), (1, 2)] * 30)
    text = told(findings)
    assert "a comes first under all 2 settings." in text
    assert "The seats differ significantly under 1 of 2 settings (goal=40)" in text
    assert "The first seat's rate goes from 50.0 % (goal=20) to 100.0 % (goal=40)." in text


@pytest.mark.parametrize("name", PLANS)
def test_there_is_something_to_say_about_every_table(name: str) -> None:
    findings = findings_of(PLANS[name])
    assert words.summary(findings)
    sentences = words.summary(findings) + [
        sentence for section in findings.sections for sentence in words.section_summary(findings, section)
    ]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert plain(words.title(findings)).startswith(f"{PLANS[name].game}: ")
