"""Tables of a study for tests, and people who sit at them: opened as the study room does it, in the server's loop."""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from websockets.sync.client import ClientConnection, connect

from ludarium.server.tables import opening
from ludarium.server.tables.audience import Order
from ludarium.server.tables.events import opening as storing_opening
from ludarium.server.tables.held import HeldTable
from ludarium.server.tables.masks import StudySeat, StudyWish
from ludarium.server.tables.orders import NOBODY
from ludarium.server.tables.registry import Tables
from ludarium.studies.timing import TimeModel
from tests.server.serving import PATIENCE, Line, Person, Running

QUICK = TimeModel(
    level=math.log(0.08), legal=0.0, phase=0.0, phase_squared=0.0, noise=0.4, between=0.2, pauses=0.0, least=0.03
)
"""People who take a tenth of a second."""


def tables_of(running: Running) -> Tables:
    tables: Tables = running.app.state.lab.tables
    return tables


def open_table(running: Running, seats: list[Person | str], **wishes: Any) -> HeldTable:
    """A study's table with people and players on its seats."""
    tables = tables_of(running)
    places = [StudySeat(player=seat) if isinstance(seat, str) else StudySeat(seat.me["id"]) for seat in seats]
    usual: dict[str, Any] = {"study": "s", "game": "tic-tac-toe", "seats": places, "pacing": QUICK, "seed": 1}
    wish = StudyWish(**(usual | wishes))

    async def opened() -> HeldTable:
        game = tables.shelf.game(wish.game, dict(wish.settings))
        tables.shelf.prepare(game)
        change = opening.for_study(wish, game, tables.shelf, tables.process, tables.uptime)
        await tables.write(storing_opening(change, tables.process))
        return tables.adopt(change, None)

    held: HeldTable = running.do(opened())
    return held


def order(running: Running, table: str, **message: Any) -> dict[str, Any]:
    """What only the server itself can ask of a table."""

    async def ask() -> dict[str, Any]:
        found = await tables_of(running).find(table)
        assert found is not None
        return await found.ask(Order(NOBODY, message))

    answer: dict[str, Any] = running.do(ask())
    return answer


class Tap:
    """A socket that keeps every text that came, and when."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.heard: list[tuple[float, str]] = []

    def recv(self, timeout: float) -> str:
        text = self._socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append((time.monotonic(), text))
        return text

    def send(self, text: str) -> None:
        self._socket.send(text)


@contextmanager
def tapped(person: Person | Any, table: str, after: int | None = None) -> Iterator[tuple[Line, Tap]]:
    """Follow a table, and keep what comes byte for byte."""
    wishes = {} if after is None else {"after": str(after)}
    path = f"ws://{person.address}/api/tables/{table}/socket?{urlencode(wishes)}"
    with connect(path, additional_headers={"Cookie": person.cookie}, max_size=None, open_timeout=PATIENCE) as opened:
        tap = Tap(opened)
        yield Line(tap), tap  # type: ignore[arg-type]


_TIMES = re.compile(r'"(at|created|ended)":"[^"]*"')
_LEFT = re.compile(r'("left":)(\[[^]]*\]|\{[^}]*\})')


def plain(text: str, table: str) -> str:
    """A text without the table's id and without moments and times, which no two tables share."""
    text = _TIMES.sub(r'"\1":"…"', text.replace(table, "table"))
    return _LEFT.sub(lambda found: found[1] + re.sub(r"(?<=[\[:,])\d+(\.\d+)?", "0", found[2]), text)


def scripted(person: Person, held: HeldTable, moves: list[str], *, wait: float = 0.0) -> threading.Thread:
    """Somebody who makes given moves, each when a hidden player on the seat would: begun by `start`."""
    mask = held.state.mask
    assert mask is not None

    def play() -> None:
        time.sleep(wait)
        left = list(moves)
        with person.follow(held.state.id) as line:
            while left and line.wait_for_turn():
                scene = line.scene
                assert scene is not None
                ply, legal = scene["turn"]["decision"], len(scene["moves"])
                seat = scene["you"]
                time.sleep(max(0.0, mask.due(seat, ply, legal, 0.0, held.state.seconds) - 0.002))
                assert line.say(type="move", decision=ply, moves=[left.pop(0)])["type"] == "ack"
            line.wait(lambda: line.scene is not None and line.scene["over"])

    return threading.Thread(target=play)


def decided(held: HeldTable, seat: int) -> list[str]:
    """The moves that a seat has made."""
    return [made.move for made in held.state.decisions if made.seat == seat]
