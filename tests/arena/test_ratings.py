"""Strengths, against choix on the same games written out one by one, and the running ladder."""

from __future__ import annotations

import json
import math
import random
from itertools import permutations

import choix
import numpy as np
import pytest

from ludarium.arena.stats.ladder import Ladder
from ludarium.arena.stats.ratings import ELO, strengths
from ludarium.arena.stats.results import Results
from ludarium.engine.errors import LudariumError

THREE = Results(
    "abc",
    [
        ((0, 1), (1, 2), 14),
        ((1, 0), (1, 2), 6),
        ((1, 2), (1, 2), 12),
        ((2, 1), (1, 2), 9),
        ((0, 2), (1, 2), 15),
        ((2, 0), (1, 2), 4),
    ],
)


def elos(results: Results) -> list[float]:
    return [row.elo for row in sorted(strengths(results).players, key=lambda row: row.player)]


def test_bradley_terry_is_choixs() -> None:
    # Of three players, each pair has half a virtual tie: four times everything makes whole games of it.
    data = [(winner, loser) for (winner, loser), _, count in THREE.endings() for _ in range(4 * count)]
    data += list(permutations(range(3), 2))
    expected = choix.opt_pairwise(3, data, alpha=0.0)
    assert elos(THREE) == pytest.approx(list(ELO * (expected - expected.mean())), abs=0.05)


def test_a_tie_is_half_a_win_for_either_side() -> None:
    with_ties = Results("abc", [*THREE.endings(), ((0, 1), (1, 1), 10)])
    instead = Results("abc", [*THREE.endings(), ((0, 1), (1, 2), 5), ((0, 1), (2, 1), 5)])
    assert elos(with_ties) == pytest.approx(elos(instead))


def test_plackett_luce_is_choixs() -> None:
    orders = {(0, 1, 2): 9, (0, 2, 1): 7, (1, 0, 2): 6, (1, 2, 0): 2, (2, 0, 1): 3, (2, 1, 0): 4}
    results = Results("abc", [(order, (1, 2, 3), count) for order, count in orders.items()])
    data: list[tuple[int, ...]] = [order for order, count in orders.items() for _ in range(4 * count)]
    data += list(permutations(range(3), 2))
    expected = choix.opt_rankings(3, data, alpha=0.0)
    assert elos(results) == pytest.approx(list(ELO * (expected - expected.mean())), abs=0.05)


def test_seats_do_not_matter_to_strengths() -> None:
    mirrored = Results("abc", [(line_up[::-1], ranks[::-1], count) for line_up, ranks, count in THREE.endings()])
    assert elos(mirrored) == pytest.approx(elos(THREE))


def test_the_covariance_of_two_players() -> None:
    # 120 wins, 40 ties, 40 losses: θ is the logit of 0.7, its information n p (1 − p), the score varies by less.
    found = strengths(Results("ab", [((0, 1), (1, 2), 120), ((0, 1), (1, 1), 40), ((0, 1), (2, 1), 40)]))
    games, share = 201, 140.5 / 201  # one virtual tie between the two
    information = games * share * (1 - share)
    expected = ELO**2 * (information - 40 / 4) / information**2
    value, low, high, p = found.difference(0, 1)
    assert value == pytest.approx(ELO * math.log(share / (1 - share)), abs=1e-4)
    assert ((high - low) / 2 / 1.959964) ** 2 == pytest.approx(expected, rel=1e-4)
    assert p < 1e-6
    # Around the mean, each of two has half the difference.
    assert found.players[0].high - found.players[0].low == pytest.approx((high - low) / 2)


def test_the_covariance_agrees_with_the_posterior_of_expectation_propagation() -> None:
    data = [(winner, loser) for (winner, loser), _, count in THREE.endings() for _ in range(count)]
    np.random.seed(3)  # choix visits the games in a random order
    _, covariance = choix.ep_pairwise(3, data, alpha=1e-3)
    centred = np.eye(3) - 1 / 3
    expected = ELO * np.sqrt(np.diag(centred @ covariance @ centred))
    found = sorted(strengths(THREE).players, key=lambda row: row.player)
    assert [(row.high - row.low) / 2 / 1.96 for row in found] == pytest.approx(list(expected), rel=0.05)


def test_rows_and_columns_of_the_covariance_follow_the_players() -> None:
    found = strengths(THREE)
    assert [row.elo for row in found.players] == sorted((row.elo for row in found.players), reverse=True)
    for place, row in enumerate(found.players):
        assert row.high - row.elo == pytest.approx(1.959964 * math.sqrt(found.covariance[place][place]), rel=1e-6)
    assert sum(map(sum, found.covariance)) == pytest.approx(0, abs=1e-6)  # their mean is fixed


def test_nothing_but_ties_is_not_certainty() -> None:
    found = strengths(Results("abc", [((0, 1, 2), (1, 1, 1), 100)]))
    assert [row.elo for row in found.players] == pytest.approx([0, 0, 0], abs=1e-6)
    assert all(row.high - row.low > 5 for row in found.players)


def test_the_undefeated_stay_finite_and_are_warned_of() -> None:
    found = strengths(
        Results("abc", [((0, 1), (1, 2), 50), ((0, 2), (1, 2), 50), ((1, 2), (1, 2), 30), ((1, 2), (2, 1), 20)])
    )
    assert found.players[0].name == "a"
    assert 400 < found.players[0].elo < 1500
    assert any("one always beat the other (a | b, c)" in warning for warning in found.warnings)


