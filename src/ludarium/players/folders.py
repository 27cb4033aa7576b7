"""A folder is a player: `player.toml` says how it is started, and what people are told of it.

    name = "Cautious"
    summary = "Never gives anything away."
    command = "python3 main.py --careful"     # or: class = "main.py:Cautious", or: intelligence = "main.py"
    games = ["reversi"]                       # left out: every game
    seconds = 5                               # the options of a program, as `program[seconds=5]:…` has them

A command's words that name files of the folder mean those. A `class` runs in our own process, guarded as any class of a
file; an `intelligence` is a script of an earlier framework's form (`intelligence/AICore.py` has it), and so is a file
`<Name>Intelligence.py` or a folder `<Name>Intelligence` with a `main.py`.

Folders that are registered are known by their names, here and in processes that are started from here; what changes in
them is noticed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludarium.engine.errors import LudariumError, PlayerError, UnknownName

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.engine.player import Player

DESCRIPTION = "player.toml"
REGISTERED = "LUDARIUM_PLAYERS"
"""The variable that lists registered folders, separated by semicolons: processes that are started know it."""
SHIM = Path(__file__).with_name("intelligence") / "start.py"
_INTELLIGENCE = re.compile(r"\w*Intelligence")
_WAYS = ("command", "class", "intelligence")
_LONGEST = {"name": 60, "summary": 300}


@dataclass(frozen=True)
class Described:
    """A player in a folder or a script, as its description has it."""

    place: Path
    key: str
    """How it is called where it is registered: letters, digits and hyphens."""
    name: str
    summary: str
    way: str
    """`command`, `class` or `intelligence`."""
    start: str
    games: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def suits(self, game: Game) -> str:
        """Why it cannot play a game; empty when it can."""
        if self.games and game.name not in self.games:
            return f"it plays {', '.join(self.games)} only"
        return self.kind().suits(game)

    def kind(self) -> type[Player]:
        """The class of this player. Its files are read when a player is made, not before."""
        return _kind(self)

    def digest(self) -> str:
        """Changes with any file of the player's."""
        found = hashlib.sha256()
        files = sorted(self.place.rglob("*")) if self.place.is_dir() else [self.place]
        for path in files:
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(f"{path.relative_to(self.place.parent)}\n".encode())
                found.update(path.read_bytes())
        return found.hexdigest()[:16]

    def __hash__(self) -> int:
        return hash((self.place, self.start))


def find(text: str) -> Described | None:
    """The player that a path means, or None if it is no path of one."""
    place = Path(text).expanduser()
    try:
        if _is_intelligence(place):
            return _intelligence(place.resolve())
        if place.name == DESCRIPTION:
            place = place.parent
        # A bare word may describe a player to the game, whatever folders lie here.
        if not place.is_dir() or (os.sep not in text and not (place / DESCRIPTION).is_file()):
            return None
    except (OSError, ValueError):  # no name that a file could have
        return None
    return read(place.resolve())


def read(folder: Path) -> Described:
    """The player that a folder describes; what is wrong with the description is an error with the remedy."""
    path = folder / DESCRIPTION
    if not path.is_file():
        raise PlayerError(f"{folder} is no player: write a {DESCRIPTION} into it that says how it is started")
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except RecursionError:
        raise PlayerError(f"{path} cannot be read: it is nested too deeply") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise PlayerError(f"{path} cannot be read: {error}") from error
    return _described(folder, path, told)


def _described(folder: Path, path: Path, told: dict[str, Any]) -> Described:
    from ludarium.players.program import Program

    known = [parameter.name for parameter in Program.parameters]
    for key in told:
        if key not in ("name", "summary", "games", *_WAYS, *known):
            everything = ["name", "summary", "games", *_WAYS, *known]
            raise UnknownName(f"entry of {path}:", key, everything, hint=f"known: {', '.join(everything)}")
    ways = [way for way in _WAYS if way in told]
    if len(ways) != 1:
        raise PlayerError(f"{path}: write one of command, class and intelligence, which says how the player is started")
    for key in ("name", "summary", *ways):
        value = told.get(key, "")
        if not isinstance(value, str) or len(value) > _LONGEST.get(key, 1000) or "\n" in value:
            raise PlayerError(f"{path}: {key} must be a text of one line, up to {_LONGEST.get(key, 1000)} characters")
    games = told.get("games", [])
    if not isinstance(games, list) or not all(isinstance(game, str) for game in games):
        raise PlayerError(f"{path}: games must be a list of names, or left out for every game")
    options = {key: value for key, value in told.items() if key in known}
    if ways == ["class"] and set(options) - {"seconds"}:
        raise PlayerError(f"{path}: a class runs in our process: of the limits it can have only seconds")
    return Described(
        place=folder,
        key=key_of(folder.name),
        name=told.get("name") or folder.name,
        summary=told.get("summary", ""),
        way=ways[0],
        start=told[ways[0]],
        games=tuple(games),
        options=options,
    )


