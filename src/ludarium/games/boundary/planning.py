"""What a plan is about, in words of the game: how many pieces head for which treasure, whose blob, or where.

The exact targets stand in the record. What is said is reckoned from the field that everybody sees and from the plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, radians
from typing import Any

from ludarium.engine.position import Plain
from ludarium.engine.sentences import counted
from ludarium.games.boundary.notation import orders
from ludarium.games.boundary.state import GONE, HUNDREDTHS, MAX_PIECES

WAYS = ("right", "down and right", "down", "down and left", "left", "up and left", "up", "up and right")
_AHEAD = cos(radians(18))
"""What a piece goes toward lies at most so far off its way."""
_BEHIND = cos(radians(30))
"""What it goes away from lies at most so far off the opposite way."""


@dataclass(frozen=True)
class _Thing:
    """Something that a piece may head for."""

    x: float
    y: float
    words: str
    enemy: bool = False
    blob: int = -1
    """Of one's own team: a piece does not head for its own blob."""


def plan_words(plan: Any, state: Plain, record: Any, seat: int, other: str) -> str:
    """`3 pieces toward a treasure worth 5; 1 piece up and left; 2 stay`. `other` is what the other side is called."""
    own = [piece for piece in range(MAX_PIECES) if state.blob[seat][piece] != GONE]
    things = list(_things(state, seat, other))
    said: Counter[str] = Counter()
    for piece, (x, y) in orders(plan, record, seat):
        at = state.place[seat][piece]
        goes = _heading(things, state.blob[seat][piece], at, (x / HUNDREDTHS - at[0], y / HUNDREDTHS - at[1]))
        said[goes] += 1
    moving = sum(said.values())
    if not moving:
        return "everybody stays"
    if len(said) == 1 and moving == len(own) > 1:
        return f"all {next(iter(said))}"
    # The largest groups first; equal ones in the order of their pieces.
    clauses = [f"{counted(count, 'piece')} {goes}" for goes, count in said.most_common()]
    stay = len(own) - moving
    return "; ".join([*clauses, *([f"{stay} {'stays' if stay == 1 else 'stay'}"] if stay else [])])


def _things(state: Plain, seat: int, other: str) -> Iterator[_Thing]:
    """Treasures, the other side's pieces and one's own, in this order: of things equally near the first counts."""
    for worth, (x, y) in zip(state.worth, state.treasure, strict=True):
        if worth:
            yield _Thing(x, y, f"toward a treasure worth {worth}")
    for whose in (1 - seat, seat):
        blobs = state.blob[whose]
        for piece in range(MAX_PIECES):
            if blobs[piece] == GONE:
                continue
            x, y = state.place[whose][piece]
            size = blobs.count(blobs[piece])
            if whose == seat:
                yield _Thing(x, y, "toward their own", blob=blobs[piece])
            else:
                what = "a single piece" if size == 1 else f"a blob of {size}"
                yield _Thing(x, y, f"toward {what} of {other}", enemy=True)


def _heading(things: list[_Thing], blob: int, at: list[float], way: tuple[float, float]) -> str:
    """What lies ahead of a piece and is nearest; else whom it leaves behind; else its direction."""
    far = hypot(*way)
    nearest, least = "", float("inf")
    for thing in things:
        if thing.blob == blob:
            continue
        x, y = thing.x - at[0], thing.y - at[1]
        distance = hypot(x, y)
        if distance < least and distance and (x * way[0] + y * way[1]) >= _AHEAD * far * distance:
            nearest, least = thing.words, distance
    if nearest:
        return nearest
    foes = [(hypot(thing.x - at[0], thing.y - at[1]), thing) for thing in things if thing.enemy]
    if foes:
        distance, foe = min(foes, key=lambda each: each[0])
        if (at[0] - foe.x) * way[0] + (at[1] - foe.y) * way[1] >= _BEHIND * far * distance > 0:
            return "away from the enemy"
    return WAYS[round(atan2(way[1], way[0]) / (pi / 4)) % len(WAYS)]
