"""The rules of Colonizers: one by one, and against the slow reference over whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from ludarium.engine import Game, Position
from ludarium.engine.kernels import JIT_ENABLED, derive
from ludarium.games import load
from ludarium.games.colonizers.cards import COLONIST_NAMES, COPIES, COST, MODULE_NAMES, VALUE, colour_of
from tests.conftest import scaled
from tests.games.colonizers.reference import COLONISTS, MODULES, Table
from tests.games.colonizers.tables import (
    changed,
    colonists,
    colony,
    deck,
    hand,
    known_deck,
    lost,
    positioned,
    script,
)

PICKS = ("Spy", "Opportunist", "Miner", "General")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("colonizers")


def test_the_modules_are_those_of_the_rule_book() -> None:
    colours = ("green", "blue", "red", "")
    table = {
        MODULE_NAMES[module]: (COST[module], VALUE[module], colours[colour_of(module)], COPIES[module])
        for module in range(1, 17)
    }
    assert table == MODULES
    assert COPIES.sum() == 52
    assert list(COLONIST_NAMES[1:]) == COLONISTS


def test_nobody_starts_with_anything(game: Game) -> None:
    orders = set()
    for seed in range(4):
        state = game.start(seed).state
        assert not state.omnium.any()
        assert not state.cards.any()
        assert Counter(deck(state)) == Counter({name: facts[3] for name, facts in MODULES.items()})
        assert len(colonists(state.offered[0])) == 5
        orders.add(tuple(deck(state)))
    assert len(orders) == 4


def test_every_colonist_is_removed_equally_often(game: Game) -> None:
    starts = scaled(3000)
    removed = Counter(126 & ~int(game.start(seed).state.offered[0]) for seed in range(starts))
    assert len(removed) == 6
    assert sum((count - starts / 6) ** 2 / (starts / 6) for count in removed.values()) < 25  # once in 7,000 times


def removed_in(positions: Iterator[Position]) -> Iterator[str]:
    """The colonists that the game removed, round by round."""
    for position in positions:
        (colonist,) = set(COLONISTS) - colonists(position.state.offered[0])
        yield colonist


@pytest.mark.parametrize("seed", range(12 if JIT_ENABLED else 2))
def test_whole_games_agree_with_the_reference(game: Game, seed: int) -> None:
    """Position by position: what lies on the table, what may be done, and what each seat knows."""
    # Some players like modules, so that decks run low and known modules come up again.
    chooser = random.Random(derive(seed, "reference"))
    position = game.start(seed)
    rounds: list[Position] = [position]
    table = Table(deck(position.state), removed_in(iter_growing(rounds)))
    while not position.over:
        assert [move.text for move in position.moves()] == table.moves()
        same_table(position, table)
        for seat in range(4):
            same_knowledge(position, table, seat)
        moves = table.moves()
        move = chooser.choice(moves)
        if seed % 2 and "modules" in moves and chooser.random() < 0.6:
            move = "modules"
        before = position.state.rounds
        position = position.play(move)
        if position.state.rounds != before:
            rounds.append(position)
        table.play(move)
    assert table.stage == "over"
    points = position.result().points
    if table.spent:
        assert points == (0, 0, 0, 0)
    else:
        tenths = [round(10 * point) for point in points]
        assert tenths == [10 * score + 3 - seat for seat, score in enumerate(table.scores())]


def iter_growing(positions: list[Position]) -> Iterator[Position]:
    """The items of a list that grows while it is read."""
    number = 0
    while True:
        yield positions[number]
        number += 1


def same_table(position: Position, table: Table) -> None:
    state = position.state
    assert deck(state) == [module for module, _ in table.deck]
    assert position.movers == (table.mover,)
    for number, seat in enumerate(table.seats):
        assert hand(state, number) == Counter(seat.hand)
        assert state.hand[number][: state.cards[number]].tolist() == sorted(state.hand[number][: state.cards[number]])
        assert colony(state, number) == Counter(seat.colony)
        assert lost(state, number) == Counter(seat.lost)
        assert state.gone[number] == len(seat.lost)
        assert state.omnium[number] == seat.omnium
        assert state.built[number] == len(seat.colony)
        assert state.score[number] == sum(MODULES[module][1] for module in seat.colony)
        for colour, name in enumerate(("green", "blue", "red", "")):
            assert state.colour[number][colour] == sum(MODULES[module][2] == name for module in seat.colony)


def same_knowledge(position: Position, table: Table, me: int) -> None:
    """A view shows what the reference's seat remembers, and nothing else of what is hidden."""
    view, seat = position.view(me).state, table.seats[me]
    assert known_deck(view, me) == {place: module for place, (module, by) in enumerate(table.deck) if by == me}
    assert all(plane & ~int(view.under[me]) == 0 for plane in view.deck.tolist())
    assert hand(view, me) == Counter(seat.hand)
    assert lost(view, me) == Counter(seat.lost)
    assert colonists(view.offered[me]) == seat.offered
    drawn = [module if me in (table.mover, by) else "?" for module, by in table.drawn]
    assert [MODULE_NAMES[module] for module in view.drawn if module or drawn] == drawn
    for other, theirs in enumerate(table.seats):
        if other == me:
            continue
        assert hand(view, other) == +seat.known[other]
        assert view.cards[other] == len(theirs.hand)
        assert view.lost[other] == 0
        assert view.gone[other] == len(theirs.lost)
        assert view.offered[other] == 0
        shown = COLONIST_NAMES[view.colonist[other]]
        assert shown == (theirs.colonist if other in table.shown else "?")
        assert colonists(view.cannot[other]) == table.not_held[other]


