"""The registry of games: what exists, without importing it.

An entry holds what a listing shows, so that `ludarium games` loads no game. A new game of this package is one entry in
`ludarium.games`; another package's is an entry point of the group `ludarium.games`; a user's own is a file path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ludarium.engine.errors import BadParameter, UnknownName
from ludarium.engine.plugins import find_class, import_object, is_file_reference, split_reference

if TYPE_CHECKING:
    from ludarium.engine.game import Game


@dataclass(frozen=True)
class Entry:
    """One game: how it is called, where its class is, and a line about it."""

    name: str
    reference: str
    """`package.module:Class`."""
    seats: str
    summary: str
    origin: str = "ludarium"


class Registry:
    """Games by name. `fallback` reads names that describe a game, such as `8x8 reversi most-men`."""

    def __init__(self, entries: Iterable[Entry], fallback: Callable[[str], Game | None] | None = None) -> None:
        self._own = {entry.name: entry for entry in entries}
        self._fallback = fallback

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """All games, ours first."""
        from importlib.metadata import entry_points

        found = dict(self._own)
        for point in entry_points(group="ludarium.games"):
            origin = point.dist.name if point.dist else "?"
            found.setdefault(point.name, Entry(point.name, point.value, "", f"from the package {origin}", origin))
        return found

    def load(self, name: str, **settings: object) -> Game:
        """The game with a name (or path, or short form) and settings; errors say what is known."""
        from ludarium.engine.game import Game

        if is_file_reference(name):
            path, class_name = split_reference(name)
            game: Game = find_class(path, class_name, Game)(**settings)
            # A record of the game must find it again.
            game.name = name
            return game
        key = name.strip().lower()
        if key in self.entries:
            loaded: Game = import_object(self.entries[key].reference)(**settings)
            return loaded
        if self._fallback is not None:
            described = self._fallback(name.strip())
            if described is not None:
                if settings:
                    raise BadParameter(f"'{name}' says it all itself: it takes no settings, got {', '.join(settings)}")
                return described
        raise UnknownName("game", name, self.entries, remedy="games")
