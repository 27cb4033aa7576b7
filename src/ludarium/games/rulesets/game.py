"""The rule-set games for people: the classics by name, all others by their short form."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from ludarium.engine.game import Game, normal
from ludarium.engine.kernels import bitset64, bitset192
from ludarium.engine.levels import Level
from ludarium.engine.move import Move, MoveValue
from ludarium.engine.observing import Encoding
from ludarium.engine.parameters import Parameter
from ludarium.engine.position import SPECTATOR, Position, View
from ludarium.engine.quiz import RuleCheck
from ludarium.engine.rules import Rules
from ludarium.games.rulesets import ENTRIES, bounds, evaluation, notation, observing, rules, scene, tables
from ludarium.games.rulesets.analysis import Finding, analyse
from ludarium.games.rulesets.files import read_file, to_toml
from ludarium.games.rulesets.levels import levels
from ludarium.games.rulesets.quiz import quiz
from ludarium.games.rulesets.ruleset import DEFAULT_QUIET, LONGEST_QUIET, RuleSet
from ludarium.games.rulesets.scene import RuleSetData, RuleSetMove
from ludarium.games.rulesets.state import State, narrowed, sizes
from ludarium.games.rulesets.thumbnail import thumbnail
from ludarium.games.rulesets.wording import rules_text

_BITSET_NAMES = (
    *("count", "down", "fold", "has", "join", "load", "lowest", "meet"),
    *("minus", "nothing", "nth", "single", "some", "store", "up", "without_lowest", "write_out"),
)


def _rules_on(bitset: ModuleType) -> Rules:
    """The one engine, on one width of bit sets."""
    replacements = {getattr(bitset64, name): getattr(bitset, name) for name in _BITSET_NAMES}
    return Rules.collect(
        f"rulesets{bitset.CELLS}",
        {**vars(rules), "evaluate": evaluation.evaluate, "bounds": bounds.bounds, "observe": observing.observe},
        State,
        max_moves=rules.MAX_MOVES,
        # Checkers: every man goes forward at most 11 times and is captured once, each after at most 199 quiet plies,
        # and 200 more end the game. Two recalls undo at most a move each, with a capture of several men.
        max_plies=(60 * 12 + 80) * 200 + 200,
        replacements=sizes(bitset) if bitset is bitset64 else sizes(bitset) | replacements,
    )


ENGINES = {64: _rules_on(bitset64), 192: _rules_on(bitset192)}


class RuleSetGame(Game):
    """A game given by a rule set."""

    version = "2"
    points_range = (0.0, 1.0)
    points_sum = 1.0
    board_kind = "rulesets"

    def __init__(self, rule_set: RuleSet, name: str = "", **settings: object) -> None:
        self.rule_set = rule_set
        self.name = name or rule_set.short_form
        self.rules = ENGINES[tables.bitset_for(rule_set).CELLS]
        self.seat_names = rule_set.sides
        super().__init__(**settings)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in super().__getstate__().items() if key != "rules"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.rules = ENGINES[tables.bitset_for(self.rule_set).CELLS]

    def blank_states(self, seed: int) -> Any:
        states = super().blank_states(seed)
        tables.write(self.rule_set, states[0])
        return states

    @cached_property
    def _settle(self) -> Any:
        return self.bound.bind(rules.settle)

    @property
    def move_range(self) -> tuple[int, int] | None:
        return observing.move_range(self.rule_set)

    @property
    def offer(self) -> Callable[..., None] | None:
        return observing.offer_targets if self.move_range is not None and not self.rule_set.parts else None

    @property
    def narrow(self) -> Mapping[Any, Any]:
        return narrowed(self.rule_set)

    @cached_property
    def encoding(self) -> Encoding:
        return observing.encoding_of(self.rule_set)

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        assert isinstance(value, int)
        return notation.move_text(self.rule_set, value)

    def looks_like_a_move(self, text: str) -> bool:
        return notation.MOVE_FORM.fullmatch(normal(text)) is not None

    @property
    def cells(self) -> int:
        return self.rule_set.cells

    def occupied(self, state: Any) -> set[int]:
        men = tables.cells_of(state.men[0]) | tables.cells_of(state.men[1])
        return {self._numbers[cell] for cell in men}

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The cells that there are, numbered without gaps."""
        width = self.rule_set.width
        return {cell: number for number, cell in enumerate(sorted(r * width + c for c, r in self.rule_set.board))}

    def position_text(self, state: Any) -> str:
        return notation.position_text(self.rule_set, state)

    def read_position(self, text: str) -> Position:
        states = self.blank_states(0)
        notation.read_position(self.rule_set, text, states[0])
        start = self.start()
        if self.position_text(states[0]) == start.text:
            # Nobody has moved yet: lines of men that stand there from the start do not count.
            return start
        self._settle(states)
        return Position(self, states)

    def draw(self, state: Any, seat: int | None) -> str:
        return notation.draw(self.rule_set, state)

    def levels(self) -> tuple[Level, ...]:
        return levels(self.rule_set.cells, evaluated=self.rule_set.pieces in ("reversi", "checkers"))

    def quiz(self) -> tuple[RuleCheck, ...]:
        return quiz(self.rule_set)

    def thumbnail(self) -> str:
        return thumbnail(self.title or self.name, self.scene(self._middle_game().view(SPECTATOR)))

    def _middle_game(self) -> Position:
        """A position for the picture: a random game broken off half-way."""
        position, source = self.start(), random.Random(1)
        for _ in range(self.rule_set.cells // 3):
            if position.over:
                break
            position = position.play(source.choice(position.moves()))
        return position

    def scene(self, view: View, past: Sequence[View] = ()) -> RuleSetData:
        return scene.scene(self, view, past)

    def move_scene(self, move: Move, view: View) -> RuleSetMove:
        return scene.move_scene(self, move, view)

    def describe_view(self, view: View) -> str:
        return scene.describe(self, view)

    def file_text(self) -> str:
        return to_toml(self.rule_set)

    def rules_text(self) -> str:
        return rules_text(self.rule_set)

    @cached_property
    def findings(self) -> list[Finding]:
        """What makes no sense in the rule set, if anything."""
        return analyse(self.rule_set)


class TicTacToe(RuleSetGame):
    """Three in a row."""

    entry = ENTRIES[0]
    opponent = "mcts:iterations=200"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("size", 3, "cells along each side", low=3, high=12),
        Parameter("line", 3, "men in a row that win", low=3, high=12),
    )

    def __init__(self, **settings: object) -> None:
        size, line = (int(_settled(self, settings, name)) for name in ("size", "line"))
        super().__init__(RuleSet(size, size, "drop", "line", line), self.entry.name, **settings)

    def _middle_game(self) -> Position:
        return self.another().read_position("x1o/1x1/2o x")


