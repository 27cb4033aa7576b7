"""The reproduction of Boundary: its figures are those published, and what it answers is what was measured."""

from __future__ import annotations

import numpy as np
import pytest

from ludarium.api.sources import find
from ludarium.arena.reproduce.judging import reproduce
from ludarium.arena.reproduce.reproduction import Lab, Rate, Reproduction
from ludarium.engine import LudariumError
from ludarium.games import load
from ludarium.games.boundary import published
from ludarium.games.boundary import reproduction as boundary
from ludarium.games.boundary.matchups import Matchups
from ludarium.games.boundary.strategies.names import NAMES, STRATEGIES


def theirs(table: str) -> dict[str, float]:
    return {
        claim.what: claim.theirs
        for claim in find("boundary").claims
        if claim.table == table and isinstance(claim.theirs, float)
    }


def test_every_pair_of_every_table_is_there() -> None:
    assert {table: len(theirs(table)) for table in boundary.TABLES} == {
        "Table 1": 10,
        "Table 2": 10,
        "Table 3": 15,
        "Table 4": 15,
    }
    assert theirs("Table 1")["best-treasure over defensive-capture"] == 0.80
    assert theirs("Table 2")["defensive-treasure over hybrid-capture"] == 0.56
    assert theirs("Table 3")["hybrid-capture over defensive-capture"] == 0.65
    assert theirs("Table 4")["greedy-treasure over defensive-treasure"] == 0.64
    assert theirs("Table 5")["adaptive over hybrid-capture"] == 0.42


def test_the_samples_are_the_smallest_that_give_the_rates() -> None:
    claims = [claim for claim in find("boundary").claims if claim.table in boundary.SAMPLES]
    assert all(claim.inferred and claim.their_games for claim in claims)
    for claim in claims:
        assert isinstance(claim.theirs, float)
        assert claim.their_games is not None
        won = claim.theirs * claim.their_games
        assert won == pytest.approx(round(won))
    games = {table: [one.their_games for one in claims if one.table == table] for table in ("Table 1", "Table 2")}
    assert (games["Table 1"].count(20), games["Table 2"].count(50)) == (9, 9)


def test_slopes_are_those_of_a_line_of_best_fit() -> None:
    assert published.slope([0.1, 0.2, 0.3]) == pytest.approx(0.1)
    rates = [0.5, 0.34, 0.32, 0.30]
    assert published.slope(rates) == pytest.approx(np.polyfit(range(4), rates, 1)[0])


def test_what_people_did_is_listed_and_our_own_bars_are_counted_apart() -> None:
    claims = find("boundary").claims
    people = [claim for claim in claims if claim.ours is None and "needs people" in claim.note]
    # Win rates by game, answers and numbers of people; sentences about people; figures that are only drawn.
    assert sum(claim.origin == "figure" for claim in people) == 11 + 24
    assert sum(claim.origin == "claim" for claim in people) == 15
    assert sum(claim.ours is None and "drawing" in claim.note for claim in claims) == 6
    assert sum(claim.origin == "own" for claim in claims) == 7
    # About strategies: naming them, what tables show, the ring; slips of the source; the adaptive player; people.
    assert sum(claim.origin == "claim" for claim in claims) == 4 + 20 + 6 + 2 + 1 + 15


def test_people_are_those_of_the_published_study() -> None:
    rates = [claim.theirs for claim in find("boundary").claims if claim.table == "Figure 4"]
    assert rates == list(published.LEARNING.win_rates.values())


def test_which_mean_scores_whole_people_can_have() -> None:
    assert [people for people in range(5, 12) if published.has_mean(0.90, people)] == [10]
    assert published.has_mean(1.43, 7)
    assert published.has_mean(1.15, 40)


def test_slips_of_the_source_are_verdicts_of_their_own() -> None:
    claims = tuple(claim for claim in find("boundary").claims if claim.slip)
    rows = reproduce(Reproduction("boundary", "", "", claims), Lab()).rows
    assert [(row.claim.table, row.verdict, row.ours) for row in rows] == [
        ("Chapter 3.1.5", "source's slip", "no"),
        ("Chapter 4.2", "source's slip", "impossible"),
    ]


def test_the_stages_differ_from_the_defaults_only_where_the_source_did() -> None:
    usual = load("boundary").settings
    assert load("boundary", **boundary.STAGES["final"]).settings == usual
    first = load("boundary", **boundary.STAGES["first"]).settings
    assert {name for name in usual if first[name] != usual[name]} == set(boundary.STAGES["first"])


