"""A plan: everything that decides what the games of a run are.

Game n of a plan depends on the plan and on n alone: its line-up, its settings and its seed. Results are therefore the
same however many workers share the games, and a run can be taken up again where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from ludarium.arena.plan.schedules import SCHEDULES, LineUp, line_ups
from ludarium.engine.errors import BadParameter, LudariumError, PlayerError, UnknownName
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.player import Player
from ludarium.games import load
from ludarium.players import make

Settings = Mapping[str, object]


@dataclass(frozen=True)
class Own:
    """What names of a plan stand for in this process alone: players and a game that were given as objects."""

    players: Mapping[str, Callable[[Game], Player]] = field(default_factory=dict)
    game: Game | None = None

    @property
    def names(self) -> str:
        """What cannot be sent elsewhere."""
        return " and ".join([*([self.game.name] if self.game is not None else []), *self.players])


@dataclass(frozen=True)
class Plan:
    """Players, given as texts, who meet in numbered games. Each entry of `sweep` adds to `settings`."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int
    schedule: str = "rotation"
    settings: Settings = field(default_factory=dict)
    sweep: tuple[Settings, ...] = ({},)
    kind: str = "match"
    own: Own | None = field(default=None, compare=False, repr=False)

    @cached_property
    def tables(self) -> list[Game]:
        """The game under each of the sweep's settings."""
        if self.own is not None and (given := self.own.game) is not None:
            return [type(given)(**{**self.settings, **extra}) if extra else given for extra in self.sweep]
        return [load(self.game, **{**self.settings, **extra}) for extra in self.sweep]

    def make(self, player: int, table: Game) -> Player:
        """A new object of a player, for one seat of one game."""
        text = self.players[player]
        if self.own is not None and text in self.own.players:
            made = self.own.players[text](table)
            made.label = text
            return made
        return make(text, table)

    @cached_property
    def line_ups(self) -> list[LineUp]:
        """The line-ups of one round."""
        return line_ups(self.schedule, len(self.players), self.seats)

    @property
    def seats(self) -> int:
        return self.tables[0].seats

    @property
    def round_length(self) -> int:
        """Games in a round: every line-up under all settings."""
        return len(self.line_ups) * len(self.sweep)

    def line_up(self, number: int) -> LineUp:
        return self.line_ups[number % len(self.line_ups)]

    def table(self, number: int) -> int:
        """Which of the sweep's settings a game is played under."""
        return number // len(self.line_ups) % len(self.sweep)

    def game_seed(self, number: int) -> int:
        return derive(self.seed, "match", number)

    def check(self) -> None:
        """Refuse, before anything is played, what cannot be played."""
        if self.schedule not in SCHEDULES:
            raise UnknownName("schedule", self.schedule, SCHEDULES, hint=f"there are {', '.join(SCHEDULES)}")
        if not all(isinstance(number, int) for number in (self.games, self.seed)):
            raise BadParameter(f"{self.games!r} games with the seed {self.seed!r}: expected whole numbers")
        for text in self.players:
            if not isinstance(text, str):
                raise BadParameter(f"{text!r} is no player's text: players are named, such as mcts:iterations=400")
        self.check_length()
        if len({table.seats for table in self.tables}) > 1:
            raise LudariumError("the settings of a sweep must not change the number of seats: run one plan for each")
        self._check_seats()
        _ = self.line_ups
        for player, text in enumerate(self.players):
            if text.strip().lower().partition(":")[0] == "human":
                raise LudariumError("this is for players that need nobody at the keyboard", remedy="play")
            for table in self.tables:
                self.make(player, table).close()

    def check_length(self) -> None:
        """Refuse what is no number of games, and one that no database holds."""
        if self.games < 1:
            raise LudariumError(f"{self.games} games: play at least one")
        if self.games >= 2**63:
            raise BadParameter(f"{self.games} games: too many, expected a whole number of at most 63 bits")

    def check_sendable(self) -> None:
        """Refuse to be played by other processes where something exists in this one alone."""
        if self.own is not None:
            raise PlayerError(
                f"{self.own.names}: what is given as an object or class exists in this process alone; "
                "play with one worker, or put it into a file and name it as path/to/file.py:Class"
            )

    def _check_seats(self) -> None:
        given, seats, game = len(self.players), self.seats, self.tables[0]
        if self.schedule not in ("rotation", "fixed", "one-of-each") or given == seats:
            return
        adjustable = any(parameter.name == "seats" for parameter in game.parameters)
        raise LudariumError(
            f"{game.name} has {seats} seat{'s' if seats > 1 else ''}, got {given} "
            f"player{'s' if given != 1 else ''}: give one for each seat"
            + (f", or set seats={given}" if adjustable else ""),
            remedy="settings" if adjustable else "",
        )

    def canonical(self) -> Plan:
        """The same plan as it is stored: settings as numbers even where they were typed, and without those that are the
        game's own anyway. Whoever asks for the same games finds the same run."""
        known = {parameter.name: parameter for parameter in self.tables[0].parameters}
        chosen = {name: known[name].check(value) for name, value in self.settings.items()}
        return replace(
            self,
            settings={name: value for name, value in chosen.items() if value != known[name].default},
            sweep=tuple({name: known[name].check(value) for name, value in extra.items()} for extra in self.sweep),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, from which `from_dict` makes an equal plan; the rules' version is there for the store."""
        return {
            "kind": self.kind,
            "game": self.game,
            "rules": self.tables[0].version,
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "schedule": self.schedule,
            "settings": dict(self.settings),
            "sweep": [dict(extra) for extra in self.sweep],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        return cls(
            game=data["game"],
            players=tuple(data["players"]),
            games=data["games"],
            seed=data["seed"],
            schedule=data["schedule"],
            settings=dict(data["settings"]),
            sweep=tuple(dict(extra) for extra in data["sweep"]),
            kind=data["kind"],
        )

    def __reduce__(self) -> tuple[object, ...]:
        self.check_sendable()
        # Without the loaded games: their compiled rules belong to one process.
        return Plan.from_dict, (self.to_dict(),)

    def line_up_array(self, numbers: Any) -> Any:
        """The line-ups of games, one row a game."""
        table = np.array(self.line_ups, np.int64)
        return table.take(np.asarray(numbers) % len(table), axis=0)


def combinations(axes: Mapping[str, Iterable[object]]) -> tuple[Settings, ...]:
    """A sweep: `{"goal": [50, 100], "seats": [2, 3]}` as all combinations of the values."""
    return tuple(dict(zip(axes, values, strict=True)) for values in product(*axes.values()))


def read_sweep(texts: Sequence[str]) -> tuple[Settings, ...]:
    """`["goal=50,100", "seats=2,3"]` as a sweep."""
    axes: dict[str, list[str]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not name.strip() or not values.strip():
            raise BadParameter(f"'{text}' is no sweep: write KEY=VALUE,VALUE,…")
        if name.strip() in axes:
            raise BadParameter("a sweep names each key once")
        axes[name.strip()] = [value.strip() for value in values.split(",")]
    return combinations(axes)