def _is_intelligence(place: Path) -> bool:
    if place.suffix == ".py":
        return _INTELLIGENCE.fullmatch(place.stem) is not None and place.is_file()
    return (
        _INTELLIGENCE.fullmatch(place.name) is not None
        and (place / "main.py").is_file()
        and not (place / DESCRIPTION).exists()
    )


def _intelligence(place: Path) -> Described:
    name = place.stem.removesuffix("Intelligence") or place.stem
    start = place.name if place.is_file() else "main.py"
    return Described(place, key_of(place.stem), name, f"the script {place.name}", "intelligence", start)


def key_of(name: str) -> str:
    """A name as it is written where players are named: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()).strip("-") or "player"


# --- from a description to a player -----------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _kind(told: Described) -> type[Player]:
    if told.way == "class":
        from ludarium.engine.player import Player
        from ludarium.engine.plugins import find_class, split_reference
        from ludarium.players.own import guarded

        path, name = split_reference(told.start)
        return guarded(find_class(str(told.place / path), name, Player), told.options)

    from ludarium.players.program import Program

    command = _command(told)

    class InFolder(Program):
        summary = told.summary or Program.summary

        def __init__(self, **given: object) -> None:
            super().__init__(command=command, **{**told.options, **given})

    return InFolder


def _command(told: Described) -> str:
    folder = told.place if told.place.is_dir() else told.place.parent
    if told.way == "intelligence":
        script = folder / told.start
        if not script.is_file():
            raise PlayerError(f"{folder / DESCRIPTION}: no script {told.start} in this folder")
        return shlex.join([sys.executable, str(SHIM), str(script)])
    try:
        words = shlex.split(told.start)
    except ValueError as error:
        raise PlayerError(f"{folder / DESCRIPTION}: the command cannot be read: {error}") from error
    return shlex.join([str(folder / word) if (folder / word).exists() else word for word in words])


# --- registered folders -----------------------------------------------------------------------------------------------


def register(folder: Path, *, may_be_empty: bool = False) -> dict[str, Described]:
    """Make the players in a folder known by their keys; one that cannot be read, or whose key is taken, is an error."""
    from ludarium.players import GENERIC

    place = folder.expanduser().resolve()
    if not place.is_dir():
        raise LudariumError(f"no folder {folder}: give one that holds folders with a {DESCRIPTION}")
    found = {}
    for inner in _candidates(place):
        told = find(str(inner))
        assert told is not None
        if told.key in found or told.key in GENERIC:
            raise LudariumError(f"{inner}: the name '{told.key}' is taken: rename the folder")
        told.kind()
        found[told.key] = told
    if not found and not may_be_empty:
        raise LudariumError(f"{folder} holds no player: put folders with a {DESCRIPTION} into it")
    know([*places(), place])
    return found


def places() -> tuple[Path, ...]:
    """The folders that are registered."""
    return tuple(Path(each) for each in os.environ.get(REGISTERED, "").split(";") if each)


def know(folders: Iterable[Path]) -> None:
    """Have these folders registered and no others, whose players were looked at before."""
    os.environ[REGISTERED] = ";".join(dict.fromkeys(map(str, folders)))


def registered() -> dict[str, Described]:
    """The registered players as they are now. One that cannot be read any more is left out."""
    found: dict[str, Described] = {}
    for folder in places():
        for inner in _candidates(folder):
            try:
                told = _read_again(inner, _stamp(inner))
            except LudariumError:
                continue
            if told is not None:
                found.setdefault(told.key, told)
    return found


def stamp() -> tuple[object, ...]:
    """Changes with the registered players."""
    return tuple((told.key, told.name, told.summary, told.start, told.games) for told in registered().values())


def _candidates(folder: Path) -> list[Path]:
    try:
        inside = sorted([folder, *folder.iterdir()])
        shown = [inner for inner in inside if not inner.name.startswith(".")]
        return [inner for inner in shown if (inner / DESCRIPTION).is_file() or _is_intelligence(inner)]
    except OSError:
        return []


def _stamp(inner: Path) -> int:
    try:
        return (inner / DESCRIPTION if inner.is_dir() and (inner / DESCRIPTION).exists() else inner).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=256)
def _read_again(inner: Path, changed: int) -> Described | None:
    return find(str(inner))
