"""A view as plain data for a screen: the board, the moves that can be made, and all of it in words.

A scene holds only lists, mappings, texts, numbers and truth values, so that it can be written as JSON. It is made from
a view alone, and from earlier views of the same seat: what the view does not show, no scene can give away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.position import SPECTATOR, Position, View
from ludarium.engine.result import Result

Scene = dict[str, Any]
PLAIN = "plain"
"""The board of games that have none of their own: the terminal's picture."""


def scene_of(view: View, decision: int = 0, past: Sequence[View] = (), board: Scene | None = None) -> Scene:
    """The whole scene of a view.

    `decision` is how many decisions the match has seen. `past` are views of the same seat before the last decisions,
    the newest last, as many as there are at hand: they show what has just happened. `board` is the `board_data` where
    it is known already, from another seat of a game that `shares_board`.
    """
    game, seat = view.game, view.seat
    return {
        "game": game.name,
        "title": game.title or game.name,
        "board": game.board_kind,
        "turn": {
            "decision": decision,
            "movers": list(view.movers),
            "seat_names": list(game.seat_names[: game.seats]),
        },
        "you": None if seat == SPECTATOR else seat,
        "over": view.over,
        "points": game.standing(view),
        "result": result_data(view.result) if view.result else None,
        "text": game.describe_view(view),
        "picture": game.picture(view) if game.board_kind == PLAIN else "",
        "board_data": game.scene(view, past) if board is None else board,
        "moves": [{"text": move.text} | game.move_scene(move, view) for move in view.moves()],
        "plan": game.rules.plan is not None,
    }


def alike(game: Game) -> bool:
    """Whether everybody sees the same."""
    return not game.hidden and not game.at_once


def shares_board(game: Game) -> bool:
    """Whether `board_data` is the same for all seats: a board of the game's own knows by `you` whose it is, while the
    facts of a plain one may say it in words."""
    return alike(game) and game.board_kind != PLAIN


def open_view(position: Position) -> View:
    """A whole position as a view in which nothing is hidden but the future dice: for games that are over."""
    states = position.clone()._states
    states[0].rng = 0
    return View(position.game, states, SPECTATOR, result=position.result() if position.over else None, whole=True)


def preview_of(view: View, moves: Sequence[str], decision: int = 0) -> dict[str, Any]:
    """What several moves of one turn lead to: `scene` (None where the game foretells nothing), `over` and `fault`.

    `over` says that the turn is complete and can be sent. A move that cannot be made is a `fault` in words.
    """
    try:
        foreseen = view.game.preview(view, moves)
    except LudariumError as error:
        return {"scene": None, "over": False, "fault": str(error)}
    if foreseen is None:
        return {"scene": None, "over": False, "fault": ""}
    following, over = foreseen
    scene = scene_of(following, decision)
    if over:
        scene["moves"] = []
    return {"scene": scene, "over": over, "fault": ""}


def result_data(result: Result) -> dict[str, list[float] | list[int]]:
    """A result as plain data."""
    return {"points": list(result.points), "ranks": list(result.ranks)}
