"""Jostle on a screen: the track with its special fields, pieces, dice, and what a move does to whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypedDict

from ludarium.engine import Move, Position, View
from ludarium.engine.scene import MoveWords
from ludarium.engine.sentences import call, counted, introduction, listed, outcome
from ludarium.games.jostle.rules import BACK, KEEP, ROLL, STACK, asking, landing, on_goal
from ludarium.games.jostle.text import called, die_text

if TYPE_CHECKING:
    from ludarium.games.jostle.board import Board
    from ludarium.games.jostle.game import Jostle


class JostleField(TypedDict):
    field: int
    kind: Literal["start", "plain", "switch", "back", "goal"]
    leads_to: int | None
    """Where a switch or back field leads."""
    worth: int
    """What a goal is worth; 0 elsewhere."""
    mark: str
    """A short mark to print on the field."""


class JostlePiece(TypedDict):
    piece: int
    """Its number in the notation, which goes on from player to player."""
    number: int
    """What people call it: each player's pieces count from 1."""
    seat: int
    field: int
    """-1 is its owner's stack."""


_From = TypedDict("_From", {"from": int})
_Goes = TypedDict("_Goes", {"from": int | None})


class JostlePush(_From):
    piece: int
    seat: int
    to: int


class JostleChange(JostlePush):
    via: int | None
    """Where the mover's piece landed before a special field led it on."""
    jostled: bool
    """Whether the piece was pushed, and not moved by its owner."""


class JostleMove(MoveWords, _Goes):
    kind: Literal["move", "keep", "roll"]
    piece: int | None
    to: int | None
    """The field by the points; `ends` is where a special field leads from there."""
    ends: int | None
    jostles: list[JostlePush]


class JostleData(TypedDict):
    name: str
    """The board's title."""
    track: list[JostleField]
    pieces_each: int
    pieces: list[JostlePiece]
    seat: int
    die: int
    """The roll, 0 when the game is over."""
    second: int
    """The second roll after a six, 0 without one."""
    asking: bool
    """Whether a six was rolled and it is to be said whether to roll once more."""
    last_round: int
    """Turns left of the last round; 0 before it."""
    turn: int
    last: list[JostleChange]
    """What the last move did, the moved piece first."""


def scene(game: Jostle, view: View, past: Sequence[View] = ()) -> JostleData:
    """The track, the pieces (field -1 is the stack), the dice, and what the last move brought about."""
    state = view.plain
    return {
        "name": game.board.title,
        "track": _track(game.board),
        "pieces_each": game.pieces,
        "pieces": [
            {
                "piece": piece,
                "number": called(piece, game.pieces),
                "seat": piece // game.pieces,
                "field": state.stands[piece],
            }
            for piece in range(game.seats * game.pieces)
        ],
        "seat": state.seat,
        "die": state.die,
        "second": state.second,
        "asking": asking(state),
        "last_round": state.last,
        "turn": state.turns + 1,
        "last": _changes(game, past[-1], view) if past else [],
    }


