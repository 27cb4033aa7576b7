"""One compiled policy for all strategies: the elements are numbers in the player's notes, so nothing compiles anew.

The notes:

    0        DECIDED   what decided the last choice of a piece: the place of an element below, `ONLY` or `LISTED`
    1        NARROWED  the elements that told moves apart in that choice, as bits of their places
    2        TAKEN     EQUALIZER's memory: own pieces that have moved since all had, as bits
    3        LENGTHS   of the list before an opponent has reached a goal, and (in the higher bits) of the list after
    4 … 32   EARLY     the codes of the list before
    33       ORDER     how pieces are compared: `BY_KEY`, or by a walk through the list as the source's rule bases do
    34 … 62  LATE      and after
"""

from __future__ import annotations

from typing import Any

from ludarium.engine import below, kernel
from ludarium.engine.slots import SEATS, Moves, Seat
from ludarium.games.jostle.rules import (
    KEEP,
    MOVED,
    NOBODY,
    ROLL,
    SIX,
    Field,
    Piece,
    State,
    asking,
    landing,
    movable,
    on_goal,
    piece_on,
)
from ludarium.games.jostle.strategies.elements import (
    ADVANCE,
    ATTACK,
    EQUALIZE,
    FOLLOW,
    OBSERVE_TO_ADVANCE,
    OBSERVE_TO_FOLLOW,
    RANDOM,
    REVENGE,
)

DECIDED, NARROWED, TAKEN, LENGTHS = 0, 1, 2, 3
EARLY, ORDER, LATE = 4, 33, 34
BY_KEY, BY_FIELD, BY_ID = 0, 1, 2
"""All pieces by every element; or a walk through the list by fields, the least advanced first, or by numbers."""
ONLY, LISTED = 0, 1
"""In place of an element: there was one move only; the elements left several, and the first in the list was taken."""
LENGTH_BITS = 8
FAR = 12
"""A second roll is taken when the piece that would move stands more than this before the last field, a six to be moved
included."""

_RANDOM_KEYS = 1 << 30
_WORST = 1 << 40


@kernel
def composed(state: State, seat: Seat, moves: Moves, source: Any, notes: Any) -> int:
    """The choice of the strategy in the notes."""
    if asking(state) and state.named > 0:
        piece = int(state.named) - 1
        moves[0] = piece
        notes[DECIDED] = ONLY
        return second_roll(state, piece)
    taken = notes[TAKEN]
    piece = choose_piece(state, seat, moves, source, notes)
    if asking(state):
        # Who is only asked remembers nothing: another roll may leave other pieces to move.
        notes[TAKEN] = taken
        return second_roll(state, piece)
    notes[TAKEN] |= 1 << (piece - seat * int(state.pieces))
    return piece


@kernel
def second_roll(state: State, piece: Piece) -> int:
    """Roll once more where no roll can take the piece past the last field."""
    far = FAR - SIX if state.rule == MOVED else FAR
    return ROLL if int(state.length) - 1 - int(state.stands[piece]) > far else KEEP


@kernel
def choose_piece(state: State, seat: Seat, moves: Moves, source: Any, notes: Any) -> Piece:
    """The best piece to move by the points: element after element, only the best moves stay in the list."""
    count = movable(state, seat, moves)
    start_equalizing_anew(state, seat, moves, count, notes)
    notes[NARROWED] = 0
    if count == 1:
        notes[DECIDED] = ONLY
        return int(moves[0])
    begin = EARLY
    length = notes[LENGTHS] & ((1 << LENGTH_BITS) - 1)
    if opponent_on_goal(state, seat):
        begin = LATE
        length = notes[LENGTHS] >> LENGTH_BITS
    if notes[ORDER] != BY_KEY:
        notes[DECIDED] = LISTED
        return walk(state, seat, moves, count, notes[begin : begin + length], notes[ORDER] == BY_FIELD)
    for place in range(begin, begin + length):
        best = _WORST
        kept = 0
        for index in range(count):
            key = key_of(notes[place], state, seat, int(moves[index]), source, notes)
            if key < best:
                best = key
                kept = 0
            if key == best:
                moves[kept] = moves[index]
                kept += 1
        if kept < count:
            notes[NARROWED] |= 1 << place
        count = kept
        if count == 1:
            notes[DECIDED] = place
            return int(moves[0])
    notes[DECIDED] = LISTED
    return int(moves[0])


