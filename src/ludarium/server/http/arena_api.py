"""The arena's part of the HTTP interface."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from ludarium.server.arena_messages import DesignInfo, RunFigures, RunInfo
from ludarium.server.http.arena import Arena
from ludarium.server.http.sending import ready_made
from ludarium.server.limits import address_of
from ludarium.server.work.shares import Share

router = APIRouter(prefix="/api/arena", tags=["arena"])


async def arena_of(request: Request) -> Arena:
    arena: Arena = request.app.state.arena
    return arena


async def share_of(request: Request) -> Share:
    """Nobody needs to be known here: what is counted is on the account of an address."""
    return Share(address=address_of(request))


TheArena = Annotated[Arena, Depends(arena_of)]
YourShare = Annotated[Share, Depends(share_of)]


@router.get("/runs")
async def runs(arena: TheArena) -> list[RunInfo]:
    """Tournaments, ladders and other runs of the results store, the newest first."""
    return await arena.runs()


@router.get("/runs/{run}", response_model=RunFigures)
async def run(arena: TheArena, share: YourShare, request: Request, run: str) -> Response:
    """A run's figures and charts, as far as it has been played."""
    return await ready_made(request, await arena.figures(run, share))


@router.get("/designs", response_model=list[DesignInfo])
async def designs(arena: TheArena, share: YourShare, request: Request) -> Response:
    """Runs of automatic game design, without their games."""
    return await ready_made(request, await arena.designs(share))


@router.get("/designs/{design}", response_model=DesignInfo)
async def design(arena: TheArena, share: YourShare, request: Request, design: str) -> Response:
    """A design run with the best games it found."""
    return await ready_made(request, await arena.design(design, share))
