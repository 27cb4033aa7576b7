"""Cards: every consistent deal comes up, all equally often, and nothing that is known is changed.

Each kernel has a slow twin here that lists all outcomes by brute force.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from ludarium.engine.cards import deal_cards, draw_card, fill_slots, hide_cards, list_cards, pile_up
from ludarium.engine.conformance.sampling import chi_square_limit
from ludarium.engine.kernels.jit import Binder, kernel
from ludarium.engine.kernels.rng import generator

Row = tuple[int, ...]


@kernel
def do_deal(source: Any, places: Any, sizes: Any, rest: int) -> None:
    for row in range(len(places)):
        deal_cards(source[0], places[row], sizes, rest)


@kernel
def do_fill(source: Any, slots: Any, cards: int) -> None:
    for row in range(len(slots)):
        fill_slots(source[0], slots[row], cards)


@kernel
def do_draw(source: Any, found: Any, cards: int) -> None:
    for row in range(len(found)):
        found[row, 0] = draw_card(source[0], cards)


BINDER = Binder("test-cards")
deal, fill, draw = BINDER.bind(do_deal), BINDER.bind(do_fill), BINDER.bind(do_draw)
listed, hidden, piled = BINDER.bind(list_cards), BINDER.bind(hide_cards), BINDER.bind(pile_up)


def all_deals(place: Row, sizes: Row, rest: int) -> set[Row]:
    """Every way to put the cards of place 0 elsewhere that leaves each hand with its size, or with more if it had."""
    kept = Counter(place[1:])
    wanted = {hand: max(size, kept[hand]) for hand, size in enumerate(sizes) if hand > 0}
    unknown = [card for card in range(1, len(place)) if place[card] == 0]
    found = set()
    for goals in product([*wanted, rest], repeat=len(unknown)):
        dealt = list(place)
        for card, goal in zip(unknown, goals, strict=True):
            dealt[card] = goal
        held = Counter(dealt[1:])
        if all(held[hand] == size for hand, size in wanted.items()):
            found.add(tuple(dealt))
    return found


def all_fillings(slots: Row, cards: int) -> set[Row]:
    """Every way to fill the slots of card 0 in which no card lies in two of them."""
    options = [range(1, cards + 1) if card == 0 else (card,) for card in slots]
    return {filled for filled in product(*options) if len(set(filled)) == len(filled)}


def assert_uniform(rows: Iterable[Iterable[int]], expected: set[Row]) -> None:
    seen = Counter(tuple(int(number) for number in row) for row in rows)
    assert set(seen) == expected
    mean = seen.total() / len(expected)
    squares = sum((count - mean) ** 2 / mean for count in seen.values())
    assert len(expected) == 1 or squares < chi_square_limit(len(expected) - 1)


def draws_for(expected: set[Row], scale: Callable[[int], int]) -> int:
    return max(30, scale(300)) * len(expected)


BOX, OPEN = 4, 5
DEALS: list[tuple[Row, Row]] = [
    ((0, 0, 0, 0, 0, 0), (0, 2, 1)),  # nothing is known
    ((0, 0, 0, 0, 0, 0), (0, 1, 1, 3)),  # nothing is left over
    ((0, 1, OPEN, 0, 0, 2, 0), (0, 2, 2)),  # each lacks one
    ((0, 1, 1, 0, 0, 0, BOX), (0, 2, 1)),  # the first lacks none, and one is known to be left over
    ((0, 1, 1, 1, 0, 0), (0, 2, 1)),  # the first has more than it should
    ((0, 1, 2, OPEN), (0, 1, 1)),  # all is known
]


@pytest.mark.parametrize(("place", "sizes"), DEALS)
def test_every_deal_is_equally_likely(place: Row, sizes: Row, scale: Callable[[int], int]) -> None:
    expected = all_deals(place, sizes, BOX)
    places = np.tile(np.array(place, np.int8), (draws_for(expected, scale), 1))
    deal(generator(1), places, np.array(sizes), BOX)
    assert_uniform(places, expected)


@pytest.mark.parametrize(
    ("slots", "cards"),
    [((0, 0), 3), ((0, 0, 0), 3), ((2, 0), 3), ((0, 4, 0), 5), ((3, 1), 3), ((0, 5, 1), 5), ((0,), 6), ((62, 0), 63)],
)
def test_every_filling_is_equally_likely(slots: Row, cards: int, scale: Callable[[int], int]) -> None:
    expected = all_fillings(slots, cards)
    rows = np.tile(np.array(slots, np.int8), (draws_for(expected, scale), 1))
    fill(generator(2), rows, cards)
    assert_uniform(rows, expected)


@pytest.mark.parametrize("cards", [{1}, {63}, {1, 2, 3}, {0, 5, 13, 62, 63}])
def test_every_card_of_a_set_is_equally_likely(cards: set[int], scale: Callable[[int], int]) -> None:
    expected: set[Row] = {(card,) for card in cards}
    found = np.zeros((draws_for(expected, scale), 1), np.int64)
    draw(generator(3), found, np.uint64(sum(1 << card for card in cards)))
    assert_uniform(found, expected)


def test_what_lies_in_a_place() -> None:
    place, found = np.array((0, 2, 1, 0, 2, 2), np.int8), np.zeros(6, np.int64)
    for where, cards in [(1, [2]), (2, [1, 4, 5]), (0, [3]), (3, [])]:
        assert found[: listed(place, where, found)].tolist() == cards


@pytest.mark.parametrize("own", [0, 1, 2])
def test_what_is_hidden(own: int) -> None:
    """All places up to the box are hidden from each other, the open one from nobody; place 0 is nobody's own."""
    for known in permutations((1, 2, BOX, OPEN, 0)):
        place = np.array((0, *known), np.int8)
        hidden(place, own, BOX)
        assert place.tolist() == [0, *(where if where in (own, OPEN) else 0 for where in known)]


def test_a_pile_of_several_copies() -> None:
    pile = np.zeros(8, np.int64)
    assert piled(np.array((9, 2, 0, 3)), pile) == 5, "card 0 does not exist"
    assert pile.tolist() == [1, 1, 3, 3, 3, 0, 0, 0]
