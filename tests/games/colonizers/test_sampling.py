"""Samples of a view against brute force: every world is played through, and those that looked the same are kept.

A world survives if its observer saw the same at every step, so what counts is everything the observer ever saw, not
just what its last view shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

from ludarium.engine import SPECTATOR, Game, Position
from ludarium.engine.conformance import check_sampling
from ludarium.engine.kernels import JIT_ENABLED, kernel
from ludarium.engine.slots import Seat
from ludarium.games import load
from ludarium.games.colonizers.game import Colonizers
from ludarium.games.colonizers.knowledge import determinize
from ludarium.games.colonizers.table import KEEP, KEPT, PICK, PLANES, SEATS, UNDER, State, module_at
from tests.conformance.broken_games import with_kernels
from tests.conftest import scaled
from tests.games.colonizers.reference import COLONISTS
from tests.games.colonizers.tables import changed, hand, positioned, script


@pytest.fixture(scope="module")
def game() -> Game:
    return load("colonizers")


def survivors(
    worlds: Iterable[Position], true: Position, moves: Sequence[str], seat: int
) -> tuple[Position, list[Any]]:
    """Play the moves; give the position reached, and every world that the seat cannot tell from it.

    Where another seat's choice is unseen (a pick, a keep), all choices are made.
    """
    alive = {world.to_bytes(): world for world in worlds if world.view(seat) == true.view(seat)}
    for move in moves:
        mover, unseen = true.movers[0], true.state.stage in (PICK, KEEP) and true.movers[0] != seat
        after = true.play(move)
        seen = after.view(seat)
        following = {}
        for world in alive.values():
            assert world.movers == (mover,)
            texts = [legal.text for legal in world.moves()]
            for text in texts if unseen else {move} & set(texts):
                result = world.play(text)
                if result.view(seat) == seen:
                    following[result.to_bytes()] = result
        true, alive = after, following
    return true, list(alive.values())


def as_sampled(world: Position, seat: int) -> bytes:
    """A world without what other seats remember, which is no part of a sample."""
    others = [other for other in range(4) if other != seat]
    mark = world.state.mark & (0 if seat == SPECTATOR else 1 << seat)
    deeds = world.state.deeds.copy()
    deeds[np.ix_(others, [KEPT, UNDER])] = 0
    return changed(world, {"mark": mark, "deeds": deeds, "rng": 0}).to_bytes()


def ways(world: Position) -> int:
    """In how many ways the cards on the table, all told apart, make up this world, but for a common factor.

    To exchange two equal modules gives another way, unless both are in one hand.
    """
    hands = [hand(world.state, seat) for seat in range(4)]
    return prod(factorial(held.total()) // prod(map(factorial, held.values())) for held in hands)


def check(worlds: Iterable[Position], true: Position, moves: Sequence[str], seat: int) -> int:
    """Compare samples with the surviving worlds; gives how many these are."""
    reached, alive = survivors(worlds, true, moves, seat)
    assert as_sampled(reached, seat) in {as_sampled(world, seat) for world in alive}
    weights = Counter[bytes]()
    for world in alive:
        weights[as_sampled(world, seat)] = ways(world)
    least = min(weights.values())
    assert all(weight % least == 0 for weight in weights.values())
    listed = [state for state, weight in weights.items() for _ in range(weight // least)]
    if len(listed) > 100 and not JIT_ENABLED:
        pytest.skip("too many worlds when not compiled")
    draws = max(10 * len(listed), scaled(40 * len(listed)))
    assert check_sampling(reached.view(seat), listed, seed=len(moves), draws=draws) is None
    return len(weights)


# --- colonists --------------------------------------------------------------------------------------------------------

PICKS = ["Opportunist", "Miner", "General", "Spy"]


def rounds(game: Game, omnium: Sequence[int] = (0, 0, 0, 0)) -> list[Position]:
    """The start of a round with each colonist removed in turn; where the modules are is no secret."""
    hands = [("Barracks",)] * 4
    return [positioned(game, deck=[], hands=hands, omnium=omnium, removed=removed) for removed in COLONISTS]


@pytest.mark.parametrize("seat", range(-1, 4))
@pytest.mark.parametrize("picked", range(5))
def test_colonists_while_they_are_picked(game: Game, picked: int, seat: int) -> None:
    worlds = rounds(game)
    found = check(worlds, worlds[0], PICKS[:picked], seat)
    if seat == SPECTATOR:
        assert found == [6, 30, 120, 360, 120][picked]  # the first pick is shown once all are made
    elif seat == 0:
        assert found == [1, 1, 4, 12, 24][picked]


@pytest.mark.parametrize("seat", range(-1, 4))
@pytest.mark.parametrize(
    "moves",
    [
        ["Omnium", "name Miner"],
        ["Omnium", "name Spy"],
        ["Omnium", "name Visionary"],
        ["Omnium", "name Ecologist", "no module", "Omnium", "no module"],
        ["Omnium", "name General", "no module", "Omnium", "no module", "Omnium", "no module"],
    ],
    ids=" ".join,
)
def test_colonists_after_one_was_named(game: Game, moves: list[str], seat: int) -> None:
    """Violet and White have Omnium that could have been stolen, Orange has none."""
    worlds = rounds(game, (0, 3, 0, 1))
    check(worlds, worlds[0], [*PICKS, *moves], seat)


def test_colonists_after_spy_and_opportunist(game: Game) -> None:
    """Both name somebody in vain: what is left must fit both."""
    picks = ["Opportunist", "Spy", "General", "Miner"]
    moves = [*picks, "Omnium", "name Visionary", "no module", "Omnium", "name Ecologist"]
    for seat in range(-1, 4):
        worlds = rounds(game, (0, 3, 0, 1))
        assert check(worlds, worlds[0], moves, seat) >= 1


# --- modules ----------------------------------------------------------------------------------------------------------

CARDS = ("Garrison", "Garrison", "Barracks", "Warehouse", "Housing Unit")


def dealt(game: Game, picks: Sequence[str], own: int, own_hand: Sequence[str], sizes: Sequence[int]) -> list[Position]:
    """Every way to deal the cards to hands of these sizes and the deck, the observer's own hand being given.

    All colonists are shown.
    """
    worlds: dict[bytes, Position] = {}
    (removed, _) = [colonist for colonist in COLONISTS if colonist not in picks]
    for order in sorted(set(permutations(CARDS))):
        left = list(order)
        hands = [own_hand if seat == own else [left.pop() for _ in range(sizes[seat])] for seat in range(4)]
        start = positioned(game, deck=left, hands=hands, omnium=(6, 6, 6, 6), removed=removed)
        world = changed(script(start, *picks), {"shown": 15})
        worlds[world.to_bytes()] = world
    return list(worlds.values())


@pytest.mark.parametrize(
    ("picks", "moves", "seat", "sizes"),
    [
        # Somebody else draws, keeps unseen and builds.
        (["Miner", "General", "Ecologist", "Spy"], ["modules", "keep Garrison", "build Garrison"], 2, (1, 0, 0, 0)),
        # The observer puts a module under the deck, and others draw above it.
        (
            ["Miner", "General", "Ecologist", "Spy"],
            ["modules", "keep Garrison", "no module", "modules"],
            0,
            (0, 1, 0, 0),
        ),
        # A Visionary draws what the observer put there.
        (
            ["Miner", "Visionary", "Ecologist", "Spy"],
            ["modules", "keep Garrison", "no module", "Omnium", "no module", "Omnium", "no module"],
            0,
            (0, 1, 1, 1),
        ),
        # The observer swaps hands; what it gave away is built, and something else is.
        (
            ["Spy", "General", "Ecologist", "Visionary"],
            ["Omnium", "name General", "no module", "Omnium", "build Quarry", "Omnium", "no module"],
            0,
            (0, 1, 1, 0),
        ),
        (
            ["Spy", "General", "Ecologist", "Miner"],
            ["Omnium", "name General", "no module", "modules", "keep Garrison", "build Garrison"],
            0,
            (0, 1, 0, 0),
        ),
        # Two hands with equal modules, seen by somebody who knows neither.
        (["Miner", "General", "Ecologist", "Spy"], ["Omnium", "no module"], 3, (2, 1, 0, 0)),
        (["Miner", "General", "Ecologist", "Spy"], ["Omnium", "build Garrison"], 3, (2, 1, 0, 0)),
    ],
)
def test_modules(game: Game, picks: list[str], moves: list[str], seat: int, sizes: tuple[int, ...]) -> None:
    worlds = dealt(game, picks, seat, ("Quarry", "Mass Relay"), sizes)
    true = next(world for world in worlds if plays(world, moves))
    assert check(worlds, true, moves, seat) > 1


def test_modules_in_a_hand_that_is_swapped_again(game: Game) -> None:
    """White knows Violet's module from before; then Green takes it from Violet."""
    picks = ["Spy", "General", "Ecologist", "Miner"]
    marks = [[0] * 5, [8, 0, 0, 0, 0], [0] * 5, [0] * 5]
    worlds = [changed(w, {"mark": marks}) for w in dealt(game, picks, 3, ("Quarry", "Mass Relay"), (1, 1, 1, 0))]
    moves = ["Omnium", "name General", "no module"]
    assert check(worlds, worlds[0], moves, 3) > 1
    moves = ["Omnium", "name General", "build Garrison"]
    assert check(worlds, next(world for world in worlds if plays(world, moves)), moves, 3) > 1


