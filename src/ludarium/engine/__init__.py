"""What a game, a position, a view, a move, a player, a match and a record are.

Everything a game's author needs is here:
`from ludarium.engine import Fields, Game, Parameter, Rules, below, i1, kernel`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarium.engine.cards import deal_cards, draw_card, fill_slots, hide_cards, list_cards, pile_up
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
    from ludarium.engine.state import Fields, FieldsAtOnce, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8

__all__ = [
    "SPECTATOR",
    "BadParameter",
    "BadRules",
    "Clock",
    "Decision",
    "Fields",
    "FieldsAtOnce",
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
    "deal_cards",
    "derive",
    "draw_card",
    "f4",
    "f8",
    "fill_slots",
    "hide_cards",
    "i1",
    "i2",
    "i4",
    "i8",
    "kernel",
    "list_cards",
    "pile_up",
    "shuffle",
    "u1",
    "u2",
    "u4",
    "u8",
]

# Modules are loaded when one of their names is first asked for: every command imports this package, and most of its
# modules bring NumPy along, which a listing of the games does not need.
_MODULES = {
    "cards": "deal_cards draw_card fill_slots hide_cards list_cards pile_up",
    "errors": (
        "BadParameter BadRules IllegalMove LudariumError MalformedMove MalformedPosition NotSuited PlayerError "
        "RecordError UnknownName"
    ),
    "game": "Game",
    "kernels": "below derive kernel shuffle",
    "match": "Match",
    "move": "Move MoveValue",
    "parameters": "Parameter Value",
    "player": "Clock Player Quit Thought",
    "position": "SPECTATOR Position View",
    "record": "Decision Record",
    "result": "Result",
    "rules": "Rules",
    "state": "Fields FieldsAtOnce f4 f8 i1 i2 i4 i8 u1 u2 u4 u8",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
