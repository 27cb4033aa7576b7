"""Demands on scenes: plain data for a screen, made from what the seat may know and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ludarium.engine.conformance.cases import Case, Faults, states_of, who
from ludarium.engine.position import View
from ludarium.engine.scene import Scene, open_view, result_data, scene_of, shares_board
from ludarium.engine.scene_types import scene_misfit

_PAST = 2
"""How many earlier views a scene is given along."""


def shows_scenes_as_plain_data(case: Case) -> Faults:
    """The scene of every view can be written as JSON, says in words what it shows, and offers the view's moves."""
    for ply, view in _views(case):
        scene = scene_of(view, ply)
        for fault in (*_unplain(scene), *_speechless(scene, view)):
            yield ply, f"the scene of {who(view.seat)} {fault}"


def shows_scenes_of_its_own_types(case: Case) -> Faults:
    """Every scene has the fields that the game declares for board and moves, of the declared types, and no others."""
    for ply, view in _views(case):
        past = [earlier.view(view.seat) for _, earlier in case.every_position[max(0, ply - _PAST) : ply]]
        if fault := scene_misfit(scene_of(view, ply, past), type(case.game)):
            yield ply, f"the scene of {who(view.seat)} is not of its declared type: {fault}"


def shows_scenes_from_the_view_alone(case: Case) -> Faults:
    """Equal views have equal scenes, byte for byte, whatever is hidden behind them; and a scene changes no view."""
    every = case.every_position
    for ply, view in _views(case):
        past = [earlier.view(view.seat) for _, earlier in every[max(0, ply - _PAST) : ply]]
        before = view.to_bytes()
        wanted = json.dumps(scene_of(view, ply, past))
        if view.to_bytes() != before:
            yield ply, f"making the scene of {who(view.seat)} changes its view"
        # A view like this one, of a game in which all that is hidden is gone.
        other = View(case.game, states_of(view), view.seat, result=view.result, made=view.made)
        if json.dumps(scene_of(other, ply, past)) != wanted:
            yield ply, f"the scene of {who(view.seat)} differs for an equal view"


def shows_everybody_the_same_board(case: Case) -> Faults:
    """A board of the game's own is the same for all seats, where nothing is hidden and one decides at a time."""
    if not shares_board(case.game):
        return
    for ply, position in case.some_positions:
        boards = [json.dumps(case.game.scene(position.view(seat))) for seat in case.watchers]
        if len(set(boards)) > 1:
            yield ply, "not all seats see the same board: what concerns one seat belongs to its moves or its text"


def shows_everybody_the_result(case: Case) -> Faults:
    """When the game is over, the scene of every view says so, with the true result, as people are shown it."""
    ply, last = case.every_position[-1]
    true = result_data(last.result(), case.game)
    for view in [*(last.view(seat) for seat in case.watchers), open_view(last)]:
        scene = scene_of(view, ply)
        if not scene["over"] or scene["moves"] or scene["result"] != true:
            yield ply, f"the scene of {who(view.seat)} shows the result {scene['result']}, the true one is {true}"


def _views(case: Case) -> Iterator[tuple[int, View]]:
    """A view of each position, of the seats in turn: a scene takes longer to make than what other checks look at."""
    for number, (ply, position) in enumerate(case.some_positions):
        yield ply, position.view(case.watchers[(number + case.seed) % len(case.watchers)])


def _unplain(scene: Scene) -> Iterator[str]:
    try:
        text = json.dumps(scene, allow_nan=False)
    except (TypeError, ValueError) as error:
        yield f"is no JSON: {error}"
        return
    if json.loads(text) != scene:
        yield "is changed by writing it as JSON: tuples or keys that are no texts"


def _speechless(scene: Scene, view: View) -> Iterator[str]:
    if not scene["text"].strip():
        yield "has no text"
    if [move["text"] for move in scene["moves"]] != [move.text for move in view.moves()]:
        yield "offers other moves than the view"
    silent: list[Any] = [move for move in scene["moves"] if not str(move.get("words", "")).strip()]
    if silent:
        yield f"has no words for the move {silent[0]['text']}"
