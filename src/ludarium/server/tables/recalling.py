"""What a player at a table knows of the people there, from earlier games: asked for once, when it first decides."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection

from ludarium.players import kind_of
from ludarium.players.memory import identity, known_settings
from ludarium.server.tables.state import TableState
from ludarium.store import memories
from ludarium.store.faults import StoreError
from ludarium.store.memories import Key

_log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that a player may wait until it has learnt from the game before."""
SHARE = 0.25
"""The part of its time for a decision that it may wait at most."""
PAUSE = 0.1


def key_of(state: TableState, seat: int) -> Key:
    """Under which a player's memories of people are kept."""
    sitting = state.seats[seat]
    assert sitting.memory is not None
    settings = known_settings(kind_of(sitting.player, state.game), state.game)
    return Key(identity(sitting.player), state.game.name, settings, sitting.memory)


def people_at(state: TableState) -> dict[int, int]:
    """The accounts of the people whom a player remembers, by seat: all who sit at the table."""
    return {other: account for other in state.people if (account := state.seats[other].account) is not None}


async def recalled(
    write: Callable[[Callable[[Connection], Any]], Awaitable[Any]], state: TableState, seat: int
) -> dict[int, str]:
    """What the player on a seat knows of the people at a table, by seat. Most players know nobody, at no cost.

    Who plays again at once meets a player that has taken in the game before: it waits for that a moment.
    """
    people = people_at(state)
    if state.seats[seat].memory is None or not people:
        return {}
    key, left = await asyncio.to_thread(key_of, state, seat), state.left(seat)
    until = time.monotonic() + (PATIENCE if left is None else min(PATIENCE, SHARE * left))

    def recall(connection: Connection) -> dict[int, str] | None:
        return memories.recall(connection, state.id, seat, key, people, wait=time.monotonic() < until)

    pause = PAUSE
    while True:
        try:
            found: dict[int, str] | None = await write(recall)
            if found is not None:
                return found
        except StoreError as error:  # without the database nobody's move could be stored either
            _log.error("table %s: %s", state.id, error)
            pause = min(5.0, 2 * pause)
        await asyncio.sleep(pause)
