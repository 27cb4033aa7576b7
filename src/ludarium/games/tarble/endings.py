"""Endings: what every position with at most two pieces a side is worth when both play their best.

The value of a position is that to the player to move before the die falls: the chance to win, and half of that to tie.
It depends on the pieces of both and on the lead in points. The neutral piece gives points as long as a game lasts, so
that leads have no end; a lead of more than `MOST_LEAD` counts as one of so many. The limit of 1000 turns is left out.

A turn is worked out movement by movement, as the game is played: what a position within the turn is worth with k
movements left is the best of what its movements lead to with k − 1. So a roll of 6 costs no more than six rolls of 1,
and a roll of n is on the way to every higher one. The positions themselves are gone over again and again, each worth
the mean of its six rolls, until nothing changes any more (value iteration).

The board looks the same from six sides and in a mirror: of the twelve images of the waiting player's pieces only one is
worked out.

    group    the pieces of a side: a number for one or two cells, the single ones first
    family   groups that are images of each other
    table    [family of the waiting side, group of the mover, lead + MOST_LEAD]: the board is turned so that the waiting
             side's group is its family's own
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.engine import kernel
from ludarium.engine.state import States
from ludarium.games.tarble.board import BEYOND, CELL, CELLS, CENTRE, DEADLY, NEIGHBOUR, PIECES, PLACES, turned
from ludarium.games.tarble.players.outcomes import unpack
from ludarium.games.tarble.rules import EMPTY, FACES, NEUTRAL, State

MOST = 2
"""Pieces a side."""
MOST_LEAD = 7
LANES = 2 * MOST_LEAD + 1
IMAGES = 12
ENOUGH = 1e-6
"""Value iteration ends when no value changes by more."""


# --- groups and their images ------------------------------------------------------------------------------------------


def _images() -> Any:
    """[image, cell]: where a cell comes to lie, turned by 60° so many times, and then in a mirror."""
    both = [[CELL[turned(place, times)] for place in PLACES] for times in range(6)]
    mirrored = [[CELL[y, x] for x, y in (PLACES[cell] for cell in row)] for row in both]
    return np.array(both + mirrored, np.int16)


IMAGE = _images()
HOMES = tuple(cell for cell in range(CELLS) if not DEADLY[cell])
"""Where pieces can stand between turns."""
SINGLES = len(HOMES)
GROUPS: tuple[tuple[int, ...], ...] = (
    *((cell,) for cell in HOMES),
    *((first, second) for place, first in enumerate(HOMES) for second in HOMES[place + 1 :]),
)
NOBODY = -1
"""The group of a side without pieces."""


def _numbers() -> Any:
    """[cell, cell]: the number of a group of two, in either order; twice the same cell is a group of one."""
    numbers = np.full((CELLS, CELLS), NOBODY, np.int16)
    for number, group in enumerate(GROUPS):
        numbers[group[0], group[-1]] = numbers[group[-1], group[0]] = number
    return numbers


GROUP = _numbers()


def _families() -> tuple[Any, Any, list[int]]:
    """For each group its family and the image that makes it the family's own; and those own groups."""
    family, image = np.full(len(GROUPS), -1, np.int16), np.zeros(len(GROUPS), np.int8)
    own: list[int] = []
    for number, group in enumerate(GROUPS):
        if family[number] >= 0:
            continue
        for there in range(IMAGES):
            other = GROUP[IMAGE[there, group[0]], IMAGE[there, group[-1]]]
            if family[other] < 0:
                family[other] = len(own)
                # The image that leads back.
                image[other] = next(
                    back
                    for back in range(IMAGES)
                    if GROUP[IMAGE[back, GROUPS[other][0]], IMAGE[back, GROUPS[other][-1]]] == number
                )
        own.append(number)
    return family, image, own


