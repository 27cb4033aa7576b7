"""The limits of players that are not ours, as options: how long a decision may take, and how much it may hold."""

from __future__ import annotations

from ludarium.engine.parameters import Parameter
from ludarium.engine.player import Clock

LONGEST = 86_400
_MOST_MEMORY = 1_048_576


def limits(*, memory: int, least: int, of_what: str) -> tuple[Parameter, ...]:
    """The options `seconds` and `memory`; the latter by default, at least, and of what it is."""
    return (
        Parameter("seconds", 10.0, "time for each decision", low=0.01, high=LONGEST),
        Parameter("memory", memory, f"memory in MB {of_what}", low=least, high=_MOST_MEMORY),
    )


def allowed(seconds: float, clock: Clock) -> float:
    """The time for a decision: what the player's own limit and the clock both allow."""
    return seconds if clock.left is None else min(seconds, clock.left)
