"""Ludarium: a laboratory for board and strategy games. Describe a game once, get everything else.

    import ludarium

    game = ludarium.game("reversi", size=6)
    cup = ludarium.tournament(game, ["mcts:iterations=100", "minimax:iterations=500", "random"], rounds=5)
    cup.to_pandas("players")

Everything here is loaded when it is first asked for: the command line imports this package and must start at once.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ludarium.version import __version__

if TYPE_CHECKING:
    from ludarium.api.games import Games, Players, game, games, player, players
    from ludarium.api.measuring import design, metrics, opponents, reproduce, reproduce_all
    from ludarium.api.playing import ladder, match, tournament
    from ludarium.api.replaying import Replay, Step, replay
    from ludarium.api.runs import Runs, run, runs
    from ludarium.api.searching import search, solve
    from ludarium.api.studying import study
    from ludarium.api.tuning import tune
    from ludarium.api.vectors import vector
    from ludarium.api.widgets import table
    from ludarium.arena.metrics.measured import Measured
    from ludarium.arena.reproduce.overview import Overview
    from ludarium.arena.reproduce.reproduction import Outcome
    from ludarium.arena.run.contests import Ladder
    from ludarium.arena.run.opponents import Opponents
    from ludarium.arena.run.stored import StoredRun
    from ludarium.arena.stats.findings import Findings
    from ludarium.arena.tune.tuned import Tuned
    from ludarium.design.report.told import Told
    from ludarium.engine.errors import (
        BadParameter,
        BadRules,
        IllegalMove,
        LudariumError,
        MalformedMove,
        MalformedPosition,
        NotSuited,
        PlayerError,
        RecordError,
        RulesChanged,
        UnknownName,
    )
    from ludarium.engine.extras import MissingExtra
    from ludarium.engine.game import Game
    from ludarium.engine.move import Move
    from ludarium.engine.parameters import Parameter
    from ludarium.engine.player import Clock, Player, Thought
    from ludarium.engine.position import SPECTATOR, Position, View
    from ludarium.engine.record import Decision, Record
    from ludarium.engine.result import Result
    from ludarium.engine.tables import DataTable
    from ludarium.engine.vector import Vector
    from ludarium.search.report import SearchReport
    from ludarium.search.solver import Solution
    from ludarium.store.database import Database
    from ludarium.store.faults import RunBusy, StoreError
    from ludarium.studies.analysis.report import StudyReport
    from ludarium.studies.data import StudyData

__all__ = [
    "SPECTATOR",
    "BadParameter",
    "BadRules",
    "Clock",
    "DataTable",
    "Database",
    "Decision",
    "Findings",
    "Game",
    "Games",
    "IllegalMove",
    "Ladder",
    "LudariumError",
    "MalformedMove",
    "MalformedPosition",
    "Measured",
    "MissingExtra",
    "Move",
    "NotSuited",
    "Opponents",
    "Outcome",
    "Overview",
    "Parameter",
    "Player",
    "PlayerError",
    "Players",
    "Position",
    "Record",
    "RecordError",
    "Replay",
    "Result",
    "RulesChanged",
    "RunBusy",
    "Runs",
    "SearchReport",
    "Solution",
    "Step",
    "StoreError",
    "StoredRun",
    "StudyData",
    "StudyReport",
    "Thought",
    "Told",
    "Tuned",
    "UnknownName",
    "Vector",
    "View",
    "__version__",
    "design",
    "game",
    "games",
    "ladder",
    "match",
    "metrics",
    "opponents",
    "player",
    "players",
    "replay",
    "reproduce",
    "reproduce_all",
    "run",
    "runs",
    "search",
    "solve",
    "study",
    "table",
    "tournament",
    "tune",
    "vector",
]

_MODULES = {
    "api.games": "Games Players game games player players",
    "api.measuring": "design metrics opponents reproduce reproduce_all",
    "api.playing": "ladder match tournament",
    "api.replaying": "Replay Step replay",
    "api.runs": "Runs run runs",
    "api.searching": "search solve",
    "api.tuning": "tune",
    "api.vectors": "vector",
    "api.studying": "study",
    "api.widgets": "table",
    "arena.metrics.measured": "Measured",
    "arena.reproduce.overview": "Overview",
    "arena.reproduce.reproduction": "Outcome",
    "arena.run.contests": "Ladder",
    "arena.run.opponents": "Opponents",
    "arena.run.stored": "StoredRun",
    "arena.stats.findings": "Findings",
    "arena.tune.tuned": "Tuned",
    "design.report.told": "Told",
    "engine.errors": (
        "BadParameter BadRules IllegalMove LudariumError MalformedMove MalformedPosition NotSuited "
        "PlayerError RecordError RulesChanged UnknownName"
    ),
    "engine.extras": "MissingExtra",
    "engine.game": "Game",
    "engine.move": "Move",
    "engine.parameters": "Parameter",
    "engine.player": "Clock Player Thought",
    "engine.position": "SPECTATOR Position View",
    "engine.record": "Decision Record",
    "engine.result": "Result",
    "engine.tables": "DataTable",
    "engine.vector": "Vector",
    "search.report": "SearchReport",
    "search.solver": "Solution",
    "store.database": "Database",
    "store.faults": "RunBusy StoreError",
    "studies.analysis.report": "StudyReport",
    "studies.data": "StudyData",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

_ROOMS = frozenset({"design", "games", "players", "search"})
"""Packages of ours that share their name with a function: they can be called."""


def _load(name: str) -> Any:
    from ludarium.engine.extras import needing_extras

    with needing_extras():
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


if not TYPE_CHECKING:  # which would take every name for one of ours

    def __getattr__(name: str) -> Any:
        if name in _ROOMS:
            return import_module(f"{__name__}.{name}")  # which makes it callable: see below
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = _load(name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _callable(name: str) -> type[ModuleType]:
    """The class of a package that is called as the function of its name, and is a package in all other respects."""

    def call(self: ModuleType, /, *args: Any, **given: Any) -> Any:
        return _load(name)(*args, **given)

    def signature(self: ModuleType) -> Any:
        from inspect import signature

        return signature(_load(name))

    return type("module", (ModuleType,), {"__call__": call, "__signature__": property(signature)})


class _Library(ModuleType):
    """This package. Python binds each sub-package as an attribute once it is imported, by whomever: `ludarium.games`
    is then the package of the games, where `ludarium.games()` is to list them."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _ROOMS and isinstance(value, ModuleType):
            value.__class__ = _callable(name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Library
