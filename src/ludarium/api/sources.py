"""Which sources can be reproduced: those that the games' entries name, and those of the rooms above the arena."""

from __future__ import annotations

from ludarium.arena.reproduce.reproduction import Reproduction
from ludarium.engine.errors import UnknownName
from ludarium.engine.plugins import import_object
from ludarium.games import REGISTRY

OTHERS = {"game-design": "ludarium.design.reproduction:REPRODUCTION"}
"""Sources that are about no single game. The arena does not know them: what can be reproduced is asked here."""


def sources() -> dict[str, str]:
    """Where each source's `Reproduction` is; looked for only when it is asked for."""
    found: dict[str, str] = {}
    for entry in REGISTRY.entries.values():
        for source, reference in entry.reproductions.items():
            found.setdefault(source, reference)
    return found | OTHERS


def find(source: str) -> Reproduction:
    """The reproduction of a source by its name."""
    known = sources()
    if source not in known:
        raise UnknownName("source", source, known, hint=f"there are {', '.join(known)}")
    found: Reproduction = import_object(known[source])
    return found


def studies() -> list[str]:
    """The sources that are studies, in their order; known values that only check our engine are left out."""
    return [source for source in sources() if find(source).study]
