"""What is counted in anybody's games, with intervals: habits beside those that the source saw in people, and errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ludarium.arena.stats.statistics import mean_interval, wilson
from ludarium.engine.record import Record
from ludarium.games.tarble.endings import SAME
from ludarium.games.tarble.game import Tarble
from ludarium.games.tarble.notation import turns_of
from ludarium.games.tarble.research.errors import BLUNDER
from ludarium.games.tarble.research.habits import PEOPLE, Habits, count_game


def habits_of(records: Iterable[tuple[Record, Sequence[int]]]) -> dict[str, dict[str, Any]]:
    """The habits of some seats in records of Tarble."""
    habits = Habits()
    for record, seats in records:
        count_game(habits, turns_of(record, Tarble(**record.settings)), seats)
    return report(habits)


def report(habits: Habits) -> dict[str, dict[str, Any]]:
    """Each habit with its interval, and what the source counted among people; `value` is None where nothing counts."""
    found: dict[str, dict[str, Any]] = {}
    for name in ("same_piece", "safe", "right"):
        share = getattr(habits, name)
        entry: dict[str, Any] = {"value": None, "low": None, "high": None, "done": share.done, "of": share.of}
        if share.of:
            low, high = wilson(share.done, 0, share.of)
            entry |= {"value": share.done / share.of, "low": low, "high": high}
        found[name] = {**entry, "people": PEOPLE[name]}
    found["centre"] = {"value": None, "low": None, "high": None, "of": len(habits.centre), "people": None}
    if habits.centre:
        found["centre"] |= dict(zip(("value", "low", "high"), mean_interval(habits.centre), strict=True))
    return found


@dataclass(frozen=True)
class Errors:
    """What a player's turns gave away."""

    player: str
    turns: int
    mean: float
    low: float
    high: float
    """The mean with its 95 % interval, as if positions of one game were independent."""
    best: int
    """Turns that gave nothing away."""
    big: int
    """Turns that gave away `BLUNDER` or more."""
    most: float

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def summed_up(player: str, errors: Sequence[float]) -> Errors:
    """What a player gave away in all its turns."""
    mean, low, high = mean_interval(errors)
    return Errors(
        player,
        len(errors),
        mean,
        max(0.0, low),
        high,
        best=sum(error <= SAME for error in errors),
        big=sum(error >= BLUNDER for error in errors),
        most=max(errors),
    )
