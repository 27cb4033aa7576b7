"""Jostle on a screen: the track with its special fields, pieces, dice, and what a move does to whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypedDict

from ludarium.engine import Move, Position, View
from ludarium.engine.scene import MoveWords
from ludarium.engine.sentences import call, counted, introduction, listed, outcome
from ludarium.games.jostle.rules import (
    BACK,
    CHOSEN,
    KEEP,
    ROLL,
    SIX,
    STACK,
    asking,
    landing,
    may_move_by,
    naming,
    on_goal,
)
from ludarium.games.jostle.text import called, die_text

if TYPE_CHECKING:
    from ludarium.games.jostle.board import Board
    from ludarium.games.jostle.game import Jostle


_RULES: tuple[Literal["sum", "chosen", "moved"], ...] = ("sum", "chosen", "moved")
_ROLL_WORDS = (
    "roll once more and add it to the six",
    "roll once more and add it to the six",
    "roll once more and go on by it",
)


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
    kind: Literal["move", "name", "keep", "roll"]
    """`name` names a piece after a six, which moves only when it is known whether there is a second roll."""
    piece: int | None
    """The piece that moves now; for `name`, and for `keep` and `roll` after it, the one that is going to."""
    to: int | None
    """The field by the points; `ends` is where a special field leads from there. For `name` that of the six alone."""
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
    second_roll: Literal["sum", "chosen", "moved"]
    """The rule of the second roll: the piece is chosen after both, before the second, or moved by the six at once."""
    named: int | None
    """The piece that a second roll would move, where it is named before it."""
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
        "second_roll": _RULES[state.rule],
        "named": state.named - 1 if state.named else None,
        "last_round": state.last,
        "turn": state.turns + 1,
        "last": _changes(game, past[-1], view) if past else [],
    }


def move_scene(game: Jostle, move: Move, view: View) -> JostleMove:
    """Which piece goes where: `to` by the points, `ends` where a special field leads, and who is jostled."""
    value = move.value
    assert isinstance(value, int)
    state = view.plain
    if value == ROLL or (value == KEEP and state.rule != CHOSEN):
        return _said(_ROLL_WORDS[state.rule] if value == ROLL else "keep the six", value, state.named)
    piece = state.named - 1 if value == KEEP else value
    if naming(view.state) and state.rule == CHOSEN:
        return {
            "words": f"piece {called(piece, game.pieces)}, by the six to {_place(game.board, landing(state, piece))}",
            "kind": "name",
            "piece": piece,
            "from": state.stands[piece],
            "to": landing(state, piece),
            "ends": None,
            "jostles": [],
        }
    after = Position.from_bytes(game, view.to_bytes()).play(move, view.seat).state  # without the true dice: stands only
    stands, goes = state.stands, after.stands.tolist()
    to, ends = landing(state, piece), goes[piece]
    pushed: list[JostlePush] = [
        {"piece": other, "seat": other // game.pieces, "from": stands[other], "to": field}
        for other, field in enumerate(goes[: game.seats * game.pieces])
        if other != piece and field != stands[other]
    ]
    words = _words(game, view, piece, to, ends, pushed)
    return {
        "words": f"keep the six: {words}" if value == KEEP else words,
        "kind": "keep" if value == KEEP else "move",
        "piece": piece,
        "from": stands[piece],
        "to": to,
        "ends": ends,
        "jostles": pushed,
    }


def told(game: Jostle, move: Move, view: View) -> str:
    """A piece goes by what was rolled; what is decided about a six says so itself."""
    made = move_scene(game, move, view)
    if made["kind"] != "move":
        return made["words"]
    state = view.state
    rolled = f"{state.die} and {state.second}" if state.second else f"{state.die}"
    return f"rolled {rolled}: {made['words']}"


def _said(words: str, value: int, named: int) -> JostleMove:
    """A move that moves nothing by itself, or by a roll that nobody knows yet."""
    return {
        "words": words,
        "kind": "keep" if value == KEEP else "roll",
        "piece": named - 1 if named else None,
        "from": None,
        "to": None,
        "ends": None,
        "jostles": [],
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
        named = f" for piece {called(int(state.named) - 1, game.pieces)}" if state.named else ""
        sentences.append(f"{who} rolled a six and may roll once more{named}.")
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
    start, stands = Position.from_bytes(game, before.to_bytes()).clone(), after.state.stands
    mover = _moved(start, after)
    if mover is None:
        return []
    start.state.second = after.state.added or start.state.second
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


def _moved(start: Position, after: View) -> int | None:
    """The piece that its owner moved from here; None where none was."""
    state = start.state
    if start.over or (naming(state) and state.rule == CHOSEN):
        return None
    if not asking(state):
        same = (move.value for move in start.moves() if (start.play(move).state.stands == after.state.stands).all())
        return next((value for value in same if isinstance(value, int)), None)
    if not state.named:
        return None
    goes = int(after.state.added) + (SIX if state.rule == CHOSEN else 0)
    return int(state.named) - 1 if goes and may_move_by(state, int(state.named) - 1, goes) else None
