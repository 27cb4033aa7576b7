"""Colonizers for people: moves, pictures, the log, and positions as text."""

from __future__ import annotations

import pytest

from ludarium.engine import SPECTATOR, Game, IllegalMove, MalformedMove, MalformedPosition
from ludarium.games import load
from ludarium.games.colonizers.game import Colonizers
from ludarium.games.colonizers.knowledge import may_hold
from tests.games.colonizers.tables import colonists, positioned, script


@pytest.fixture(scope="module")
def game() -> Game:
    return load("colonizers")


def log(game: Game, state: object) -> list[str]:
    assert isinstance(game, Colonizers)
    return game.log(state)


def test_moves_are_words(game: Game) -> None:
    start = positioned(
        game, deck=["Quarry", "Barracks", "Garrison"], hands=[("Garrison",), (), (), ()], omnium=(1, 0, 0, 0)
    )
    assert [move.text for move in start.moves()] == ["Ecologist", "Miner", "General", "Opportunist", "Spy"]
    position = script(start, "spy", "MINER", "General", "Ecologist")
    assert [move.text for move in position.moves()] == ["Omnium", "modules"]
    position = position.play("modules")
    assert [move.text for move in position.moves()] == ["keep Quarry", "keep Barracks"]
    position = position.play("keep Quarry")
    assert [move.text for move in position.moves()] == [
        *("name nobody", "name Visionary", "name Ecologist", "name Miner", "name General", "name Opportunist")
    ]
    position = position.play("name nobody")
    assert [move.text for move in position.moves()] == ["no module", "build Garrison"]


def test_illegal_is_not_malformed(game: Game) -> None:
    start = positioned(game, deck=["Quarry"] * 3)
    with pytest.raises(IllegalMove, match="'Visionary' is not legal here; the legal moves are Ecologist, Miner"):
        start.play("Visionary")
    with pytest.raises(IllegalMove, match="'build Quarry' is not legal here"):
        start.play("build Quarry")
    with pytest.raises(MalformedMove, match="'Wizard' is no move of colonizers"):
        start.play("Wizard")


def test_the_log_tells_what_the_reader_may_know(game: Game) -> None:
    start = positioned(
        game,
        deck=["Quarry", "Barracks", "Garrison", "Spaceport"],
        colonies=[(), ("Warehouse",), (), ()],
        hands=[(), ("Eco-Dome",), (), ()],
        omnium=(0, 3, 0, 0),
    )
    position = script(start, "Opportunist", "Miner", "Spy", "Ecologist", "modules", "keep Barracks", "name Miner")
    secret = "Green, the Opportunist, looked at two modules and named the Miner and stole 2 Omnium from Violet."
    own = (
        "Green, the Opportunist, looked at two modules, kept Barracks, put Quarry under the deck "
        "and named the Miner and stole 2 Omnium from Violet."
    )
    assert log(game, position.view(0).state) == [own]
    assert all(log(game, position.view(seat).state) == [secret] for seat in (1, 2, 3, SPECTATOR))
    position = script(position, "build Barracks", "Omnium", "no module", "Omnium", "name General")
    assert log(game, position.view(3).state) == [
        secret.removesuffix(" and named the Miner and stole 2 Omnium from Violet.")
        + ", named the Miner and stole 2 Omnium from Violet and built Barracks.",
        "Violet, the Miner, earned 1 Omnium and took 2 Omnium.",
        "Orange, the Spy, took 2 Omnium and named the General in vain.",
        "White, the Ecologist, is to draw.",
    ]


def test_the_log_of_a_swap_and_of_a_full_hand(game: Game) -> None:
    four = ("Quarry", "Quarry", "Spaceport", "Mass Relay")
    start = positioned(game, deck=["Barracks"] * 4, hands=[(), four, (), ("Warehouse",)], removed="Miner")
    position = script(start, "Spy", "Visionary", "General", "Ecologist", "Omnium", "name Ecologist", "no module")
    position = script(position, "modules", "keep Barracks")
    assert log(game, position.view(2).state)[:2] == [
        "Green, the Spy, took 2 Omnium and named the Ecologist and swapped hands with White.",
        "Violet, the Visionary, drew a module, looked at two modules and lost the module it kept, its hand being full.",
    ]


