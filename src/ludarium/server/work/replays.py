"""Replays: a match frame by frame, while it is played as spectators see it, afterwards as it was."""

from __future__ import annotations

from typing import Any

from ludarium.engine.position import SPECTATOR
from ludarium.server.http.history import match
from ludarium.server.messages import MatchInfo
from ludarium.server.people.identity import NotAllowed
from ludarium.server.tables.deciding import STUDY
from ludarium.server.tables.masks import masked_record
from ludarium.server.tables.registry import Tables
from ludarium.server.work.jobs import Jobs, Kept
from ludarium.server.work.making import Told, finished_replay, running_replay
from ludarium.server.work.shares import Share
from ludarium.store import lab
from ludarium.store.lab import Account, Table

_KEPT = 32 << 20
"""Bytes of replays that are kept."""
_EACH = 0.003
"""Seconds that a frame takes, about."""


class Replays:
    """Replays are made in processes for jobs; those that were asked for lately are kept, ready to be sent."""

    def __init__(self, tables: Tables, jobs: Jobs) -> None:
        self._tables, self._kept = tables, Kept(jobs, _KEPT)

    async def replay(
        self, account: Account | None, table_id: str, seat: int | None, key: str | None, share: Share
    ) -> bytes:
        """A match's frames, as gzipped JSON: everything, or what one seat saw (only when it is over)."""
        return await self._made(*await match(self._tables, account, table_id, key), seat, share)

    async def of_study(self, table_id: str, seat: int, share: Share) -> bytes:
        """A game of a study that is over, as one seat saw it, for those who may look at the study."""
        return await self._made(*await match(self._tables, None, table_id, admitted=True), seat, share)

    async def _made(self, row: Table, info: MatchInfo, seat: int | None, share: Share) -> bytes:
        table_id = row.id
        if seat is not None and not 0 <= seat < len(info.players):
            raise NotAllowed("There is no such seat.", 404)
        if row.masked and row.state != "over":
            raise NotAllowed(STUDY, 409)
        if row.state != "over":
            if seat is not None:
                raise NotAllowed("What a seat saw can be looked at when the match is over.", 409)
            return await self._running(info, share)
        text: str | None = await self._tables.read(lambda connection: lab.record(connection, table_id))
        if text is None:
            raise NotAllowed("Nothing was played at this table.", 404)
        if row.masked:
            text = masked_record(text, info.players)
        size, about = _EACH * info.decisions, _about(info)
        kept = (table_id, seat, row.masked, *info.players)  # names are erased when somebody withdraws
        return await self._kept.get(kept, finished_replay, about, text, seat, share=share, size=size)

    async def _running(self, info: MatchInfo, share: Share) -> bytes:
        """What spectators have seen so far."""
        table = await self._tables.find(info.id)
        if table is None or table.state.position is None:
            raise NotAllowed("The match has not begun.", 409)
        state = table.state
        told = [
            Told(
                event.data["seat"],
                event.private["move"],
                event.private["words"],
                event.data["fault"],
                SPECTATOR in event.private["seen"],
            )
            for event in state.made
        ]
        about = _about(info) | {"game": state.table.game, "settings": state.settings}
        size = _EACH * len(told)
        return await self._kept.get(
            (info.id, len(told), state.takebacks, "running"),
            running_replay,
            about,
            state.table.seed,
            told,
            share=share,
            size=size,
        )


def _about(info: MatchInfo) -> dict[str, Any]:
    return {
        "game": info.game,
        "title": info.title,
        "settings": info.settings,
        "clock": None if info.clock is None else info.clock.model_dump(),
        "players": info.players,
        "seat_names": info.seat_names,
        "result": None if info.result is None else info.result.model_dump(),
        "words": info.words,
    }
