"""Connect Four in one file. `ludarium play examples/connect_four.py` plays it.

The men of a seat are bits of one word:

    35 36 37 38 39 40 41
    28 29 30 31 32 33 34
    21 22 23 24 25 26 27
    14 15 16 17 18 19 20
     7  8  9 10 11 12 13
     0  1  2  3  4  5  6
"""

from collections.abc import Sequence

import numpy as np

from ludarium.engine import Fields, Game, Rules, View, i1, kernel, u8
from ludarium.engine.kernels.bits import popcount, spread
from ludarium.engine.observing import Encoding
from ludarium.engine.scene import PlainCell, PlainData
from ludarium.engine.slots import Moves, Points

WIDTH, HEIGHT = 7, 6
NOBODY = -1


def columns(first: int, last: int) -> np.uint64:
    """All cells of some columns."""
    return np.uint64(sum(1 << WIDTH * row + column for row in range(HEIGHT) for column in range(first, last + 1)))


# From a cell up, to the right, and slanting to both sides: how far, and where a row of two and of four may begin.
STEPS = np.array([WIDTH, 1, WIDTH + 1, WIDTH - 1], np.uint64)
OF_TWO = np.array([columns(0, 6), columns(0, 5), columns(0, 5), columns(1, 6)])
OF_FOUR = np.array([columns(0, 6), columns(0, 3), columns(0, 3), columns(3, 6)])
FIRST_COLUMN, ONE, TWO = columns(0, 0), np.uint64(1), np.uint64(2)


class State(Fields):
    men = u8(2)  # by seat
    plies = i1()
    winner = i1()  # a seat, NOBODY while there is none


@kernel
def start(state: State) -> None:
    state.winner = NOBODY


@kernel
def to_move(state: State) -> int:
    return -1 if state.winner != NOBODY or state.plies == WIDTH * HEIGHT else state.plies & 1


@kernel
def legal(state: State, seat: int, moves: Moves) -> int:
    full = np.uint64(state.men[0]) | np.uint64(state.men[1])
    found = 0
    for column in range(WIDTH):
        if not full >> np.uint64(WIDTH * (HEIGHT - 1) + column) & ONE:
            moves[found] = column
            found += 1
    return found


@kernel
def apply(state: State, seat: int, move: int) -> None:
    full = np.uint64(state.men[0]) | np.uint64(state.men[1])
    row = popcount(full >> np.uint64(move) & FIRST_COLUMN)
    mine = np.uint64(state.men[seat]) | ONE << np.uint64(WIDTH * row + move)
    state.men[seat] = int(mine)
    state.plies += 1
    for way in range(len(STEPS)):
        two = mine & mine >> STEPS[way] & OF_TWO[way]
        if two & two >> TWO * STEPS[way] & OF_FOUR[way]:
            state.winner = seat


@kernel
def result(state: State, points: Points) -> None:
    for seat in range(2):
        points[seat] = 0.5 if state.winner == NOBODY else 1.0 if state.winner == seat else 0.0


@kernel
def observe(state: State, seat: int, seen: Points) -> None:
    """Two planes of rows from the bottom up: one's own men, and the other's."""
    for plane in range(2):
        spread(np.uint64(state.men[max(seat, 0) ^ plane]), WIDTH * HEIGHT, seen, plane * WIDTH * HEIGHT)


def wins_by(men: int, cell: int) -> bool:
    """Whether a man is one of four in a row."""
    for step, begins in zip(STEPS.tolist(), OF_FOUR.tolist(), strict=True):
        for first in range(cell - 3 * step, cell + 1, step):
            four = sum(1 << first + number * step for number in range(4)) if first >= 0 else 0
            if four and begins >> first & 1 and men & four == four:
                return True
    return False


class ConnectFour(Game):
    """Four in a row, and men fall down.

    Two players take turns to drop a man into one of seven columns, where it comes to lie on the men that are there. A
    column holds six. Who first has four in a row, across, up or slanting, wins; a full board without is a draw.
    """

    name = "connect-four"
    summary = "drop men into columns: four in a row win"
    points_range = (0.0, 1.0)
    points_sum = 1.0
    move_range = (0, WIDTH - 1)
    encoding = Encoding((2, HEIGHT, WIDTH))
    rules = Rules.collect("connect-four", globals(), State, max_moves=WIDTH, max_plies=WIDTH * HEIGHT)

    def move_text(self, value: object, state: State, seat: int) -> str:
        return "abcdefg"[int(str(value))]

    def scene(self, view: View, past: Sequence[View] = ()) -> PlainData:
        """The board as a grid: a press drops a man into the column, and what has won is marked."""
        rows: list[list[PlainCell | None]] = [
            [self.cell(view, WIDTH * row + column) for column in range(WIDTH)] for row in reversed(range(HEIGHT))
        ]
        return {"grids": [{"label": "Board", "rows": rows}]}

    def cell(self, view: View, cell: int) -> PlainCell:
        for seat in range(2):
            if view.plain.men[seat] >> cell & 1:
                return {"seat": seat, "marked": view.plain.winner == seat and wins_by(view.plain.men[seat], cell)}
        return {} if view.over else {"move": "abcdefg"[cell % WIDTH]}

    def draw(self, state: State, seat: int | None) -> str:
        lines = []
        for row in reversed(range(HEIGHT)):
            cells = [WIDTH * row + column for column in range(WIDTH)]
            lines.append(
                " ".join("x" if state.men[0] >> c & 1 else "o" if state.men[1] >> c & 1 else "." for c in cells)
            )
        return "\n".join([*lines, "a b c d e f g"])