def plays(world: Position, moves: Sequence[str]) -> bool:
    """Whether the moves are legal one after the other."""
    for move in moves:
        if move not in [legal.text for legal in world.moves()]:
            return False
        world = world.play(move)
    return True


@pytest.mark.parametrize("seat", [0, 3])
def test_a_module_lost_to_a_full_hand(game: Game, seat: int) -> None:
    """Only who kept it knows which it was."""
    modules = ("Garrison", "Barracks", "Warehouse", "Spaceport")
    hands: Any = [("Quarry", "Mass Relay", "Quarry", "Eco-Dome"), (), (), ()]
    picks = ["Visionary", "Miner", "General", "Ecologist"]
    worlds = [
        changed(script(positioned(game, deck=order, hands=hands, removed="Spy"), *picks), {"shown": 15})
        for order in permutations(modules)
    ]
    moves = ["modules", "keep Barracks", "Omnium"]
    if seat == 3:
        # Somebody who knows the four modules in hand, by an earlier swap, and so not the one the Visionary draws.
        worlds = [changed(world, {"mark": [[8, 8, 8, 8, 0], [0] * 5, [0] * 5, [0] * 5]}) for world in worlds]
    found = check(worlds, worlds[0], moves, seat)
    assert found == (1 if seat == 0 else 24)


