"""Who beats whom, and in a ring."""

from __future__ import annotations

import json
import random
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.arena.stats.graphs import components, rings
from ludarium.arena.stats.matchups import matchups, pair_sample
from ludarium.arena.stats.results import Results
from ludarium.arena.stats.statistics import sign_test


def of_rates(rates: dict[tuple[int, int], float], players: int, games: int = 100) -> Results:
    """Two seats, so many games in either order, with the first of each pair winning this share."""
    results = Results([f"p{player}" for player in range(players)])
    for (one, other), share in rates.items():
        wins = round(games * share)
        for line_up, ahead, behind in (((one, other), (1, 2), (2, 1)), ((other, one), (2, 1), (1, 2))):
            results.add(line_up, ahead, wins)
            results.add(line_up, behind, games - wins)
    return results


RING = of_rates({(0, 1): 0.7, (1, 2): 0.8, (2, 0): 0.65}, 3)
ORDER = of_rates({(0, 1): 0.7, (1, 2): 0.7, (0, 2): 0.85}, 3)
EQUAL = of_rates({(0, 1): 0.5, (1, 2): 0.52, (2, 0): 0.51}, 3)


def test_rates_of_all_pairs() -> None:
    found = matchups(RING)
    assert [(pair.first, pair.second, pair.games) for pair in found.pairs] == [(0, 1, 200), (0, 2, 200), (1, 2, 200)]
    assert found.pairs[0].rate == found.rates[0][1] == 0.7
    assert found.rates[1][0] == pytest.approx(0.3)
    assert found.rates[0][0] is None
    assert found.pairs[0].low < 0.7 < found.pairs[0].high
    assert found.pairs[0].p == sign_test(140, 60)


def test_a_ring_is_found() -> None:
    found = matchups(RING)
    assert found.edges == ((0, 1), (1, 2), (2, 0))
    (cycle,) = found.cycles
    assert cycle.players == (0, 1, 2)
    assert cycle.weakest == pytest.approx(0.65)
    assert (found.in_rings, found.cyclic_triads, found.contested) == (1, 1, 1)
    assert found.ringness > 0.85


def test_an_order_is_no_ring() -> None:
    found = matchups(ORDER)
    assert found.edges == ((0, 1), (0, 2), (1, 2))
    assert found.cycles == ()
    assert (found.in_rings, found.cyclic_triads) == (0, 0)
    assert found.contested == pytest.approx(1 / 3)
    assert found.ringness < 0.02


def test_chance_is_no_ring() -> None:
    found = matchups(EQUAL)
    assert found.edges == ()
    assert found.ringness == 0
    source = random.Random(5)
    rates = {pair: 0.5 + source.uniform(-0.04, 0.04) for pair in combinations(range(8), 2)}
    assert matchups(of_rates(rates, 8)).ringness < 0.35


def test_a_ring_of_four_without_its_diagonals() -> None:
    found = matchups(of_rates({(0, 1): 0.8, (1, 2): 0.8, (2, 3): 0.8, (3, 0): 0.8, (0, 2): 0.5, (1, 3): 0.5}, 4))
    assert [cycle.players for cycle in found.cycles] == [(0, 1, 2, 3)]
    assert (found.in_rings, found.cyclic_triads) == (1, 0)
    assert found.ringness > 0.9
    assert matchups(of_rates({(0, 1): 0.8, (1, 2): 0.8, (2, 3): 0.8, (3, 0): 0.8}, 4), longest=3).cycles == ()


def test_five_players_can_all_be_in_rings() -> None:
    # Everybody beats the next two: the most rings of three that five players can have.
    rates = {(one, (one + step) % 5): 0.8 for one in range(5) for step in (1, 2)}
    found = matchups(of_rates(rates, 5))
    assert found.cyclic_triads == 1
    assert len([cycle for cycle in found.cycles if len(cycle.players) == 3]) == 5
    few = matchups(of_rates(rates, 5), most=3)
    assert len(few.cycles) == 3
    assert any("more than 3 rings" in warning for warning in few.warnings)


def test_holms_correction_over_all_pairs() -> None:
    rates = dict.fromkeys(combinations(range(5), 2), 0.5) | {(0, 1): 0.59}
    (pair, *others) = matchups(of_rates(rates, 5)).pairs
    assert pair.p < 0.05 < pair.p_holm == pytest.approx(10 * pair.p)
    assert not pair.significant
    assert all(other.p_holm == 1 for other in others)


def test_more_seats_compare_ranks() -> None:
    results = Results("abc", [((0, 1, 2), (1, 2, 3), 40), ((2, 1, 0), (1, 1, 3), 60)])
    found = {(pair.first, pair.second): pair for pair in matchups(results).pairs}
    assert (found[0, 1].wins, found[0, 1].ties, found[0, 1].losses) == (40, 0, 60)
    assert (found[1, 2].wins, found[1, 2].ties, found[1, 2].losses) == (40, 60, 0)


def test_several_seats_give_a_pair_one_result_a_game() -> None:
    results = Results(
        "ab", [((0, 0, 1, 1), (1, 2, 3, 4), 5), ((0, 1, 1, 0), (1, 2, 3, 4), 7), ((1, 0, 1, 0), (1, 2, 3, 4), 2)]
    )
    (pair,) = matchups(results).pairs
    assert (pair.wins, pair.ties, pair.losses) == (5, 7, 2)


def test_pairs_are_seen_from_either_side() -> None:
    assert pair_sample(RING, 0, 1).rate == 0.7
    assert pair_sample(RING, 1, 0).rate == pytest.approx(0.3)
    assert pair_sample(Results("ab"), 0, 1).games == 0


def test_what_rests_on_little_is_warned_of() -> None:
    warnings = matchups(of_rates({(0, 1): 0.5, (1, 2): 0.5}, 3, games=2)).warnings
    assert any("2 of 2 pairs, p0 and p1 the fewest: 4 games only" in warning for warning in warnings)
    assert any("too few decisive games for any result to be significant" in warning for warning in warnings)
    (seats,) = matchups(Results("ab", [((0, 1), (1, 2), 50), ((0, 1), (2, 1), 50)])).warnings
    assert "a sat before b more often than after it" in seats
    assert matchups(RING).warnings == ()


def test_nobody_met_anybody() -> None:
    found = matchups(Results("a", [((0, 0), (1, 2), 50)]))
    assert (found.pairs, found.cycles, found.ringness, found.in_rings) == ((), (), 0, 0)


def test_it_is_plain() -> None:
    made = matchups(RING).to_dict()
    assert json.loads(json.dumps(made)) == made
    assert "Holm" in made["method"]


EDGES = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda edge: edge[0] != edge[1]), max_size=18)


@given(EDGES)
def test_rings_are_all_there(edges: set[tuple[int, int]]) -> None:
    expected = {
        path
        for length in (3, 4, 5)
        for path in permutations(range(6), length)
        if path[0] == min(path) and all(edge in edges for edge in zip(path, (*path[1:], path[0]), strict=True))
    }
    found, more = rings(edges, longest=5, most=10_000)
    assert set(found) == expected
    assert len(found) == len(expected)
    assert not more


@given(EDGES)
def test_components_reach_each_other(edges: set[tuple[int, int]]) -> None:
    reach = {node: {node} for node in range(6)}
    for _ in range(6):
        for start, end in edges:
            for node in range(6):
                if start in reach[node]:
                    reach[node].add(end)
    for group in components(range(6), edges):
        for node in range(6):
            assert (node in group) == (node in reach[group[0]] and group[0] in reach[node])