FAMILY, TO_OWN, OWN = _families()
SINGLE_FAMILIES = int(FAMILY[:SINGLES].max()) + 1
"""The families of single pieces come first."""
OWN_CELLS = np.array([(GROUPS[number][0], GROUPS[number][-1]) for number in OWN], np.int16)
GROUP_IMAGE = np.array(
    [[GROUP[row[group[0]], row[group[-1]]] for group in GROUPS] for row in IMAGE.tolist()],
    np.int16,
)
"""[image, group]."""


def positions(mine: int, yours: int) -> tuple[int, int]:
    """How many positions there are with so many pieces of the mover and of the other, leads aside: all of them, and
    those that are worked out, the others being images of these."""
    count = {1: SINGLES, 2: len(GROUPS) - SINGLES}[yours]
    free = SINGLES - yours
    placed = {1: free, 2: free * (free - 1) // 2}[mine]
    families = {1: SINGLE_FAMILIES, 2: len(OWN) - SINGLE_FAMILIES}[yours]
    return count * placed, families * placed


# --- tables as they are kept ------------------------------------------------------------------------------------------

STEPS = 65535
"""Values are kept in steps of 1/65535."""
SAME = 2 / STEPS
"""Values that differ by no more are equal."""


class Endings(NamedTuple):
    """The tables that players read, each `[family of the waiting side, group of the mover, lead]`, in `STEPS`."""

    singles: Any
    """Where one piece waits: for movers with one and two pieces."""
    pairs: Any
    """Where two wait: for movers with one piece, and with two if there are so many groups."""

    @property
    def full(self) -> bool:
        """Whether it knows two against two."""
        return int(self.pairs.shape[1]) == len(GROUPS)


def packed(table: Any, *, full: bool) -> Endings:
    """The tables to be kept of one that has been worked out."""
    steps = np.rint(table.astype(np.float64) * STEPS).astype(np.uint16)
    columns = len(GROUPS) if full else SINGLES
    return Endings(steps[:SINGLE_FAMILIES], np.ascontiguousarray(steps[SINGLE_FAMILIES:, :columns]))


@kernel
def known_value(endings: Endings, mover: int, waiting: int, lead: int) -> float:
    """What a position is worth to the mover before the die falls."""
    lane = min(MOST_LEAD, max(-MOST_LEAD, lead)) + MOST_LEAD
    family, group = int(FAMILY[waiting]), int(GROUP_IMAGE[TO_OWN[waiting], mover])
    if family < SINGLE_FAMILIES:
        return float(endings.singles[family, group, lane]) / STEPS
    return float(endings.pairs[family - SINGLE_FAMILIES, group, lane]) / STEPS


@kernel
def covers(endings: Endings, state: State) -> bool:
    """Whether what every turn from here leads to is known."""
    mine, yours = int(state.count[state.seat]), int(state.count[1 - int(state.seat)])
    if state.finish == 0 or not (1 <= mine <= MOST and 1 <= yours <= MOST):
        return False
    return mine + yours < 2 * MOST or endings.pairs.shape[1] > SINGLES


@kernel
def value_of_turn(state: State, key: Any, endings: Endings, cells: Any) -> float:
    """What a turn, as the turn generator knows it, is worth to whoever makes it; `cells` is scratch."""
    seat = int(state.seat)
    kept, _, captured, taken, neutral = unpack(key, cells)
    earlier = 0 if state.board[CENTRE] == NEUTRAL else 1
    lead = int(state.points[seat]) - int(state.points[1 - seat]) + taken + neutral - earlier
    enemies = int(state.count[1 - seat])
    if kept == 0 or taken == enemies:
        return result_value(lead, kept > 0, taken < enemies)
    mine = int(GROUP[cells[0], cells[kept - 1]])
    first, last = -1, -1
    for enemy in range(enemies):
        if not captured >> enemy & 1:
            last = int(state.pieces[1 - seat, enemy])
            first = last if first < 0 else first
    return 1.0 - known_value(endings, int(GROUP[first, last]), mine, -lead)


@kernel
def value_turns(state: State, endings: Endings, keys: Any, ends: Any, count: int, values: Any) -> float:
    """What each turn that the turn generator has listed is worth; returns the most."""
    cells = np.empty(PIECES, np.int64)
    best = -1.0
    for end in range(count):
        values[end] = value_of_turn(state, keys[ends[end]], endings, cells)
        best = max(best, values[end])
    return best


@kernel
def do_covers(states: States[State], endings: Endings) -> bool:
    return covers(endings, states[0])


def fresh_table() -> Any:
    """The table that value iteration begins with: everything is open."""
    return np.full((len(OWN), len(GROUPS), LANES), 0.5, np.float32)


# --- one turn ---------------------------------------------------------------------------------------------------------


@kernel
def result_value(lead: int, mine: bool, yours: bool) -> float:
    """What a game is worth to the mover whose turn has ended it, from the lead and who still has pieces."""
    if lead != 0:
        return 1.0 if lead > 0 else 0.0
    return 0.5 if mine == yours else 1.0 if mine else 0.0


@kernel
def group_of(first: int, second: int) -> int:
    """The group that stays when a turn ends with pieces on these cells (twice the same: only one)."""
    if DEADLY[first]:
        return NOBODY if DEADLY[second] else int(GROUP[second, second])
    return int(GROUP[first, first]) if DEADLY[second] else int(GROUP[first, second])


@kernel
def place_of(first: int, second: int) -> int:
    """Where a placement of the mover's pieces stands in lists of them."""
    return first * CELLS + second if first < second else second * CELLS + first


@kernel
def fill_ends(table: Any, left: int, pieces: int, ends: Any) -> None:
    """`ends[placement]`: what it is worth to end a turn with so many pieces there, by lead; `left` waits then."""
    for first in range(CELLS):
        for second in range(first + (pieces - 1), CELLS if pieces == MOST else first + 1):
            mine = group_of(first, second)
            place = first * CELLS + second
            for lane in range(LANES):
                if mine < 0 or left < 0:
                    ends[place, lane] = result_value(lane - MOST_LEAD, mine >= 0, left >= 0)
            if mine >= 0 and left >= 0:
                row, column = FAMILY[mine], GROUP_IMAGE[TO_OWN[mine], left]
                for lane in range(LANES):
                    ends[place, lane] = np.float32(1.0) - table[row, column, LANES - 1 - lane]


@kernel
def one_more(
    board: Any,
    pieces: int,
    ends: Any,
    here: Any,
    without_neutral: Any,
    without_first: Any,
    without_second: Any,
    after: Any,
) -> None:
    """What positions are worth with one movement more, from what they are worth with one less.

    `board` has EMPTY, NEUTRAL, or 1 and 2 for the enemies that are left. `here` is the list of values where nothing
    more has been captured; the others are those without the neutral piece and without either of the enemies, the
    neutral piece as it is now.
    """
    best = np.empty(LANES, np.float32)
    for first in range(CELLS):
        if board[first] != EMPTY:
            continue
        for second in range(first + (pieces - 1), CELLS if pieces == MOST else first + 1):
            if board[second] != EMPTY:
                continue
            best[:] = -1.0
            for piece in range(pieces):
                cell = first if piece == 0 else second
                other = second if piece == 0 else first
                for direction in range(6):
                    beside = int(NEIGHBOUR[cell, direction])
                    if beside < 0 or (pieces == MOST and beside == other):
                        continue
                    there = board[beside]
                    goal = beside
                    if there != EMPTY:
                        goal = int(BEYOND[cell, direction])
                        if goal < 0 or board[goal] != EMPTY or (pieces == MOST and goal == other):
                            continue
                    place = place_of(goal, other) if pieces == MOST else goal * CELLS + goal
                    if there == EMPTY:
                        for lane in range(LANES):
                            best[lane] = max(best[lane], here[place, lane])
                    elif there == NEUTRAL:
                        raise_lead(best, without_neutral[place])
                    elif there == 1:
                        raise_lead(best, without_first[place])
                    else:
                        raise_lead(best, without_second[place])
            place = first * CELLS + second
            for lane in range(LANES):
                after[place, lane] = best[lane] if best[lane] >= 0.0 else ends[place, lane]


@kernel
def raise_lead(best: Any, following: Any) -> None:
    """The better of what is known and of what follows a capture, which adds a point to the lead."""
    for lane in range(LANES - 1):
        best[lane] = max(best[lane], following[lane + 1])
    best[LANES - 1] = max(best[LANES - 1], following[LANES - 1])


@kernel
def work_out(table: Any, first: int, second: int, pieces: int, nobody: Any, mean: Any) -> None:
    """`mean[placement]`: what positions are worth before the die falls against enemies on these cells (twice the same:
    only one), for movers with so many pieces.

    `nobody[movements left, gone]` is the same within a turn where all enemies are captured (see `fill_nobody`).
    """
    enemies = 1 if first == second else MOST
    everybody = (1 << enemies) - 1
    ends = np.zeros((everybody, CELLS * CELLS, LANES), np.float32)
    before = np.zeros((everybody, 2, CELLS * CELLS, LANES), np.float32)
    after = np.zeros((everybody, 2, CELLS * CELLS, LANES), np.float32)
    for captured in range(everybody):
        left = int(GROUP[first, second]) if captured == 0 else int(GROUP[second, second])
        if captured == 2:
            left = int(GROUP[first, first])
        fill_ends(table, left, pieces, ends[captured])
        before[captured, 0] = ends[captured]
        before[captured, 1] = ends[captured]
    mean[:] = 0.0
    board = np.zeros(CELLS, np.int8)
    for made in range(FACES):
        for captured in range(everybody):
            for gone in range(2):
                board[:] = EMPTY
                board[CENTRE] = EMPTY if gone else NEUTRAL
                if not captured & 1:
                    board[first] = 1
                if enemies == MOST and not captured & 2:
                    board[second] = 2
                without_first, without_second = captured | 1, captured | 2
                one_more(
                    board,
                    pieces,
                    ends[captured],
                    before[captured, gone],
                    before[captured, 1],
                    nobody[made, gone] if without_first == everybody else before[without_first, gone],
                    nobody[made, gone] if without_second >= everybody else before[without_second, gone],
                    after[captured, gone],
                )
        before, after = after, before
        mean += before[0, 0] / np.float32(FACES)


@kernel
def fill_nobody(pieces: int, nobody: Any) -> None:
    """What it is worth to be within a turn with nobody left to capture: [movements left, neutral gone, placement]."""
    table = np.zeros((1, 1, LANES), np.float32)
    board = np.zeros(CELLS, np.int8)
    for gone in range(2):
        fill_ends(table, -1, pieces, nobody[0, gone])
    for made in range(FACES):
        for gone in range(2):
            board[CENTRE] = EMPTY if gone else NEUTRAL
            now = nobody[made]
            one_more(board, pieces, nobody[0, gone], now[gone], now[1], now[gone], now[gone], nobody[made + 1, gone])


@kernel
def go_over(table: Any, families: Any, pieces: int, nobody: Any) -> float:
    """Work out all positions of movers with so many pieces against some families, in place; returns the most that a
    value has changed."""
    changed = 0.0
    mean = np.zeros((CELLS * CELLS, LANES), np.float32)
    for index in range(families.shape[0]):
        family = families[index]
        first, second = int(OWN_CELLS[family, 0]), int(OWN_CELLS[family, 1])
        work_out(table, first, second, pieces, nobody, mean)
        for mine in range(CELLS):
            if DEADLY[mine] or mine in (first, second):
                continue
            for other in range(mine + (pieces - 1), CELLS if pieces == MOST else mine + 1):
                if DEADLY[other] or other in (first, second):
                    continue
                group = GROUP[mine, other]
                place = mine * CELLS + other
                for lane in range(LANES):
                    value = mean[place, lane]
                    changed = max(changed, abs(value - table[family, group, lane]))
                    table[family, group, lane] = value
    return float(changed)
