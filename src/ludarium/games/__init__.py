"""The games: every folder beside this file is one, and its entry says what belongs to it."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from ludarium.engine.entry import Entry, entries_of
from ludarium.engine.registry import Registry

if TYPE_CHECKING:
    from ludarium.engine.game import Game


def _folders() -> Iterator[Entry]:
    for found in pkgutil.iter_modules(__path__):
        if found.ispkg:
            yield from entries_of(import_module(f"{__name__}.{found.name}"))


REGISTRY = Registry(_folders(), families="ludarium.doors:FAMILIES")


def load(name: str, /, **settings: object) -> Game:
    """A game by name, path or short form, with its parameters settled."""
    return REGISTRY.load(name, **settings)


def register(*references: str) -> list[Entry]:
    """Make games of files and folders known by their names; see `Registry.register`."""
    return REGISTRY.register(*references)
