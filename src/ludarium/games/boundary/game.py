"""Boundary for people: parameters, plans such as `3 to 120,88`, pictures, and positions as one line."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ludarium.engine import BadParameter, Game, Move, MoveValue, Parameter, Position, View
from ludarium.games.boundary import ENTRY, notation, scene
from ludarium.games.boundary.picture import draw_field
from ludarium.games.boundary.rules import RULES, TREASURE_MARGIN
from ludarium.games.boundary.scene import BoundaryData, BoundaryMove
from ludarium.games.boundary.state import MAX_PIECES, MAX_TREASURES, MOST_TURNS
from ludarium.games.boundary.thumbnail import FIELD, MIDDLE_GAME, thumbnail

_MOST_VALUE = 1000


class Boundary(Game):
    """Two players send pieces over a field; together they hold ground, and ground captures.

    Pieces that stand together are a blob. A blob holds the ground around it, up to `influence` pixels for each of its
    pieces where no enemy pushes back. In a turn each of its pieces may be sent up to `reach` pixels for each piece of
    the blob: two together go twice as far as one. At a point, the distance of a blob is the geometric mean of the
    distances of its pieces: a blob that spreads out holds less.

    Both players plan at once, unseen by each other: a target for each piece, such as `3 to 120,88` in pixels from the
    top left corner, several separated by `;`. Pieces that are not named stay, and `stay` lets all stay. Then the plans
    are carried out together, one pixel at a time.

    After each pixel: a piece that looks along eight directions and sees three pixels of enemy ground in a row, or the
    field's edge or a wall (at most three of these count), in at least `surround` of them, is captured; each direction
    that ends after 30 pixels on ground of its own takes one away. A treasure goes to the side that holds at least six
    of the eight pixels around it. A piece whose nearest ally is in another blob and near merges the two blobs; one
    whose nearest ally is in its own blob but far away leaves it.

    A treasure brings its worth, a captured piece `piece_value` points. The game ends when no treasure is left, when a
    side has no piece left, or after `max_turns` turns. Most points win.
    """

    entry = ENTRY
    parameters = (
        Parameter("width", 600, "the field's width in pixels", low=100, high=2000),
        Parameter("height", 450, "the field's height in pixels", low=100, high=2000),
        Parameter("pieces", 7, "pieces of each side", low=1, high=MAX_PIECES),
        Parameter("treasures", 15, "treasures on the field", low=1, high=MAX_TREASURES, people=18),
        Parameter("least_worth", 1, "one end of what treasures are worth", low=1, high=notation.MOST_WORTH),
        Parameter("most_worth", 7, "the other end of what treasures are worth", low=1, high=notation.MOST_WORTH),
        Parameter("piece_value", 30, "points for a captured piece", low=0, high=_MOST_VALUE, people=15),
        Parameter("surround", 6, "directions that must be closed to capture a piece", low=4, high=8),
        Parameter("influence", 12.0, "influence radius of a blob in pixels, per piece", low=1, high=100, people=26.0),
        Parameter("reach", 9.0, "move radius of a blob in pixels, per piece", low=1, high=100, people=30.0),
        Parameter("merge", 27.0, "blobs nearer than this times √(size) merge", low=0, high=1000, people=30.0),
        Parameter(
            "split", 36.0, "pieces farther than this times √(size) leave their blob", low=0, high=1000, people=100.0
        ),
        Parameter("max_turns", 200, "turns after which the game ends", low=1, high=MOST_TURNS, people=30),
        Parameter("walls", "", "walls as left,top,right,bottom in pixels, separated by ';'"),
    )
    seat_names = ("Red", "Blue")
    seconds = 60.0
    rules = RULES
    points_range = (0.0, float(_MOST_VALUE * MAX_PIECES + notation.MOST_WORTH * MAX_TREASURES))

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        width, height = int(self.settings["width"]), int(self.settings["height"])
        self._walls = notation.read_walls(str(self.settings["walls"]), width, height)
        covered = sum(
            (right - left + 2 * TREASURE_MARGIN) * (bottom - top + 2 * TREASURE_MARGIN)
            for left, top, right, bottom in self._walls
        )
        if 2 * covered > width * height:
            raise BadParameter("walls: they cover more than half of the field: leave room to play")

    def blank_states(self, seed: int) -> Any:
        states = super().blank_states(seed)
        state = states[0]
        state.wall_count = len(self._walls)
        for number, (left, top, right, bottom) in enumerate(self._walls):
            across, down = state.width / 2, state.height / 2
            state.wall[number] = (left - across, top - down, right - across, bottom - down)
        return states

    def stand_in(self, view: View, source: random.Random) -> Move:
        """Without a plan that can be used, the pieces stay where they are."""
        value = tuple(notation.stay_plan(view.state, view.seat))
        return Move(value, self.move_text(value, view.state, view.seat))

    # --- words and pictures -------------------------------------------------------------------------------------------

    def check_move(self, value: MoveValue, states: Any, seat: int) -> str:
        plan = self.move_array(value)
        code = int(self.bound.check(states, 0, seat, plan))
        return notation.fault_text(code, plan, states[0], seat) if code else ""

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        return notation.plan_text(value, state, seat)

    def read_checked(self, text: str, state: Any, seat: int) -> MoveValue:
        return notation.read_plan(self, text, state, seat)

    def position_text(self, state: Any) -> str:
        return notation.position_text(self, state)

    def read_position(self, text: str) -> Position:
        return notation.read_position(self, text)

    def draw(self, state: Any, seat: int | None) -> str:
        return draw_field(self, state, seat)

    def thumbnail(self) -> str:
        game = self.another(**FIELD)
        return thumbnail(game, game.read_position(MIDDLE_GAME).state)

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> BoundaryData:
        return scene.scene(view, past)

    def move_scene(self, move: Move, view: View) -> BoundaryMove:
        return scene.move_scene(move, view)

    def standing(self, view: View) -> list[float]:
        return scene.standing(view)

    def describe_view(self, view: View) -> str:
        return scene.describe(self, view)

    def picture(self, view: View) -> str:
        return draw_field(self, view.state, None if view.whole else view.seat, colours=False)
