"""How strong and how quick the programs are that whoever runs the server offers as opponents.

Measured in a process of its own, one at a time, when people look at a game, and kept while the program stays as it is.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from ludarium.arena.run.strength import Strength, measure
from ludarium.engine.errors import LudariumError
from ludarium.games.offered import made
from ludarium.players import folders
from ludarium.server.people.refusals import NotAllowed
from ludarium.server.work.jobs import Jobs
from ludarium.server.work.shares import Share

if TYPE_CHECKING:
    from ludarium.players.folders import Described

_log = logging.getLogger(__name__)

LONGEST = 3600.0
"""Seconds that measuring one program in one game may take."""
AGAIN = 20.0
"""Seconds before a game's programs are looked at again."""
HOUSE = Share(None, "the house")
NO_LIMIT = -1
"""Of memory: programs have limits of their own."""


def kept_in() -> Path:
    """Where it is written what was measured."""
    return platformdirs.user_cache_path("ludarium", appauthor=False) / "strengths"


class Strengths:
    """What is known of the registered programs, by their keys and games."""

    def __init__(self) -> None:
        self._folder = kept_in()
        self._jobs = Jobs(1, seconds=LONGEST, memory=NO_LIMIT)
        self._known: dict[tuple[str, str], tuple[str, Strength | None]] = {}
        self._looked: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, key: str, game: str) -> Strength | None:
        """What was measured, as far as it is known already."""
        return self._known.get((key, game), ("", None))[1]

    def look(self, game: str) -> None:
        """See in the background to the programs that play a game."""
        now = time.monotonic()
        if not folders.registered() or now - self._looked.get(game, -AGAIN) < AGAIN:
            return
        self._looked[game] = now
        task = asyncio.create_task(self._look(game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._jobs.close()

    async def _look(self, game: str) -> None:
        for key, told in await asyncio.to_thread(_players_of, game):
            digest = await asyncio.to_thread(told.digest)
            if self._known.get((key, game), ("", None))[0] == digest:
                continue
            self._known[key, game] = digest, None
            found = await asyncio.to_thread(self._read, digest, game)
            if found is None:
                try:
                    found = await self._jobs.run(measured, key, game, share=HOUSE, size=LONGEST, seconds=LONGEST)
                except (LudariumError, NotAllowed) as error:
                    _log.warning("the program %s could not be measured in %s: %s", key, game, error)
                    continue
                await asyncio.to_thread(self._write, digest, game, found)
            self._known[key, game] = digest, found

    def _path(self, digest: str, game: str) -> Path:
        return self._folder / f"{digest} {''.join(letter if letter.isalnum() else '-' for letter in game)}.json"

    def _read(self, digest: str, game: str) -> Strength | None:
        try:
            return Strength(**json.loads(self._path(digest, game).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None  # not measured yet, or by another version

    def _write(self, digest: str, game: str, found: Strength) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._path(digest, game).write_text(json.dumps(found.to_dict()), encoding="utf-8")
        except OSError as error:
            _log.warning("what was measured of a program cannot be kept: %s", error)


def _players_of(game: str) -> list[tuple[str, Described]]:
    loaded = made(game)
    return [(key, told) for key, told in folders.registered().items() if not told.suits(loaded)]


def measured(key: str, game: str) -> Strength:
    """In a process of its own: a registered program against a game's opponents."""
    from ludarium.games import load

    return measure(key, load(game))
