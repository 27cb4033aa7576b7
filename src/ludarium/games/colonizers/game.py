"""Colonizers for people: names, words for moves, pictures, and positions as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.engine import Game, MalformedPosition, Move, MoveValue, Position, View
from ludarium.engine.game import normal
from ludarium.games.colonizers import ENTRY, drawing, log, notation, scene
from ludarium.games.colonizers.cards import COLONIST_NAMES, KINDS, MODULE_NAMES
from ludarium.games.colonizers.rules import BUILDING, KEEPING, NAMING, RULES, TAKE_MODULES, TAKE_OMNIUM
from ludarium.games.colonizers.scene import ColonizersData, ColonizersMove
from ludarium.games.colonizers.table import KEEP, PICK
from ludarium.games.colonizers.thumbnail import thumbnail


class Colonizers(Game):
    """Four players settle Mars. The most valuable colony wins.

    Nobody starts with anything. The 52 modules are shuffled into a deck, and the game is played in rounds.

    First one of the six colonists is removed unseen, and the players pick one each in seat order, secretly, from what
    the players before them left. Then each player in seat order has a turn:

    Draw. Your colonist is revealed, and you take 2 Omnium, or look at the top two modules of the deck, keep one and put
    the other under the deck. With 5 modules in hand you must take Omnium. A colonist's passive ability acts just
    before: the Visionary draws a module if your hand is not full; the Ecologist, Miner and General earn 1 Omnium for
    each green, blue or red module in your colony. A module kept with a full hand leaves the game.

    Power. The Opportunist may name another colonist and steals up to 2 Omnium from whoever holds it. The Spy may name
    another colonist and swaps hands with whoever holds it. If nobody holds it, nothing happens.

    Build. You may build one module from your hand for its cost.

    The game ends after the round in which a colony has reached 8 modules. You score the values of your modules, and 4
    points for having been first to reach 8, or 2 for reaching 8 later. Ties rank by seat, earlier first.

    If somebody must draw two modules and the deck holds fewer, the game ends at once and nobody wins. After 500 rounds
    it ends on points.
    """

    entry = ENTRY
    seat_count = 4
    seat_names = ("Green", "Violet", "Orange", "White")
    rules = RULES
    chance = True
    points_range = (0.0, 81.3)
    ties_by_fraction = True

    @property
    def move_range(self) -> tuple[int, int]:
        return 1, BUILDING + KINDS

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        """`Miner`, `Omnium`, `modules`, `keep Quarry`, `name Spy`, `name nobody`, `build Quarry`, `no module`."""
        assert isinstance(value, int)
        if value >= BUILDING:
            return "no module" if value == BUILDING else f"build {MODULE_NAMES[value - BUILDING]}"
        if value >= NAMING:
            return "name nobody" if value == NAMING else f"name {COLONIST_NAMES[value - NAMING]}"
        if value >= KEEPING:
            return f"keep {MODULE_NAMES[value - KEEPING]}"
        return {TAKE_OMNIUM: "Omnium", TAKE_MODULES: "modules"}.get(value) or COLONIST_NAMES[value]

    def looks_like_a_move(self, text: str) -> bool:
        return normal(text) in _MOVE_TEXTS

    def unseen(self, value: MoveValue, state: Any, seat: int) -> bool:
        """Picks and keeps are secret. The next seat sees what is left to pick from, but not who took what."""
        return bool(state.stage in (PICK, KEEP))

    def read_position(self, text: str) -> Position:
        """The position of a text such as `position_text` writes: every field that is not zero, as `name=1,2,3`."""
        position = super().read_position(text)
        fault = notation.fault_of(position.state)
        if fault:
            raise MalformedPosition(f"this is no position of {self.name}: {fault}")
        return position

    def draw(self, state: Any, seat: int | None) -> str:
        return drawing.draw(state, seat, self.seat_names)

    def log(self, state: Any) -> list[str]:
        """The last turn of each seat in plain words, the oldest first, as far as the state shows it."""
        return log.turns(state, self.seat_names)

    def thumbnail(self) -> str:
        return thumbnail()

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> ColonizersData:
        return scene.scene(view)

    def move_scene(self, move: Move, view: View) -> ColonizersMove:
        return scene.move_scene(move, view)

    def standing(self, view: View) -> list[float]:
        return scene.standing(view)

    def describe_view(self, view: View) -> str:
        return scene.describe(view)


_MOVE_TEXTS = {
    normal(text)
    for text in (
        "Omnium",
        "modules",
        "name nobody",
        "no module",
        *COLONIST_NAMES[1:],
        *(f"name {colonist}" for colonist in COLONIST_NAMES[1:]),
        *(f"{verb} {module}" for verb in ("keep", "build") for module in MODULE_NAMES[1:]),
    )
}
