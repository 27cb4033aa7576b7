"""What people at a table see: each view and each scene is made once, though several look at it, and again and again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from ludarium.engine.position import SPECTATOR, Position, View
from ludarium.engine.scene import Scene, alike, open_view, scene_of, shares_board

if TYPE_CHECKING:
    from ludarium.server.tables.state import TableState


def look(position: Position, viewer: int, *, whole: bool = False) -> View:
    """What a viewer sees of a position; `whole`: everything, of a match that is over, from the viewer's side."""
    if not whole:
        return position.view(viewer)
    view = open_view(position)
    view.seat = viewer
    return view


class Past(Sequence[View]):
    """Views of earlier positions, made when they are asked for: most games look at none of them."""

    def __init__(self, length: int, view: Callable[[int], View]) -> None:
        self._length, self._view = length, view

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> View: ...

    @overload
    def __getitem__(self, place: slice) -> list[View]: ...

    def __getitem__(self, place: int | slice) -> View | list[View]:
        if isinstance(place, slice):
            return [self._view(each) for each in range(self._length)[place]]
        return self._view(range(self._length)[place])


class Looks:
    """The views and scenes of a table's position, and the views of earlier positions that are still looked at.

    Where everybody sees the same, one view serves all.
    """

    def __init__(self) -> None:
        self._at = (-1, False)
        self._views: dict[tuple[int, int], View] = {}
        self._before: dict[tuple[int, int], View] = {}
        """Views that were used at the position before; those that nobody uses now are let go of with the next."""
        self._scenes: dict[int, Scene] = {}
        self._board: Mapping[str, Any] | None = None

    def view(self, state: TableState, viewer: int) -> View:
        """What a viewer sees now."""
        assert state.position is not None
        self._turn_to(state)
        return self._viewed(state, state.position, len(state.decisions), viewer)

    def scene(self, state: TableState, viewer: int) -> Scene:
        """The scene of the position for a viewer. Parts of it may be replaced, but nothing within them changed."""
        self._turn_to(state)
        if viewer not in self._scenes:
            self._scenes[viewer] = self._made(state, viewer)
        return self._scenes[viewer].copy()

    def _turn_to(self, state: TableState) -> None:
        at = (len(state.decisions), state.over)
        if at != self._at:
            self._before = self._views if at[1] == self._at[1] else {}
            self._at, self._views, self._scenes, self._board = at, {}, {}, None

    def _made(self, state: TableState, viewer: int) -> Scene:
        first = len(state.decisions) - len(state.past)
        past = Past(len(state.past), lambda place: self._viewed(state, state.past[place], first + place, viewer))
        scene = scene_of(self.view(state, viewer), len(state.decisions), past, self._board)
        if shares_board(state.game):
            self._board = scene["board_data"]
        return scene

    def _viewed(self, state: TableState, position: Position, number: int, viewer: int) -> View:
        key = (number, viewer)
        view = self._views.get(key) or self._before.get(key)
        if view is None and viewer != SPECTATOR and alike(state.game):
            view = self._viewed(state, position, number, SPECTATOR).from_seat(viewer)
        elif view is None:
            view = look(position, viewer, whole=state.over)
        self._views[key] = view
        return view
