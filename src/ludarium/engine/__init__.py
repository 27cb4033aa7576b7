"""What a game, a position, a view, a move, a player, a match and a record are.

Everything a game's author needs is here: `from ludarium.engine import Game, Parameter, Rules, kernel, below, shuffle`.
"""

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
    UnknownName,
)
from ludarium.engine.game import Game
from ludarium.engine.kernels import below, derive, kernel, shuffle
from ludarium.engine.match import Match
from ludarium.engine.move import Move, MoveValue
from ludarium.engine.parameters import Parameter, Value
from ludarium.engine.player import Clock, Player, Quit, Thought
from ludarium.engine.position import SPECTATOR, Position, View
from ludarium.engine.record import Decision, Record
from ludarium.engine.result import Result
from ludarium.engine.rules import Rules

__all__ = [
    "SPECTATOR",
    "BadParameter",
    "BadRules",
    "Clock",
    "Decision",
    "Game",
    "IllegalMove",
    "LudariumError",
    "MalformedMove",
    "MalformedPosition",
    "Match",
    "Move",
    "MoveValue",
    "NotSuited",
    "Parameter",
    "Player",
    "PlayerError",
    "Position",
    "Quit",
    "Record",
    "RecordError",
    "Result",
    "Rules",
    "Thought",
    "UnknownName",
    "Value",
    "View",
    "below",
    "derive",
    "kernel",
    "shuffle",
]
