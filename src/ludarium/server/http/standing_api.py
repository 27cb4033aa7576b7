"""Your games, profiles and lists of the best: one small function for each path."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from ludarium.server.http.api import FAULTS, TheLab, Visitor, You, do
from ludarium.server.messages import (
    ChallengeInfo,
    Profile,
    RowNumber,
    TableInfo,
    YourGame,
)
from ludarium.server.people import standing
from ludarium.server.people.leaderboards import Leaderboard, LeaderboardName

router = APIRouter(prefix="/api", responses=FAULTS)


@router.get("/your-games", tags=["people"])
async def your_games(lab: TheLab, you: Visitor) -> list[YourGame]:
    """The unfinished tables at which you sit, the latest first."""
    return [] if you is None else await standing.your_games(lab.tables, you)


@router.post("/tables/{table_id}/quit", tags=["tables"])
async def quit_table(lab: TheLab, you: You, table_id: str) -> TableInfo:
    """Leave a table, whatever its state: get up before the start, drop a game against players that does not count,
    resign any other."""
    return await do(lab, table_id, you, {"type": "quit"})


@router.get("/challenges", tags=["people"])
async def list_challenges(lab: TheLab, you: Visitor) -> list[ChallengeInfo]:
    """Who asks you to a table, the newest first."""
    return [] if you is None or you.guest else await standing.challenges(lab.tables, you)


@router.post("/challenges/{challenge}/decline", tags=["people"], status_code=204)
async def decline_challenge(lab: TheLab, you: You, challenge: RowNumber) -> None:
    """Decline to come to a table; whoever asked is told there."""
    await standing.decline(lab.tables, you, challenge)


@router.get("/people/{person}", tags=["people"])
async def profile(lab: TheLab, you: Visitor, person: RowNumber) -> Profile:
    """Somebody with an account: ratings, results by game and by player met, the latest public matches."""
    return await standing.profile(lab.tables, person, you)


@router.get("/leaderboards", tags=["people"])
async def leaderboards(lab: TheLab) -> list[LeaderboardName]:
    """The games in which somebody is rated."""
    return await standing.leaderboards(lab.tables)


@router.get("/leaderboard", tags=["people"])
async def leaderboard(
    lab: TheLab, you: Visitor, game: Annotated[str, Query(min_length=1, max_length=300)]
) -> Leaderboard:
    """The best of a game."""
    return await standing.leaderboard(lab.tables, game, you)