def move_scene(game: Jostle, move: Move, view: View) -> JostleMove:
    """Which piece goes where: `to` by the points, `ends` where a special field leads, and who is jostled."""
    value = move.value
    if value in (KEEP, ROLL):
        kind: Literal["keep", "roll"] = "keep" if value == KEEP else "roll"
        words = "keep the six" if value == KEEP else "roll once more and add it to the six"
        return {"words": words, "kind": kind, "piece": None, "from": None, "to": None, "ends": None, "jostles": []}
    assert isinstance(value, int)
    after = Position.from_bytes(game, view.to_bytes()).play(move, view.seat).state  # without the true dice: stands only
    stands, goes = view.plain.stands, after.stands.tolist()
    to, ends = landing(view.plain, value), goes[value]
    pushed: list[JostlePush] = [
        {"piece": piece, "seat": piece // game.pieces, "from": stands[piece], "to": field}
        for piece, field in enumerate(goes[: game.seats * game.pieces])
        if piece != value and field != stands[piece]
    ]
    return {
        "words": _words(game, view, value, to, ends, pushed),
        "kind": "move",
        "piece": value,
        "from": stands[value],
        "to": to,
        "ends": ends,
        "jostles": pushed,
    }


def standing(game: Jostle, view: View) -> list[float]:
    """The numbers of the goal fields that each seat's pieces stand on."""
    state = view.plain
    return [
        float(sum(state.worth[state.stands[piece]] for piece in _own(game, seat) if on_goal(state, piece)))
        for seat in range(game.seats)
    ]


def describe(game: Jostle, view: View) -> str:
    """Where everybody's pieces are, the dice, and the special fields, in sentences."""
    state = view.plain
    sentences = [introduction(view)]
    points = standing(game, view)
    for seat in range(game.seats):
        waiting = [state.stands[piece] for piece in _own(game, seat)].count(STACK)
        parts = [f"{counted(waiting, 'piece')} on the stack"] if waiting else []
        parts += [
            f"piece {called(piece, game.pieces)} on {_place(game.board, state.stands[piece])}"
            for piece in _own(game, seat)
            if state.stands[piece] != STACK
        ]
        sentences.append(f"{game.seat_names[seat]}, {counted(int(points[seat]), 'point')}: {listed(parts)}.")
    if view.over:
        sentences.append(outcome(view))
        return " ".join(sentences)
    who = "You have" if view.seat == state.seat else f"{game.seat_names[state.seat]} has"
    if asking(state):
        sentences.append(f"{who} rolled a six and may roll once more.")
    else:
        sentences.append(f"{who} rolled {die_text(state).removesuffix('+0').replace('+', ' and ')}.")
    if state.last:
        sentences.append(f"{counted(state.last, 'turn')} left of the last round.".capitalize())
    return " ".join([*sentences, call(view)]).rstrip()


def _own(game: Jostle, seat: int) -> range:
    return range(seat * game.pieces, (seat + 1) * game.pieces)


@lru_cache(maxsize=64)
def _track(board: Board) -> list[JostleField]:
    """The fields, the same for every scene of a board."""
    return [_field(board, field) for field in range(board.length)]


def _field(board: Board, field: int) -> JostleField:
    """A field: what kind it is, where it leads (a switch or back field) and what it is worth (a goal)."""
    kind: Literal["start", "plain", "switch", "back", "goal"] = "start" if field == 0 else "plain"
    step = board.steps.get(field, 0)
    if field in board.goals:
        kind = "goal"
    elif step:
        kind = "back" if field in board.back else "switch"
    return {
        "field": field,
        "kind": kind,
        "leads_to": field + step if step else None,
        "worth": board.goals.index(field) + 1 if field in board.goals else 0,
        "mark": board.mark(field),
    }


def _place(board: Board, field: int) -> str:
    if field == STACK:
        return "the stack"
    if field == 0:
        return "the start"
    if field in board.goals:
        return f"field {field} (goal {board.goals.index(field) + 1})"
    step = board.steps.get(field, 0)
    if step:
        return f"field {field} ({f'back {BACK}' if field in board.back else f'switch with {field + step}'})"
    return f"field {field}"


def _words(game: Jostle, view: View, piece: int, to: int, ends: int, pushed: list[JostlePush]) -> str:
    words = f"piece {called(piece, game.pieces)} to {_place(game.board, to)}"
    if ends != to:
        words += f" and on to {_place(game.board, ends)}"
    if pushed:
        jostled = [
            f"{'your own' if other['seat'] == view.seat else game.seat_names[other['seat']] + chr(8217) + 's'} piece "
            f"{called(other['piece'], game.pieces)} to {_place(game.board, other['to'])}"
            for other in pushed
        ]
        words += f", jostling {listed(jostled)}"
    return words


def _changes(game: Jostle, before: View, after: View) -> list[JostleChange]:
    """What a move did: the moved piece first, then those that were jostled; nothing where no piece was moved.

    `via` is where the piece landed by the points before a special field led it on, perhaps back to where it came from.
    """
    start, stands = Position.from_bytes(game, before.to_bytes()), after.state.stands
    if start.over or asking(start.state):
        return []
    for move in start.moves():
        assert isinstance(move.value, int)
        if (start.play(move).state.stands == stands).all():
            mover = move.value
            break
    else:
        return []
    changed = [piece for piece in range(game.seats * game.pieces) if start.state.stands[piece] != stands[piece]]
    found: list[JostleChange] = []
    for piece in [mover, *(other for other in changed if other != mover)]:
        goes = int(stands[piece])
        landed = landing(start.state, piece) if piece == mover else goes
        found.append(
            {
                "piece": piece,
                "seat": piece // game.pieces,
                "from": int(start.state.stands[piece]),
                "via": landed if landed != goes else None,
                "to": goes,
                "jostled": piece != mover,
            }
        )
    return found
