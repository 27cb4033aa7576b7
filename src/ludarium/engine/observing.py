"""What a seat sees, and what it may do, as arrays of numbers: for learners and for the doors to their libraries.

An observation is made from a *view*, so nothing hidden can be in it. By default it is every field of the state in the
order of its declaration: small whole numbers and fractions as they are, those of four and eight bytes bit by bit, since
they are mostly sets. A game that knows better writes a kernel `observe(state, seat, seen)` among its rules and says by
`Game.encoding` how large `seen` is: planes of a board, say.

An action is a number below `Actions.count`. Where a game says by `Game.move_range` between which numbers its moves lie,
it is the move itself, counted from the lowest; elsewhere it is the move's place in the list of legal ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ludarium.engine.errors import IllegalMove, NotSuited
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.move import Move
from ludarium.engine.slots import MAX_SEATS, encode, observe

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.engine.position import Position, View

_ENGINES = ("rng", "committed", "pending", "padding")
"""Fields that belong to the engine: future dice, and what others have decided unseen."""
BIT, I1, U1, I2, U2, F4, F8 = range(7)
_KINDS = {"i1": I1, "u1": U1, "i2": I2, "u2": U2, "f4": F4, "f8": F8}


# --- observations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Encoding:
    """The form of a game's observations: an array of this shape and type, with numbers between `low` and `high`."""

    shape: tuple[int, ...]
    dtype: Any = np.int8
    low: Any = 0
    high: Any = 1
    names: tuple[str, ...] = ()
    """What each number is, where they are the state's fields."""
    table: Any = None
    """By number: the byte of the state it begins in, its kind, and where it is a bit, which."""

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(np.prod(self.shape))

    @property
    def rows(self) -> Any:
        """The table for kernels, which is empty where a game has an `observe` of its own."""
        return np.zeros((0, 3), np.int64) if self.table is None else self.table


def fields_encoding(game: Game) -> Encoding:
    """The encoding of a game that has none of its own: the seat that sees, then the fields of the state."""
    names, rows = ["seat"], []
    lows, highs = [-1.0], [float(MAX_SEATS - 1)]
    for name, number, low, high in _numbers(game.rules.dtype):
        names.append(name)
        rows.append(number)
        lows.append(low)
        highs.append(high)
    bounds = np.array(lows, np.float32), np.array(highs, np.float32)
    return Encoding((len(names),), np.float32, *bounds, tuple(names), np.array(rows, np.int64).reshape(-1, 3))


def _numbers(dtype: Any, prefix: str = "", begin: int = 0) -> Iterator[tuple[str, tuple[int, int, int], float, float]]:
    """Every number of a record: its name, its row of the table, and its bounds."""
    for name in dtype.names:
        if not prefix and name in _ENGINES:
            continue
        whole, offset = dtype.fields[name][:2]
        element, shape = (whole.base, whole.shape) if whole.subdtype else (whole, ())
        for place, index in enumerate(np.ndindex(shape)):
            label = prefix + name + (f"[{','.join(map(str, index))}]" if shape else "")
            at = begin + offset + place * element.itemsize
            if element.names:
                yield from _numbers(element, f"{label}.", at)
            elif element.str[1:] in _KINDS:
                limits: Any = np.finfo(np.float32) if element.kind == "f" else np.iinfo(element)
                yield label, (at, _KINDS[element.str[1:]], 0), float(limits.min), float(limits.max)
            else:
                for bit in range(8 * element.itemsize):
                    yield f"{label} bit {bit}", (at + bit // 8, BIT, bit % 8), 0.0, 1.0


@kernel
def encode_fields(states: Any, words: Any, row: int, seat: int, table: Any, seen: Any) -> None:
    small, large = words[row].view(np.uint8), words[row].view(np.int16)
    seen[0] = seat
    for number in range(table.shape[0]):
        at, kind = table[number, 0], table[number, 1]
        if kind == BIT:
            seen[number + 1] = (small[at] >> table[number, 2]) & 1
        elif kind == I1:
            seen[number + 1] = np.int8(small[at])
        elif kind == U1:
            seen[number + 1] = small[at]
        elif kind == I2:
            seen[number + 1] = large[at >> 1]
        elif kind == U2:
            seen[number + 1] = np.uint16(large[at >> 1])
        elif kind == F4:
            seen[number + 1] = words[row].view(np.float32)[at >> 2]
        else:
            seen[number + 1] = words[row].view(np.float64)[at >> 3]


@kernel
def encode_by_author(states: Any, words: Any, row: int, seat: int, table: Any, seen: Any) -> None:
    observe(states[row], seat, seen)


@kernel
def do_encode(states: Any, words: Any, seat: int, table: Any, seen: Any) -> None:
    encode(states, words, 0, seat, table, seen)


def observation_of(view: View) -> Any:
    """What a view's seat sees, encoded as its game says."""
    encoding = view.game.encoding
    seen = np.zeros(encoding.size, encoding.dtype)
    words = view.words[None]
    view.game.bound.encode(words.view(view.game.rules.dtype)[0], words, view.seat, encoding.rows, seen)
    return seen.reshape(encoding.shape)


# --- actions ----------------------------------------------------------------------------------------------------------


class Actions:
    """The moves of a game as numbers from 0 up to `count`."""

    def __init__(self, game: Game) -> None:
        listing(game)
        self.game, self.range = game, game.move_range
        self.by_place = self.range is None
        self.lowest = 0 if self.range is None else self.range[0]
        self.count = game.rules.max_moves if self.range is None else self.range[1] - self.range[0] + 1

    def mask(self, seen: Position | View, seat: int) -> Any:
        """Which actions are legal for a mover, as truth values."""
        mask = np.zeros(self.count, np.bool_)
        moves = seen.options_of(seat)
        mask[range(len(moves)) if self.by_place else [move - self.lowest for move in moves]] = True
        return mask

    def move(self, seen: Position | View, seat: int, action: int) -> Move:
        """The move of a mover that an action stands for; an error where it is not legal."""
        moves = seen.options_of(seat)
        value = int(action) + self.lowest
        if self.by_place and 0 <= value < len(moves):
            value = moves[value]
        elif self.by_place or value not in moves:
            raise IllegalMove(f"action {action} is not legal for seat {seat + 1} here: look at the mask")
        return Move(value, self.game.move_text(value, seen.state, seat))

    def number(self, seen: Position | View, seat: int, move: Move) -> int:
        """The action that stands for a legal move."""
        value = move.value
        assert isinstance(value, int)
        return seen.options_of(seat).index(value) if self.by_place else value - self.lowest


def listing(game: Game) -> Game:
    """The game itself, if its moves can be numbered; a `NotSuited` says why not."""
    if game.rules.checked is not None:
        raise NotSuited(
            f"the moves of {game.name} are no list: each is made of {game.rules.checked[1]} numbers and only checked, "
            "so they cannot be numbered as actions"
        )
    return game
