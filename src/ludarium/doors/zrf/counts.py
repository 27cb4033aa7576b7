"""Games that are won by a count: of pieces on the board, or of the rows that they form."""

from __future__ import annotations

from ludarium.doors.zrf.moving import count_pieces
from ludarium.doors.zrf.state import AXES, CELLS, LINKS, PLAYERS, SCORED, SEAT_OF, SHARED, SHOWN, UNSPENT, State
from ludarium.engine.kernels.jit import kernel
from ludarium.engine.slots import SEATS


@kernel
def leaders(state: State) -> int:
    """The seats that have the most, as bits; all of them where the one who has it must not win."""
    most, winners, winner, alone = -1, 0, -1, False
    for player in range(PLAYERS):
        if SEAT_OF[player] >= 0:
            count = row_lengths(state, player) if SCORED else pieces_on_board(state, player)
            if count > most:
                most, winners, winner, alone = count, 0, player, True
            elif count == most:
                alone = False
            if count == most:
                winners |= 1 << SEAT_OF[player]
    if UNSPENT and alone and count_pieces(state, winner, UNSPENT) > 0:
        return int((1 << SEATS) - 1)
    return winners


@kernel
def counts_for(state: State, player: int, cell: int) -> bool:
    if cell < 0 or state.owner[cell] == 0 or not SHOWN[cell]:
        return False
    return bool(state.owner[cell] == player + 1 or (SHARED and state.kind[cell] == SHARED))


@kernel
def pieces_on_board(state: State, player: int) -> int:
    """How many pieces count for a player."""
    total = 0
    for cell in range(CELLS):
        if counts_for(state, player, cell):
            total += 1
    return total


@kernel
def row_lengths(state: State, player: int) -> int:
    """The lengths of all rows without a gap that are long enough, along each axis."""
    total = 0
    for axis in range(AXES.shape[0]):
        for cell in range(CELLS):
            if counts_for(state, player, cell) and not counts_for(state, player, LINKS[0, AXES[axis, 1], cell]):
                length, here = 0, cell
                while counts_for(state, player, here) and length < CELLS:
                    length += 1
                    here = LINKS[0, AXES[axis, 0], here]
                if length >= SCORED:
                    total += length
    return total
