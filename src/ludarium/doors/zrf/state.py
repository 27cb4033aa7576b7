"""The state of a translated game, and the stand-ins that its translation fills in: numbers, tables and move code."""

from __future__ import annotations

from typing import Any

from ludarium.engine import Fields, i1, i2, i4, i8, u8
from ludarium.engine.kernels import constant
from ludarium.engine.kernels.jit import slot

Notes = Any
"""An int64 array in which a move being worked out notes what it does; see `moving`."""

CELLS = constant("CELLS")
"""How many positions the board has; they are numbered from 0 in the order of the file."""
PLAYERS = constant("PLAYERS")
KINDS = constant("KINDS")
"""One more than there are kinds of pieces: they are numbered from 1, 0 is none."""
ATTRIBUTE_CELLS = constant("ATTRIBUTE_CELLS")
"""As many as cells where pieces have attributes, else 1."""
HISTORY = constant("HISTORY")
"""How many positions are remembered where repetition matters, else 1."""

LINKS = constant("LINKS")
"""`LINKS[side, direction, cell]`: where a side's direction leads from a cell, -1 for nowhere."""
SETS = constant("SETS")
"""Whether the cells fit into one word, so that sets of them say where moves may begin."""
SHIFTS = constant("SHIFTS")
"""`SHIFTS[side, direction]`: what a step adds to a cell's number, where it is the same everywhere."""
ONTO = constant("ONTO")
"""`ONTO[side, direction]`: the cells onto which such a step leads, as a set."""
RAYS = constant("RAYS")
"""`RAYS[side, direction, cell]`: the cells that lie from a cell on in such a direction, as a set."""
NOTES = constant("NOTES")
"""How many notes a move makes at most."""
ACTIVE = constant("ACTIVE")
"""By player: whether it has turns; the pieces of others are neutral."""
SEAT_OF = constant("SEAT_OF")
"""By player: its seat, -1 for those whom chance moves or nobody."""
TURNS = constant("TURNS")
"""By turn: the player, the side whose pieces move, the type of move (-1 for any), and whether chance decides."""
FIRST_MOVE = constant("FIRST_MOVE")
"""By kind: its first way to move; the next kind's is where they end."""
FIRST_DROP = constant("FIRST_DROP")
"""By kind: its first way to be dropped."""
WAYS = constant("WAYS")
"""How many ways there are."""
TYPE_OF = constant("TYPE_OF")
"""By way: its type of move, -1 for none."""
LEVEL_OF = constant("LEVEL_OF")
"""By way: its priority, 0 the first."""
LEVELS = constant("LEVELS")
DROPS = constant("DROPS")
"""Whether anything can be dropped."""
SAME_TWICE = constant("SAME_TWICE")
"""Whether one move might be listed twice: 0 never, 1 from one cell, 2 from several."""
SETUP = constant("SETUP")
"""By cell: the owner and the kind at the start."""
OFF = constant("OFF")
"""By player and kind: how many are off the board at the start."""
DEFAULTS = constant("DEFAULTS")
"""By kind: the attributes of a new piece, as bits."""
DECLARED = constant("DECLARED")
"""By kind: the attributes that it has at all."""
ROYAL = constant("ROYAL")
"""By player and kind: whether a move must not leave it attacked."""
ROYALS = constant("ROYALS")
"""Whether there are any of those."""
PASS_TURN = constant("PASS_TURN")
PASS_PARTIAL = constant("PASS_PARTIAL")
MAXIMAL = constant("MAXIMAL")
"""Whether as many pieces must be captured as can be."""
RECYCLE = constant("RECYCLE")
"""Whether captured pieces go back to those off the board."""
REMEMBER = constant("REMEMBER")
"""Whether some move asks where the last one began or ended."""
REPETITION = constant("REPETITION")
COUNT_PLIES = constant("COUNT_PLIES")
"""Whether the game could go on for ever."""
QUIET = constant("QUIET")
LONGEST = constant("LONGEST")
"""Plies without progress, and plies in all, after which a game is a draw."""
GOALS = constant("GOALS")
"""By goal: the outcome, the players as a bit mask, and when it can hold: `EARLY`, `LATE` or both."""
GOAL_COUNT = constant("GOAL_COUNT")
SURE = constant("SURE")
"""By way: whether each cell from which it may lead to a move is one move."""
ALL_SURE = constant("ALL_SURE")
"""Whether all ways are, and no move could be listed twice."""
READY = constant("READY")
"""Whether the cells from which each way begins are kept from when the end of the game was looked for to the list."""
BEGUN = constant("BEGUN")
"""As many as there are ways if they are, else 1."""
MANNER_OF = constant("MANNER_OF")
"""By way: what its moves are beside moves: `ORDINARY`, `QUIETLY`, `ANNOUNCING` or `TAKING_BACK`."""
ANNOUNCES = constant("ANNOUNCES")
"""Whether some moves only announce something."""
TAKES_BACK = constant("TAKES_BACK")
"""Whether some moves take the last turn back."""
BEFORE = constant("BEFORE")
"""How many numbers are kept of the position before the last move: 1 where nothing is taken back."""
QUIET_BY_TYPE = constant("QUIET_BY_TYPE")
"""Whether the file says which moves are without progress."""
AFTER = constant("AFTER")
"""By turn: the one that follows. The last turns stand outside of the order: a player moves another's pieces."""
EXTRA = constant("EXTRA")
INSTEAD = constant("INSTEAD")
"""The kinds of pieces that give their owners the next turn, with their own pieces or the next player's; 0 for none."""
OWN_TURN = constant("OWN_TURN")
INSTEAD_TURN = constant("INSTEAD_TURN")
"""By player: the turn that such a piece gives."""
SCORED = constant("SCORED")
"""The shortest row that counts where rows are counted instead of pieces, else 0."""
SHARED = constant("SHARED")
UNSPENT = constant("UNSPENT")
"""The kinds of pieces that count for everybody, and that keep who has one from winning by a count; 0 for none."""
AXES = constant("AXES")
"""Directions and their opposites, each pair once."""
SHOWN = constant("SHOWN")
"""By cell: whether it is on the board, and not only a place beside it."""
MOST_MOVES = constant("MOST_MOVES")
SAVED = constant("SAVED")
"""How many numbers it takes to write down what a move can change."""