def test_passive_abilities_act_at_the_draw(game: Game) -> None:
    position = positioned(
        game,
        deck=["Quarry"] * 2 + ["Barracks"] * 4,
        colonies=[("Warehouse", "Warehouse", "Garrison"), (), (), ()],
        hands=[("Mass Relay",), (), (), ()],
        removed="Visionary",
    )
    position = script(position, "Miner", "General", "Spy", "Ecologist")
    assert position.state.omnium[0] == 0  # revealed, but nothing earned before the choice
    assert script(position, "Omnium").state.omnium[0] == 4
    assert script(position, "modules").state.omnium[0] == 2


def test_a_visionary_with_four_modules_may_draw_and_loses_what_it_keeps(game: Game) -> None:
    four = ("Quarry", "Quarry", "Spaceport", "Mass Relay")
    position = positioned(
        game,
        deck=["Barracks", "Garrison", "Warehouse"],
        hands=[four, (), (), ()],
        removed="Spy",
    )
    position = script(position, "Visionary", "Miner", "General", "Ecologist")
    assert [move.text for move in position.moves()] == ["Omnium", "modules"]
    position = position.play("modules")
    assert hand(position.state, 0) == Counter([*four, "Barracks"])
    position = position.play("keep Warehouse")
    assert hand(position.state, 0) == Counter([*four, "Barracks"])
    assert lost(position.state, 0) == Counter(["Warehouse"])
    assert deck(position.state) == ["Garrison"]


def test_a_full_hand_must_take_omnium(game: Game) -> None:
    full = ("Mass Relay", "Eco-Dome", "Quarry", "Quarry", "Quarry")
    position = positioned(game, deck=["Barracks"] * 3, hands=[full, (), (), ()], removed="Spy")
    position = script(position, "Visionary", "Miner", "General", "Ecologist")
    assert position.state.omnium[0] == 2
    assert position.state.cards[0] == 5
    assert [move.text for move in position.moves()] == ["no module"]  # asked, though it can pay for none


def test_no_build_is_asked_without_omnium_or_modules(game: Game) -> None:
    position = positioned(game, deck=["Garrison"] * 4, removed="Visionary")
    position = script(position, "Spy", "Miner", "General", "Ecologist")
    assert script(position, "Omnium", "name nobody").movers == (1,)
    assert script(position, "modules", "keep Garrison", "name nobody").movers == (1,)


def test_the_opportunist_steals_up_to_two(game: Game) -> None:
    start = positioned(game, deck=["Barracks"] * 4, omnium=(0, 1, 5, 0), removed="Visionary")
    position = script(start, "Opportunist", "Miner", "General", "Ecologist", "Omnium")
    assert script(position, "name Miner").state.omnium.tolist() == [3, 0, 5, 0]
    assert script(position, "name General").state.omnium.tolist() == [4, 1, 3, 0]
    for fruitless in ("name Ecologist", "name Visionary", "name Spy", "name nobody"):
        assert script(position, fruitless).state.omnium.tolist() == [2, 1, 5, 0]
    assert "name Opportunist" not in [move.text for move in position.moves()]


def test_naming_shows_what_everybody_can_see(game: Game) -> None:
    """A robbery shows the holder; if nothing happens, nobody who has Omnium holds the colonist."""
    start = positioned(
        game, deck=["Barracks"] * 4, hands=[("Quarry",), (), (), ()], omnium=(0, 1, 5, 0), removed="Visionary"
    )
    position = script(start, "Opportunist", "Miner", "General", "Ecologist", "Omnium")
    robbed = script(position, "name General")
    assert [robbed.view(3).state.colonist[seat] for seat in range(3)] == [5, 0, 4]
    in_vain = script(position, "name Ecologist")
    assert in_vain.view(1).state.colonist[3] == 0
    assert [colonists(mask) for mask in in_vain.state.cannot] == [set(), {"Ecologist"}, {"Ecologist"}, set()]


def test_the_spy_swaps_hands_and_both_know_them(game: Game) -> None:
    start = positioned(
        game,
        deck=["Barracks"] * 4,
        hands=[("Quarry",), ("Garrison", "Warehouse"), (), ()],
        removed="Visionary",
    )
    position = script(start, "Spy", "Miner", "General", "Ecologist", "Omnium", "name Miner")
    assert hand(position.state, 0) == Counter(["Garrison", "Warehouse"])
    assert hand(position.state, 1) == Counter(["Quarry"])
    assert hand(position.view(0).state, 1) == Counter(["Quarry"])
    assert hand(position.view(1).state, 0) == Counter(["Garrison", "Warehouse"])
    assert hand(position.view(2).state, 0) == hand(position.view(2).state, 1) == Counter()
    assert position.view(2).state.colonist[1] == 3


