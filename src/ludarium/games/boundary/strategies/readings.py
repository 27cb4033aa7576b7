"""Readings of the strategies: what the source leaves open about how they move, as options.

The source says what each strategy is after, but of the way there only some things. A `Reading` settles the rest:

    formation   0 each piece of a blob goes straight to the target, so that all meet in one point
                1 a blob travels in formation: its middle goes to the target, and it keeps its shape; attacks spread out
                2 always in formation, attacks too
    shared      1 Defensive Treasure groups as the others do, by the nearest own piece, those that are alone first
    mixed       1 only Defensive Treasure heads for where an ally plans to be, the others for where it stands, as in the
                source before its last test
    overshoot   1 single pieces go their whole move radius, beyond a target that is nearer; 2 blobs do so, too
    spread      how far beside its target an attacker aims, as a share of a lone piece's influence radius
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.engine import Parameter
from ludarium.engine.parameters import Value, settle


class Reading(NamedTuple):
    """Options of the strategies as kernels know them."""

    formation: int = 0
    shared: int = 0
    mixed: int = 0
    overshoot: int = 0
    spread: float = 0.75


AS_DECIDED = Reading()
"""What we decided, and what all strategies do unless they are told otherwise."""
STRAIGHT, TRAVEL, ALWAYS = 0, 1, 2
SINGLES, ALL = 1, 2

OPTIONS = (
    Parameter(
        "formation",
        "no",
        "whether a blob keeps its shape: no, while it travels, or always, in attacks too",
        choices=("no", "travel", "always"),
    ),
    Parameter(
        "grouping",
        "gather",
        "Defensive Treasure gathers in the middle, or groups as the others do (shared)",
        choices=("gather", "shared"),
    ),
    Parameter(
        "seek",
        "planned",
        "an ally is sought where it plans to be, or (mixed) by all but Defensive Treasure where it stands",
        choices=("planned", "mixed"),
    ),
    Parameter(
        "overshoot",
        "no",
        "whether pieces go their whole move radius beyond a nearer target: no, single ones, or all",
        choices=("no", "singles", "all"),
    ),
    Parameter("spread", 0.75, "how far beside its target an attacker aims, in influence radii", low=0.0, high=3.0),
)
_CHOICES = {option.name: option.choices for option in OPTIONS if option.choices}


def reading_of(options: Mapping[str, object]) -> Reading:
    """The reading that options mean; what is not given is as we decided."""
    settled = settle("a strategy", OPTIONS, options)
    return Reading(
        _CHOICES["formation"].index(str(settled["formation"])),
        _CHOICES["grouping"].index(str(settled["grouping"])),
        _CHOICES["seek"].index(str(settled["seek"])),
        _CHOICES["overshoot"].index(str(settled["overshoot"])),
        float(settled["spread"]),
    )


def options_of(reading: Reading) -> dict[str, Value]:
    """A reading as options, all of them."""
    return {
        "formation": _CHOICES["formation"][reading.formation],
        "grouping": _CHOICES["grouping"][reading.shared],
        "seek": _CHOICES["seek"][reading.mixed],
        "overshoot": _CHOICES["overshoot"][reading.overshoot],
        "spread": reading.spread,
    }


def described(reading: Reading) -> str:
    """What differs from what we decided, as options are written: `formation=always,spread=0.5`."""
    decided = options_of(AS_DECIDED)
    given = options_of(reading)
    return ",".join(f"{name}={value}" for name, value in given.items() if value != decided[name]) or "as decided"
