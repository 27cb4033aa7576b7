"""OpenSpiel's games by name: which of them come in, and why others do not."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

from ludarium.engine.errors import BadParameter, NotSuited, UnknownName
from ludarium.engine.extras import needing_extras
from ludarium.engine.slots import MAX_SEATS

with needing_extras():
    import pyspiel

PREFIX = "openspiel:"
_NAME = re.compile(r"\s*(?P<name>\w+)\s*(?P<given>\(.*\))?\s*", re.DOTALL)
_REGISTERED_LATER = ("python_", "chat_game", "mean_field_lin_quad", "ludarium_")
"""How the names of games begin that are not in OpenSpiel's library itself, but registered by whoever imports them."""
_MOST_ACTIONS = 1_000_000
_LONGEST = 1_000_000
"""How long a history may be: every position holds one."""
_TRIAL = """
import sys, pyspiel
if sys.argv[1].startswith("python_"):
    import open_spiel.python.games
game = pyspiel.load_game(sys.argv[1])
if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
    game = pyspiel.convert_to_turn_based(game)
state = game.new_initial_state()
for _ in range(100):
    if state.is_terminal():
        break
    state.apply_action(state.legal_actions()[-1])
"""
_TRIED_SECONDS = 10.0
_HIDING = (pyspiel.GameType.Information.IMPERFECT_INFORMATION, pyspiel.GameType.Information.ONE_SHOT)


def openspiel_version() -> str:
    """The version of OpenSpiel as far as its rules may depend on it."""
    return "openspiel-" + ".".join(version("open_spiel").split(".")[:2])


@dataclass(frozen=True)
class Loaded:
    """A game of OpenSpiel in which one seat decides at a time, with what the lab needs to know of it."""

    game: Any
    """The `pyspiel.Game`."""
    text: str
    """How OpenSpiel writes it: `connect_four(rows=7)`."""
    title: str
    hidden: bool
    chance: bool
    at_once: bool
    """Whether several seats decide at once in the game itself: here one after the other, unseen."""
    seats: int
    actions: int
    longest: int
    """How many actions a history has at most, those of chance included."""
    decisions: int
    points: tuple[float, float] | None
    """The lowest and highest points, where they are finite."""
    points_sum: float | None
    parameters: dict[str, Any]
    """What can be set in brackets, with its values in this game."""


@lru_cache(maxsize=64)
def load(text: str) -> Loaded:
    """The game that a text such as `connect_four(rows=7)` means; a refusal says why it cannot be played here."""
    given = _NAME.fullmatch(text)
    if given is None:
        raise BadParameter(f"'{text}' is no game of OpenSpiel: expected NAME or NAME(key=value,key=value)")
    kind = kind_of(given["name"])
    dynamics = pyspiel.GameType.Dynamics
    if given["given"] and crashes(text.strip()):
        raise _refusal(kind, f"OpenSpiel itself crashes with the parameters {given['given']}")
    try:
        named = game = pyspiel.load_game(text.strip())
        # Asked of the game itself: what is made of another game by its parameters, as by `misere`, is like that one.
        at_once = named.get_type().dynamics == dynamics.SIMULTANEOUS
        if named.get_type().dynamics == dynamics.MEAN_FIELD:
            raise _refusal(kind, "it is a mean-field game: one player stands for a crowd, and there are no seats")
        if at_once:
            game = pyspiel.convert_to_turn_based(named)
        game.new_initial_state()
    except (pyspiel.SpielError, RuntimeError, ValueError, IndexError, MemoryError) as error:
        raise BadParameter(f"OpenSpiel cannot load '{text}': {_first_line(error)}") from error
    settled = game.get_type()  # that of a converted game says what the game within is like
    if settled.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise _refusal(kind, "it draws its chance out of sight (sampled stochastic), so no record could replay")
    actions, longest = int(game.num_distinct_actions()), int(game.max_history_length())
    if not 1 <= game.num_players() <= MAX_SEATS:
        fewer = ", or take fewer by its parameter players" if "players" in kind.parameter_specification else ""
        raise _refusal(kind, f"it has {game.num_players()} seats, here are at most {MAX_SEATS}{fewer}")
    if actions < 1:
        raise _refusal(kind, "its actions are structs, which have no numbers")
    if actions > _MOST_ACTIONS or longest > _LONGEST:
        raise _refusal(kind, f"it is too large: {actions:,} actions, histories of up to {longest:,}")
    lowest, highest = float(game.min_utility()), float(game.max_utility())
    constant = settled.utility in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM)
    return Loaded(
        game=game,
        text=re.sub(r"\(\)$", "", text.strip()),
        title=kind.long_name,
        hidden=settled.information in _HIDING,
        chance=settled.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC,
        at_once=at_once,
        seats=game.num_players(),
        actions=actions,
        longest=longest,
        decisions=max(1, longest - int(game.max_chance_nodes_in_history())),
        points=(lowest, highest) if abs(lowest) != float("inf") and lowest < highest < float("inf") else None,
        points_sum=game.utility_sum() if constant and game.num_players() > 1 else None,
        parameters=dict(named.get_parameters()),
    )


def kind_of(name: str) -> Any:
    """What OpenSpiel says of a game, without loading it."""
    if name.startswith("python_"):
        import_module("open_spiel.python.games")  # registers them
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if name not in kinds:
        raise UnknownName("game of OpenSpiel", name, kinds)
    return kinds[name]


def crashes(text: str) -> bool:
    """Whether a game ends the process that plays it, as `connect_four(rows=0)` does. Tried in a process of its own;
    whatever else is wrong with it, loading it says."""
    try:
        tried = subprocess.run(
            [sys.executable, "-c", _TRIAL, text], capture_output=True, timeout=_TRIED_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:  # large or the machine is busy, which is no crash
        return False
    return tried.returncode < 0


def names() -> list[str]:
    """The games that OpenSpiel loads without being given parameters, whoever has registered others since."""
    own = (kind.short_name for kind in pyspiel.registered_games() if kind.default_loadable)
    return [name for name in own if not name.startswith(_REGISTERED_LATER)]


class Guest(NamedTuple):
    """A game of OpenSpiel as it is listed: how many seats it has and what is special about it, or why it does not come
    in."""

    name: str
    title: str
    seats: int
    traits: tuple[str, ...]
    refused: str


def guests() -> list[Guest]:
    """All games that OpenSpiel loads without being given parameters."""
    found = []
    for name in names():
        try:
            one = load(name)
        except NotSuited as refusal:
            found.append(Guest(name, kind_of(name).long_name, 0, (), str(refusal).partition(": ")[2]))
            continue
        special = {"moves at once": one.at_once, "hidden": one.hidden and not one.at_once, "chance": one.chance}
        found.append(Guest(name, one.title, one.seats, tuple(word for word, holds in special.items() if holds), ""))
    return found


def _refusal(kind: Any, reason: str) -> NotSuited:
    return NotSuited(f"{PREFIX}{kind.short_name} cannot be played here: {reason}")


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
