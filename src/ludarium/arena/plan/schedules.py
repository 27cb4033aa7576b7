"""Who sits where: schedules as lists of line-ups.

A line-up says by seat which player of the field sits there. A schedule lists the line-ups of one round; a run plays
round after round, so that every prefix of its games is balanced.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations

from ludarium.engine.errors import LudariumError

LineUp = tuple[int, ...]

MOST_LINE_UPS = 100_000


def rotations(players: int, seats: int) -> list[LineUp]:
    """The players keep their order round the table and change seats: player p sits at seat (p + round) mod seats."""
    _exactly(players, seats, "rotation")
    return [tuple((seat - turn) % seats for seat in range(seats)) for turn in range(seats)]


def fixed(players: int, seats: int) -> list[LineUp]:
    """Everybody keeps their seat."""
    _exactly(players, seats, "fixed")
    return [tuple(range(seats))]


def round_robin(players: int, seats: int) -> list[LineUp]:
    """Every choice of players for the table, in every order of seats."""
    if players < seats:
        raise LudariumError(f"a round robin at {seats} seats needs at least {seats} players, got {players}")
    return [order for group in combinations(range(players), seats) for order in permutations(group)]


def gauntlet(players: int, seats: int) -> list[LineUp]:
    """The first player against each other one, who takes all other seats; the first player sits everywhere once."""
    if players < 2 or seats < 2:
        raise LudariumError("a gauntlet needs a first player, at least one opponent, and a game for two or more")
    return [
        tuple(0 if seat == place else opponent for seat in range(seats))
        for opponent in range(1, players)
        for place in range(seats)
    ]


def one_of_each(players: int, seats: int) -> list[LineUp]:
    """One of each player at the table, in every order of seats."""
    _exactly(players, seats, "one-of-each")
    return list(permutations(range(seats)))


def two_and_two(players: int, seats: int) -> list[LineUp]:
    """Each two players share the table half and half, in every arrangement of seats."""
    if seats % 2 or players < 2:
        raise LudariumError(f"two-and-two needs an even number of seats and two players or more, got {seats} seats")
    return [
        tuple(one if seat in places else other for seat in range(seats))
        for one, other in combinations(range(players), 2)
        for places in combinations(range(seats), seats // 2)
    ]


def self_play(players: int, seats: int) -> list[LineUp]:
    """Each player takes all seats of a table of its own: what is left is the advantage of the seats."""
    return [(player,) * seats for player in range(players)]


SCHEDULES: dict[str, Callable[[int, int], list[LineUp]]] = {
    "rotation": rotations,
    "fixed": fixed,
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "one-of-each": one_of_each,
    "two-and-two": two_and_two,
    "self-play": self_play,
}


def line_ups(schedule: str, players: int, seats: int) -> list[LineUp]:
    """The line-ups of one round."""
    found = SCHEDULES[schedule](players, seats)
    if len(found) > MOST_LINE_UPS:
        raise LudariumError(
            f"{schedule} of {players} players at {seats} seats has {len(found):,} line-ups: "
            f"choose fewer players or another schedule (at most {MOST_LINE_UPS:,})"
        )
    return found


def _exactly(players: int, seats: int, schedule: str) -> None:
    if players != seats:
        raise LudariumError(f"the schedule {schedule} needs one player for each of the {seats} seats, got {players}")
