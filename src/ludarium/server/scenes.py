"""What a viewer of a table is shown: made from the viewer's view, never from the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from ludarium.engine.game import Game
from ludarium.engine.position import Position, View
from ludarium.engine.result import Result
from ludarium.engine.scene import open_view, preview_of, scene_of
from ludarium.engine.sentences import result_words
from ludarium.server.table_state import TableState


def table_scene(state: TableState, viewer: int) -> dict[str, Any] | None:
    """The scene of a table for a seat or `SPECTATOR`, None before the start. Nothing is secret once it is over."""
    if state.position is None:
        return None
    look = _open if state.over else _closed
    scene = scene_of(look(state.position, viewer), len(state.decisions), _Past(state.past, viewer, look))
    committed = sorted(state.commitments)
    scene["turn"]["committed"] = committed
    scene["turn"]["movers"] = [seat for seat in scene["turn"]["movers"] if seat not in committed]
    if state.state != "running":
        scene["turn"]["movers"], scene["over"] = [], True  # somebody resigned, or the match was given up
    if viewer in committed or state.state != "running":
        scene["moves"] = []
    if state.over and scene["result"] is None and state.result is not None:
        scene["result"] = result_data(state.result)
    return scene


class _Past(Sequence[View]):
    """Views of earlier positions, made when they are asked for: most games look at none of them."""

    def __init__(self, positions: Sequence[Position], viewer: int, look: Callable[[Position, int], View]) -> None:
        self._positions, self._viewer, self._look = positions, viewer, look

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, place: int) -> View: ...

    @overload
    def __getitem__(self, place: slice) -> list[View]: ...

    def __getitem__(self, place: int | slice) -> View | list[View]:
        if isinstance(place, slice):
            return [self._look(position, self._viewer) for position in list(self._positions)[place]]
        return self._look(self._positions[place], self._viewer)


def _closed(position: Position, viewer: int) -> View:
    return position.view(viewer)


def _open(position: Position, viewer: int) -> View:
    return whole_view(position, viewer)


def whole_view(position: Position, seat: int) -> View:
    """Everything about a position of a match that is over, from a seat's side; the dice that were never thrown stay
    unknown."""
    view = open_view(position)
    view.seat = seat
    return view


def replay_scene(position: Position, decision: int, past: Sequence[Position], viewer: int, *, whole: bool) -> Any:
    """A scene of a replay: as a seat or a spectator saw it, or everything."""
    look = _open if whole else _closed
    return scene_of(look(position, viewer), decision, _Past(past, viewer, look))


def preview(state: TableState, seat: int, moves: list[str]) -> dict[str, Any]:
    """How it would look for a seat after some moves of its turn."""
    assert state.position is not None
    seen = preview_of(state.position.view(seat), moves, len(state.decisions))
    scene = seen["scene"]
    if scene is not None:
        scene["turn"].setdefault("committed", [])
    return {
        "scene": scene,
        "moves": [] if scene is None else scene["moves"],
        "over": seen["over"],
        "fault": seen["fault"] or None,
    }


def result_data(result: Result | None) -> dict[str, Any] | None:
    return None if result is None else {"points": list(result.points), "ranks": list(result.ranks)}


def ending_words(game: Game, labels: Sequence[str], result: Result | None, reason: str) -> str:
    """How a match ended, in a sentence or two."""
    if result is None:
        return reason
    words = result_words(game, result, labels)
    return f"{reason} {words}" if reason else words
