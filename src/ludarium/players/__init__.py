"""Players by name: the text form `mcts:iterations=400`, and what can stand in it.

Nothing is imported until a player is made, so that listings stay quick. A name is looked up among the game's own
players first, then here, then among the entry points of the group `ludarium.players`. A user's own player is a file
path, a program of any language is `program:COMMAND`, and doors have players of that form, too: a name and what it is
given. What is none of these may describe a player to the game itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ludarium.engine.errors import BadParameter, LudariumError, NotSuited, PlayerError, UnknownName
from ludarium.engine.parameters import read_settings, settle
from ludarium.engine.plugins import find_class, import_object
from ludarium.players import folders

if TYPE_CHECKING:
    from ludarium.engine.game import Game
    from ludarium.engine.player import Player


@dataclass(frozen=True)
class PlayerEntry:
    """One player: how it is called, where its class is, and a line about it."""

    name: str
    reference: str
    """`package.module:Class`."""
    summary: str
    given: str = ""
    """For a player that is made of what follows the colon, `NAME[key=value]:REST`: the argument that gets the rest."""
    form: str = ""
    """And what the rest is, as it is written in help."""
    anybody: str = ""
    """What the rest may be, as a regular expression, where somebody on the network asks for it; empty: nobody may."""


GENERIC = {
    entry.name: entry
    for entry in (
        PlayerEntry("random", "ludarium.players.basic:Random", "any legal move, all equally likely"),
        PlayerEntry("minimax", "ludarium.players.searching:Minimax", "alpha-beta: everybody else plays against me"),
        PlayerEntry("maxn", "ludarium.players.searching:MaxN", "looks ahead: everybody plays for themselves"),
        PlayerEntry("mcts", "ludarium.players.searching:Mcts", "Monte Carlo tree search with UCB1"),
        PlayerEntry("ismcts", "ludarium.players.searching:Ismcts", "tree search over what I cannot see, one tree"),
        PlayerEntry("mo-ismcts", "ludarium.players.searching:MoIsmcts", "the same with a tree for every seat"),
        PlayerEntry("perfect", "ludarium.players.searching:Perfect", "never errs, in games small enough to solve"),
        PlayerEntry("human", "ludarium.players.terminal:Human", "a person at this terminal"),
    )
}
"""The players of every game."""

_PROGRAM = PlayerEntry(
    "program", "ludarium.players.program:Program", "a program of any language", given="command", form="COMMAND"
)
_DOORS = "ludarium.doors:PLAYERS"
"""Where the players stand that come in by doors, of the same form as programs."""
_GIVEN = re.compile(r"(?P<name>[\w-]+)\s*(?:\[(?P<options>[^]]*)])?\s*:(?P<rest>.*)", re.DOTALL)
_FILE = re.compile(
    r"(?P<path>.+?\.py)(?:\[(?P<limits>[^]]*)])?(?::(?P<class>[A-Za-z_]\w*))?(?::(?P<options>.*))?", re.DOTALL
)


def make(text: str, game: Game) -> Player:
    """A new player from its text form, checked to know its options and to be able to play the game.

    `NAME`, `NAME:key=value,key=value`, `path/to/file.py:Class`, `path/to/file.py:Class:key=value`,
    `path/to/file.py[seconds=5]:Class`, `path/to/folder` with a `player.toml`, `program:COMMAND LINE`,
    `program[seconds=2,memory=512]:COMMAND LINE` or likewise the name of a door and what it is given. The player's label
    is the text as given.
    """
    text = text.strip()
    if found := taken_apart(text):
        entry, options, rest = found
        given = _settings(options)
        player = _construct(_load(entry.name, entry.reference), given, text, game, **{entry.given: rest})
    else:
        kind, given = _find(text, game)
        player = _construct(kind, given, text, game)
    player.label = text
    return player


def own_player(given: Player | type[Player], game: Game, **options: object) -> Player:
    """A new player from a class or an object, checked to be able to play the game."""
    from copy import deepcopy

    from ludarium.engine.player import Player as AnyPlayer

    kind = given if isinstance(given, type) else type(given)
    if not issubclass(kind, AnyPlayer):
        raise PlayerError(
            f"{given!r} is no player: expected a text such as 'mcts:iterations=400', a Player or a class of players"
        )
    if unsuited := kind.suits(game):
        raise NotSuited(f"{kind.__name__} cannot play {game.name}: {unsuited}")
    _check_whole(kind)
    if isinstance(given, AnyPlayer) and options:
        raise BadParameter(f"{kind.__name__} is made already: options belong to texts and classes")
    try:
        return deepcopy(given) if isinstance(given, AnyPlayer) else kind(**options)
    except LudariumError:
        raise
    except Exception as error:
        raise PlayerError(
            f"{kind.__name__} cannot be made anew for every seat: {type(error).__name__}: {error}"
        ) from error


def listing(game: Game | None = None) -> dict[str, PlayerEntry]:
    """The players that have names: a game's own first (none without a game), then those of every game."""
    own = {}
    for name, reference in (game.players if game is not None else {}).items():
        own[name] = PlayerEntry(name, reference, _load(name, reference).summary)
    folder = {} if game is None else {key: told for key, told in folders.registered().items() if not told.suits(game)}
    local = {key: PlayerEntry(key, str(told.place), told.summary or told.name) for key, told in folder.items()}
    return own | {name: entry for name, entry in {**GENERIC, **_installed(), **local}.items() if name not in own}


