"""`python -m benchmarks.tarble_last_chance`: every position that fits the words of Tarble's third situation.

Red has two pieces and a roll of 1, blue one piece and a point more, which goes into a corner with a roll of 2 or more.
Red has one movement, towards blue's piece to two cells from it, after which it captures that piece with a 3 or more
wherever blue goes with a roll of 1; after every other movement it may need a 4 or more. The other piece can come within
three of the centre. How often is the movement towards blue the best, and worth 1/9, by the shipped tables of endings?
"""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.tarble.board import (
    CELL,
    CORNERS,
    DEADLY,
    DIRECTIONS,
    DISTANCE,
    PLACES,
    Place,
    between,
    turned,
)
from ludarium.games.tarble.claims import worth_of_turns
from ludarium.games.tarble.endings import SAME
from ludarium.games.tarble.notation import read_line

MIDDLE: Place = (0, 0)
NINTH = 1 / 9
Men = frozenset[Place]


def homes() -> list[Place]:
    return [place for cell, place in enumerate(PLACES) if not DEADLY[cell]]


def movements(own: Men, other: Men, neutral: bool) -> Iterator[tuple[Place, Place, Place | None]]:
    """From, to, and what is jumped over."""
    for x, y in own:
        for dx, dy in DIRECTIONS:
            beside, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if beside in other or (neutral and beside == MIDDLE):
                if behind in CELL and behind not in own | other and not (neutral and behind == MIDDLE):
                    yield (x, y), behind, beside
            elif beside in CELL and beside not in own:
                yield (x, y), beside, None


def roll_needed(own: Men, other: Men) -> int:
    """The fewest movements that capture the other's only piece; 7 if six are too few."""
    seen = {(own, True)}
    for number in range(1, 7):
        after = set()
        for men, neutral in seen:
            for start, end, taken in movements(men, other, neutral):
                if taken is not None and taken in other:
                    return number
                after.add((men - {start} | {end}, neutral and taken is None))
        seen = after
    return 7


def roll_after(own: Men, blue: Place) -> int:
    """The same after blue's best movement with a roll of 1; 7 if red has nobody left."""
    left = frozenset(place for place in own if not DEADLY[CELL[place]])
    if not left:
        return 7
    return max(roll_needed(left, frozenset({end})) for _, end, _ in movements(frozenset({blue}), left, True))


def towards(near: Place, far: Place, blue: Place) -> tuple[Place, Place] | None:
    """The movement towards blue in a position that fits the words."""
    if between(near, blue) != 3 or between(far, MIDDLE) != 4:
        return None
    own, other = frozenset({near, far}), frozenset({blue})
    moves = list(movements(own, other, True))
    if any(taken for _, _, taken in moves):
        return None
    closer = [(start, end) for start, end, _ in moves if start == near and between(end, blue) == 2]
    if not closer or not any(start == far and between(end, MIDDLE) == 3 for start, end, _ in moves):
        return None
    good = [move for move in closer if roll_after(own - {move[0]} | {move[1]}, blue) == 3]
    if len(good) != 1:
        return None
    rest = [(start, end) for start, end, _ in moves if (start, end) != good[0]]
    return good[0] if all(roll_after(own - {start} | {end}, blue) > 3 for start, end in rest) else None


def main() -> None:
    fit = best = ninth = both = 0
    images: set[Place] = set()
    for blue in homes():
        if blue in images or min(int(DISTANCE[CELL[blue], corner]) for corner in CORNERS) != 2:
            continue
        # The board is the same from six sides and in a mirror: one image of blue's piece is enough.
        images |= {turned(place, times) for place in (blue, blue[::-1]) for times in range(6)}
        for near in homes():
            for far in homes():
                move = towards(near, far, blue) if len({near, far, blue}) == 3 else None
                if move is None:
                    continue
                worth = worth_of_turns(f"r{near}{far} b{blue} 5:6 r 1".replace(", ", ","))
                cells = (CELL[move[0]], CELL[move[1]])
                found = next(value for line, value in worth.items() if read_line(line).moved[0] == cells)
                is_best, is_ninth = found >= max(worth.values()) - SAME, abs(found - NINTH) < 2e-4
                fit, best, ninth, both = fit + 1, best + is_best, ninth + is_ninth, both + (is_best and is_ninth)
    print(f"{fit} positions fit; the movement towards blue is the best in {best}, worth 1/9 in {ninth}, both in {both}")


if __name__ == "__main__":
    main()
