"""One number for a game, for those who need one: gates first, then a harmonic mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludarium.arena.metrics.depth import Depth
from ludarium.arena.metrics.measure import Metrics

FLOOR = 0.01
"""No part counts as less: one that is 0 would hide all others."""
GATES = {"completion": 0.2, "turns": 3.0, "coverage": 0.1}
"""A game below one of these is none: its overall figure is 0."""


@dataclass(frozen=True)
class Overall:
    """The figure; None where a part of it is missing, and `reason` says which."""

    value: float | None
    parts: dict[str, float]
    closed: tuple[str, ...] = ()
    """The gates that the game did not pass, in words."""
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        shown = {"value": self.value, "parts": self.parts, "closed_gates": list(self.closed), "method": METHOD}
        return shown | ({"reason": self.reason} if self.reason else {})


METHOD = f"harmonic mean of the parts, each at least {FLOOR}; 0 behind a closed gate"


def harmonic_mean(parts: list[float]) -> float:
    """The harmonic mean, each part at least `FLOOR`."""
    return len(parts) / sum(1 / max(FLOOR, part) for part in parts)


def overall(metrics: Metrics, depth: Depth | None) -> Overall:
    """The harmonic mean of balance, completion, 1 − drawishness, agency and depth, after the gates.

    Depth counts as the share of the steps tried. A gate whose metric is not available stands open.
    """
    if metrics.seats == 1:
        return Overall(None, {}, reason="one seat: balance and completion do not exist")
    closed = tuple(
        f"{name} {value:.2f} is below {least:g}"
        for name, least in GATES.items()
        if (value := getattr(metrics, name).value) is not None and value < least
    )
    parts = {
        "balance": metrics.balance.value,
        "completion": metrics.completion.value,
        "not_drawish": None if metrics.drawishness.value is None else 1 - metrics.drawishness.value,
        "agency": metrics.agency.value,
        "depth": depth.share if depth else None,
    }
    known = {name: value for name, value in parts.items() if value is not None}
    if closed:
        return Overall(0.0, known, closed)
    if len(known) < len(parts):
        missing = ", ".join(name for name in parts if name not in known)
        return Overall(None, known, reason=f"{missing} was not measured")
    return Overall(harmonic_mean(list(known.values())), known)
