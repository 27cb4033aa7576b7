"""Replays: a match frame by frame, while it is played as spectators see it, afterwards as it was."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Any

from ludarium.arena.decisive import decisive_moment
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.position import SPECTATOR, Position
from ludarium.engine.record import Decision, Record
from ludarium.server.http.history import match
from ludarium.server.messages import MatchInfo
from ludarium.server.people.identity import NotAllowed
from ludarium.server.tables.cards import board_of
from ludarium.server.tables.registry import Tables
from ludarium.server.tables.scenes import replay_scene
from ludarium.server.tables.state import PAST
from ludarium.store import lab
from ludarium.store.lab import Account

_KEPT = 32
_MOST = 2000
"""Frames of a replay at most."""


class Replays:
    """Replays that were asked for lately are kept: a page asks several times."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: OrderedDict[tuple[str, int | None], dict[str, Any]] = OrderedDict()
        self._making = asyncio.Semaphore(2)

    async def replay(self, account: Account | None, table_id: str, seat: int | None, key: str | None) -> dict[str, Any]:
        """A match's frames: everything, or what one seat saw (only when it is over)."""
        row, info = await match(self._tables, account, table_id, key)
        if seat is not None and not 0 <= seat < len(info.players):
            raise NotAllowed("There is no such seat.", 404)
        if row.state != "over":
            if seat is not None:
                raise NotAllowed("What a seat saw can be looked at when the match is over.", 409)
            return await self._running(info)
        kept = (table_id, seat)
        if kept not in self._kept:
            text: str | None = await self._tables.read(lambda connection: lab.record(connection, table_id))
            if text is None:
                raise NotAllowed("Nothing was played at this table.", 404)
            async with self._making:
                self._kept[kept] = await asyncio.to_thread(self._finished, info, Record.from_json(text), seat)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(kept)
        return self._kept[kept]

    def _finished(self, info: MatchInfo, record: Record, seat: int | None) -> dict[str, Any]:
        game = self._tables.shelf.game(info.game, info.settings)
        frames: list[dict[str, Any]] = []
        past: deque[Position] = deque(maxlen=PAST)
        before: Position | None = None
        for decision, position in record.replay(lambda name, **settings: game):
            viewer = SPECTATOR if seat is None else seat
            scene = replay_scene(position, len(frames), past, viewer, whole=seat is None)
            frames.append(_frame(len(frames), decision, before, scene))
            before = position
            past.append(position)
            if len(frames) > _MOST:
                break
        decisive, why = _decisive(record, game)
        return _replay(info, board_of(game), frames, decisive, why)

    async def _running(self, info: MatchInfo) -> dict[str, Any]:
        """What spectators have seen so far."""
        table = await self._tables.find(info.id)
        if table is None or table.state.position is None:
            raise NotAllowed("The match has not begun.", 409)
        state = table.state
        told = [event for event in state.events if event.kind == "moved"]
        game, seed = state.game, state.table.seed

        def frames() -> list[dict[str, Any]]:
            made: list[dict[str, Any]] = []
            past: deque[Position] = deque(maxlen=PAST)
            position = game.start(seed)
            made.append(_frame(0, None, None, replay_scene(position, 0, past, SPECTATOR, whole=False)))
            for event in told:
                past.append(position)
                private = event.private
                position = position.play(private["move"], event.data["seat"])
                seen = SPECTATOR in private["seen"]
                scene = replay_scene(position, len(made), past, SPECTATOR, whole=False)
                frame = _frame(len(made), None, None, scene)
                frame |= {"seat": event.data["seat"], "fault": event.data["fault"]}
                frame |= {"move": private["move"], "words": private["words"]} if seen else {}
                made.append(frame)
            return made

        async with self._making:
            return _replay(info, board_of(game), await asyncio.to_thread(frames), None, "")


def _frame(number: int, decision: Decision | None, before: Position | None, scene: Any) -> dict[str, Any]:
    scene["turn"].setdefault("committed", [])
    words = ""
    if decision is not None and before is not None:
        view = before.view(decision.seat)
        words = str(before.game.move_scene(view.move(decision.move), view).get("words", decision.move))
    return {
        "number": number,
        "seat": None if decision is None else decision.seat,
        "move": "" if decision is None else decision.move,
        "words": words,
        "reason": "" if decision is None else decision.reason,
        "fault": "" if decision is None else decision.fault,
        "text": scene["text"],
        "scene": scene,
    }


def _replay(
    info: MatchInfo, board: Any, frames: list[dict[str, Any]], decisive: int | None, why: str
) -> dict[str, Any]:
    return {
        "game": info.game,
        "title": info.title,
        "board": board,
        "settings": info.settings,
        "players": info.players,
        "seat_names": info.seat_names,
        "frames": frames,
        "decisive": decisive,
        "why": why,
        "result": None if info.result is None else info.result.model_dump(),
        "words": info.words,
    }


def _decisive(record: Record, game: Game) -> tuple[int | None, str]:
    """The frame after which the match was decided, and why; None where nobody can say."""
    try:
        found = decisive_moment(record, game)
    except LudariumError:
        return None, ""
    return (None, "") if found is None else (found.number, found.why)
