"""Tarble for people: names, rules in words, and the door to positions, movements and pictures as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ludarium.engine import Game, Move, MoveValue, Parameter, Position, View
from ludarium.engine.parameters import Value
from ludarium.games.tarble import ENTRY, picture, scene, wording
from ludarium.games.tarble.board import CELLS, DIRECTIONS
from ludarium.games.tarble.rules import EMPTY, RULES
from ludarium.games.tarble.scene import TarbleData, TarbleMove
from ludarium.games.tarble.thumbnail import MIDDLE_GAME, thumbnail


class Tarble(Game):
    """A fight on hexagons. The die says how far you may go, and a jump captures.

    The board is a hexagon with 6 cells along each side, 91 in all. Red begins at the bottom with seven pieces, Blue at
    the top; a neutral piece lies on the centre. A place is written (x,y): x grows to the right, y to the upper left,
    and the centre is (0,0).

    In your turn you roll a die and make exactly as many movements as it shows, with one piece or with several. A
    movement takes a piece one cell on, in any of the six directions, to an empty cell; or it jumps: over a piece of the
    opponent or the neutral piece right beside it, straight onto the cell behind, if that is empty. What is jumped over
    is captured, is off the board at once, and gives one point. You cannot jump over your own pieces. Should you have no
    movement left, your turn ends early.

    When your turn is over, your pieces that stand on one of the six corners or on the centre are removed, for no
    points. This is a sacrifice, and it can be meant: no piece can be captured that is not there, and a game ends sooner
    with fewer pieces. Then the neutral piece is put back on the centre if it was captured.

    The game ends with the turn after which a player has no pieces: a turn is played to its end even when there is
    nobody left to capture. More points win. At equal points whoever still has pieces wins (half a point more in the
    result); if neither has, it is a tie. A game of 1000 turns is stopped as a tie.
    """

    entry = ENTRY
    version = "2"
    earlier: ClassVar[Mapping[str, Mapping[str, Value]]] = {"1": {"finish": False}}
    parameters = (
        Parameter("finish", True, "a turn is finished before the game ends; false: without pieces it is over at once"),
    )
    seat_names = ("Red", "Blue")
    rules = RULES
    chance = True
    opponent = "joey"
    whole_turns = True

    @property
    def move_range(self) -> tuple[int, int]:
        return 0, CELLS * len(DIRECTIONS) - 1

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        assert isinstance(value, int)
        return wording.movement_text(state, seat, value)

    def read_move(self, text: str, state: Any, seat: int) -> Move:
        value = wording.read_movement(text, state, seat)
        return Move(value, wording.movement_text(state, seat, value))

    def looks_like_a_move(self, text: str) -> bool:
        return wording.looks_like_a_movement(text)

    @property
    def cells(self) -> int:
        return CELLS

    def occupied(self, state: Any) -> set[int]:
        return {cell for cell in range(CELLS) if state.board[cell] != EMPTY}

    def position_text(self, state: Any) -> str:
        return wording.position_text(state)

    def read_position(self, text: str) -> Position:
        states = self.blank_states(0)
        wording.read_position(text, states[0])
        return Position(self, states)

    def draw(self, state: Any, seat: int | None) -> str:
        names = tuple(f"{name} (you)" if own == seat else name for own, name in enumerate(self.seat_names))
        return picture.draw(state, names)

    def thumbnail(self) -> str:
        return thumbnail(self.read_position(MIDDLE_GAME).state)

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> TarbleData:
        return scene.scene(view, past)

    def move_scene(self, move: Move, view: View) -> TarbleMove:
        assert isinstance(move.value, int)
        return scene.movement_scene(view, move.value)

    def told(self, move: Move, view: View, after: Position) -> str:
        """The first movement of a turn comes with the roll."""
        words = self.move_scene(move, view)["words"]
        return f"rolled {view.state.roll}: {words}" if view.state.left == view.state.roll else words

    def standing(self, view: View) -> list[float]:
        return scene.standing(view)

    def describe_view(self, view: View) -> str:
        return scene.describe(view)

    def preview(self, view: View, moves: Sequence[str]) -> tuple[View, bool]:
        return scene.preview(view, moves)
