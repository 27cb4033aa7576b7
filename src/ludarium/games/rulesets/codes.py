"""Moves of rule-set games as numbers.

From top to bottom: 2 bits for the kind (an ordinary move, one that uses a hybrid disk, one that uses a non-flipping
disk, an option), then

- drop, reversi: the cell;
- walking pieces: 8 bits for the cell, 16 directions of 3 bits in order, 5 bits for the number of jumps (0 is a step).
  Directions 0–3 go up along an axis, 4–7 down. Since a jump must go on while it can, no list of directions begins
  another, and the moves come out sorted;
- options: the option's number, then 8 bits for the cell that it is about.

A pass is -1.
"""

from __future__ import annotations

from ludarium.engine.kernels.jit import kernel

PASS = -1
ORDINARY, WITH_HYBRID, WITH_SOLID, OPTION = 0, 1, 2, 3
DOUBLE_MOVE, MOVE_FOR_YOU, RECALL_LAST, RECALL_ANY = 0, 1, 2, 3
"""Options, in the order of `tables.OPTIONS`."""

MAX_JUMPS = 16
"""As many as a move has room for. A king can capture more in one move only on boards from 11 × 11, where it stops."""
_KIND_SHIFT = 61
_CELL_SHIFT = 53
_FIRST_JUMP = 50  # the lowest bit of the first direction
_JUMPS = 31  # the bits of the number of jumps
_PLAIN = (1 << _KIND_SHIFT) - 1
_OPTION_CELL = 255


@kernel
def kind_of(code: int) -> int:
    return code >> _KIND_SHIFT


@kernel
def plain_part(code: int) -> int:
    """The move without its kind."""
    return code & _PLAIN


@kernel
def with_kind(code: int, kind: int) -> int:
    return code | (kind << _KIND_SHIFT)


@kernel
def option_code(option: int, cell: int) -> int:
    return (OPTION << _KIND_SHIFT) | (option << 8) | cell


@kernel
def option_of(code: int) -> int:
    return (code >> 8) & 3


@kernel
def option_cell(code: int) -> int:
    return code & _OPTION_CELL


@kernel
def walk_code(cell: int) -> int:
    """The beginning of a walking piece's move."""
    return cell << _CELL_SHIFT


@kernel
def first_cell(code: int) -> int:
    return plain_part(code) >> _CELL_SHIFT


@kernel
def jump_count(code: int) -> int:
    """How many jumps a move has; 0 for a step."""
    return code & _JUMPS


@kernel
def jump_code(code: int, jumps: int, direction: int) -> int:
    """A code with one more jump, not yet counted."""
    return code | (direction << (_FIRST_JUMP - 3 * jumps))


@kernel
def step_code(cell: int, direction: int) -> int:
    return jump_code(walk_code(cell), 0, direction)


@kernel
def jump_direction(code: int, number: int) -> int:
    """The direction of a jump, counted from 0, or of a step (number 0)."""
    return (code >> (_FIRST_JUMP - 3 * number)) & 7
