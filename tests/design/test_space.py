"""The elements of games, how far games are apart, and how children are made of them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.design.space import MOST_DIFFERENCES, SPACES, Elements, breed, nearest, the_space
from ludarium.engine.errors import UnknownName
from ludarium.games.rulesets.ruleset import EXTRAS, REPEATABLE, RuleSet
from ludarium.games.rulesets.space import GAMES

SOURCE = the_space("source")
ONE = RuleSet.read("3x3 drop line-3")
OTHER = RuleSet.read("10x10 checkers no-men double-move scoring")


def test_the_source_space_has_as_many_games_as_the_source_counts() -> None:
    assert the_space("plain").count() == len(the_space("plain").games()) == 144
    assert SOURCE.count() == len(SOURCE.games()) == 5616
    assert len(SOURCE.choices_of_extras()) == 1 + 8 + 28 + 2


def test_counting_agrees_with_listing_beyond_the_source() -> None:
    assert the_space("small").count() == len(the_space("small").games())


def test_an_unknown_space_is_refused_with_a_proposal() -> None:
    with pytest.raises(UnknownName, match="did you mean 'source'"):
        the_space("sourse")


def test_the_pool_is_thirty_two_different_traditional_games_of_the_space() -> None:
    assert len(set(SOURCE.tradition)) == 32
    assert set(SOURCE.tradition) <= set(the_space("plain").games())


@pytest.mark.parametrize("name", SPACES)
def test_elements_and_rule_sets_convert_to_each_other(name: str) -> None:
    space, stream = the_space(name), random.Random(1)
    for _ in range(200):
        rules = space.sample(stream)
        assert Elements.of(rules).rules == rules


def test_differences_are_counted_element_by_element() -> None:
    base = Elements("8x8", "reversi", "most-men", ("hybrid-disk", "hybrid-disk"))
    assert base.differences(base) == 0
    assert base.differences(Elements("8x8", "reversi", "most-men", ("hybrid-disk",))) == 1
    assert base.differences(Elements("9x9", "reversi", "most-men", ())) == 2
    assert base.differences(Elements("9x9", "drop", "line-3", ("scoring", "double-move"))) == 6


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_distance_is_symmetric_and_never_more_than_eleven(one: int, other: int) -> None:
    left, right = (Elements.of(SOURCE.sample(random.Random(seed))) for seed in (one, other))
    assert left.differences(right) == right.differences(left) <= MOST_DIFFERENCES == 11
    assert (left.differences(right) == 0) == (left == right)


def test_the_source_games_are_as_far_from_tradition_as_its_tables_say() -> None:
    # All five have diversity 1 in the source, which does not list its pool; ours has no reversi in a row.
    assert {name: nearest(RuleSet.read(text), SOURCE.tradition) for name, text in GAMES.items()} == {
        **dict.fromkeys("ABDE", 1),
        "C": 2,
    }


def test_nearest_can_spare_some() -> None:
    others = [RuleSet.read(text) for text in ("3x3 drop line-3", "4x4 drop line-3", "4x4 reversi line-3")]
    assert [nearest(ONE, others, spared=spared) for spared in range(4)] == [0, 1, 2, MOST_DIFFERENCES]
    assert nearest(ONE, []) == 0


def test_a_child_takes_board_pieces_and_end_from_its_parents_in_this_order() -> None:
    parents = ONE, RuleSet.read("8x8 reversi most-men"), OTHER
    for seed in range(50):
        child = breed(parents, SOURCE, random.Random(seed))
        assert child is not None
        assert (child.board_word, child.pieces, child.end_word) == ("3x3", "reversi", "no-men")


def test_extras_are_inherited_or_added_but_never_more_than_two() -> None:
    parents = (
        OTHER,
        RuleSet.read("8x8 reversi line-4 hybrid-disk hybrid-disk"),
        RuleSet.read("5x5 drop line-4 recall-any"),
    )
    inherited = {"double-move", "scoring", "hybrid-disk", "recall-any"}
    children = [breed(parents, SOURCE, random.Random(seed)) for seed in range(400)]
    extras = [child.extras for child in children if child is not None]
    assert {len(found) for found in extras} == {0, 1, 2}
    seen = {extra for found in extras for extra in found}
    assert seen == set(EXTRAS)  # those that no parent has were added
    for found in extras:
        assert all(one != other or one in REPEATABLE for one, other in pairwise(found))
        assert len(set(found) - inherited) <= 1  # at most one is added


def test_a_space_without_extras_gives_children_without_extras() -> None:
    child = breed((OTHER, OTHER, OTHER), the_space("plain"), random.Random(0))
    assert child == RuleSet.read("10x10 checkers no-men")


def test_samples_are_spread_evenly_over_the_elements() -> None:
    stream = random.Random(5)
    drawn = [SOURCE.sample(stream) for _ in range(4000)]
    for word, share in (("drop", 1 / 3), ("checkers", 1 / 3)):
        assert sum(rules.pieces == word for rules in drawn) / 4000 == pytest.approx(share, abs=0.04)
    assert sum(not rules.extras for rules in drawn) / 4000 == pytest.approx(1 / 39, abs=0.01)
