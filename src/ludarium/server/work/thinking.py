"""What happens inside a process in which players think."""

from __future__ import annotations

import signal
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, isfinite
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from ludarium.engine.kernels.compiling import compile_seconds, on_compiling
from ludarium.engine.move import Move
from ludarium.engine.parameters import Value
from ludarium.engine.player import Clock, Thought
from ludarium.engine.position import View
from ludarium.engine.turn import Answer, ask, fault_of
from ludarium.games import load
from ludarium.players import make
from ludarium.players.memory import prepare
from ludarium.players.program import Program
from ludarium.server.work.processes import Compiling

_HELD = 500
"""Players that a process keeps at most; those that were not asked for longest are made anew when they are."""
_PROGRAMS = 8
"""Programs that a process keeps running at most."""
_LONGEST = 500
"""Characters of a fault that are kept."""


@dataclass(frozen=True)
class Question:
    """What a player is asked: everything needed to make it, and what its seat may know."""

    table: str
    seat: int
    game: str
    settings: Mapping[str, Value]
    player: str
    seed: int = field(repr=False)
    view: bytes = field(repr=False)
    seconds: float | None
    memories: Mapping[int, str] = field(default_factory=dict, repr=False)
    """What the player knew, when the game began, of the people on other seats."""


def think(connection: Connection) -> None:
    """Questions in, answers with their cost out, until the server is gone. A text names a table that is over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business, which then ends us
    players: OrderedDict[tuple[str, int], Any] = OrderedDict()

    def tell(begins: bool) -> None:
        with suppress(OSError):
            connection.send(Compiling(begins))

    on_compiling(tell)
    while True:
        try:
            asked = connection.recv()
        except (EOFError, OSError):
            return
        if isinstance(asked, str):
            for key in [key for key in players if key[0] == asked]:
                with suppress(Exception):
                    players.pop(key).close()
            continue
        begun = time.process_time() - compile_seconds()
        answer = _answer(asked, players)
        cost = max(0.0, time.process_time() - compile_seconds() - begun)
        _let_go(players)
        try:
            connection.send((answer, cost))
        except OSError:
            return


def _let_go(players: OrderedDict[tuple[str, int], Any]) -> None:
    """Players that were not asked for longest are given up, and programs sooner, which are processes of their own."""
    programs = [key for key, player in players.items() if isinstance(player, Program)]
    given_up = programs[: max(0, len(programs) - _PROGRAMS)]
    given_up += list(players)[: max(0, len(players) - len(given_up) - _HELD)]
    for key in given_up:
        with suppress(Exception):
            players.pop(key).close()


def _answer(question: Question, players: OrderedDict[tuple[str, int], Any]) -> Answer:
    """The answer as it is sent: the move as a text, since what a player made must not be unpacked in the server, and
    the thought as JSON has it."""
    key = (question.table, question.seat)
    clock = Clock(question.seconds)
    try:
        player = players.get(key)
        if player is None or player.label != question.player:
            game = load(question.game, **question.settings)
            player = make(question.player, game)
            prepare(player, game, question.seat, question.seed, question.memories)
            players[key] = player
        players.move_to_end(key)
        view = View(player.game, np.frombuffer(question.view, player.game.rules.dtype).copy(), question.seat)
        # The server breaks off who takes too long, and knows better than we when that is.
        answer = ask(player, view, Clock(question.seconds), grace=inf)
        text = answer.move.text if isinstance(answer.move, Move) else None
        return Answer(text, answer.seconds, answer.fault[:_LONGEST], answer.thought and _sent(answer.thought))
    except Exception as error:
        return Answer(seconds=clock.spent, fault=fault_of(question.player, error)[:_LONGEST])


def _sent(thought: Thought) -> Thought:
    return Thought(str(thought.reason), {**_plain(thought.figures), "moves": _plain(thought.moves[:10])})


def _plain(value: Any) -> Any:
    """Figures as JSON has them; what it does not know becomes text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool | None) else str(value)