def made_up(rate: float, games: int = 1000) -> Matchups:
    """A matrix in which the first strategy has this rate against all others, and all else is even."""
    wins = np.full((STRATEGIES, STRATEGIES), games // 2)
    wins[0, 1:], wins[1:, 0] = round(rate * games), games - round(rate * games)
    return Matchups(wins, np.zeros_like(wins), np.zeros(wins.shape), games, 1, {})


def test_favoured_is_what_chance_does_not_explain() -> None:
    assert boundary.favoured(made_up(0.6), 0) == (5, 0)
    assert boundary.favoured(made_up(0.6), 1) == (0, 1)
    assert boundary.favoured(made_up(0.51), 0) == (0, 0)


@pytest.mark.parametrize(
    ("rate", "games", "verdict"), [(0.6, 1000, "differs"), (0.51, 1000, "not measured"), (0.6, 4, "not measured")]
)
def test_what_few_games_do_not_show_is_unknown_and_not_refuted(
    rate: float, games: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first strategy is favoured in all pairs, or in none that so many games show."""
    monkeypatch.setattr(boundary, "matrix", lambda lab, table: made_up(rate, games))
    (row,) = reproduce(Reproduction("boundary", "", "", (boundary._ring(0),)), Lab()).rows
    assert row.verdict == verdict
    assert verdict == "differs" or f"{games:,} games of a pair do not show it" in row.why


@pytest.mark.parametrize(
    ("won", "games", "verdict"),
    [(180, 300, "agrees"), (120, 300, "differs"), (155, 300, "not measured"), (4, 4, "not measured")],
)
def test_our_own_bars_ask_for_games_that_show_it_too(
    won: int, games: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boundary, "adaptive_rate", lambda lab, strategy, player="adaptive": Rate(won, 0, games))
    (row,) = reproduce(Reproduction("boundary", "", "", (boundary._above_half("GC"),)), Lab()).rows
    assert (row.verdict, row.claim.origin) == (verdict, "own")


def test_the_lower_bound_of_a_mean() -> None:
    mean, low = boundary.lower_bound([Rate(60, 0, 100), Rate(70, 20, 100)])
    assert mean == pytest.approx(0.7)
    first, second = 0.6 * 0.4 / 100, (70 * 0.2**2 + 20 * 0.3**2 + 10 * 0.8**2) / 100**2
    assert low == pytest.approx(0.7 - 1.959964 * (first + second) ** 0.5 / 2)


@pytest.mark.compiled
def test_the_games_of_a_stage_are_played_once_and_counted() -> None:
    told: list[int] = []
    lab = Lab(games=4, seed=977, progress=lambda done, total: told.append(done))
    found = boundary.matrix(lab, "Table 4")
    assert sum(told) == found.games * STRATEGIES * (STRATEGIES - 1) // 2
    assert boundary.matrix(lab, "Table 4") is found
    claim = next(claim for claim in boundary.REPRODUCTION.claims if claim.table == "Table 4")
    assert claim.ours is not None
    ours = claim.ours(lab)
    one, other = NAMES.index("greedy-treasure"), NAMES.index("best-treasure")
    assert ours == Rate(int(found.wins[one, other]), int(found.ties[one, other]), found.games)


@pytest.mark.compiled
def test_before_its_last_table_the_source_s_strategies_sought_allies_in_two_ways() -> None:
    lab = Lab(games=2, seed=978)
    readings = {table: boundary.matrix(lab, table).reading for table in boundary.TABLES}
    assert [reading.mixed for reading in readings.values()] == [1, 1, 1, 0]
    assert boundary.matrix(lab, "Table 3").settings == boundary.matrix(lab, "Table 4").settings


# --- what it says in words --------------------------------------------------------------------------------------------


def named(*rates: tuple[int, int]) -> list[tuple[str, Rate]]:
    return [(f"pair {number}", Rate(wins, 0, games)) for number, (wins, games) in enumerate(rates, 1)]


def test_all_pairs_must_be_above_one_half_beyond_chance() -> None:
    assert boundary.each_above(named((60, 100), (700, 1000))).value == "yes"
    found = boundary.each_above(named((60, 100), (400, 1000)))
    assert (found.value, found.why) == ("no", "not in pair 2 40%")
    with pytest.raises(LudariumError, match="100 games of a pair do not show it: pair 2 52%"):
        boundary.each_above(named((60, 100), (52, 100)))


def test_a_mean_is_above_another_beyond_chance() -> None:
    assert boundary.mean_above(named((60, 100), (70, 100)), named((40, 100))).value == "yes"
    assert boundary.mean_above(named((40, 100)), named((60, 100), (70, 100))).value == "no"
    with pytest.raises(LudariumError, match=r"do not show it: 52.0% against 50.0% in the mean"):
        boundary.mean_above(named((52, 100)), named((50, 100)))


def test_a_game_or_two_show_nothing() -> None:
    with pytest.raises(LudariumError, match="1 games of a pair do not show it"):
        boundary.mean_above(named((1, 1)), named((0, 1)))


def test_games_are_longer_when_those_of_most_pairs_are() -> None:
    short, draw = np.full((STRATEGIES, STRATEGIES), 20.0), np.random.default_rng(1)
    noise = draw.normal(0, 3, short.shape)
    assert boundary.longer(short + 5 + noise, short).value == "yes"
    assert boundary.longer(short, short + 5 + noise).value == "no"
    with pytest.raises(LudariumError, match="so many games do not show it"):
        boundary.longer(short + noise - noise.mean(), short)


def test_pairs_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boundary, "matrix", lambda lab, table: made_up(0.6))
    rates = dict(boundary.pairs_of(Lab(), ("Table 4", "GT DC", "GT BT")))
    assert {pair: one.wins for pair, one in rates.items()} == {
        "greedy-treasure over best-treasure": 600,
        "defensive-capture over greedy-treasure": 400,
        "defensive-capture over best-treasure": 500,
    }
