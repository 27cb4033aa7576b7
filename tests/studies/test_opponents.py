"""Which opponent comes next: everybody once, then what was misjudged."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.engine.errors import LudariumError
from ludarium.studies.data import Judgement, Verdict
from ludarium.studies.opponents import Opponent, misjudged, next_opponent

POOL = ["P", "Q", "R", "S"]
SAID: list[Verdict] = ["human", "artificial", "unknown"]


def said(judge: str, player: str, verdict: Verdict = "artificial", number: int = 1) -> Judgement:
    return Judgement(
        judge,
        f"{judge}-{player}-{number}",
        1,
        "artificial",
        player,
        verdict,
        0.5,
        number,
        datetime(2000, 1, 1, tzinfo=UTC),
    )


def judgements(judges: str) -> st.SearchStrategy[list[Judgement]]:
    one = st.builds(said, st.sampled_from(judges), st.sampled_from([*POOL, "gone"]), st.sampled_from(SAID))
    return st.lists(one, max_size=25)


@given(judgements("bcd"), st.integers(0, 9))
def test_everybody_is_met_once_before_anybody_is_met_again(others: list[Judgement], seed: int) -> None:
    history = list(others)
    for _ in POOL:
        found = next_opponent("a", POOL, history, group="abc", seed=seed)
        assert found.why == "new"
        history.append(said("a", found.player, "human"))
    assert sorted(one.player for one in history if one.judge == "a") == POOL


@given(judgements("abcd"), st.integers(0, 9), st.sampled_from(["", "ab", "abcd"]))
def test_the_opponent_is_one_of_the_pool_and_the_reason_is_true(
    history: list[Judgement], seed: int, group: str
) -> None:
    found = next_opponent("a", POOL, history, group=group, seed=seed)
    assert found == next_opponent("a", POOL, history, group=group, seed=seed)
    assert found.player in POOL
    own = [one for one in history if one.judge == "a"]
    met = {one.player for one in own}
    others = {p for j in set(group) - {"a"} for p in misjudged([one for one in history if one.judge == j])}
    if found.why == "new":
        assert found.player not in met
    else:
        assert met >= set(POOL)
        assert (found.player in misjudged(own)) == (found.why == "misjudged")
        assert found.why != "group" or found.player in others
        assert found.why != "again" or not misjudged(own) & set(POOL)


def test_unrated_ones_come_first() -> None:
    history = [said("b", "P"), said("c", "P"), said("b", "Q"), said("b", "S")]
    assert {next_opponent("a", POOL, history, seed=seed).player for seed in range(20)} == {"R"}
    equal = [said("b", player) for player in POOL]
    assert {next_opponent("a", POOL, equal, seed=seed).player for seed in range(60)} == set(POOL)


def test_what_is_wanted_more_comes_before_what_is_rated_less() -> None:
    wanted = {"P": 1.0, "Q": 3.0, "S": 2.0}
    order, history = [], [said("b", "Q")]
    for _ in POOL:
        order.append(next_opponent("a", POOL, history, wanted=wanted, seed=0).player)
        history.append(said("a", order[-1]))
    assert order == ["Q", "S", "P", "R"]


def test_then_those_that_the_person_misjudged() -> None:
    history = [said("a", "P"), said("a", "Q", "human"), said("a", "R", "unknown"), said("a", "S")]
    assert {next_opponent("a", POOL, history, seed=seed) for seed in range(20)} == {
        Opponent("Q", "misjudged"),
        Opponent("R", "misjudged"),
    }
    history.append(said("a", "Q", number=2))  # recognised the second time
    assert next_opponent("a", POOL, history, seed=0) == Opponent("R", "misjudged")


def test_and_a_share_of_those_that_the_group_misjudged() -> None:
    mine = [said("a", player) for player in POOL]
    theirs = [said("b", "P", "human"), said("b", "Q", "human"), said("x", "R", "human")]
    asked = {seed: next_opponent("a", POOL, mine + theirs, group="ab", share=0.5, seed=seed) for seed in range(30)}
    assert set(asked.values()) == {Opponent("P", "group"), Opponent("Q", "group")}
    for seed, first in asked.items():  # half of two is one, and it stays the same one
        again = next_opponent("a", POOL, [*mine, *theirs, said("a", first.player, number=2)], group="ab", seed=seed)
        assert again == first
    assert next_opponent("a", POOL, mine + theirs, group="ab", share=0.0, seed=0).why == "again"
    assert next_opponent("a", POOL, mine + theirs, group=(), seed=0).why == "again"


def test_a_strategy_that_is_gone_is_not_met() -> None:
    history = [*(said("a", player) for player in POOL), said("a", "gone", "human")]
    assert next_opponent("a", POOL, history, seed=0).why == "again"


def test_an_empty_pool_is_refused() -> None:
    with pytest.raises(LudariumError, match="the pool of strategies is empty"):
        next_opponent("a", [], [], seed=0)