class Reversi(RuleSetGame):
    """Outflank and flip."""

    entry = ENTRIES[1]
    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("size", 8, "cells along each side", low=4, high=12),)

    def __init__(self, **settings: object) -> None:
        size = int(_settled(self, settings, "size"))
        super().__init__(RuleSet(size, size, "reversi", "most-men"), self.entry.name, **settings)

    def _middle_game(self) -> Position:
        return self.another().read_position("3o3x/1xo1oxx1/oxooxoo1/1xoxooxx/1xooxx2/2oxxxx1/1oo1x3/8 x")


class Checkers(RuleSetGame):
    """English checkers."""

    entry = ENTRIES[2]
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("size", 8, "cells along each side", low=4, high=12),
        Parameter(
            "quiet",
            DEFAULT_QUIET,
            "plies without a capture or a man's step that end the game",
            low=1,
            high=LONGEST_QUIET,
        ),
    )

    def __init__(self, **settings: object) -> None:
        size, quiet = (int(_settled(self, settings, name)) for name in ("size", "quiet"))
        super().__init__(RuleSet(size, size, "checkers", "no-men", quiet=quiet), self.entry.name, **settings)

    def _middle_game(self) -> Position:
        return self.another().read_position("3X3o/8/5x1o/o1o1o3/5o2/x1x3x1/3x3x/8 o")


def _settled(game: Game, settings: dict[str, object], name: str) -> Any:
    """A parameter's value before the game is set up, since the rule set is made of them."""
    parameter = next(parameter for parameter in game.parameters if parameter.name == name)
    return parameter.check(settings.get(name, parameter.default))


def from_short_form(text: str) -> RuleSetGame:
    """The game of a short form."""
    return RuleSetGame(RuleSet.read(text))


def from_file(path: str) -> RuleSetGame:
    """The game of a rule-set file."""
    return RuleSetGame(read_file(Path(path).expanduser()))
