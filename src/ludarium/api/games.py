"""Games and players by name: what there is, and how to get one."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from typing import overload

from ludarium.engine import markup
from ludarium.engine.entry import Entry
from ludarium.engine.errors import BadParameter, LudariumError
from ludarium.engine.game import Game
from ludarium.engine.player import Player
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.games import REGISTRY, load
from ludarium.players import PlayerEntry, listing, make, own_player

AnyGame = Game | str
"""A game, or its name."""
AnyPlayer = str | Player | type[Player]
"""A player as text, as an object that is copied for every seat and game, or as a class that is made without options."""


class Games(Tabular):
    """All games there are, in a fixed order; each has `name`, `seats`, `summary` and `origin`."""

    @cached_property
    def _entries(self) -> list[Entry]:
        return list(REGISTRY.entries.values())

    @property
    def names(self) -> list[str]:
        """What `ludarium.game` can be asked for."""
        return [entry.name for entry in self._entries]

    def tables(self) -> list[DataTable]:
        columns = (
            Column("name", "text", "what the game is asked for by"),
            Column("seats", "text", "how many seats it has"),
            Column("summary", "text", "the game in a line"),
            Column("origin", "text", "the package that brings it along"),
        )
        rows = [(entry.name, entry.seats, entry.summary, entry.origin) for entry in self._entries]
        return [DataTable("games", "one row a game", columns, rows)]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        return self._entries[place]

    def __repr__(self) -> str:
        return _listed([(entry.name, f"{entry.seats:5} {entry.summary}") for entry in self._entries])

    def _repr_html_(self) -> str:
        rows = [(entry.name, entry.seats, entry.summary) for entry in self._entries]
        return markup.table(("game", "seats", "summary"), rows, names=3)


class Players(Tabular):
    """The players that have names: a game's own first, then those of every game; each has `name` and `summary`."""

    def __init__(self, entries: dict[str, PlayerEntry]) -> None:
        self._entries = list(entries.values())

    @property
    def names(self) -> list[str]:
        """The names, to which options are added as in `mcts:iterations=400`."""
        return [entry.name for entry in self._entries]

    def tables(self) -> list[DataTable]:
        columns = (
            Column("name", "text", "what the player is asked for by"),
            Column("summary", "text", "the player in a line"),
        )
        rows = [(entry.name, entry.summary) for entry in self._entries]
        return [DataTable("players", "one row a player", columns, rows)]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[PlayerEntry]:
        return iter(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __repr__(self) -> str:
        return _listed([(entry.name, entry.summary) for entry in self._entries])

    def _repr_html_(self) -> str:
        return markup.table(("player", "summary"), [(entry.name, entry.summary) for entry in self._entries], names=2)


def _listed(rows: list[tuple[str, str]]) -> str:
    width = max((len(name) for name, _ in rows), default=0)
    return "\n".join(f"{name:<{width}}  {words}".rstrip() for name, words in rows)


def games() -> Games:
    """All games: ours, and those of installed packages. No game is loaded for it."""
    return Games()


def game(name: str, /, **settings: object) -> Game:
    """A game with its parameters settled: `game("reversi", size=6)`.

    Args:
        name: A name of `games()`, a rule set's short form such as `"5x5 drop line-4"`, or a file of your own with its
            class, `"path/to/file.py:Class"`.
        **settings: Values of the game's parameters (`game(...).parameters` lists them); the others keep their defaults.

    Raises:
        UnknownName: There is no such game, or it has no such parameter.
        BadParameter: A value lies outside its range.
    """
    return load(_text(name, "a game is asked for by its name"), **settings)


def players(game: AnyGame | None = None) -> Players:
    """The players that have names; with a game, its own players first."""
    return Players(listing(None if game is None else the_game(game)))


def player(text: AnyPlayer, game: AnyGame, **options: object) -> Player:
    """A new player for one seat: `player("mcts:iterations=400", game)`, or `player("mcts", game, iterations=400)`.

    Args:
        text: The player as text, a class, or an object, of which a copy is made.
        game: The game it is to play.
        **options: Values of the player's parameters, in place of those in the text.

    Raises:
        UnknownName: There is no such player, or it has no such option.
        NotSuited: It cannot play this game.
    """
    played = the_game(game)
    if isinstance(text, str):
        if not options:
            return make(text, played)
        name, _, given = text.partition(":")
        if given:
            raise BadParameter(f"'{text}' has options already: give all of them in the text, or all beside it")
        return make(f"{name}:{','.join(f'{key}={value}' for key, value in options.items())}", played)
    return own_player(text, played, **options)


def the_game(given: AnyGame) -> Game:
    """The game that is meant by an object or a name."""
    if isinstance(given, Game):
        return given
    if inspect.isclass(given) and issubclass(given, Game):
        made: Game = given()
        return made
    return game(given)


def _text(given: object, expectation: str) -> str:
    if not isinstance(given, str):
        raise LudariumError(f"{given!r} is no text: {expectation}")
    return given
