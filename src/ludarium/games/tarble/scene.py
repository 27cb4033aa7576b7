"""Tarble on a screen: pieces by their places, the movements of this turn and the last, and what lies ahead.

A place is a list [x, y] as in the notation. The screen knows the board: a hexagon of side 6 with x to the right and y
to the upper left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ludarium.engine import View
from ludarium.engine.errors import IllegalMove
from ludarium.engine.position import Plain
from ludarium.engine.scene import MoveWords, Place
from ludarium.engine.sentences import call, counted, introduction, outcome
from ludarium.games.tarble.board import CENTRE, CORNERS, DEADLY, NEIGHBOUR, PLACES
from ludarium.games.tarble.rules import (
    BLUE,
    EMPTY,
    MOST_TURNS,
    NEUTRAL,
    RED,
    can_move,
    make_movement,
)
from ludarium.games.tarble.wording import goal_of, place_text, read_movement

_From = TypedDict("_From", {"from": Place})


class TarbleMove(MoveWords, _From):
    to: Place
    captures: Place | None
    """The place of the piece that is jumped over."""
    deadly: bool
    """Whether it ends on a corner or the centre: a piece that ends the turn there is removed."""


class TarblePastMove(TarbleMove):
    side: int


class TarblePiece(TypedDict):
    x: int
    y: int
    side: int


class TarbleData(TypedDict):
    pieces: list[TarblePiece]
    neutral: bool
    """Whether the neutral piece lies on the centre."""
    side: int
    """Whose turn it is."""
    roll: int
    left: int
    """Movements of this turn that are still to be made."""
    turn: int
    moved: list[TarblePastMove]
    """Movements of this turn so far, as far as earlier views were at hand."""
    last_turn: list[TarblePastMove]
    """Movements of the turn before."""
    doomed: list[Place]
    """Places of the mover's pieces that are removed if the turn ends as it stands."""


_BESIDE: list[list[int]] = NEIGHBOUR.tolist()
_LAST = 2
"""How many turns back the turn before this one may lie: who cannot move is passed over."""


def scene(view: View, past: Sequence[View] = ()) -> TarbleData:
    """The board, the die, the movements that led here, and which pieces are lost if the turn ends as it stands."""
    state = view.plain
    this_turn, last_turn = _movements(view, past)
    return {
        "pieces": [
            {"x": PLACES[cell][0], "y": PLACES[cell][1], "side": piece - 1}
            for cell, piece in enumerate(state.board)
            if piece in (RED + 1, BLUE + 1)
        ],
        "neutral": NEUTRAL in state.board,
        "side": state.seat,
        "roll": state.roll,
        "left": state.left,
        "turn": state.turns + 1,
        "moved": this_turn,
        "last_turn": last_turn,
        "doomed": [list(PLACES[cell]) for cell in _doomed(state)],
    }


def movement_scene(view: View, move: int) -> TarbleMove:
    """A movement: where from, where to, what it captures, and that in words."""
    return _movement(view.plain, view.seat, move)


def standing(view: View) -> list[float]:
    return [float(view.plain.points[seat]) for seat in (RED, BLUE)]


def preview(view: View, moves: Sequence[str]) -> tuple[View, bool]:
    """The board after movements of this turn; pieces on corners and centre are still there."""
    following, seat = view.clone(), view.seat
    state = following.state
    over = view.seat not in view.movers
    for number, text in enumerate(moves):
        if over and number > 0:
            raise IllegalMove(f"the turn ends with '{moves[number - 1]}': '{text}' comes too late")
        move = read_movement(text, state, seat)
        make_movement(state, seat, move)
        state.left -= 1
        beaten = state.count[1 - seat] == 0 and state.finish == 0
        over = bool(beaten or state.left <= 0 or not can_move(state, seat))
    return following, over


