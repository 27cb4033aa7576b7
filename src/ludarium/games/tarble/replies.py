"""What may follow a turn: the opponent's best reply to every face of the die, and one's own best turn after that.

Replies are found by a beam over movements. A position after n movements is where a roll of n ends, and the beginning of
every higher roll, so that one search serves all six faces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.kernels.jit import apart
from ludarium.engine.kernels.rng import branch
from ludarium.engine.state import States
from ludarium.games.tarble.beam import keep_beginning, value_of_state
from ludarium.games.tarble.board import CELLS, CENTRE, PIECES
from ludarium.games.tarble.hunts import MOST_HUNTS, all_hunts
from ludarium.games.tarble.lookahead import value_of_result
from ludarium.games.tarble.network import SURE, Reader, chance_of, forget_sums
from ludarium.games.tarble.rules import BLUE, FACES, MOST_TURNS, NEUTRAL, RED, State, clear_up, legal, make_movement
from ludarium.games.tarble.turns import MOVE_BITS, MOVE_MASK, after_turn

_KEYS = np.random.default_rng(2016).integers(1, 2**64, (2, CELLS), np.uint64)
_NEUTRAL_KEY = np.uint64(0x5851F42D4C957F2D)
"""What `key_of` is made of."""
_MADE = 1  # the row in which a movement is made
_FRAME = 2 + 1 + FACES + 1
"""Rows beside those of the beam: the position, the movement, its end, the best reply to each face, the turn's start."""


def rows_for(beam: int) -> int:
    """How many states a search with such a beam works in."""
    return _FRAME + 2 * beam


@kernel
def judge_turn(
    states: States[State], path: Any, made: int, reader: Reader, beam: int, deep: bool, contempt: float, judged: Any
) -> None:
    """The chance that red wins when a turn is answered as well as the beam can see, and what that is worth to whoever
    makes the turn (see `open_worth`), both as red would say it: `judged[0, face]` and `judged[1, face]`.

    The last row holds the position before the turn; all others are scratch. `deep`: each of the six replies is judged
    by the best that can be made of it with each face in turn.
    """
    states[0] = states[states.shape[0] - 1]
    seat = int(states[0].seat)
    after_turn(states[0], path, made)
    forget_sums(reader)
    if not goes_on(states[0]):
        judged[:] = result_of(states[0])
        return
    worth = open_worth(states[0], seat, contempt)
    if deep:
        judge_further(states, reader, beam, judged[0])
    else:
        judge_replies(states, reader, beam, False, judged[0])
    for face in range(1, FACES + 1):
        judged[1, face] = with_worth(judged[0, face], worth)


@kernel
def open_worth(state: State, seat: int, contempt: float) -> float:
    """What it is worth to the player in a seat that a game is open, as `with_worth` takes it: the more pieces are left,
    the longer it lasts, and the more a weaker opponent has yet to lose."""
    share = contempt * (state.count[RED] + state.count[BLUE]) / (2 * PIECES)
    return float(share if seat == RED else -share)


@kernel
def with_worth(chance: float, worth: float) -> float:
    """Red's chance p and `worth` times p(1 − p), which is most where all is open."""
    return chance + worth * chance * (1.0 - chance)


@apart
@kernel
def judge_further(states: States[State], reader: Reader, beam: int, chances: Any) -> None:
    """As `judge_replies`, each of the six turns judged by the best that can be made of it with each face in turn."""
    judge_replies(states, reader, beam, True, chances)
    further = np.zeros(FACES + 1)
    for face in range(1, FACES + 1):
        states[0] = states[reply_row(beam, face)]
        if goes_on(states[0]):
            judge_replies(states, reader, beam, False, further)
            chances[face] = mean_of(further)


@kernel
def goes_on(state: State) -> bool:
    return bool(state.count[RED] > 0 and state.count[BLUE] > 0 and state.turns < MOST_TURNS)


@kernel
def result_of(state: State) -> float:
    """The chance that red wins of a game that is over."""
    if state.count[RED] > 0 and state.count[BLUE] > 0:
        return 0.5  # stopped after so many turns
    red_stands, blue_stands = state.count[RED] > 0, state.count[BLUE] > 0
    return chance_of(value_of_result(int(state.points[RED]), int(state.points[BLUE]), red_stands, blue_stands))


@kernel
def mean_of(chances: Any) -> float:
    total = 0.0
    for face in range(1, FACES + 1):
        total += chances[face]
    return total / FACES


@kernel
def reply_row(beam: int, face: int) -> int:
    return 2 + 2 * beam + face


