"""Programs that people bring along as opponents, where whoever runs the server lets them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request

from ludarium.games.offered import offered
from ludarium.players import listing, uploading
from ludarium.players.folders import Described
from ludarium.server.http.api import FAULTS, Known, Lab, TheLab
from ludarium.server.limits import address_of
from ludarium.server.messages import ProgramInfo, Programs
from ludarium.server.people.refusals import NotAllowed
from ludarium.store.lab import Account

router = APIRouter(prefix="/api/programs", tags=["programs"], responses=FAULTS)


def _place(lab: Lab, you: Account) -> Path | None:
    """Where somebody's programs are kept, if they may bring any."""
    settings = lab.tables.settings
    if you.guest or you.name not in settings.uploaders or not settings.players:
        return None
    return settings.players[0].expanduser().resolve()


def _allowed(lab: Lab, you: Account) -> Path:
    place = _place(lab, you)
    if place is None:
        raise NotAllowed("Programs can be brought along only by those whom whoever runs the server has named.", 403)
    return place


def _info(told: Described) -> ProgramInfo:
    return ProgramInfo(key=told.key, name=told.name, summary=told.summary, games=list(told.games))


@router.get("")
async def programs(lab: TheLab, you: Known) -> Programs:
    """Whether you may bring programs along, and those that you have."""
    place = _place(lab, you)
    if place is None:
        return Programs(allowed=False, programs=[])
    found = await asyncio.to_thread(uploading.owned, place, you.id)
    return Programs(allowed=True, programs=[_info(told) for told in found])


@router.post("", status_code=201)
async def bring(
    lab: TheLab, you: Known, request: Request, name: Annotated[str, Query(min_length=1, max_length=60)]
) -> ProgramInfo:
    """Bring a program along: the body is a Python file, or a ZIP archive with a `player.toml` or a `main.py`."""
    place = _allowed(lab, you)
    body = await request.body()
    await lab.quotas.check_upload(you.id, address_of(request), len(body))
    taken = await asyncio.to_thread(_names)
    return _info(await asyncio.to_thread(uploading.add, place, you.id, name, body, taken=taken))


@router.delete("/{key}", status_code=204)
async def take_away(lab: TheLab, you: Known, key: str) -> None:
    """Remove a program of yours, with all its files."""
    place = _allowed(lab, you)
    await asyncio.to_thread(uploading.remove, place, you.id, key)


def _names() -> set[str]:
    """What players are called, in any game."""
    return {name for game in offered().values() for name in listing(game)}