def describe(view: View) -> str:
    """Pieces, points, die and what is left of the turn, in sentences."""
    state, names = view.plain, view.game.seat_names
    sentences = [introduction(view)]
    for seat in (RED, BLUE):
        cells = state.pieces[seat][: state.count[seat]]
        where = f" at {' '.join(place_text(cell) for cell in cells)}" if cells else ""
        points = counted(state.points[seat], "point")
        sentences.append(f"{names[seat]}: {counted(len(cells), 'piece')}{where}, {points}.")
    if view.over:
        sentences.append(outcome(view))
        if state.turns >= MOST_TURNS:
            sentences.append(f"It was stopped after {MOST_TURNS} turns.")
        return " ".join(sentences)
    sentences.append(_neutral(state))
    who = "you" if view.seat == state.seat else names[state.seat]
    left = counted(state.left, "movement")
    sentences.append(f"Turn {state.turns + 1}: {who} rolled {state.roll}, {left} left. {call(view)}")
    doomed = _doomed(state)
    if doomed:
        places = " ".join(place_text(cell) for cell in doomed)
        sentences.append(f"At the end of the turn {names[state.seat]} loses what stands at {places}.")
    return " ".join(sentences)


def _doomed(state: Plain) -> list[int]:
    """The cells of the pieces that are lost if the turn ends as it stands."""
    return [cell for cell, piece in enumerate(state.board) if DEADLY[cell] and piece == state.seat + 1]


def _neutral(state: Plain) -> str:
    if NEUTRAL in state.board:
        return "The neutral piece is at (0,0)."
    return "The neutral piece is captured and comes back to (0,0) when the turn ends."


def _movement(state: Plain, seat: int, move: int) -> TarbleMove:
    cell, goal = move // 6, goal_of(state, seat, move)
    beside = _BESIDE[cell][move % 6]
    jumped = None if goal == beside else beside
    words = f"from {place_text(cell)} to {place_text(goal)}"
    if jumped is not None:
        what = "the neutral piece" if state.board[jumped] == NEUTRAL else "the piece"
        words += f", capturing {what} at {place_text(jumped)}"
    return {
        "words": words,
        "from": list(PLACES[cell]),
        "to": list(PLACES[goal]),
        "captures": None if jumped is None else list(PLACES[jumped]),
        "deadly": bool(DEADLY[goal]),
    }


def _movements(view: View, past: Sequence[View]) -> tuple[list[TarblePastMove], list[TarblePastMove]]:
    """The movements that led to a view, those of the newest turn and of the one before it."""
    after = view.plain
    this = after.turns if not view.over or after.left < after.roll else after.turns - 1
    turns: dict[int, list[TarblePastMove]] = {}
    for earlier_view in reversed(past):
        before = earlier_view.plain
        if before.turns < this - _LAST:
            break
        move = _movement_between(before, after)
        if move is not None:
            turns.setdefault(before.turns, []).insert(0, {"side": before.seat, **_movement(before, before.seat, move)})
        after = before
    earlier = [turn for turn in turns if turn < this]
    return turns.get(this, []), turns[max(earlier)] if earlier else []


def _movement_between(before: Plain, after: Plain) -> int | None:
    """The movement that leads from one state to the next; None where none does, as from a state to itself."""
    seat, board, wanted = before.seat, before.board, after.board
    ended = before.turns != after.turns
    for cell, piece in enumerate(board):
        if piece != seat + 1 or wanted[cell] == piece:
            continue
        for move in range(6 * cell, 6 * cell + 6):
            goal = goal_of(before, seat, move)
            if goal >= 0 and _moved(board, seat, move, goal, ended) == wanted:
                return move
    return None


def _moved(board: list[int], seat: int, move: int, goal: int, ended: bool) -> list[int]:
    """The board after a movement, cleared up if the turn has ended with it."""
    found = board.copy()
    found[move // 6] = found[_BESIDE[move // 6][move % 6]] = EMPTY
    found[goal] = seat + 1
    if ended:
        for cell in (*CORNERS, CENTRE):
            found[cell] = EMPTY if found[cell] == seat + 1 else found[cell]
        found[CENTRE] = NEUTRAL
    return found
