"""Decisions as bytes: what a stored game needs to be played again, and no more.

The first byte says how the rest is to be read, the rest is a column of seats and a column of moves:

    bits 0–1   moves are little-endian signed integers of 1, 2, 4 or 8 bytes
    bits 2–4   n > 0: seat k mod n makes decision k, and no seats are stored; 0: one byte for each seat comes first
    bit 5      what follows the first byte is compressed (zlib)

A game of tic-tac-toe takes ten bytes at most. The bytes of a game depend on its decisions alone, not on the batch it
came in.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine.errors import LudariumError, RecordError
from ludarium.engine.game import Game
from ludarium.engine.record import Record

_WIDTHS = (1, 2, 4, 8)
_MOST_SEATS = 4
_COMPRESSED = 0x20
_WORTH_COMPRESSING = 64
"""Shorter games only grow by zlib's own eleven bytes, or gain too little for the time."""


def pack(seats: Sequence[int], moves: Sequence[int]) -> bytes:
    """One game's decisions: who decided, and what."""
    return pack_batch([len(moves)], np.array(seats, np.int8), np.array(moves, np.int64))[0]


def pack_batch(lengths: Any, seats: Any, moves: Any) -> list[bytes]:
    """Many games' decisions, which stand one game after the other in `seats` and `moves`."""
    lengths, seats, moves = np.asarray(lengths, np.int64), np.asarray(seats, np.int8), np.asarray(moves, np.int64)
    if not len(seats) == len(moves) == lengths.sum():
        raise ValueError(f"{lengths.sum()} decisions expected, got {len(seats)} seats and {len(moves)} moves")
    ends = np.cumsum(lengths)
    begins = ends - lengths
    wide = _widths(moves, begins, lengths)
    turns = _turns(seats, begins, lengths)
    heads = (wide | turns << 2).tolist()
    # Too narrow for some of the games; each game is cut from the column that is wide enough for it.
    columns = {code: moves.astype(f"<i{_WIDTHS[code]}").tobytes() for code in set(wide.tolist())}
    seat_column = seats.tobytes()
    packed = []
    for head, begin, end in zip(heads, begins.tolist(), ends.tolist(), strict=True):
        width = _WIDTHS[head & 3]
        body = columns[head & 3][begin * width : end * width]
        if not head >> 2:
            body = seat_column[begin:end] + body
        if len(body) >= _WORTH_COMPRESSING:
            pressed = zlib.compress(body)
            if len(pressed) < len(body):
                head, body = head | _COMPRESSED, pressed  # noqa: PLW2901
        packed.append(head.to_bytes(1, "little") + body)
    return packed


def pack_record(record: Record, game: Game) -> bytes | None:
    """A record's decisions, whose moves are found by playing it again; None where moves are checked and no numbers."""
    if game.rules.checked is not None:
        return None
    position = game.start(record.seed)
    values = []
    for decision in record.decisions:
        move = position.view(decision.seat).move(decision.move)
        assert isinstance(move.value, int)
        values.append(move.value)
        position = position.play(move, decision.seat)
    return pack([decision.seat for decision in record.decisions], values)


def unpack(data: bytes) -> list[tuple[int, int]]:
    """The seat and move of each decision; what was not written by `pack` is refused."""
    try:
        head, body = data[0], data[1:]
        if head >> 6:
            raise LudariumError("their form is unknown")
        if head & _COMPRESSED:
            body = zlib.decompress(body)
        width, turns = _WIDTHS[head & 3], head >> 2 & 7
        count, rest = divmod(len(body), width if turns else width + 1)
        if rest or turns > _MOST_SEATS:
            raise LudariumError("their number does not come out even")
    except (IndexError, zlib.error, LudariumError) as error:
        raise RecordError(f"the stored moves are damaged: {error}") from error
    seats = [number % turns for number in range(count)] if turns else list(body[:count])
    moves: list[int] = np.frombuffer(body, f"<i{width}", count, len(body) - count * width).tolist()
    return list(zip(seats, moves, strict=True))


def _widths(moves: Any, begins: Any, lengths: Any) -> Any:
    """By game, the narrowest width that holds its moves, as an index of `_WIDTHS`."""
    lowest = _by_game(np.minimum, moves, begins, lengths)
    highest = _by_game(np.maximum, moves, begins, lengths)
    codes = np.zeros(len(lengths), np.int64)
    for code, width in enumerate(_WIDTHS[:-1]):
        limit = np.int64(1) << (8 * width - 1)
        codes[(lowest < -limit) | (highest >= limit)] = code + 1
    return codes


def _turns(seats: Any, begins: Any, lengths: Any) -> Any:
    """By game, the smallest n with seat k mod n at decision k; 0 where there is none."""
    place = np.arange(len(seats)) - np.repeat(begins, lengths)
    turns = np.zeros(len(lengths), np.int64)
    for count in range(_MOST_SEATS, 0, -1):
        strays = _by_game(np.maximum, seats != place % count, begins, lengths)
        turns[strays == 0] = count
    return turns


def _by_game(reduce: np.ufunc, values: Any, begins: Any, lengths: Any) -> Any:
    """`reduce` over each game's decisions; 0 for games without any, for which NumPy's `reduceat` has no answer."""
    reduced = np.zeros(len(lengths), values.dtype)
    played = np.flatnonzero(lengths)
    if len(played):
        reduced[played] = reduce.reduceat(values, begins[played])
    return reduced
