"""What a viewer of a table is shown: made from the viewer's view, never from the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.engine.game import Game
from ludarium.engine.position import Position
from ludarium.engine.result import Result
from ludarium.engine.scene import Scene, preview_of, scene_of
from ludarium.engine.scene import result_data as plain_result
from ludarium.engine.sentences import result_words
from ludarium.server.tables.looks import Past, look
from ludarium.server.tables.state import TableState


def table_scene(state: TableState, viewer: int) -> Scene | None:
    """The scene of a table for a seat or `SPECTATOR`, None before the start. Nothing is secret once it is over."""
    if state.position is None:
        return None
    scene = state.looks.scene(state, viewer)
    committed = sorted(state.commitments)
    movers = [seat for seat in scene["turn"]["movers"] if seat not in committed]
    if state.state != "running":
        movers, scene["over"] = [], True  # somebody resigned, or the match was given up
    scene["turn"] = {**scene["turn"], "committed": committed, "movers": movers}
    if viewer in committed or state.state != "running":
        scene["moves"] = []
    if state.over and scene["result"] is None and state.result is not None:
        scene["result"] = plain_result(state.result)
    return scene


def replay_scene(position: Position, decision: int, past: Sequence[Position], viewer: int, *, whole: bool) -> Any:
    """A scene of a replay: as a seat or a spectator saw it, or everything."""
    views = Past(len(past), lambda place: look(past[place], viewer, whole=whole))
    return scene_of(look(position, viewer, whole=whole), decision, views)


def preview(state: TableState, seat: int, moves: list[str]) -> dict[str, Any]:
    """How it would look for a seat after some moves of its turn."""
    seen = preview_of(state.looks.view(state, seat), moves, len(state.decisions))
    scene = seen["scene"]
    if scene is not None:
        scene["turn"].setdefault("committed", [])
    return {
        "scene": scene,
        "moves": [] if scene is None else scene["moves"],
        "over": seen["over"],
        "fault": seen["fault"] or None,
    }


def result_data(result: Result | None, game: Game | None = None) -> dict[str, Any] | None:
    """A result as it is stored; with the game, as it is shown to people."""
    return None if result is None else {**plain_result(result, game)}


def ending_words(game: Game, labels: Sequence[str], result: Result | None, reason: str) -> str:
    """How a match ended, in a sentence or two."""
    if result is None:
        return reason
    words = result_words(game, result, labels)
    return f"{reason} {words}" if reason else words
