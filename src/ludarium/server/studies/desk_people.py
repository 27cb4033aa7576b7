"""The HTTP interface of the researcher's desk, as far as it is about those who take part: who is where, what can be
done about it, their games and their pointers, and the links by which they come."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ludarium.server.http.sending import ready_made
from ludarium.server.limits import address_of
from ludarium.server.messages import Replay
from ludarium.server.studies.desk import FAULTS, TheDesk
from ludarium.server.studies.desk_messages import GameRow, InvitationInfo, Labels, LinkInfo, Monitor, TraceInfo
from ludarium.server.work.shares import Share
from ludarium.store import studies as store
from ludarium.studies.running import desk

router = APIRouter(prefix="/api/desk", responses=FAULTS, tags=["desk"])


@router.get("/studies/{slug}/monitor")
async def monitor(table: TheDesk) -> Monitor:
    """Who is where just now."""
    found = await table.look("look", lambda connection, one: desk.monitor(connection, one, _now()))
    return Monitor.model_validate(found)


@router.post("/studies/{slug}/people/{participant}/advance", status_code=204)
async def advance(table: TheDesk, participant: str) -> None:
    """Let somebody go on who is stuck."""
    await table.do(
        "steer",
        "advanced",
        lambda connection, one: desk.advance(connection, one, participant, _now()),
        participant=participant,
    )


@router.post("/studies/{slug}/people/{participant}/release", status_code=204)
async def release(table: TheDesk, participant: str) -> None:
    """Bring somebody to the end, with a code."""
    await table.do(
        "steer",
        "released",
        lambda connection, one: desk.release(connection, one, participant, _now()),
        participant=participant,
    )


@router.get("/studies/{slug}/people/{participant}/games")
async def games(table: TheDesk, participant: str) -> list[GameRow]:
    """Somebody's games, to be looked at one by one."""
    rows = await table.look("look", lambda connection, one: desk.games_of(connection, one, participant))
    return [GameRow(**row) for row in rows]


@router.get("/studies/{slug}/people/{participant}/traces")
async def traces(table: TheDesk, participant: str, game: Annotated[str, Query(max_length=64)] = "") -> TraceInfo:
    """What pointer and keys did in one of somebody's games, or on all pages; empty where they did not agree to it."""
    found = await table.look(
        "export", lambda connection, one: desk.traces(connection, one, participant, game), "looked at traces",
        participant=participant,
    )  # fmt: skip
    return TraceInfo(**found)


@router.get("/studies/{slug}/people/{participant}/games/{game}/replay", response_model=Replay)
async def replay(table: TheDesk, request: Request, participant: str, game: str) -> Response:
    """A game of somebody's that is over, frame by frame as they saw it."""
    seat = await table.look(
        "look", lambda connection, one: desk.seat_at(connection, one, participant, game[:64]), "looked at a game",
        participant=participant,
    )  # fmt: skip
    lab = request.app.state.lab
    share = Share(table.you.account, address_of(request))
    return await ready_made(request, await lab.replays.of_study(game, seat, share))


@router.post("/studies/{slug}/links", status_code=201)
async def invite(table: TheDesk, wish: Labels) -> list[LinkInfo]:
    """Personal links, told here and never again."""
    made = await table.do(
        "steer", "made links", lambda connection, one: desk.invite(connection, one, wish.labels, _now()),
        count=len(wish.labels),
    )  # fmt: skip
    return [LinkInfo(label=label, link=f"/study/{table.study.slug}?i={token}") for label, token in made.items()]


@router.get("/studies/{slug}/links")
async def invitations(table: TheDesk) -> list[InvitationInfo]:
    """The personal links that were made, and whether somebody has come by them."""
    rows = await table.look("look", lambda connection, one: store.invitations(connection, one.id))
    return [InvitationInfo(**row | {"created": row["created"].isoformat()}) for row in rows]


def _now() -> datetime:
    return datetime.now(UTC)
