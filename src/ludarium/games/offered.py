"""The games and players that people may ask for by texts: at tables in the browser, in plans of studies.

What is named is checked first: a name that is a file would be read, and its code run.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from functools import lru_cache

from ludarium.engine.entry import OURS
from ludarium.engine.errors import BadParameter, LudariumError, UnknownName
from ludarium.engine.game import Game
from ludarium.games import REGISTRY, load
from ludarium.players import folders, listing, make, taken_apart
from ludarium.players.memory import OPTIONS

_log = logging.getLogger(__name__)
_OPTION = r"[a-z_]+=[0-9]+(?:\.[0-9]+)?"
_OPTIONS = re.compile(rf"{_OPTION}(?:,{_OPTION})*")
_WORDS = re.compile(r"[\w +;,.&()>→-]{1,200}")
_LONGEST_SETTING = 64
_NEVER = ("human", "program")
_MOST, _MOST_SECONDS = 100_000, 10
"""The largest number that a player's option may have, and the longest thinking time: others wait for their turn."""


def made(name: str, **settings: object) -> Game:
    """A game for whoever must not wait for the compiler, as a server must not: its rules are interpreted until another
    process has compiled them."""
    game = load(name, **settings)
    game.bound = game.rules.unwaited(game.seats)
    return game


def offered() -> dict[str, Game]:
    """The games that people are offered, as they are without settings: those that whoever runs the server has
    installed or named. What fails to load is noted, and the others are there without it."""
    return _offered(REGISTRY.registered)


@lru_cache(maxsize=4)
def _offered(registered: tuple[str, ...]) -> dict[str, Game]:
    found = {}
    for name, entry in REGISTRY.entries.items():
        try:
            found[name] = made(name)
        except LudariumError as error:
            if entry.origin == OURS:
                raise
            _log.error("%s", error)
    return found


def as_suggested(game: Game) -> Game:
    """A game with the settings that people are offered, where they are others than its defaults."""
    chosen = {each.name: each.people for each in game.parameters if each.people is not None}
    return game.another(**chosen) if chosen else game


def check_name(name: str) -> str:
    """The name of a game that anybody may play: one of the list, or a rule set's short form."""
    wanted = " ".join(name.split())
    if wanted.lower() in offered():
        return wanted.lower()
    found = REGISTRY.family_of(wanted)
    if found is not None and re.fullmatch(found[1].anybody, wanted, re.IGNORECASE):
        return wanted
    raise UnknownName("game", wanted, offered(), hint="choose one from the first page")


def check_settings(settings: Mapping[str, object]) -> dict[str, object]:
    """Settings as a client gives them; texts that could be paths are refused."""
    for name, value in settings.items():
        if len(name) > _LONGEST_SETTING:
            raise BadParameter(f"{name[:_LONGEST_SETTING]}…: no parameter has so long a name")
        if isinstance(value, str) and (re.search(r"[/\\~]|\.\w*[a-z]", value, re.IGNORECASE) or len(value) > 500):
            raise BadParameter(f"{name}: files cannot be used here")
    return dict(settings)


def asked_for(name: str, settings: Mapping[str, object]) -> Game:
    """The game, checked; what is wrong with it is a `LudariumError`."""
    name, chosen = check_name(name), check_settings(settings)
    if name not in REGISTRY.entries:
        chosen = {}  # a short form says it all itself
    # Settings that are no parameters, such as `self`, must not reach a game's own arguments.
    known = [parameter.name for parameter in load(name).parameters] if chosen else []
    for setting in chosen:
        if setting not in known:
            raise UnknownName("parameter", setting, known, hint=f"{name} knows: {', '.join(known) or 'none'}")
    return made(name, **chosen)


@lru_cache(maxsize=512)
def _checked_player(text: str, name: str, settings: str) -> str:
    game = load(name, **json.loads(settings))
    make(text, game).close()
    return text


def _check_options(options: str) -> None:
    for option in options.split(",") if options else []:
        name, _, value = option.strip().partition("=")
        if any(name == parameter.name for parameter in OPTIONS):
            raise LudariumError(f"{name}: here the server keeps what players remember, for each person")
        most = _MOST_SECONDS if name == "seconds" else _MOST
        if float(value) > most:
            raise LudariumError(f"{name}={value}: at most {most} here, so that others get their turn")


def check_player(text: str, game: Game) -> str:
    """The text of a player that anybody may sit down with: no files, no programs, and options that are numbers."""
    wanted = " ".join(text.split())
    name, _, options = wanted.partition(":")
    known = listing(game)
    made_of = taken_apart(wanted)
    if name.lower() in _NEVER or (
        made_of and not (made_of[0].anybody and re.fullmatch(made_of[0].anybody, made_of[2]))
    ):
        raise LudariumError(f"{name} cannot sit at a table in the browser: choose another player")
    if made_of:
        name, options = made_of[0].name, made_of[1]
    if name.lower() in folders.registered() and options:
        raise LudariumError(f"{name} has no options here: leave them out")
    if made_of or name.lower() in known:
        if options and not _OPTIONS.fullmatch(options.strip()):
            raise LudariumError(f"{wanted}: options are written as {name}:name=number")
        _check_options(options)
    elif not _WORDS.fullmatch(wanted) or game.read_player(wanted) is None:
        raise UnknownName("player", wanted, known, hint="choose one of the list")
    given = dict(game.settings) if game.name in REGISTRY.entries else {}
    return _checked_player(wanted, game.name, json.dumps(given, sort_keys=True))
