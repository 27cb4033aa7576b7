"""What happens inside a process in which players think."""

from __future__ import annotations

import signal
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from multiprocessing.connection import Connection
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.engine.parameters import Value

_HELD = 500
"""Players that a process keeps at most; those that were not asked for longest are made anew when they are."""


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


@dataclass(frozen=True)
class Answer:
    """A move's text with the reason, or the fault that cost the decision."""

    move: str = ""
    seconds: float = 0.0
    fault: str = ""
    reason: str = ""
    figures: dict[str, Any] = field(default_factory=dict)


def think(connection: Connection) -> None:
    """Questions in, answers with their cost out, until the server is gone. A text names a table that is over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business, which then ends us
    players: OrderedDict[tuple[str, int], Any] = OrderedDict()
    compiled = _compiling()
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
        begun = time.process_time() - compiled()
        answer = _answer(asked, players)
        cost = max(0.0, time.process_time() - compiled() - begun)
        while len(players) > _HELD:
            with suppress(Exception):
                players.popitem(last=False)[1].close()
        try:
            connection.send((answer, cost))
        except OSError:
            return


def _compiling() -> Callable[[], float]:
    """Seconds spent on compiling so far: it is done once for everybody, and on nobody's account."""
    if not JIT_ENABLED:
        return lambda: 0.0
    from numba.core import event

    listener = event.TimingListener()  # type: ignore[no-untyped-call]
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    return lambda: listener.duration if listener.done else 0.0


def _answer(question: Question, players: OrderedDict[tuple[str, int], Any]) -> Answer:
    import numpy as np

    from ludarium.engine.move import Move
    from ludarium.engine.player import Clock
    from ludarium.engine.position import View
    from ludarium.games import load
    from ludarium.players import make

    key = (question.table, question.seat)
    clock = Clock(question.seconds)
    try:
        player = players.get(key)
        if player is None or player.label != question.player:
            game = load(question.game, **question.settings)
            player = make(question.player, game)
            player.begin(game, question.seat, question.seed)
            players[key] = player
        players.move_to_end(key)
        game = player.game
        view = View(game, np.frombuffer(question.view, game.rules.dtype).copy(), question.seat)
        player.thought = None
        clock = Clock(question.seconds)
        move = player.choose(view, clock)
        if not isinstance(move, Move):
            raise LudariumError(f"answered {move!r}, expected a Move")
        thought = player.thought
        # In the game's own words, whatever the player's were: the record must replay.
        text = game.move_text(move.value, view.state, question.seat)
        figures: dict[str, Any] = (
            {} if thought is None else {**_plain(thought.figures), "moves": _plain(thought.moves[:10])}
        )
        return Answer(text, clock.spent, "", thought.reason if thought else "", figures)
    except Exception as error:
        name = "" if isinstance(error, LudariumError) else f"{type(error).__name__}: "
        return Answer(fault=f"{question.player}: {name}{error}"[:500], seconds=clock.spent)


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
