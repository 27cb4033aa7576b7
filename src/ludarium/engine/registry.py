"""The registry of games: what exists, without importing it.

A game of this package is a folder in `ludarium.games`; another package's is an entry point of the group
`ludarium.games`; a user's own is a file or a folder. Files and folders that are registered are known by their names in
this process and in those that it starts; others are loaded by their path.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludarium.engine.entry import OURS, Entry, Family, entries_of, entry_of_class, entry_of_source
from ludarium.engine.errors import BadParameter, BadRules, LudariumError, UnknownName
from ludarium.engine.parameters import settle
from ludarium.engine.plugins import (
    find_class,
    game_folder,
    import_object,
    is_file_reference,
    load_folder,
    split_reference,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ludarium.engine.game import Game

GROUP = "ludarium.games"
"""The group of entry points by which packages bring games along."""
REGISTERED = "LUDARIUM_GAMES"
"""The variable that lists files and folders of games, separated by semicolons: processes that are started know it."""


class Registry:
    """Games by name: ours, those of installed packages, and those that are registered."""

    def __init__(self, entries: Iterable[Entry], families: str = "") -> None:
        """`families` is where further families stand that no entry names, `module:object`: those of the doors."""
        self._own = {entry.name: entry for entry in entries}
        self._families = families
        self._registered: tuple[str, dict[str, Entry]] = ("", {})

    @property
    def entries(self) -> dict[str, Entry]:
        """All games in the order of their places, ours first. A name that is taken belongs to whoever had it first."""
        listed = os.environ.get(REGISTERED, "")
        if listed != self._registered[0] or not self._registered[1]:
            found = dict(self._installed)
            for reference in filter(None, listed.split(";")):
                for entry in _entries_or_fault(reference):
                    found.setdefault(entry.name, entry)
            self._registered = listed, {entry.name: entry for entry in sorted(found.values(), key=_order)}
        return self._registered[1]

    @cached_property
    def _installed(self) -> dict[str, Entry]:
        """The games that need no registration."""
        from importlib.metadata import entry_points

        found = dict(self._own)
        for point in entry_points(group=GROUP):
            for entry in _entries_of_point(point):
                found.setdefault(entry.name, entry)
        return found

    @property
    def sound(self) -> list[str]:
        """The names of the games of which nothing is known that keeps them from being loaded."""
        return [name for name, entry in self.entries.items() if not entry.fault]

    def register(self, *references: str) -> list[Entry]:
        """Make the games of files (`path/to/file.py:Class`) and folders known by their names, here and in processes
        that are started from now on. What cannot be loaded, or has a name that is taken, is an error."""
        made = []
        for reference in map(self._python_of, references):
            path, class_name = split_reference(reference)
            place = str(Path(path).expanduser().resolve()) + (f":{class_name}" if class_name else "")
            if ";" in place:
                raise LudariumError(f"{reference}: a path with a semicolon cannot be registered: rename it")
            listed = [one for one in os.environ.get(REGISTERED, "").split(";") if one]
            for entry in _entries_at(place):
                before = self.entries.get(entry.name)
                if before is not None and (before.origin != entry.origin or before.game != entry.game):
                    raise LudariumError(
                        f"{reference} is called '{entry.name}' like a game of {before.origin}: give it another name"
                    )
                made.append(entry)
            if place not in listed:
                os.environ[REGISTERED] = ";".join([*listed, place])
        for entry in made:
            self.load(entry.name)
        return made

    def _python_of(self, reference: str) -> str:
        """The Python file of a game, where it is translated into one."""
        found = self.family_of(reference)
        return import_object(found[1].python)(reference) if found is not None and found[1].python else reference

    @property
    def registered(self) -> tuple[str, ...]:
        """What `register` takes to know the same games in another process."""
        return tuple(one for one in os.environ.get(REGISTERED, "").split(";") if one)

    # --- games --------------------------------------------------------------------------------------------------------

    def load(self, name: str, /, **settings: object) -> Game:
        """The game with a name (or path, or text that describes it) and settings; errors say what is known."""
        key = name.strip().lower()
        if key in self.entries:
            return _made(self.entries[key], settings)
        read = self._reader(name.strip())
        if read is not None:
            if settings:
                raise BadParameter(f"'{name}' says it all itself: it takes no settings, got {', '.join(settings)}")
            return read()
        if is_file_reference(name) or game_folder(name) is not None:
            game = _made(_only(name, _entries_at(name)), settings)
            game.name = name  # a record of the game must find it again
            return game
        raise UnknownName("game", name, self.entries, remedy="games")

    def families(self) -> Iterator[tuple[Entry | None, Family]]:
        """The families of games, each with the entry that names it, if one does."""
        for entry in self.entries.values():
            if entry.family is not None:
                yield entry, entry.family
        for family in import_object(self._families) if self._families else ():
            yield None, family

    def family_of(self, text: str) -> tuple[Entry | None, Family] | None:
        """The family that has a game of this description, with the entry that names it, if one does."""
        return next((found for found in self.families() if re.fullmatch(found[1].form, text, re.IGNORECASE)), None)

    def _reader(self, text: str) -> Callable[[], Game] | None:
        """What makes the game that a text describes, or that a family's file holds."""
        for entry, family in self.families():
            made_by = ""
            if family.suffix and text.lower().endswith(family.suffix):
                made_by = family.file
            elif re.fullmatch(family.form, text, re.IGNORECASE):
                made_by = family.game
            if made_by:
                reference = made_by if entry is None else entry.at_home(made_by)
                return lambda: import_object(reference)(text)
        return None