@apart
@kernel
def judge_replies(states: States[State], reader: Reader, beam: int, keep: bool, chances: Any) -> None:
    """For each face the chance that red wins after the best turn found of the position in row 0.

    `keep`: the positions that these turns lead to are left in the rows of the replies. The beginnings that are gone on
    from are those that are worth most with half of the movements that may still come.
    """
    seat = int(states[0].seat)
    side = 1.0 - 2.0 * seat
    moves = np.empty(6 * PIECES, np.int64)
    best = np.full(FACES + 1, -2.0 * SURE)
    order, worths, rows = np.empty(beam, np.int64), np.empty(beam), np.zeros(beam, np.int64)
    ended = 2 + 2 * beam
    earlier = 1
    seen = np.zeros(room_for(6 * PIECES * FACES * beam + MOST_HUNTS), np.uint64)
    hunts, lengths = np.empty(MOST_HUNTS, np.uint64), np.empty(MOST_HUNTS, np.int64)
    hunt, hunt_count = 0, all_hunts(states[0], seat, hunts, lengths)
    for made in range(1, FACES + 1):
        base = 2 + beam * (made % 2)
        count = 0
        for index in range(earlier):
            before = int(rows[index])
            choices = legal(states[before], seat, moves)
            if choices == 0:  # whatever the die shows
                worth = worth_at_end(states, before, ended, seat, reader)
                note_reply(states, beam, best, worth, made, FACES, keep)
            for place in range(choices):
                states[_MADE] = states[before]
                make_movement(states[_MADE], seat, int(moves[place]))
                count = judge_beginning(states, made, beam, reader, keep, seen, best, order, worths, base, count)
        while hunt < hunt_count and lengths[hunt] == made:
            states[_MADE] = states[0]
            for step in range(made):
                make_movement(states[_MADE], seat, int(hunts[hunt] >> MOVE_BITS * np.uint64(step) & MOVE_MASK))
            count = judge_beginning(states, made, beam, reader, keep, seen, best, order, worths, base, count)
            hunt += 1
        for index in range(count):
            rows[index] = order[index]
        earlier = count
    for face in range(1, FACES + 1):
        chances[face] = chance_of(best[face] * side)


@apart
@kernel
def judge_beginning(
    states: States[State],
    made: int,
    beam: int,
    reader: Reader,
    keep: bool,
    seen: Any,
    best: Any,
    order: Any,
    worths: Any,
    base: int,
    count: int,
) -> int:
    """Judge what stands in the row of movements made, as an end and as a beginning; returns how many are kept now."""
    if not is_new(seen, branch(key_of(states[_MADE]), np.uint64(made))):
        return count  # the same movements in another order
    seat = int(states[0].seat)
    ended = states[_MADE].count[1 - seat] == 0 and states[_MADE].finish == 0
    worth = worth_at_end(states, _MADE, 2 + 2 * beam, seat, reader)
    note_reply(states, beam, best, worth, made, FACES if ended else made, keep)
    if made < FACES and not ended:
        states[_MADE].left = (FACES - made + 1) // 2
        promise = value_of_state(states[_MADE], reader) * (1.0 - 2.0 * seat)
        if keep_beginning(states, base, order, worths, count, promise) >= 0:
            return min(count + 1, beam)
    return count


@kernel
def note_reply(states: States[State], beam: int, best: Any, worth: float, first: int, last: int, keep: bool) -> None:
    """A turn that ends the faces from `first` to `last`; what it leads to stands in the row behind the beam."""
    for face in range(first, last + 1):
        if worth > best[face]:
            best[face] = worth
            if keep:
                states[reply_row(beam, face)] = states[2 + 2 * beam]


@kernel
def worth_at_end(states: States[State], row: int, ended: int, seat: int, reader: Reader) -> float:
    """What the position in a row is worth to the mover if the turn ends there; that end is left in a row of its own."""
    side = 1.0 - 2.0 * seat
    states[ended] = states[row]
    state = states[ended]
    if state.count[1 - seat] > 0 or state.finish == 1:
        clear_up(state, seat)
    state.left = 0
    state.seat = 1 - seat
    state.turns += 1
    if state.count[RED] > 0 and state.count[BLUE] > 0:
        return side * value_of_state(state, reader)
    red_stands, blue_stands = state.count[RED] > 0, state.count[BLUE] > 0
    return side * float(value_of_result(int(state.points[RED]), int(state.points[BLUE]), red_stands, blue_stands))


# --- positions met before ---------------------------------------------------------------------------------------------


@kernel
def key_of(state: State) -> Any:
    """A number for what stands where: different positions have, but for one in 2⁶⁴, different ones."""
    key = _NEUTRAL_KEY if state.board[CENTRE] == NEUTRAL else np.uint64(0)
    for side in range(2):
        for piece in range(state.count[side]):
            key ^= _KEYS[side, state.pieces[side, piece]]
    return key


@kernel
def room_for(positions: int) -> int:
    """The size of a list of positions met, a power of two."""
    room = 64
    while room < positions + positions // 4:
        room *= 2
    return room


@kernel
def is_new(seen: Any, key: Any) -> bool:
    """Whether a position is met for the first time; then it is noted."""
    last = seen.shape[0] - 1
    place = int(np.int64(key & np.uint64(last)))
    while seen[place] != 0:
        if seen[place] == key:
            return False
        place = place + 1 & last
    seen[place] = key
    return True
