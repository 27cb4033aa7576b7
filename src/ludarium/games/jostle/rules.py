"""The rules of Jostle, on any board.

The track has the fields 0 (start) to `length` - 1, and every player a stack, written as field -1. Pieces are numbered
through: with three pieces each, red has 0 to 2, green 3 to 5, blue 6 to 8. On the board of 2007:

    stack  0     1  2  3  4  5  6   7  8  9 10 11 12 13  14 15 16 17 18  19 20 21 22 23 24 25 26 … 30
      -1  start              switch       -3     switch switch     switch         -3 -3       goals 1 … 5
                             →14                 →18    ←6         ←13

A turn: the die is rolled by chance. After a six the player says whether to roll once more (`KEEP`, `ROLL`); then it
moves one piece by the points. Who can move no piece is passed over at once.

That is the source's modification (`SUM`). In the original the piece comes first, and the source's sentence can be read
in two ways. `CHOSEN`: after a six the player names the piece, then says whether to roll once more, and the piece moves
by all points at once. `MOVED`: the piece moves by the six, and a second roll moves the same piece on.
"""

from __future__ import annotations

from ludarium.engine import Fields, Rules, below, i1, i2, kernel, u1
from ludarium.engine.slots import SEATS, Moves, Points, Seat

Piece = int
"""A piece's number, 0 to 19; as a move, that piece moved by the points rolled."""
Field = int

MAX_SEATS = 4
MAX_PIECES = 5
MIN_LENGTH, MAX_LENGTH = 6, 64
"""A piece on the stack can be moved by any first roll."""
MAX_GOALS = MAX_SEATS * MAX_PIECES
STACK = -1
SIX = 6
BACK = 3
KEEP, ROLL = 20, 21
"""The moves after a six: be content with it, or roll once more."""
SUM, CHOSEN, MOVED = 0, 1, 2
"""When the piece is named after a six: after both rolls, before the second, or before it and moved at once."""
NOBODY = -1
MAX_TURNS = 2000
"""Passed turns count. Most games take about a hundred turns, but pieces can be pushed back for ever."""


class State(Fields):
    length = i1()  # the board: number of track fields
    step = i1(MAX_LENGTH)  # the board: how far a special field leads on (below 0: back); 0 on others
    worth = i1(MAX_LENGTH)  # the board: the numbers of goal fields; 0 on others
    goals = i1()  # the board: number of goal fields
    pieces = i1()  # parameter: pieces of each player
    stands = i1(MAX_SEATS * MAX_PIECES)  # the field of each piece
    seat = i1()  # whose turn it is
    die = i1()  # the roll, 1 to 6; 0 when the game is over
    second = i1()  # the second roll after a six; 0 without one
    kept = i1()  # 1 after a six to which no second roll is added
    last = i1()  # turns left of the last round, this one included; 0 before it
    turns = i2()  # turns finished
    foes = u1(MAX_SEATS)  # by seat: who has jostled a piece of it in this game, as bits
    rule = i1()  # parameter: `SUM`, `CHOSEN` or `MOVED`
    named = i1()  # but for `SUM`: the piece named after a six, plus 1; 0 before it
    acted = i1()  # `MOVED`: 1 once a special field has acted on the way of the six
    added = i1()  # but for `SUM`: the second roll, after the decision that took it and until the next


@kernel
def start(state: State) -> None:
    for piece in range(SEATS * int(state.pieces)):
        state.stands[piece] = STACK
    roll(state)


@kernel
def to_move(state: State) -> Seat:
    return NOBODY if state.die == 0 else int(state.seat)


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    if asking(state):
        moves[0] = KEEP
        moves[1] = ROLL
        return 2
    return movable(state, seat, moves)


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    _, _, ends = decide(state, seat, move)
    if ends:
        next_turn(state)


@kernel
def decide(state: State, seat: Seat, move: int) -> tuple[Piece, int, bool]:
    """Carry out a decision but for the end of the turn.

    Returns the piece that its owner has moved or `NOBODY`, the jostled pieces as bits, and whether the turn is over.
    """
    if move == ROLL:
        roll_again(state)
    if state.rule != SUM:
        state.added = state.second  # the turn is over with it, and what it was would be forgotten
        if state.die == SIX:
            return decide_by_name(state, seat, move)
    if move == KEEP:
        state.kept = 1
        return NOBODY, 0, False
    if move == ROLL:
        return NOBODY, 0, not can_move(state, seat)
    return move, move_piece(state, seat, move), True


@kernel
def decide_by_name(state: State, seat: Seat, move: int) -> tuple[Piece, int, bool]:
    """After a six in the original game: the piece is named, and kept to by the second roll."""
    if move < KEEP:
        jostled = move_piece(state, seat, move) if state.rule == MOVED else 0
        state.named = move + 1
        if state.rule == CHOSEN:
            return NOBODY, 0, False
        return move, jostled, not may_move_by(state, move, 1)
    piece = int(state.named) - 1
    if (move == ROLL or state.rule == CHOSEN) and may_move(state, piece):
        return piece, move_piece(state, seat, piece), True
    return NOBODY, 0, True


@kernel
def result(state: State, points: Points) -> None:
    """The numbers of the goal fields that own pieces stand on."""
    pieces = int(state.pieces)
    for seat in range(SEATS):
        points[seat] = 0.0
        for piece in range(seat * pieces, (seat + 1) * pieces):
            if on_goal(state, piece):
                points[seat] += state.worth[state.stands[piece]]


# --- what a roll allows -----------------------------------------------------------------------------------------------