def _order(entry: Entry) -> tuple[bool, float, str]:
    return entry.origin != OURS, entry.place, entry.name


def _made(entry: Entry, settings: dict[str, object]) -> Game:
    if entry.fault:
        raise LudariumError(f"'{entry.name}' of {entry.origin} cannot be loaded: {entry.fault}")
    kind = _class_of(entry)
    settle(entry.name, kind.parameters, settings)  # before what is no parameter meets the names of Python's own
    try:
        game: Game = kind(**settings)
    except LudariumError:
        raise
    except Exception as error:
        if entry.origin == OURS:
            raise
        raise LudariumError(
            f"'{entry.name}' of {entry.origin} cannot be made: {type(error).__name__}: {error}"
        ) from error
    if lacking := _lacking(game):
        raise BadRules(f"{entry.origin}: the class {kind.__name__} is no whole game yet: {lacking}")
    if game.name != entry.name:
        game.name = entry.name  # a record of the game must find it again
    return game


def _lacking(game: Game) -> str:
    """What the class of a game has left out, which would be missed only when it is played."""
    from ludarium.engine.rules import Rules

    if "settings" not in vars(game):
        return "its __init__ must call super().__init__(**settings)"
    rules = vars(game).get("rules", inspect.getattr_static(game, "rules", None))
    made_later = hasattr(rules, "__get__")
    return "" if isinstance(rules, Rules) or made_later else "give it rules, as Rules.collect(…) makes them"


def _class_of(entry: Entry) -> Any:
    if is_file_reference(entry.game):
        from ludarium.engine.game import Game

        path, class_name = split_reference(entry.game)
        return find_class(path, class_name, Game)
    if entry.origin == OURS:
        return import_object(entry.game)
    try:
        return import_object(entry.game)
    except LudariumError:
        raise
    except Exception as error:  # whatever another's code does
        raise LudariumError(
            f"'{entry.name}' of {entry.origin} cannot be loaded: {type(error).__name__}: {error}"
        ) from error


def _only(name: str, entries: tuple[Entry, ...]) -> Entry:
    if len(entries) != 1:
        listed = ", ".join(entry.name for entry in entries)
        raise LudariumError(f"{name} holds {len(entries)} games ({listed}): register it, then they have names")
    return entries[0]


# --- where entries come from ------------------------------------------------------------------------------------------


def _entries_at(reference: str) -> tuple[Entry, ...]:
    """The entries of a file or a folder."""
    folder = game_folder(reference)
    if folder is not None:
        from dataclasses import replace

        return tuple(replace(entry, origin=reference) for entry in entries_of(load_folder(folder)))
    path, class_name = split_reference(reference)
    if Path(path).expanduser().is_dir():
        raise LudariumError(f"{reference} holds no game, or several: the __init__.py of one says ENTRY = Entry(…)")
    with suppress(OSError, UnicodeDecodeError):
        source = Path(path).expanduser().read_text(encoding="utf-8")
        if (read := entry_of_source(source, class_name, reference, path)) is not None:
            return (read,)
    from ludarium.engine.game import Game

    return (entry_of_class(find_class(path, class_name, Game), reference, path),)


def _entries_or_fault(reference: str) -> tuple[Entry, ...]:
    """The same, where one that cannot be loaded is not to spoil the list."""
    try:
        return _entries_at(reference)
    except LudariumError as error:
        path = split_reference(reference)[0]
        return (_faulty(Path(path).stem, reference, path, str(error)),)


def _faulty(name: str, reference: str, origin: str, fault: str) -> Entry:
    return Entry(name, reference, "", f"cannot be loaded: {fault}", origin=origin, fault=fault)


def _entries_of_point(point: EntryPoint) -> tuple[Entry, ...]:
    """The entries that another package brings along by an entry point: an `Entry`, several, or a game's class."""
    from dataclasses import replace

    origin = point.dist.name if point.dist else "?"
    try:
        source = _source(point.module)
        read = entry_of_source(source, point.attr, point.value, origin, point.name) if source else None
        if read is not None:
            return (read,)
        found = point.load()
        if isinstance(found, type):
            return (entry_of_class(found, point.value, origin, point.name),)
        several = found if isinstance(found, tuple) else (found,)
        if not several or not all(isinstance(entry, Entry) for entry in several):
            raise LudariumError(f"{point.value} is no Entry and no Game class")
        return tuple(replace(entry, origin=origin) for entry in several)
    except Exception as error:  # another's code: the rest of the list is not to suffer from it
        fault = f"{type(error).__name__}: {error}" if not isinstance(error, LudariumError) else str(error)
        return (_faulty(point.name, point.value, origin, fault),)


def _source(module: str) -> str | None:
    """The text of a module, without running it."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin).read_text(encoding="utf-8")
