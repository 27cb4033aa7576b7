"""Demands on parameters: their ranges hold what they promise."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.engine.conformance.cases import Case, Faults, listed
from ludarium.engine.errors import LudariumError
from ludarium.engine.parameters import Parameter, Value

_DECISIONS = 12


def plays_at_the_edges_of_its_parameters(case: Case) -> Faults:
    """With each parameter at its lowest, highest, or any named value, the game starts and can be played.

    Only a few decisions are made: the highest value may mean a very long game.
    """
    for parameter in case.game.parameters:
        for value in _edges(parameter):
            if value != case.game.settings[parameter.name]:
                for fault in _first_decisions(case, parameter.name, value):
                    yield 0, f"with {parameter.name}={value}, {fault}"


def _edges(parameter: Parameter) -> Iterator[Value]:
    if isinstance(parameter.default, bool):
        yield from (False, True)
    elif parameter.choices:
        yield from parameter.choices
    elif not isinstance(parameter.default, str):
        yield from (type(parameter.default)(edge) for edge in (parameter.low, parameter.high) if edge is not None)


def _first_decisions(case: Case, name: str, value: Value) -> Iterator[str]:
    try:
        game = type(case.game)(**{**case.game.settings, name: value})
    except LudariumError as error:
        yield f"which its range allows, the game is refused: {error}"
        return
    position = game.start(case.seed)
    chooser = case.random("edges", name, str(value))
    for _ in range(_DECISIONS):
        if position.over:
            position.result()
            return
        seat = chooser.choice(position.movers)
        count, _, past_the_end = listed(position, seat)
        if count == 0:
            yield f"seat {seat + 1} must decide but has no move"
            return
        if past_the_end or count > game.rules.max_moves:
            yield f"legal lists {count} moves, max_moves declares {game.rules.max_moves}"
            return
        position = position.play(chooser.choice(position.moves(seat)), seat)
