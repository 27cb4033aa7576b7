"""Positions of Jostle as text: `15,21,5/24,20,-1/3,7,4 r 1`.

The fields of every player's pieces, -1 for the stack; whose turn it is; the die: `4`, `6` when a second roll has yet to
be decided about, `6+0` when it was declined, `6+3` when it was taken, `-` when the game is over. Where the piece is
named before the second roll, it is `6` before that, `6@0` with piece 0 named, and `6@0!` when a special field has
already acted on the way of the six. More follows where it
is not the default: `last=2` (turns left of the last round), `turns=57` (finished), `jostled=gr,bg` (in this game green
has jostled red, and blue green).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludarium.engine import MalformedPosition, Position
from ludarium.games.jostle.rules import CHOSEN, MAX_TURNS, MOVED, SIX, STACK, SUM, State, can_move, may_move_by

if TYPE_CHECKING:
    from ludarium.games.jostle.game import Jostle

LETTERS = "rgby"
_FORM = re.compile(
    r"(?P<fields>-?\d+(?:[,/]-?\d+)*) (?P<seat>[rgby]) (?P<die>[1-6]|6\+[0-6]|6@\d+!?|-)"
    r"(?: last=(?P<last>\d+))?(?: turns=(?P<turns>\d+))?(?: jostled=(?P<jostled>[rgby]{2}(?:,[rgby]{2})*))?",
    re.ASCII,
)


def called(piece: int, each: int) -> int:
    """What people call a piece: each player's count from 1. The notation counts from 0, on from player to player."""
    return piece % each + 1


def position_text(game: Jostle, state: State) -> str:
    stands = [str(int(field)) for field in state.stands]
    fields = "/".join(
        ",".join(stands[first : first + game.pieces]) for first in range(0, game.seats * game.pieces, game.pieces)
    )
    parts = [fields, LETTERS[state.seat], die_text(state)]
    if state.last:
        parts.append(f"last={state.last}")
    if state.turns:
        parts.append(f"turns={state.turns}")
    jostled = [
        LETTERS[foe] + LETTERS[own]
        for own in range(game.seats)
        for foe in range(game.seats)
        if state.foes[own] >> foe & 1
    ]
    if jostled:
        parts.append(f"jostled={','.join(jostled)}")
    return " ".join(parts)


def die_text(state: State) -> str:
    """The rolls of this turn: `4`, `6`, `6+0`, `6+3`, `6@0` with piece 0 named, or `-` without any."""
    if state.named:
        return f"{state.die}@{state.named - 1}{'!' if state.acted else ''}"
    if state.second or state.kept:
        return f"{state.die}+{state.second}"
    return str(state.die) if state.die else "-"


def read_position(game: Jostle, text: str) -> Position:
    """The position that a text means; what no game can come to is refused."""
    match = _FORM.fullmatch(" ".join(text.split()))
    if match is None:
        raise MalformedPosition(
            f"'{text}' is no position of {game.name}: expected the fields of each player's pieces, who moves and the "
            "die, as in '15,21,5/24,20,-1/3,7,4 r 1'; then, if need be, last=2 turns=57 jostled=gr,bg"
        )
    states = game.blank_states(0)
    state = states[0]
    _place(game, text, state, match["fields"])
    if match["seat"] not in LETTERS[: game.seats]:
        raise MalformedPosition(
            f"'{text}': no player {match['seat']}, the players are {', '.join(LETTERS[: game.seats])}"
        )
    state.seat = LETTERS.index(match["seat"])
    _set_die(game, text, state, match["die"])
    last, turns = int(match["last"] or 0), int(match["turns"] or 0)
    if last > game.seats:
        raise MalformedPosition(f"'{text}': the last round has at most {game.seats} turns left, got {last}")
    if turns > MAX_TURNS or (turns == MAX_TURNS and state.die):
        raise MalformedPosition(f"'{text}': a game is over after {MAX_TURNS} turns")
    state.last, state.turns = last, turns
    _set_foes(game, text, state, match["jostled"])
    if state.die and not state.named and not can_move(state, int(state.seat)):
        raise MalformedPosition(
            f"'{text}': {game.seat_names[state.seat]} can move no piece by {die_text(state).removesuffix('+0')} "
            "and would have been passed over"
        )
    return Position(game, states)


def _place(game: Jostle, text: str, state: State, fields: str) -> None:
    players = [[int(field) for field in part.split(",")] for part in fields.split("/")]
    if [len(stands) for stands in players] != [game.pieces] * game.seats:
        raise MalformedPosition(
            f"'{text}': expected {game.seats} players with {game.pieces} pieces each, got {fields!r}: "
            "players are divided by /, pieces by commas"
        )
    owner_of: dict[int, str] = {}
    for piece, field in enumerate(field for stands in players for field in stands):
        if not STACK <= field < game.board.length:
            raise MalformedPosition(
                f"'{text}': no field {field}, the fields are 0 to {game.board.length - 1}, and {STACK} for the stack"
            )
        if field in owner_of:
            raise MalformedPosition(f"'{text}': pieces {owner_of[field]} and {piece} are both on field {field}")
        if field != STACK:
            owner_of[field] = str(piece)
        state.stands[piece] = field


def _set_die(game: Jostle, text: str, state: State, die: str) -> None:
    first, at, named = die.partition("@")
    first, plus, second = first.partition("+")
    if plus and state.rule != SUM:
        raise MalformedPosition(
            f"'{text}': with second_roll={game.settings['second_roll']} no second roll waits to be moved; write 6 "
            "before a piece is named, and 6@0 after it"
        )
    if at and state.rule == SUM:
        raise MalformedPosition(f"'{text}': with second_roll=sum no piece is named before the second roll; write 6")
    state.die = 0 if first == "-" else int(first)
    state.second = int(second or 0)
    state.kept = 1 if plus and not state.second else 0
    if at:
        _name_piece(game, text, state, named)


def _name_piece(game: Jostle, text: str, state: State, named: str) -> None:
    piece = int(named.removesuffix("!"))
    if piece // game.pieces != state.seat or not may_move_by(state, piece, SIX if state.rule == CHOSEN else 1):
        raise MalformedPosition(f"'{text}': piece {piece} is not {game.seat_names[state.seat]}'s to be moved on")
    if named.endswith("!") and state.rule != MOVED:
        raise MalformedPosition(f"'{text}': 6@{piece}! is for second_roll=moved, where the six has been moved")
    state.named, state.acted = piece + 1, int(named.endswith("!"))


def _set_foes(game: Jostle, text: str, state: State, jostled: str | None) -> None:
    for pair in jostled.split(",") if jostled else []:
        foe, own = (LETTERS.index(letter) for letter in pair)
        if foe == own or max(foe, own) >= game.seats:
            raise MalformedPosition(
                f"'{text}': '{pair}' is no pair of players, first who jostled and then whom; "
                f"they are {', '.join(LETTERS[: game.seats])}"
            )
        state.foes[own] |= 1 << foe