@cache
def _installed() -> Mapping[str, PlayerEntry]:
    """The players that other packages bring along; ours keep their names."""
    from importlib.metadata import entry_points

    found = {}
    for point in entry_points(group="ludarium.players"):
        origin = point.dist.name if point.dist else "?"
        if point.name not in GENERIC:
            found[point.name] = PlayerEntry(point.name, point.value, f"from the package {origin}")
    return found


def kind_of(text: str, game: Game) -> type[Player]:
    """The class of the player that a text names, without making one."""
    if found := taken_apart(text):
        return _load(found[0].name, found[0].reference)
    return _find(text.strip(), game)[0]


def made_of_text() -> Mapping[str, PlayerEntry]:
    """The players that are made of what follows the colon: programs, and those that come in by doors."""
    return {entry.name: entry for entry in (_PROGRAM, *import_object(_DOORS))}


def taken_apart(text: str) -> tuple[PlayerEntry, str, str] | None:
    """Such a player, its options and what it is given, where a text names one."""
    parts = _GIVEN.fullmatch(text.strip())
    entry = made_of_text().get(parts["name"].lower()) if parts else None
    return (entry, parts["options"] or "", parts["rest"].strip()) if parts and entry else None


def _find(text: str, game: Game) -> tuple[type[Player], Mapping[str, object]]:
    """The class that a text names, and the options that it gives."""
    name, _, options = text.partition(":")
    name = name.strip().lower()
    references = {name: entry.reference for name, entry in {**GENERIC, **_installed()}.items()} | dict(game.players)
    if name in references:
        return _load(name, references[name]), _settings(options)
    if told := folders.registered().get(name):
        return _in_folder(told, game), _settings(options)
    # Looked for second: the options of a named player may well end in .py.
    place, _, chosen = text.partition(":")
    if told := folders.find(place):
        return _in_folder(told, game), _settings(chosen)
    if parts := _FILE.fullmatch(text):
        from ludarium.engine.player import Player
        from ludarium.players.own import guarded

        kind = find_class(parts["path"], parts["class"] or "", Player)
        return guarded(kind, _settings(parts["limits"] or "")), _settings(parts["options"] or "")
    if described := game.read_player(text):
        return described
    made = made_of_text()
    if name in made:
        raise PlayerError(f"'{name}' needs a {made[name].given}: write {name}:{made[name].form}")
    forms = ", ".join(f"{entry.name}:{entry.form}" for entry in made.values())
    hint = f"known here: {', '.join(sorted(references))}, path/to/file.py:Class, path/to/folder, {forms}"
    raise UnknownName("player", name, [*references, *made], hint=hint)


def _in_folder(told: folders.Described, game: Game) -> type[Player]:
    if unsuited := told.suits(game):
        raise NotSuited(f"{told.name} cannot play {game.name}: {unsuited}")
    return told.kind()


def _load(name: str, reference: str) -> type[Player]:
    from ludarium.engine.player import Player

    try:
        found = import_object(reference)
    except LudariumError:  # a package that is not installed, with the remedy
        raise
    except (ImportError, AttributeError) as error:
        raise PlayerError(f"the player '{name}' cannot be loaded from {reference}: {error}") from error
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise PlayerError(f"the player '{name}' cannot be loaded: {reference} is no Player class")
    return found


def _settings(options: str) -> Mapping[str, object]:
    return read_settings(options.split(",")) if options.strip() else {}


def _check_whole(kind: type[Player]) -> None:
    """Refuse a class that says of no decision how it is made, before a game is played by chance in its name."""
    from ludarium.engine.player import Player

    if kind.choose is Player.choose:
        raise PlayerError(f"{kind.__name__} has no method choose(self, view, clock): write it, it gives the move")


def _construct(kind: type[Player], given: Mapping[str, object], text: str, game: Game, **fixed: str) -> Player:
    try:
        settled = settle(kind.name or kind.__name__, kind.parameters, given)
        unsuited = kind.suits(game)
        if unsuited:
            raise NotSuited(f"{text} cannot play {game.name}: {unsuited}")
        _check_whole(kind)
        # Only what was given: a player may treat a chosen value and the same value by default differently.
        return kind(**{name: settled[name] for name in given}, **fixed)
    except LudariumError:
        raise
    except Exception as error:
        raise PlayerError(f"{text} cannot be made: {type(error).__name__}: {error}") from error
