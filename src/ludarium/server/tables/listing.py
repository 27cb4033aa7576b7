"""Tables and matches as lists show them: from their rows, without their events."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.result import Result
from ludarium.games import REGISTRY
from ludarium.server.messages import MatchInfo, MemoryInfo
from ludarium.server.tables.boards import board_of
from ludarium.server.tables.cards import player_title
from ludarium.server.tables.clocks import Control
from ludarium.server.tables.registry import Tables
from ludarium.server.tables.scenes import ending_words
from ludarium.store import lab, standing
from ludarium.store.lab import Account, Sitting, Table
from ludarium.store.memories import Memory

MOST = 100
"""Tables that the lobby shows."""
FRESH, PAUSE = 1.0, 0.05
"""Seconds for which a reading of them is good while nothing changes, and between two readings at least."""


class Rows(list[tuple[Table, list[Sitting]]]):
    """Tables with their seats."""

    @classmethod
    def of(cls, connection: Connection, tables: Sequence[Table]) -> Rows:
        seats = lab.seats_of(connection, [table.id for table in tables])
        return cls((table, seats.get(table.id, [])) for table in tables)


class PublicTables:
    """The public tables at which somebody waits or plays, the newest first: read once for everybody who asks within a
    moment."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._rows = Rows()
        self._began, self._changed = -math.inf, 0.0
        self._reading = asyncio.Lock()

    def changed(self) -> None:
        """Something is different now: what was read before is old."""
        self._changed = time.monotonic()

    async def rows(self) -> Rows:
        """As they are now, or were a moment ago if nothing has changed since; never older than a change."""
        asked = time.monotonic()
        if self._current(asked):
            return self._rows
        async with self._reading:
            if not self._current(asked):
                await asyncio.sleep(self._began + PAUSE - time.monotonic())
                began = time.monotonic()
                self._rows = await self._tables.read(_public)
                self._began = began
            return self._rows

    def _current(self, asked: float) -> bool:
        return self._began > asked or (self._changed < self._began and asked - self._began < FRESH)


def _public(connection: Connection) -> Rows:
    return Rows.of(connection, standing.public(connection, MOST))


def table_info(tables: Tables, row: Table, seats: Sequence[Sitting], account: Account | None) -> dict[str, Any] | None:
    """The `TableInfo` of a row; None for one of a game that is not here any more."""
    here = tables.here(row.id)
    if here is not None:
        return here.info(account)
    try:
        game = tables.shelf.game(row.game, row.settings)
    except LudariumError:
        return None
    you = next((seat for seat, sitting in enumerate(seats) if account and sitting.account == account.id), None)
    control = Control.of_row(row)
    return {
        "id": row.id,
        "game": row.game,
        "title": game.title or game.name,
        "board": board_of(game),
        "settings": row.settings,
        "seconds": None if control is None or control.of_game else control.seconds,
        "clock": None if control is None else control.to_json(),
        "private": bool(row.key),
        "rated": row.rated,
        "state": row.state,
        "seats": [
            {
                "seat": seat,
                "name": game.seat_names[seat],
                "kind": sitting.kind,
                "label": sitting.label,
                "player": sitting.player or None,
                "present": sitting.kind == "player",
                "agreed": sitting.kind == "player",
            }
            for seat, sitting in enumerate(seats)
        ],
        "you": you,
        "owner": False,
        "revision": 0,
        "link": f"/table/{row.id}",
        "result": row.result,
        "reason": row.reason,
        "words": "",
        "created": row.created.isoformat(),
        "rematch_of": row.rematch_of,
        "rematch": None,
        "ready": tables.preparing.is_ready(game, {each.player for each in seats if each.kind == "player"}),
        "preparing": None,
    }


def memory_info(tables: Tables, memory: Memory) -> MemoryInfo:
    """What a player has learnt of somebody, as they see it."""
    title, player = memory.game, memory.player
    with suppress(LudariumError):  # a game that is not here any more
        game = tables.shelf.game(memory.game, {})
        title, player = game.title or game.name, player_title(game, memory.player)
    return MemoryInfo(
        id=memory.id,
        game=memory.game,
        title=title,
        player=player,
        games=memory.games,
        updated=memory.updated.isoformat(),
    )


def notation_of(game: str) -> str:
    """The module that writes a game as its source does; empty for games without such a notation."""
    entry = REGISTRY.entries.get(game)
    return "" if entry is None else entry.notation


def match_info(tables: Tables, row: Table, seats: Sequence[Sitting], account: Account | None) -> MatchInfo | None:
    """A match for somebody who may see it; None for one of a game that is not here any more."""
    try:
        game = tables.shelf.game(row.game, row.settings)
    except LudariumError:
        return None
    labels = [sitting.label for sitting in seats]
    if row.study is not None and not row.masked:
        labels = [_unmasked_label(game, sitting) for sitting in seats]
    control = Control.of_row(row)
    result = None if row.result is None else Result(tuple(row.result["points"]), tuple(row.result["ranks"]))
    return MatchInfo(
        id=row.id,
        game=row.game,
        title=game.title or game.name,
        settings=row.settings,
        clock=None if control is None else control.to_json(),  # type: ignore[arg-type]
        players=labels,
        seat_names=list(game.seat_names[: len(seats)]),
        state=row.state,  # type: ignore[arg-type]
        result=row.result,  # type: ignore[arg-type]
        reason=row.reason,
        words=ending_words(game, labels, result, row.reason) if row.ended else "",
        decisions=row.decisions,
        rated=row.rated,
        uploaded=row.uploaded,
        you=next((seat for seat, sitting in enumerate(seats) if account and sitting.account == account.id), None),
        created=row.created.isoformat(),
        ended=row.ended.isoformat() if row.ended else None,
        link=f"/match/{row.id}" + (f"?key={row.key}" if row.key and row.study is None else ""),
        notation=bool(notation_of(row.game)) and row.state == "over" and not row.reason and not row.masked,
    )


def _unmasked_label(game: Game, sitting: Sitting) -> str:
    """Who it was, for those who may know."""
    return sitting.label if sitting.kind == "person" else f"{sitting.label} ({player_title(game, sitting.player)})"