def test_the_picture_shows_what_the_seat_knows(game: Game) -> None:
    start = positioned(
        game,
        deck=["Quarry", "Barracks", "Garrison", "Spaceport"],
        hands=[("Warehouse",), ("Eco-Dome", "Mass Relay"), (), ()],
        omnium=(0, 3, 0, 0),
    )
    position = script(start, "Spy", "Miner", "General", "Ecologist", "modules", "keep Barracks", "name Miner")
    own, other = position.view(0).draw(), position.view(2).draw()
    assert "Violet              3      0      0  Miner        Warehouse (blue, 3 for 3), Barracks (red, 2 for 2)" in own
    assert "You put under the deck, counted from the top: 3. Quarry" in own
    assert "Orange may be Ecologist or General or Opportunist." in own
    assert "Green               0      0      0  Spy          2 unknown" in other
    assert "Orange (you)" in other
    assert "Green may be" not in other
    for secret in ("Eco-Dome", "Mass Relay", "under the deck", "(red, 2 for 2)"):
        assert secret not in other
    assert "The deck, counted from the top: 1. Garrison, 2. Spaceport, 3. Quarry" in position.draw()


def test_who_may_hold_what(game: Game) -> None:
    assert may_hold(game.start(0).view(3).state, 3, 0) == 0  # nobody has picked yet
    start = positioned(game, deck=["Quarry"] * 4, omnium=(0, 1, 1, 1), removed="Visionary")
    position = script(start, "Opportunist", "Miner", "General", "Spy", "Omnium")
    view = position.view(2).state
    assert colonists(may_hold(view, 2, 2)) == {"General"}
    assert colonists(may_hold(view, 2, 0)) == {"Opportunist"}
    assert colonists(may_hold(view, 2, 1)) == {"Visionary", "Miner"}
    assert colonists(may_hold(view, 2, 3)) == {"Ecologist", "Spy"}
    later = position.play("name Ecologist").view(2).state
    assert colonists(may_hold(later, 2, 3)) == {"Spy"}
    spectator = position.view(SPECTATOR).state
    assert colonists(may_hold(spectator, SPECTATOR, 3)) == {"Visionary", "Ecologist", "Miner", "General", "Spy"}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("deck_size=52", "deck_size=51"), "too many or too few of"),
        (("deck_size=52", "deck_size=99"), "out of range"),
        (("rounds=1", "rounds=1 hand=3" + ",0" * 19), "seat 1 has 0 modules in hand"),
        (("rounds=1", "rounds=1 hand=17" + ",0" * 19), "the modules are 1 to 16"),
        (("rounds=1", "rounds=1 colonist=7,0,0,0"), "the colonists are 1 to 6"),
        (("rounds=1", "rounds=1 colonist=1,0,0,0"), "seat 1 has not picked yet"),
        (("rounds=1", "rounds=1 offered=126,0,0,0"), "offered five colonists"),
        (("rounds=1", "rounds=1 offered=62,62,0,0"), "seat 2 is not offered what the seat before it left"),
        (("rounds=1", "rounds=1 stage=1"), "seat 1 cannot hold its colonist"),
        (("rounds=1", "rounds=1 drawn=1,0"), "two modules are drawn when one is to be kept"),
        (("rounds=1", "wizards=1"), "'wizards=1' is no part of a position"),
    ],
)
def test_impossible_positions_are_refused(game: Game, change: tuple[str, str], complaint: str) -> None:
    text = game.start(0).text
    assert change[0] in text
    with pytest.raises(MalformedPosition, match=complaint):
        game.read_position(text.replace(*change))


def test_a_view_is_no_position(game: Game) -> None:
    view = game.start(0).view(1)
    with pytest.raises(MalformedPosition):
        game.read_position(game.position_text(view.state))