def test_groups_that_never_met_are_warned_of() -> None:
    results = Results("abcd", [(pair, ranks, 50) for pair in ((0, 1), (2, 3)) for ranks in ((1, 2), (2, 1))])
    found = strengths(results)
    assert any("never met each other (a, b | c, d)" in warning for warning in found.warnings)
    value, low, high, _ = found.difference(0, 2)
    assert value == pytest.approx(0, abs=1e-6)
    assert high - low > 500


def test_rings_are_not_explained_by_strengths() -> None:
    ring = [((0, 1), (1, 2), 70), ((0, 1), (2, 1), 30), ((1, 2), (1, 2), 70), ((1, 2), (2, 1), 30)]
    ring += [((2, 0), (1, 2), 70), ((2, 0), (2, 1), 30)]
    found = strengths(Results("abc", ring))
    assert found.fit_p is not None
    assert found.fit_p < 1e-6
    assert any("look for rings" in warning for warning in found.warnings)
    assert strengths(THREE).warnings == ()


def test_a_player_on_several_seats_and_one_that_never_played() -> None:
    results = Results("abc", [((0, 0, 2), (1, 2, 3), 60), ((0, 2, 0), (2, 1, 3), 40), ((2, 2, 2), (1, 2, 3), 10)])
    found = strengths(results)
    assert [(row.name, row.games) for row in found.players] == [("a", 100), ("c", 100)]
    # At equal strength c would be first in a third of the games.
    assert found.players[0].elo - found.players[1].elo == pytest.approx(0, abs=150)


def test_the_order_of_the_games_changes_no_digit() -> None:
    endings = list(THREE.endings())
    source = random.Random(4)
    for _ in range(5):
        source.shuffle(endings)
        assert strengths(Results("abc", endings)) == strengths(THREE)


def test_nobody_met_anybody() -> None:
    with pytest.raises(LudariumError, match="nobody has met another"):
        strengths(Results("ab", [((0, 0), (1, 2), 5)]))


def test_strengths_are_plain_and_name_their_method() -> None:
    made = strengths(THREE).to_dict()
    assert json.loads(json.dumps(made)) == made
    assert made["method"].startswith("Bradley–Terry")
    three_seats = strengths(Results("abc", [((0, 1, 2), (1, 2, 3), 5)]))
    assert three_seats.method.startswith("Plackett–Luce")
    assert any("5 games only" in warning for warning in three_seats.warnings)


# --- the ladder -------------------------------------------------------------------------------------------------------


def some_games(count: int, seed: int) -> list[tuple[int, tuple[str, ...], tuple[int, ...]]]:
    """a beats b beats c, mostly."""
    source = random.Random(seed)
    games: list[tuple[int, tuple[str, ...], tuple[int, ...]]] = []
    for number in range(count):
        names = tuple(source.sample("abc", 2))
        better = 0 if names[0] < names[1] else 1
        winner = better if source.random() < 0.8 else 1 - better
        games.append((number, names, (1, 2) if winner == 0 else (2, 1)))
    return games


def test_the_ladder_finds_the_order() -> None:
    ladder = Ladder()
    for game in some_games(300, seed=1):
        ladder.add(*game)
    found = ladder.standings()
    assert [row.name for row in found.players] == ["a", "b", "c"]
    assert sum(row.games for row in found.players) == 600
    assert found.games == 300
    assert found.warnings == ()
    assert all(row.ordinal == pytest.approx(row.mu - 3 * row.sigma) for row in found.players)


def test_one_game_is_openskills() -> None:
    from openskill.models import PlackettLuce

    ladder = Ladder()
    ladder.add(0, ["a", "b", "c"], [2, 1, 2])
    model = PlackettLuce()
    expected = model.rate([[model.rating()] for _ in range(3)], ranks=[2, 1, 2])
    found = {row.name: (row.mu, row.sigma) for row in ladder.standings().players}
    assert found == {name: (team[0].mu, team[0].sigma) for name, team in zip("abc", expected, strict=True)}


def test_the_order_in_which_games_come_in_does_not_matter() -> None:
    games = some_games(100, seed=2)
    in_order, shuffled = Ladder(), Ladder()
    for game in games:
        in_order.add(*game)
    random.Random(3).shuffle(games)
    for game in games:
        shuffled.add(*game)
    assert shuffled.to_dict() == in_order.to_dict()


def test_games_wait_for_their_turn() -> None:
    ladder = Ladder()
    ladder.add(1, ["a", "b"], [1, 2])
    assert ladder.games == 0
    assert any("wait for game 0" in warning for warning in ladder.standings().warnings)
    ladder.add(0, ["a", "b"], [1, 2])
    assert ladder.games == 2
    with pytest.raises(LudariumError, match="game 1 was counted before"):
        ladder.add(1, ["a", "b"], [1, 2])


def test_a_stored_ladder_goes_on_in_the_same_way() -> None:
    games = some_games(60, seed=4)
    whole, first = Ladder(), Ladder()
    for game in games:
        whole.add(*game)
    for game in games[:29] + games[30:40]:  # game 29 is late
        first.add(*game)
    second = Ladder.from_dict(json.loads(json.dumps(first.to_dict())))
    assert second.to_dict() == first.to_dict()
    for game in [games[29], *games[40:]]:
        second.add(*game)
    assert second.to_dict() == whole.to_dict()


def test_a_player_on_several_seats_has_one_rating() -> None:
    ladder = Ladder()
    ladder.add(0, ["a", "a", "b"], [1, 2, 3])
    ladder.add(1, ["c", "c"], [1, 2])
    found = {row.name: row for row in ladder.standings().players}
    assert found["a"].mu > 25 > found["b"].mu
    assert (found["c"].mu, found["c"].games) == (25, 1)


def test_a_game_without_ranks_is_refused() -> None:
    with pytest.raises(LudariumError, match="one rank for each seat"):
        Ladder().add(0, ["a", "b"], [1])