def test_a_swap_of_nothing_for_nothing_is_unseen(game: Game) -> None:
    start = positioned(game, deck=["Barracks"] * 4, hands=[(), (), ("Quarry",), ()], removed="Visionary")
    position = script(start, "Spy", "Miner", "General", "Ecologist", "Omnium", "name Ecologist")
    assert position.view(2).state.colonist[3] == 0
    assert [colonists(mask) for mask in position.state.cannot] == [set(), set(), {"Ecologist"}, set()]


def test_equal_modules_cannot_be_told_apart(game: Game) -> None:
    """Who knows of one Garrison in a hand with two knows of none after one was built."""
    start = positioned(
        game,
        deck=["Garrison", "Warehouse", "Quarry", "Quarry", "Quarry", "Quarry"],
        hands=[("Garrison", "Mass Relay"), (), (), ()],
        omnium=(0, 3, 0, 0),
        removed="Visionary",
    )
    position = script(start, "Spy", "Miner", "General", "Ecologist", "Omnium", "name Miner")
    assert hand(position.view(0).state, 1) == Counter(["Garrison", "Mass Relay"])
    position = script(position, "modules", "keep Garrison")
    assert position.state.cards[1] == 3
    assert hand(position.view(0).state, 1) == Counter(["Garrison", "Mass Relay"])
    position = position.play("build Garrison")
    assert hand(position.state, 1) == Counter(["Garrison", "Mass Relay"])
    assert hand(position.view(0).state, 1) == Counter(["Mass Relay"])


SEVEN = ("Garrison", "Garrison", "Barracks", "Barracks", "Warehouse", "Warehouse", "Marketplace")


def test_the_game_ends_after_the_round_with_bonuses(game: Game) -> None:
    start = positioned(
        game,
        deck=["Quarry"] * 4,
        colonies=[("Mass Relay",), SEVEN, SEVEN, ()],
        hands=[("Military Academy",), ("Housing Unit",), ("Housing Unit",), ("Housing Unit",)],
        omnium=(9, 9, 9, 0),
        removed="Spy",
    )
    position = script(start, "Miner", "Visionary", "General", "Ecologist", "Omnium", "no module")
    position = script(position, "Omnium", "build Housing Unit", "Omnium", "build Housing Unit")
    assert not position.over
    position = script(position, "Omnium", "no module")
    assert position.over
    assert position.result().points == (16.3, 1 + 14 + 4 + 0.2, 1 + 14 + 2 + 0.1, 0.0)
    assert position.result().ranks == (3, 1, 2, 4)


def test_ties_rank_by_seat(game: Game) -> None:
    start = positioned(
        game,
        deck=["Quarry"] * 4,
        colonies=[("Spaceport",), SEVEN, ("Spaceport",), ("Spaceport",)],
        hands=[(), ("Housing Unit",), (), ()],
        omnium=(0, 9, 0, 0),
        removed="Spy",
    )
    position = script(start, "Miner", "Visionary", "General", "Ecologist", "Omnium", "Omnium", "build Housing Unit")
    position = script(position, "Omnium", "Omnium")
    assert position.result().points == (5.3, 19.2, 5.1, 5.0)
    assert position.result().ranks == (2, 1, 3, 4)
    rewards = np.zeros(8)
    game.bound.reward(np.frombuffer(position.to_bytes(), game.rules.dtype), 0, rewards)
    assert rewards[:4].tolist() == [-0.6, 1.0, -0.8, -1.0]


def test_a_deck_that_cannot_give_two_ends_the_game_for_nobody(game: Game) -> None:
    start = positioned(game, deck=["Quarry"], colonies=[("Mass Relay",), (), (), ()], removed="Visionary")
    position = script(start, *PICKS, "modules")
    assert position.over
    assert position.result().points == (0, 0, 0, 0)
    assert position.result().ranks == (1, 1, 1, 1)
    rewards = np.zeros(8)
    game.bound.reward(np.frombuffer(position.to_bytes(), game.rules.dtype), 0, rewards)
    assert rewards[:4].tolist() == [pytest.approx((1.0 - 0.6 - 0.8 - 1.0) / 4)] * 4


def test_a_visionary_finds_nothing_in_an_empty_deck(game: Game) -> None:
    start = positioned(game, deck=[], removed="Spy")
    position = script(start, "Visionary", "Miner", "General", "Ecologist", "Omnium")
    assert not position.over
    assert position.state.cards[0] == 0


def test_the_game_ends_on_points_after_500_rounds(game: Game) -> None:
    start = changed(positioned(game, deck=["Quarry"] * 4, removed="Visionary"), {"rounds": 499})
    quiet = ("Spy", "Miner", "General", "Ecologist", "Omnium", "name nobody", "Omnium", "Omnium", "Omnium")
    position = script(start, *quiet)
    assert not position.over
    while not position.over:
        assert position.state.rounds == 500
        position = position.play(position.moves()[0])
    assert position.result().ranks == (1, 2, 3, 4)
