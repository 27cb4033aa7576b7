"""Game play books: a move a line, `0r4`, and a line of dashes after each round.

The source writes the piece, its player's letter and the field that it is moved to before special fields act. Ours adds
the rolls, so that nothing is left to be guessed: `0r4 5`, `0r11 6+3`, and `g 4` or `g 6+5` for a turn in which green
could move nothing. Both forms are read; where a roll is missing it is what the move needs, and a player without a line
is taken to have been passed over. Where the piece is moved by the six before the second roll, `0r9 6+3` is piece 0
moved to 9 by the six and on by three. Line numbers and blanks before a move do not matter, nor does what follows a `#`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludarium.engine import LudariumError, Position, Record
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.state import States
from ludarium.games.jostle.game import Jostle
from ludarium.games.jostle.rules import (
    CHOSEN,
    KEEP,
    MOVED,
    NOBODY,
    ROLL,
    SIX,
    STACK,
    State,
    can_move,
    decide,
    end_turn,
    may_move,
    may_move_by,
    move_piece,
    roll,
)
from ludarium.games.jostle.text import LETTERS

ROUND = "---"
_DASHES = re.compile(r"[-‐‑‒–—―−]+")
_LINE = re.compile(
    r"(?:(?P<piece>\d+)(?P<mover>[a-z])(?P<field>\d+)|(?P<passed>[a-z]))(?:\s+(?P<first>[1-6])(?:\+(?P<second>[0-6]))?)?"
)
_NUMBERED = re.compile(r"\d+\s+(?=\d+[a-z]\d|[a-z]\b|[-‐‑‒–—―−.…])")


class BookError(LudariumError):
    """A game play book that cannot be read, or that the rules do not allow; names the line."""


@dataclass(frozen=True)
class Turn:
    """One line of a book: who moved what where, and the rolls where they are written. A passed turn has no piece."""

    line: int
    text: str
    seat: int
    piece: int | None = None
    field: int | None = None
    rolls: tuple[int, int] | None = None
    """The first roll, and the second or 0."""


@kernel
def do_move_piece(states: States[State], row: int, piece: int) -> int:
    return move_piece(states[row], int(states[row].seat), piece)


@kernel
def do_end_turn(states: States[State], row: int) -> bool:
    return end_turn(states[row])


@kernel
def do_decide(states: States[State], row: int, move: int) -> tuple[int, int, bool]:
    return decide(states[row], int(states[row].seat), move)


@kernel
def do_roll(states: States[State], row: int) -> None:
    roll(states[row])


# --- reading ----------------------------------------------------------------------------------------------------------


def read_book(text: str) -> list[list[Turn]]:
    """The rounds of a book. Three dots end it: the source breaks its examples off so."""
    rounds: list[list[Turn]] = [[]]
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        line = _NUMBERED.sub("", line, count=1) if _LINE.fullmatch(line) is None else line
        if line in ("...", "…"):
            break
        if _DASHES.fullmatch(line):
            rounds.append([])
        elif line:
            rounds[-1].append(_turn(number, line))
    return rounds if rounds[-1] else rounds[:-1]


def _turn(number: int, line: str) -> Turn:
    match = _LINE.fullmatch(line)
    if match is None:
        raise BookError(
            f"line {number}: '{line}' is no line of a game play book; expected a move such as 0r4 or 0r4 5, a passed "
            "turn such as g 4, or dashes after a round"
        )
    letter = match["mover"] or match["passed"]
    if letter not in LETTERS:
        raise BookError(f"line {number}: no player '{letter}', the players are {', '.join(LETTERS)}")
    rolls = (int(match["first"]), int(match["second"] or 0)) if match["first"] else None
    if rolls is not None and rolls[1] and rolls[0] != SIX:
        raise BookError(f"line {number}: '{line}' has a second roll after a {rolls[0]}; only a six allows one")
    piece, field = (int(match["piece"]), int(match["field"])) if match["piece"] else (None, None)
    return Turn(number, line, LETTERS.index(letter), piece, field, rolls)


def replay_book(game: Jostle, rounds: list[list[Turn]]) -> Iterator[tuple[Turn, Position]]:
    """The position after each turn, the die not yet rolled; a turn that the rules do not allow is a `BookError`."""
    states = game.blank_states(0)
    states[0].stands[: game.seats * game.pieces] = STACK
    over = False
    for turns in rounds:
        for turn in turns:
            over = over or _pass_over(game, states, turn)
            if over:
                raise BookError(f"line {turn.line}: '{turn.text}' comes after the end of the game")
            _play(game, states, turn)
            over = bool(game.bound.binder.bind(do_end_turn)(states, 0))
            yield turn, Position(game, states.copy())
        # Who has no line at the end of a round was passed over; an unfinished last round has no dashes after it.
        while not over and turns is not rounds[-1] and states[0].seat != 0:
            over = bool(game.bound.binder.bind(do_end_turn)(states, 0))


def _pass_over(game: Jostle, states: Any, turn: Turn) -> bool:
    """End the turns of those before the mover who have no line; True when the game is over before it comes to that."""
    if turn.seat >= game.seats:
        raise BookError(f"line {turn.line}: no player '{LETTERS[turn.seat]}' in a game of {game.seats}")
    if turn.seat < states[0].seat:
        raise BookError(
            f"line {turn.line}: '{turn.text}': {_name(game, turn.seat)} has had its turn of this round; "
            "a line of dashes ends a round"
        )
    while states[0].seat != turn.seat:
        if game.bound.binder.bind(do_end_turn)(states, 0):
            return True
    return False


def _play(game: Jostle, states: Any, turn: Turn) -> None:
    """Carry out a turn but for its end, with the rolls that are written or that the move needs."""
    state = states[0]
    if turn.piece is None:
        _pass(game, state, turn)
        return
    assert turn.field is not None
    if turn.piece // game.pieces != turn.seat:
        raise BookError(f"line {turn.line}: '{turn.text}': piece {turn.piece} is not {_name(game, turn.seat)}'s")
    points = turn.field - int(state.stands[turn.piece])
    most = SIX if state.rule == MOVED else 2 * SIX
    rolled = 0 if turn.rolls is None else turn.rolls[0] if state.rule == MOVED else sum(turn.rolls)
    if not 1 <= points <= most or (rolled and rolled != points):
        but = f"{rolled} were rolled" if rolled else f"rolls give 1 to {most}"
        raise BookError(
            f"line {turn.line}: '{turn.text}': piece {turn.piece} stands on {int(state.stands[turn.piece])} and would "
            f"need {points} points, but {but}"
        )
    state.die, state.second = min(points, SIX), max(0, points - SIX)
    if not may_move(state, turn.piece):
        raise BookError(f"line {turn.line}: '{turn.text}': piece {turn.piece} is on a goal, or would leave the track")
    game.bound.binder.bind(do_move_piece)(states, 0, turn.piece)
    if state.rule == MOVED and turn.rolls and turn.rolls[1]:
        _move_on(game, states, turn, turn.piece, turn.rolls[1])


def _pass(game: Jostle, state: State, turn: Turn) -> None:
    """A turn in which nothing was moved."""
    first, second = turn.rolls or (0, 0)
    if state.rule == CHOSEN and second:
        # The piece was named for the six, and the sum was too much for it, though perhaps not for others.
        own = range(turn.seat * game.pieces, (turn.seat + 1) * game.pieces)
        could = [piece for piece in own if may_move_by(state, piece, first)]
        if all(may_move_by(state, piece, first + second) for piece in could):
            raise BookError(
                f"line {turn.line}: '{turn.text}': no piece of {_name(game, turn.seat)} can move by {first} "
                f"and not by {first + second}"
            )
        return
    state.die, state.second = first, second
    if turn.rolls and can_move(state, turn.seat):
        raise BookError(f"line {turn.line}: '{turn.text}': {_name(game, turn.seat)} can move and may not pass")


def _move_on(game: Jostle, states: Any, turn: Turn, piece: int, second: int) -> None:
    """Move on a piece that the six has moved, as far as it may."""
    state = states[0]
    if not may_move_by(state, piece, 1):
        raise BookError(f"line {turn.line}: '{turn.text}': piece {piece} can go no further, and no roll is added")
    state.named, state.second = piece + 1, second
    if may_move(state, piece):
        game.bound.binder.bind(do_move_piece)(states, 0, piece)


def _name(game: Game, seat: int) -> str:
    return game.seat_names[seat].lower()


# --- writing ----------------------------------------------------------------------------------------------------------


def write_book(record: Record, game: Jostle) -> str:
    """A record as a game play book, with rolls and passed turns."""
    positions = [position for _, position in record.replay(lambda *_, **__: game)]
    lines: list[str] = []
    named = ""
    for before, decision in zip(positions, record.decisions, strict=False):
        value = game.read_move(decision.move, before.state, decision.seat).value
        assert isinstance(value, int)
        if value not in (KEEP, ROLL):
            named = game.move_text(value, before.state, decision.seat)
        lines += _lines(game, before, value, named)
    return "\n".join(lines) + "\n"


def _lines(game: Jostle, before: Position, move: int, named: str) -> Iterator[str]:
    """The lines that a decision adds: its turn if it ends it, and those passed over until the next decision.

    `named` is the last move of a piece, this one included: where the piece is named before the second roll, its line
    is complete only when that is known.
    """
    states = game.bound.states(1)
    states[0] = before.state
    state = states[0]
    bind = game.bound.binder.bind
    rule, piece = int(state.rule), int(state.named) - 1
    origin = int(state.stands[piece])
    moved, _, ends = bind(do_decide)(states, 0, move)
    if not ends:
        return
    rolls = _rolls(state)
    if moved == NOBODY and rule != MOVED:
        yield f"{LETTERS[state.seat]} {rolls}"
    elif rule == CHOSEN and move in (KEEP, ROLL):
        yield f"{piece}{LETTERS[state.seat]}{origin + int(state.die) + int(state.second)} {rolls}"
    else:
        yield f"{named} {rolls}"
    while True:
        if state.seat == game.seats - 1:
            yield ROUND
        if bind(do_end_turn)(states, 0):
            return
        bind(do_roll)(states, 0)
        if can_move(state, int(state.seat)):
            return
        yield f"{LETTERS[state.seat]} {_rolls(state)}"


def _rolls(state: State) -> str:
    return f"{state.die}+{state.second}" if state.second else str(state.die)