def test_every_hidden_module_has_a_place_in_whole_games(game: Game) -> None:
    """Samples deep in random games hold all 52 modules: reading their text back checks it."""
    for seed in range(scaled(10)):
        position = game.start(seed)
        number = 0
        while not position.over:
            moves = position.moves()
            position = position.play(moves[(seed + 7 * number) % len(moves)])
            number += 1
            if number % 20 == 0:
                for seat in range(-1, 4):
                    sample = position.view(seat).sample(number)
                    assert game.read_position(sample.text).text == sample.text


# --- samplers that are wrong ------------------------------------------------------------------------------------------


@kernel
def ignore_naming(state: State, seat: Seat) -> None:
    """Gives seats colonists that they were seen not to hold."""
    cannot = state.cannot.copy()
    for other in range(SEATS):
        state.cannot[other] = 0
    determinize(state, seat)
    for other in range(SEATS):
        state.cannot[other] = cannot[other]


@kernel
def sort_the_deck(state: State, seat: Seat) -> None:
    """Puts the lower of the top two modules first."""
    determinize(state, seat)
    if state.deck_size > 1 and module_at(state, 0) > module_at(state, 1):
        for plane in range(PLANES):
            bits = int(state.deck[plane])
            state.deck[plane] = bits & ~3 | (bits & 1) << 1 | (bits >> 1) & 1


def test_a_sampler_that_ignores_naming_is_found_out() -> None:
    worlds = rounds(with_kernels(Colonizers, determinize=ignore_naming)(), (0, 3, 0, 1))
    with pytest.raises(AssertionError, match="which its view rules out"):
        check(worlds, worlds[0], [*PICKS, "Omnium", "name Ecologist"], 0)


def test_a_sampler_that_is_not_uniform_is_found_out() -> None:
    game = with_kernels(Colonizers, determinize=sort_the_deck)()
    worlds = dealt(game, ["Miner", "General", "Ecologist", "Spy"], 3, ("Quarry", "Mass Relay"), (2, 1, 0, 0))
    with pytest.raises(AssertionError, match="is never given"):
        check(worlds, worlds[0], ["Omnium", "no module"], 3)
