"""What a game of lines can still come to, seen without search: the solver follows nothing that is settled.

Where men are only ever put on the board, a row of cells is open to a side as long as the other has no man in it. Each
open row is worth 1, doubled for every man that its side has there: a completed row of N would be worth 2ᴺ. By the
theorem of Erdős and Selfridge, whoever only wants to prevent rows can do so from here on when the open rows are worth
less than 2ᴺ altogether before a move of their own, or less than half of it before a move of the other side. Rows of
their own that come about meanwhile do them no harm.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine.kernels.bitset64 import count, down, join, load, meet, minus, nothing, some, up, without_lowest
from ludarium.engine.kernels.jit import kernel
from ludarium.games.rulesets.board import DROP, wide
from ludarium.games.rulesets.ends import LINE, row_ends
from ludarium.games.rulesets.state import State

LOSS, DRAW, WIN = -1, 0, 1


@kernel
def bounds(state: State, seat: int) -> Any:
    """The lowest and the highest value that the game can have for the seat to move, as far as open rows tell."""
    if state.pieces != DROP or state.end != LINE or state.flank or state.extras:
        return LOSS, WIN
    mine, theirs = open_rows(state, seat), open_rows(state, 1 - seat)
    if state.misere or state.adjacent:
        # Only that a side without any open row will never complete one is certain.
        winner, loser = (theirs, mine) if state.misere else (mine, theirs)
        return (DRAW if loser[0] == 0 else LOSS), (DRAW if winner[0] == 0 else WIN)
    if some(mine[1]):
        return WIN, WIN
    if some(without_lowest(theirs[1])):
        return LOSS, LOSS
    whole = 1 << wide(state.line)
    return (DRAW if theirs[0] < whole else LOSS), (DRAW if 2 * mine[0] < whole else WIN)


@kernel
def open_rows(state: State, seat: int) -> Any:
    """What the rows open to a seat are worth, and the cells where one more man completes a row."""
    length = wide(state.line)
    mine = load(state.men, seat)
    room = minus(load(state.cells, 0), load(state.men, 1 - seat))
    worth, missing = 0, nothing()
    for axis in range(4):
        step = wide(state.step[axis])
        rows = row_ends(state, room, axis, length)
        if not some(rows):
            continue
        # The men of all rows are counted at once: digits of binary numbers, one number at the upper end of each row.
        ones, twos, fours, eights = nothing(), nothing(), nothing(), nothing()
        men = mine
        for _ in range(length):
            carry = meet(men, rows)
            ones, carry = differ(ones, carry), meet(ones, carry)
            twos, carry = differ(twos, carry), meet(twos, carry)
            fours, carry = differ(fours, carry), meet(fours, carry)
            eights = join(eights, carry)
            men = up(men, step)
        for number in range(length):
            alike = choose(choose(rows, ones, number & 1), twos, number & 2)
            alike = choose(choose(alike, fours, number & 4), eights, number & 8)
            worth += count(alike) << number
            if number == length - 1 and some(alike):
                cells = alike
                for _ in range(length - 1):
                    cells = join(alike, down(cells, step))
                missing = join(missing, minus(cells, mine))
    return worth, missing


@kernel
def differ(a: Any, b: Any) -> Any:
    """What is in one set only."""
    return join(minus(a, b), minus(b, a))


@kernel
def choose(cells: Any, digits: Any, digit: int) -> Any:
    """The cells with a digit, or those without it."""
    return meet(cells, digits) if digit else minus(cells, digits)
