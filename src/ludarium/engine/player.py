"""What decides: from a view (and a clock) to a move."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.compiling import compile_seconds
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.parameters import Parameter, Value, settle
from ludarium.engine.position import View
from ludarium.engine.result import Result

if TYPE_CHECKING:
    from ludarium.engine.played import Played

NOTES = 64
"""How many numbers a compiled policy can keep during a game."""


class Quit(Exception):
    """A person leaves; the match ends without a result."""


@dataclass
class Clock:
    """The time allowed for one decision; None means no limit. It stands while something is compiled: that is done once
    for everybody, and is not thinking."""

    seconds: float | None = None
    started: float = field(default_factory=time.perf_counter)
    compiled: float = field(default_factory=compile_seconds)
    """Seconds that this process had been compiling when the clock was started."""

    @property
    def spent(self) -> float:
        return max(0.0, time.perf_counter() - self.started - (compile_seconds() - self.compiled))

    @property
    def left(self) -> float | None:
        return None if self.seconds is None else max(0.0, self.seconds - self.spent)


@dataclass
class Thought:
    """Why a player chose its last move: a sentence, and the figures behind it."""

    reason: str
    figures: dict[str, Any] = field(default_factory=dict)
    moves: list[dict[str, Any]] = field(default_factory=list)
    """For a search: one entry per move with its text, visits and value, best first."""


class Player:
    """A player of any game. A subclass implements `choose`; everything else has defaults.

    Each seat of each match gets an object of its own, made by `__init__` with the player's options. `begin` gives it a
    game, a seat and a seed; all its randomness must come from `self.random` or that seed.
    """

    name: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    policy: ClassVar[Callable[..., Any] | None] = None
    """A kernel `policy(state, seat, moves, source, notes)` that makes the very same choices as `choose`: games between
    such players run inside compiled code. It is given what the seat may know, draws on `source` (the stream of
    `derive(seed, "player", seat)`) and keeps what it must remember in `notes`."""
    remembers: ClassVar[bool] = False
    """Whether it keeps a memory of those it plays with from game to game: see `recalled` and `remember`."""
    known_by: ClassVar[tuple[str, ...] | None] = None
    """The settings of a game in which two games must agree for its memory of one to be used in the other; None: all."""

    def __init__(self, /, **given: object) -> None:
        self.options: dict[str, Value] = settle(self.name or type(self).__name__, self.parameters, given)
        self.label = self.name or type(self).__name__
        self.random = random.Random(0)
        self.seat = 0
        self.thought: Thought | None = None
        self.recalled: Mapping[int, Any] = {}
        """By seat, what `remember` kept of whoever sits there; set before `begin`. Strangers have no entry."""

    def __repr__(self) -> str:
        return f"<player {getattr(self, 'label', type(self).__name__)}>"

    @classmethod
    def suits(cls, game: Game) -> str:
        """Why this player cannot play a game; empty when it can."""
        return ""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts. Override to forget or to remember; call `super().begin(...)`."""
        unsuited = self.suits(game)
        if unsuited:
            raise LudariumError(f"{self.label} cannot play {game.name}: {unsuited}")
        self.game, self.seat = game, seat
        self.random = random.Random(derive(seed, "player", seat))

    def choose(self, view: View, clock: Clock) -> Move:
        """A legal move for this view."""
        raise NotImplementedError

    def notes(self) -> Sequence[int]:
        """What a compiled policy's notes hold at the start of a game: up to `NOTES` numbers, made of the options."""
        return ()

    def end(self, result: Result) -> None:
        """The game is over; free what you hold. Not called when a match is broken off: see `close`."""

    def remember(self, played: Played) -> Mapping[int, Any]:
        """What to keep of those on other seats after a game: by seat, whatever JSON can hold.

        Called on an object of its own that has `recalled` what is kept so far and was given the game by `begin`, and
        `choose` has not been called: whoever learns from what it saw looks at `played`. The answer must follow from
        these alone, without chance and without a trace outside. Of whom there is no entry, what is kept stays.
        """
        return {}

    def close(self) -> None:
        """The match is over for whatever reason."""
