"""Strategies as lists of elements: what is one, and the games that declare such."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from ludarium.engine.elements import Elements
from ludarium.engine.errors import BadRules, NotSuited
from ludarium.games import REGISTRY, load
from ludarium.players import make
from ludarium.studies.refinement.genome import BadStrategy, Strategy, checked, grammar_of, id_of
from tests.studies.grammars import every_list, grammar

COMPOSING = [name for name, entry in REGISTRY.entries.items() if entry.elements]


@pytest.mark.parametrize(
    ("alpha", "why"),
    [
        (["m0", "m1"], "needs a basic element, one of B0, B1"),
        ([], "needs a basic element"),
        (["B0", "m0", "B0"], "no element may occur twice"),
        (["B0", "m0", "B1", "m1"], "at least one element must be left out"),
        (["B0", "m7"], "there is no element m7; there are B0, B1, m0, m1"),
    ],
)
def test_what_is_no_strategy_is_refused_with_the_reason(alpha: list[str], why: str) -> None:
    with pytest.raises(BadStrategy, match=why):
        checked(alpha, grammar(2, 2))


def test_two_basic_elements_and_two_modifiers_make_so_many_strategies() -> None:
    # By hand: 2 of one element; of two 4·3 − 2 without a basic one; of three 4·3·2, which always have one.
    assert len(every_list(grammar(2, 2))) == 2 + 10 + 24


@pytest.mark.parametrize(
    ("basic", "modifiers", "simple", "why"),
    [
        (("A", "B"), ("A",), (("A",),), "each may be named once"),
        ((), ("a", "b"), (("a",),), "at least one basic element"),
        (("A",), (), (("A",),), "at least one basic element and one other"),
        (("A",), ("b",), (("b",),), "needs a basic element"),
        (("A",), ("b",), (), "needs simple strategies"),
    ],
)
def test_a_grammar_without_sense_is_refused(
    basic: tuple[str, ...], modifiers: tuple[str, ...], simple: tuple[tuple[str, ...], ...], why: str
) -> None:
    with pytest.raises(BadRules, match=why):
        Elements(basic, modifiers, " ".join, simple)


def test_the_id_is_that_of_the_list_and_of_its_order() -> None:
    assert Strategy(("B0", "m0"), 1.0).id == Strategy(("B0", "m0"), 2.0, 0.5).id == id_of(["B0", "m0"])
    assert len({id_of(alpha) for alpha in every_list(grammar(2, 2))}) == 36
    assert id_of(["B0", "m0"]) == "a5ca95764708efe4"  # stored runs name strategies so


def test_a_strategy_comes_back_from_json() -> None:
    strategy = Strategy(("m0", "B1"), 3.25, 0.5, True, ("a", "b"), "offspring")
    assert Strategy.from_dict(json.loads(json.dumps(strategy.to_dict()))) == strategy


def test_a_game_without_elements_has_nothing_to_breed() -> None:
    with pytest.raises(NotSuited, match="declares no elements"):
        grammar_of(load("pig"))


@pytest.mark.parametrize("name", COMPOSING)
def test_every_list_of_a_game_is_a_player_of_its_own(name: str) -> None:
    game = load(name)
    made_of = grammar_of(game)
    lists = [alpha for size in (1, 2, 3) for alpha in permutations(made_of.all, size) if not made_of.fault(alpha)]
    lists += [alpha for alpha in permutations(made_of.all, len(made_of.all) - 1) if not made_of.fault(alpha)][::97]
    texts = [made_of.text(alpha) for alpha in lists]
    assert len(set(texts)) == len(lists)
    for text in texts[:: max(1, len(texts) // 40)]:
        make(text, game)


def test_lingering_leads_over_from_what_follows_it() -> None:
    text = grammar_of(load("jostle")).text
    assert text(["Aggressive", "Lingering", "Observing", "PALS"]) == "Aggressive Lingering(Observing PALS→ADVANCER)"
    assert text(["Aggressive", "PALS", "Lingering"]) == "Aggressive PALS Lingering(PALS→ADVANCER)"
    assert text(["EQUALIZER", "PALS", "Lingering", "Revenging"]) == "EQUALIZER PALS Lingering(Revenging PALS→ADVANCER)"


def test_jostle_begins_with_every_basic_strategy_alone_and_with_each_symbiont() -> None:
    made_of = grammar_of(load("jostle"))
    assert len(made_of.simple) == 4 + 4 * 4
    assert made_of.text(made_of.simple[0]) == "RANDOMIZER"
    assert made_of.text(("Lingering", "PALS")) == "Lingering(PALS→ADVANCER)"