@kernel
def key_of(code: int, state: State, seat: Seat, piece: Piece, source: Any, notes: Any) -> int:
    """How an element ranks a move: less is better."""
    if code == ADVANCE:
        return -int(state.stands[piece])
    if code == FOLLOW:
        return int(state.stands[piece])
    if code == RANDOM:
        return below(source, _RANDOM_KEYS)
    if code == EQUALIZE:
        number = piece - seat * int(state.pieces)
        return int((notes[TAKEN] >> number) & 1) * 8 + number
    field = landing(state, piece)
    if code == OBSERVE_TO_ADVANCE:
        return 0 if is_lower_end(state, field) else 2 if is_back(state, field) else 1
    if code == OBSERVE_TO_FOLLOW:
        return 1 if is_lower_end(state, field) or is_back(state, field) else 0
    if code == ATTACK:
        return 0 if opponent_on(state, seat, field) != NOBODY else 1
    if code == REVENGE:
        foe = opponent_on(state, seat, field)
        return 0 if foe != NOBODY and (int(state.foes[seat]) >> foe) & 1 else 1
    return 0


# --- the source's way -------------------------------------------------------------------------------------------------


@kernel
def walk(state: State, seat: Seat, moves: Moves, count: int, codes: Any, by_field: bool) -> Piece:
    """Walk through the list with the best piece so far. Where a symbiont seeks that one, the walk ends with it."""
    if by_field:
        sort_by_field(state, moves, count)
    best = int(moves[0])
    for index in range(1, count):
        piece = int(moves[index])
        if is_sought(state, seat, best, codes):
            return best
        if is_given_up(state, best, codes) or (
            not is_shunned(state, piece, codes) and goes_before(state, piece, best, codes)
        ):
            best = piece
    return best


@kernel
def sort_by_field(state: State, moves: Moves, count: int) -> None:
    """Pieces on the same field, the stack, stay by their numbers."""
    for index in range(1, count):
        piece = moves[index]
        place = index
        while place > 0 and state.stands[moves[place - 1]] > state.stands[piece]:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = piece


@kernel
def is_sought(state: State, seat: Seat, piece: Piece, codes: Any) -> bool:
    """Whether the piece lands on whom `Aggressive` or `Revenging` want to jostle, or on a switch that helps."""
    field = landing(state, piece)
    foe = opponent_on(state, seat, field)
    for code in codes:
        if code == ATTACK and foe != NOBODY:
            return True
        if code == REVENGE and foe != NOBODY and (int(state.foes[seat]) >> foe) & 1:
            return True
        if code == OBSERVE_TO_ADVANCE and is_lower_end(state, field):
            return True
    return False


@kernel
def is_given_up(state: State, piece: Piece, codes: Any) -> bool:
    """Whether `Observing PALS` goes on to the next piece, whatever it is."""
    for code in codes:
        if code == OBSERVE_TO_FOLLOW:
            return is_lower_end(state, landing(state, piece))
    return False


@kernel
def is_shunned(state: State, piece: Piece, codes: Any) -> bool:
    """Whether `Observing` passes over a piece because it would land on a back field."""
    for code in codes:
        if code in (OBSERVE_TO_ADVANCE, OBSERVE_TO_FOLLOW):
            return is_back(state, landing(state, piece))
    return False


@kernel
def goes_before(state: State, piece: Piece, best: Piece, codes: Any) -> bool:
    """Whether the first basic strategy of the list would rather move the piece."""
    for code in codes:
        if code == ADVANCE:
            return bool(state.stands[piece] > state.stands[best])
        if code == FOLLOW:
            return bool(state.stands[piece] < state.stands[best])
    return False


# --- what elements look at --------------------------------------------------------------------------------------------


@kernel
def is_lower_end(state: State, field: Field) -> bool:
    """Whether a field is the lower end of a switch pair: no other field leads on."""
    return bool(state.step[field] > 0)


@kernel
def is_back(state: State, field: Field) -> bool:
    """Whether a field leads back and is no upper end of a switch pair, whose partner would lead here."""
    step = int(state.step[field])
    return step < 0 and int(state.step[field + step]) != -step


@kernel
def opponent_on(state: State, seat: Seat, field: Field) -> Seat:
    """The opponent who has a piece on a field, or `NOBODY`."""
    piece = piece_on(state, field)
    if piece == NOBODY:
        return NOBODY
    owner = piece // int(state.pieces)
    return NOBODY if owner == seat else owner


@kernel
def opponent_on_goal(state: State, seat: Seat) -> bool:
    pieces = int(state.pieces)
    for piece in range(SEATS * pieces):  # noqa: SIM110 (any() does not compile)
        if piece // pieces != seat and on_goal(state, piece):
            return True
    return False


@kernel
def start_equalizing_anew(state: State, seat: Seat, moves: Moves, count: int, notes: Any) -> None:
    """When every piece that can move has moved, the order begins again: those that cannot are passed over."""
    first = seat * int(state.pieces)
    for index in range(count):
        if not (notes[TAKEN] >> (int(moves[index]) - first)) & 1:
            return
    notes[TAKEN] = 0
