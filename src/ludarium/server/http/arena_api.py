"""The arena's part of the HTTP interface."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from ludarium.server.http.arena import Arena
from ludarium.server.messages import DesignInfo, RunFigures, RunInfo

router = APIRouter(prefix="/api/arena", tags=["arena"])


def arena_of(request: Request) -> Arena:
    arena: Arena = request.app.state.arena
    return arena


TheArena = Annotated[Arena, Depends(arena_of)]


@router.get("/runs")
async def runs(arena: TheArena) -> list[RunInfo]:
    """Tournaments, ladders and other runs of the results store, the newest first."""
    return await arena.runs()


@router.get("/runs/{run}")
async def run(arena: TheArena, run: str) -> RunFigures:
    """A run's figures and charts, as far as it has been played."""
    return await arena.figures(run)


@router.get("/designs")
async def designs(arena: TheArena) -> list[DesignInfo]:
    """Runs of automatic game design, without their games."""
    return await arena.designs()


@router.get("/designs/{design}")
async def design(arena: TheArena, design: str) -> DesignInfo:
    """A design run with the best games it found."""
    return await arena.design(design)
