"""A view as plain data for a screen: the board, the moves that can be made, and all of it in words.

A scene holds only lists, mappings, texts, numbers and truth values, so that it can be written as JSON. It is made from
a view alone, and from earlier views of the same seat: what the view does not show, no scene can give away.

The types here describe what is the same in all games. A game describes its own part by the types that its methods
`scene` and `move_scene` return: `engine/scene_types.py` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict, cast

from msgspec import Meta

from ludarium.engine.entry import PLAIN
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.move import Move
from ludarium.engine.position import SPECTATOR, Position, View
from ludarium.engine.result import Result

Place = Annotated[list[int], Meta(min_length=2, max_length=2)]
"""A cell as games write it: [x, y]."""
Spot = Annotated[list[float], Meta(min_length=2, max_length=2)]
"""A point of a field: [x, y]."""


class Turn(TypedDict):
    decision: int
    """How many decisions the match has seen."""
    movers: list[int]
    """The seats that must decide now; none when the game is over."""
    committed: NotRequired[list[int]]
    """At a table: the seats that have decided already, where several decide at once."""
    seat_names: list[str]


class ResultData(TypedDict):
    points: list[float]
    ranks: list[int]
    """1 is best; equal seats share the better rank."""


class MoveWords(TypedDict):
    """What a game says of any move; boards of its own need more."""

    words: str
    """The move in words."""


class MoveScene(MoveWords):
    """A move as it is offered."""

    text: str
    """What is sent to the server."""


class Scene(TypedDict):
    game: str
    """The game's name: "reversi", or a text that describes the game, such as "5x5 drop line-4"."""
    title: str
    board: str
    """Which board shows it."""
    turn: Turn
    you: int | None
    """Your seat; null for spectators."""
    over: bool
    points: list[float] | None
    """Points so far, where the game counts them in the open."""
    result: ResultData | None
    text: str
    """The whole scene in sentences, for people who cannot see the board."""
    picture: str
    """The terminal's picture, plain text, of games without a board of their own."""
    board_data: Mapping[str, Any]
    """What the board draws; each board has its own."""
    moves: list[MoveScene]
    """What you can do now, with what the board needs to offer it; some of it where moves are checked. Empty when it is
    not your turn."""
    checked: bool
    """Whether moves are checked: any text that keeps the rules is one, not only what is listed."""


class Preview(TypedDict):
    """What several moves of one turn would lead to."""

    scene: Scene | None
    over: bool
    """Whether the turn is then complete and can be sent."""
    fault: str
    """Why a move cannot be made; empty when all can."""


class Fact(TypedDict):
    label: str
    value: str


class PlainCard(TypedDict):
    text: str
    """What is written on it; empty for a card that lies face down."""
    seat: NotRequired[int]
    """Whose it is."""
    move: NotRequired[str]
    """The text of the move that plays it: then it can be pressed."""


class PlainCards(TypedDict):
    label: str
    cards: list[PlainCard]


class PlainDice(TypedDict):
    label: str
    values: list[int]
    """1 to 6; 0 for a die that has not been thrown."""


class PlainCounter(TypedDict):
    label: str
    count: int
    of: NotRequired[int]
    """The most that it can be: then it is drawn as a bar."""
    seat: NotRequired[int]


class PlainCell(TypedDict):
    text: NotRequired[str]
    seat: NotRequired[int]
    """Whose piece stands there."""
    move: NotRequired[str]
    """The text of the move that is made by pressing it."""
    marked: NotRequired[bool]
    """Whether it is to be seen at a glance, such as a row that has won."""


class PlainGrid(TypedDict):
    label: str
    rows: list[list[PlainCell | None]]
    """From the top; null where the board has a hole."""


class PlainData(TypedDict):
    """What the plain board draws: cards, dice, counters and grids where a game gives any, else the terminal's
    picture."""

    facts: NotRequired[list[Fact]]
    """What there is to know, in short."""
    grids: NotRequired[list[PlainGrid]]
    cards: NotRequired[list[PlainCards]]
    dice: NotRequired[list[PlainDice]]
    counters: NotRequired[list[PlainCounter]]


def scene_of(view: View, decision: int = 0, past: Sequence[View] = (), board: Mapping[str, Any] | None = None) -> Scene:
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
        "result": result_data(view.result, game) if view.result else None,
        "text": game.describe_view(view),
        "picture": game.picture(view) if game.board_kind == PLAIN else "",
        "board_data": game.scene(view, past) if board is None else board,
        "moves": offered_moves(view),
        "checked": game.rules.checked is not None,
    }


def _offered(move: Move, view: View) -> MoveScene:
    return cast(MoveScene, {"text": move.text, **view.game.move_scene(move, view)})


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
    result = position.result() if position.over else None
    return View(position.game, states, SPECTATOR, result=result, whole=True, made=position.made)


def offered_moves(view: View) -> list[MoveScene]:
    """What whoever has this view can do, with what the board needs to offer it."""
    return [_offered(move, view) for move in view.worded.values()]


def preview_of(view: View, moves: Sequence[str], decision: int = 0) -> Preview:
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


def result_data(result: Result, game: Game | None = None) -> ResultData:
    """A result as plain data; with the game, as it is shown to people."""
    points = result.points if game is None else game.shown_points(result)
    return {"points": list(points), "ranks": list(result.ranks)}