@kernel
def asking(state: State) -> bool:
    """Whether a six has been rolled and the player must say whether to roll once more."""
    named = state.rule == SUM or state.named > 0
    return bool(state.die == SIX and state.second == 0 and state.kept == 0 and named)


@kernel
def naming(state: State) -> bool:
    """Whether a piece is to be named after a six, before anything is said about a second roll."""
    return bool(state.die == SIX and state.rule != SUM and state.named == 0)


@kernel
def on_goal(state: State, piece: Piece) -> bool:
    field = state.stands[piece]
    return bool(field >= 0 and state.worth[field] > 0)


@kernel
def points_of(state: State) -> int:
    """The points by which a piece is moved next: a six that has been moved counts no more."""
    if state.rule == MOVED and state.named > 0:
        return int(state.second)
    return int(state.die) + int(state.second)


@kernel
def landing(state: State, piece: Piece) -> Field:
    """The field to which the points move a piece, before special fields act."""
    return int(state.stands[piece]) + points_of(state)


@kernel
def may_move(state: State, piece: Piece) -> bool:
    return may_move_by(state, piece, points_of(state))


@kernel
def may_move_by(state: State, piece: Piece, points: int) -> bool:
    return int(state.stands[piece]) + points < state.length and not on_goal(state, piece)


@kernel
def movable(state: State, seat: Seat, moves: Moves) -> int:
    """Write the seat's pieces that may be moved by the points; return their number."""
    pieces = int(state.pieces)
    count = 0
    for piece in range(seat * pieces, (seat + 1) * pieces):
        if may_move(state, piece):
            moves[count] = piece
            count += 1
    return count


@kernel
def can_move(state: State, seat: Seat) -> bool:
    pieces = int(state.pieces)
    for piece in range(seat * pieces, (seat + 1) * pieces):  # noqa: SIM110 (any() does not compile)
        if may_move(state, piece):
            return True
    return False


# --- moving and jostling ----------------------------------------------------------------------------------------------


@kernel
def move_piece(state: State, seat: Seat, piece: Piece) -> int:
    """Move a piece by the points and jostle whoever is in the way; returns the jostled pieces as bits.

    A special field acts at once on who lands there, and only the first one of a turn acts. So at most two pieces are
    ever jostled: the one on the field landed on, and the one on the field that a special field leads to.
    """
    field = landing(state, piece)
    first = piece_on(state, field)
    second = NOBODY
    state.stands[piece] = field
    acted = state.acted == 1
    if state.step[field] != 0 and not acted:
        acted = True
        second = follow(state, piece)
    jostled = 0
    if first != NOBODY:
        jostled |= 1 << first
        reached = free_below(state, int(state.stands[first]), acted)
        state.stands[first] = reached
        if reached != STACK and state.step[reached] != 0:
            acted = True
            second = follow(state, first)
    if second != NOBODY:
        jostled |= 1 << second
        state.stands[second] = free_below(state, int(state.stands[second]), acted)
    if state.rule == MOVED and acted:
        state.acted = 1
    remember_foe(state, seat, first)
    remember_foe(state, seat, second)
    return jostled


@kernel
def piece_on(state: State, field: Field) -> Piece:
    """The piece that stands on a track field, or `NOBODY`."""
    for piece in range(SEATS * int(state.pieces)):
        if state.stands[piece] == field:
            return piece
    return NOBODY


@kernel
def follow(state: State, piece: Piece) -> Piece:
    """Let the special field on which a piece stands act on it; returns the piece that stood where it leads."""
    field = int(state.stands[piece])
    field += int(state.step[field])
    other = piece_on(state, field)
    state.stands[piece] = field
    return other


@kernel
def free_below(state: State, field: Field, acted: bool) -> Field:
    """The first free field toward the start; the stack when there is none.

    Once a special field has acted, all of them count as occupied.
    """
    for below_it in range(field - 1, -1, -1):
        if piece_on(state, below_it) == NOBODY and not (acted and state.step[below_it] != 0):
            return below_it
    return STACK


@kernel
def remember_foe(state: State, seat: Seat, piece: Piece) -> None:
    if piece != NOBODY:
        owner = piece // int(state.pieces)
        if owner != seat:
            state.foes[owner] |= 1 << seat


# --- turns ------------------------------------------------------------------------------------------------------------


@kernel
def roll(state: State) -> None:
    state.die = 1 + below(state, SIX)
    state.second = 0
    state.kept = 0


@kernel
def roll_again(state: State) -> None:
    state.second = 1 + below(state, SIX)


@kernel
def next_turn(state: State) -> None:
    """End this turn, and roll for the next player who can move."""
    while not end_turn(state):
        roll(state)
        if can_move(state, int(state.seat)):
            return


@kernel
def end_turn(state: State) -> bool:
    """Count the turn and hand the die on; True when the game is over.

    It also ends when nobody can ever move again, as happens where there are fewer pieces than goal fields.
    """
    state.turns += 1
    state.die = 0
    state.second = 0
    state.kept = 0
    state.named = 0
    state.acted = 0
    on_goals = 0
    stuck = True
    for piece in range(SEATS * int(state.pieces)):
        if on_goal(state, piece):
            on_goals += 1
        elif state.stands[piece] < state.length - 1:
            stuck = False
    if state.last > 0:
        state.last -= 1
        if state.last == 0:
            return True
    elif on_goals == state.goals:
        state.last = SEATS
    if stuck or state.turns >= MAX_TURNS:
        state.last = 0
        return True
    state.seat = (int(state.seat) + 1) % SEATS
    return False


RULES = Rules.collect(
    "jostle",
    globals(),
    State,
    max_moves=MAX_PIECES,
    max_plies=2 * MAX_TURNS,  # a six has two decisions
)
