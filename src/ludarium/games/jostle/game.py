"""Jostle for people: boards, pictures, moves such as `0r4`, positions such as `15,21,5/24,20,-1/3,7,4 r 1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ludarium.engine import Game, IllegalMove, Move, MoveValue, Parameter, Position, View
from ludarium.engine.game import normal
from ludarium.games.jostle import ENTRY, scene
from ludarium.games.jostle.board import Board, load_board
from ludarium.games.jostle.picture import draw_board
from ludarium.games.jostle.rules import CHOSEN, KEEP, MAX_PIECES, MAX_SEATS, MOVED, ROLL, RULES, SUM, landing
from ludarium.games.jostle.scene import JostleData, JostleMove
from ludarium.games.jostle.text import LETTERS, position_text, read_position
from ludarium.games.jostle.thumbnail import MIDDLE_GAME, thumbnail

if TYPE_CHECKING:
    from ludarium.engine.player import Player

SECOND_ROLL = {"sum": SUM, "chosen": CHOSEN, "moved": MOVED}
WORDS = {KEEP: "keep", ROLL: "roll"}
_AFTER_A_SIX = {
    "chosen": "After a six you choose the piece first; then you may roll once more, once a turn, and that piece moves "
    "by the sum. If the sum would take it past the last field, it stays.",
    "moved": "After a six you move a piece by six; then you may roll once more, once a turn, and the same piece moves "
    "on by the points. If they would take it past the last field, or if it stands on a goal, it stays.",
}
_SIX = re.compile(r"After a six you may.*?\bsum\.", re.DOTALL)
_MOVE = re.compile(r"\d+[rgby]\d+|keep|roll", re.ASCII | re.IGNORECASE)
_CALLED = re.compile(r"piece (\d{1,2})(?: to (?:field )?(\d{1,2}|the start))?", re.ASCII | re.IGNORECASE)
"""As people call a piece, from 1, and the field that it comes to by the points."""


class Jostle(Game):
    """A race with dice in which pieces push each other back.

    Every player brings pieces from the stack onto the track and along it to the goal fields. In your turn you roll a
    die and move one of your pieces by the points; from the stack a 1 brings it to the start. After a six you may roll
    once more, once a turn and before you know what it will be, and then move one piece by the sum. A move past the last
    field is not allowed, and a piece on a goal field can no longer be moved by its owner. Who cannot move is passed
    over.

    A piece that lands on an occupied field jostles the piece there, your own or another's: it goes back, field by
    field, to the first free field, and without one to its owner's stack.

    Who lands on a switch, by a move or jostled, goes to the switch's other end; who lands on a field "−3" goes back
    three fields. A piece that stands where it leads is jostled in turn. The first special field that acts is the only
    one that acts in a turn: until its end all switches and back fields count as occupied. A piece on a goal field can
    be jostled out of it like any other.

    When all goal fields are occupied at the end of a turn, every player who can move has one more turn. Then you add
    the numbers of the goal fields that your pieces stand on: most points win, equal points share the win. The game also
    ends when nobody can ever move again, and after 2000 turns.

    This is the board `board`. There are 2007, appendix (with a sixth goal), and boards of your own by their path.
    """

    entry = ENTRY
    parameters = (
        Parameter("board", "2007", "2007, appendix, or the path of a .toml file"),
        Parameter("seats", 3, "number of players", low=2, high=MAX_SEATS),
        Parameter("pieces", 3, "pieces of each player", low=1, high=MAX_PIECES),
        Parameter(
            "second_roll",
            "sum",
            "after a six: sum, the piece after both rolls; chosen, before the second; moved, by the six at once",
            choices=tuple(SECOND_ROLL),
        ),
    )
    seat_names = ("Red", "Green", "Blue", "Yellow")
    rules = RULES
    chance = True
    points_range = (0.0, 90.0)  # five pieces on the best of twenty goals, which is all that any board can have

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self.board: Board = load_board(str(self.settings["board"]))

    @property
    def pieces(self) -> int:
        """How many pieces each player has."""
        return int(self.settings["pieces"])

    @classmethod
    def read_player(cls, text: str) -> tuple[type[Player], dict[str, object]] | None:
        """A composed strategy is its own name: `Aggressive Observing ADVANCER`."""
        from ludarium.games.jostle.strategies.composed import looks_like_a_strategy
        from ludarium.games.jostle.strategies.player import Composed

        return (Composed, {"strategy": text}) if looks_like_a_strategy(text) else None

    def blank_states(self, seed: int) -> Any:
        states = super().blank_states(seed)
        self.board.write(states[0])
        states[0].rule = SECOND_ROLL[str(self.settings["second_roll"])]
        return states

    @property
    def cells(self) -> int:
        return self.board.length

    def occupied(self, state: Any) -> set[int]:
        return {int(field) for field in state.stands[: self.seats * self.pieces] if field >= 0}

    # --- words and pictures -------------------------------------------------------------------------------------------

    @property
    def move_range(self) -> tuple[int, int]:
        return 0, ROLL

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        """As in a game play book: the piece, its player's letter, the field that it is moved to."""
        assert isinstance(value, int)
        return WORDS.get(value) or f"{value}{LETTERS[seat]}{landing(state, value)}"

    def read_move(self, text: str, state: Any, seat: int) -> Move:
        """Also `piece 1 to field 4` or `piece 1`: as boards say it, which count each player's pieces from 1."""
        said = _CALLED.fullmatch(normal(text))
        if said and 1 <= int(said[1]) <= self.pieces:
            piece = seat * self.pieces + int(said[1]) - 1
            field = said[2] or landing(state, piece)
            with suppress(IllegalMove):  # refused in the words that were typed
                return super().read_move(f"{piece}{LETTERS[seat]}{str(field).replace('the start', '0')}", state, seat)
        return super().read_move(text, state, seat)

    def looks_like_a_move(self, text: str) -> bool:
        return any(form.fullmatch(normal(text)) for form in (_MOVE, _CALLED))

    def position_text(self, state: Any) -> str:
        return position_text(self, state)

    def read_position(self, text: str) -> Position:
        return read_position(self, text)

    def draw(self, state: Any, seat: int | None) -> str:
        return draw_board(self, state, seat)

    def thumbnail(self) -> str:
        game = self.another()
        return thumbnail(game, game.read_position(MIDDLE_GAME).state)

    def rules_text(self) -> str:
        """As documented, with what happens after a six by the rule of this game."""
        rule = str(self.settings["second_roll"])
        return _SIX.sub(_AFTER_A_SIX[rule], super().rules_text()) if rule in _AFTER_A_SIX else super().rules_text()

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> JostleData:
        return scene.scene(self, view, past)

    def move_scene(self, move: Move, view: View) -> JostleMove:
        return scene.move_scene(self, move, view)

    def told(self, move: Move, view: View, after: Position) -> str:
        return scene.told(self, move, view)

    def standing(self, view: View) -> list[float]:
        return scene.standing(self, view)

    def describe_view(self, view: View) -> str:
        return scene.describe(self, view)
