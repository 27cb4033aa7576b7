"""Compiling what a player needs in a game, ahead of its first decision.

Which kernels a player calls is known only from having it play: it decides a few times, in a game that random moves lead
through, with next to no time to think. What it compiled on the way stands in the cache, for all processes, and beside
it a note that it does, so that nobody has to load anything to know.
"""

from __future__ import annotations

import hashlib
import os
import platform
import random
import time
import types
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

import numba

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels import JIT_ENABLED, cache_folder
from ludarium.engine.kernels.compiling import compile_seconds
from ludarium.engine.kernels.rng import derive
from ludarium.engine.player import Clock, Player
from ludarium.engine.position import SPECTATOR, Position
from ludarium.engine.rules import do_playouts
from ludarium.engine.turn import ask
from ludarium.players import kind_of, make
from ludarium.players.program import Program

DECISIONS = 6
"""How often a player decides to be ready."""
APART = 7
"""Random moves between two of its decisions: the phases of a game may be played by kernels of their own."""
SECONDS = 0.05
"""What it has for each of them, if it goes by the clock."""
FAIR = 3
"""The strength of the opponent that suits most people, where a game names none."""
BASE, PER_BYTE = 6.0, 6e-4
"""Seconds that compiling a player and a game takes, about: so many, and more for each byte of the rules' bytecode."""
_NOTED = 1.0
"""Seconds of compiling from which on a preparation says something about the machine's speed."""


def usual_players(game: Game) -> tuple[str, ...]:
    """The players that people choose from, the usual opponent first: the game's own choice if people can choose it,
    else one of fair strength."""
    levels = game.levels()
    if not levels:
        return (game.suits,)
    texts = [level.text for level in levels]
    fair = min(levels, key=lambda level: abs(level.strength - FAIR)).text
    first = game.suits if game.suits in texts else fair
    return (first, *(text for text in texts if text != first))


@dataclass(frozen=True)
class Preparation:
    """A player of a game as far as compiling goes: those of one kind share what is compiled."""

    game: str
    """The name of the game: for people, not for telling kinds apart."""
    player: str
    key: str
    size: int
    """Bytes of the bytecode of the rules; 0 where nothing is ever compiled."""

    @classmethod
    def of(cls, text: str, game: Game) -> Preparation:
        kind = kind_of(text, game)
        if game.rules.interpreted or issubclass(kind, Program):
            return cls(game.name, text, "", 0)
        binder = game.bound.binder
        rules = (game.rules.owner, game.seats, binder.digest(_PLAYOUTS))
        parts = (_sources(), *rules, kind.__module__, kind.__qualname__)
        key = hashlib.sha256(repr(parts).encode()).hexdigest()[:24]
        return cls(game.name, text, key, binder.size(_PLAYOUTS))

    @property
    def done(self) -> bool:
        """Whether there is nothing to be compiled: a note says so, or there is no compiler."""
        return not JIT_ENABLED or not self.size or self._note.exists()

    @property
    def estimate(self) -> float:
        """Seconds that it takes to prepare the player, about: as it has taken on this machine, or as elsewhere."""
        return self._typical * _machine()

    @property
    def _typical(self) -> float:
        return BASE + PER_BYTE * self.size

    @property
    def _note(self) -> Path:
        return _notes() / self.key

    def note(self, seconds: float) -> None:
        """Note that all is compiled, and what that took."""
        ratio = seconds / self._typical if seconds > _NOTED else 0.0
        with suppress(OSError):  # a cache that cannot be written keeps no code, either
            _notes().mkdir(parents=True, exist_ok=True)
            self._note.write_text(f"{ratio:.3f} {self.game} {self.player}\n", encoding="utf-8")


_PLAYOUTS: types.FunctionType = do_playouts  # type: ignore[assignment]


def _notes() -> Path:
    return cache_folder() / "prepared"


def _machine() -> float:
    """How many times as long as elsewhere compiling takes here, by what it has taken; 1 where nothing is known."""
    found = []
    with suppress(OSError):
        for path in _notes().iterdir():
            with suppress(OSError, ValueError, IndexError):
                found.append(float(path.read_text(encoding="utf-8").split()[0]))
    return median([ratio for ratio in found if ratio > 0] or [1.0])


@cache
def _sources() -> str:
    """What our compiled code depends on besides the rules: the versions of the compiler, and every file of ours as it
    lies there, since Numba, too, compiles again what lies there anew."""
    root = Path(__file__).parents[1]
    files = sorted((str(path.relative_to(root)), *_stamp(path)) for path in root.rglob("*.py"))
    about = (numba.__version__, platform.python_version(), platform.machine(), os.environ.get("NUMBA_CPU_NAME", ""))
    return hashlib.sha256(repr((about, files)).encode()).hexdigest()


def _stamp(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_mtime_ns, about.st_size


def prepare_player(text: str, game: Game) -> float:
    """Have a player decide a few times, so that all that it uses of a game is compiled; the seconds that compiling
    took. What it does wrong is passed over: it will do it again where somebody can read it."""
    wanted, before, begun = Preparation.of(text, game), compile_seconds(), time.perf_counter()
    players: dict[int, Player] = {}
    try:
        with suppress(LudariumError):
            for _ in _game_with(text, game, players):
                pass
    finally:
        for player in players.values():
            with suppress(Exception):
                player.close()
    spent = min(compile_seconds() - before, time.perf_counter() - begun)
    if not wanted.done:
        wanted.note(spent)
    return spent


def _game_with(text: str, game: Game, players: dict[int, Player]) -> Iterator[Position]:
    source = random.Random(derive(0, "preparing"))
    position = game.start(0)
    for place in range(DECISIONS * APART):
        position.view(SPECTATOR)
        if position.over:
            break
        for seat in position.movers:
            view = position.view(seat)
            if place % APART == 0:
                if seat not in players:
                    players[seat] = make(text, game)
                    players[seat].begin(game, seat, 0)
                ask(players[seat], view, Clock(SECONDS))
            position = position.play(source.choice(view.moves()), seat)
        yield position
    game.read_position(position.text)