ORDINARY, QUIETLY, ANNOUNCING, TAKING_BACK = 0, 1, 2, 3
NEVER, ALWAYS, FORCED = 0, 1, 2
"""Whether a turn may be passed."""
WIN, LOSS, DRAW, COUNT = 0, 1, 2, 3
"""Outcomes."""
EARLY, LATE = 1, 2
"""A goal can hold after a move by what stands on the board, or by what the next player can do."""


class State(Fields):
    """Cells in numbers are counted from 1, 0 is none; so are owners in `owner`."""

    owner = i1(CELLS)  # the player whose piece stands there
    kind = i1(CELLS)
    men = u8(PLAYERS, KINDS)  # where each player's pieces of each kind stand, as sets, if `SETS`
    attributes = i4(ATTRIBUTE_CELLS)  # of the piece that stands there, as bits
    off = i2(PLAYERS, KINDS)
    turn = i2()
    going = i2()  # where the piece stands that goes on moving
    going_type = i2()  # the type of move with which it must, -1 for any
    last_from = i2()
    last_to = i2()
    quiet = i2()  # plies since the last progress
    plies = i4()
    lost = i8(PLAYERS)  # kinds that were captured in this turn, as bits
    announced = i1()  # whether the last move was an announcement
    before = i8(BEFORE)  # the position before the last move, where it may be taken back
    begun = u8(BEGUN)  # by way: the cells from which it leads to a move now, if `ready`
    ready = i1()
    stuck = i1()  # the player that cannot move
    repeated = i1()  # the player who has brought about a position for the third time
    over = i1()
    winners = i1()  # seats that share the win, as bits
    history = u8(HISTORY)
    seen = i2()  # how many of them there are


# --- the translated move code -----------------------------------------------------------------------------------------


@slot
def run(
    state: State, side: int, start: int, way: int, code: int, wanted: int, notes: Notes, moves: Any, found: int
) -> int:
    """Work out one way to move the piece at `start`, or to drop one there.

    `wanted` is `LIST` to list the moves, `ATTACK` to look whether one captures, else the code of the move to be made.
    Returns how many moves there are now, or `DONE` when it has found what was wanted.
    """
    return found


@slot
def threaten(
    state: State, side: int, start: int, way: int, code: int, wanted: int, notes: Notes, moves: Any, found: int
) -> int:
    """The same by code that does not ask what is attacked: for those who ask that."""
    return found


@slot
def starts(state: State, side: int, way: int, cells: Any) -> Any:
    """Of these cells, as a set, those from which a way may lead to a move: all, or fewer where that is quickly told."""
    return cells


@slot
def reached(state: State, goal: int, player: int) -> bool:
    """Whether the condition of a goal holds for a player."""
    return False
