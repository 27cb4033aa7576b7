"""The HTTP interface: one small function for each path."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse

from ludarium.engine.errors import LudariumError
from ludarium.games.offered import check_name, offered
from ludarium.server.http import history
from ludarium.server.http.client_files import FOR_EVER
from ludarium.server.http.sending import ready_made
from ludarium.server.introduction_messages import ForeseenTurn, Introduction, LearntTurn, TriedTurn
from ludarium.server.limits import address_of
from ludarium.server.messages import (
    Confirmation,
    Credentials,
    Fault,
    GameCard,
    Join,
    MatchInfo,
    MatchList,
    Me,
    MemoryInfo,
    NewName,
    NewPassword,
    NewTable,
    Recovery,
    RecoveryCode,
    Registered,
    Replay,
    RowNumber,
    RulesText,
    SessionInfo,
    Status,
    TableInfo,
)
from ludarium.server.people.identity import Identity, NotAllowed
from ludarium.server.people.lobby import Lobby
from ludarium.server.quotas import Quotas
from ludarium.server.sockets.table import table_socket
from ludarium.server.tables import cards, introducing
from ludarium.server.tables.audience import Order
from ludarium.server.tables.boards import board_file
from ludarium.server.tables.deciding import PRIVATE
from ludarium.server.tables.listing import memory_info, table_info
from ludarium.server.tables.registry import AnyTable, Tables
from ludarium.server.work.jobs import Jobs, Kept
from ludarium.server.work.making import picture_bytes
from ludarium.server.work.replays import Replays
from ludarium.server.work.shares import Share
from ludarium.server.work.strengths import Strengths
from ludarium.store import memories
from ludarium.store.lab import Account
from ludarium.version import __version__

FAULTS: dict[int | str, dict[str, Any]] = {"4XX": {"model": Fault, "description": "What is wrong, in a sentence."}}
router = APIRouter(prefix="/api", responses=FAULTS)
FIRST_PAGE = Share(None, "the first page")


@dataclass
class Lab:
    """Everything behind the interface."""

    tables: Tables
    identity: Identity
    lobby: Lobby
    replays: Replays
    jobs: Jobs
    pictures: Kept
    quotas: Quotas
    strengths: Strengths
    drawing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    """Held by whoever waits for a picture of the first page."""


def lab_of(request: Request) -> Lab:
    lab: Lab = request.app.state.lab
    return lab


async def the_lab(request: Request) -> Lab:
    """The same as a dependency: asynchronous, since others are run in a thread each."""
    return lab_of(request)


async def visitor_of(request: Request) -> Account | None:
    """Whoever asks; nobody, if they are not known yet: to look around one need not be."""
    return await lab_of(request).identity.known(request)


Visitor = Annotated[Account | None, Depends(visitor_of)]


async def account_of(request: Request, response: Response, visitor: Visitor) -> Account:
    """Whoever asks; somebody new becomes a guest."""
    return visitor or await lab_of(request).identity.guest(request, response)


async def known_of(visitor: Visitor) -> Account:
    """Whoever asks, if they are known already."""
    if visitor is None:
        raise NotAllowed("You are not logged in: log in first.", 401)
    return visitor


TheLab = Annotated[Lab, Depends(the_lab)]
You = Annotated[Account, Depends(account_of)]
Known = Annotated[Account, Depends(known_of)]


async def share_of(request: Request, visitor: Visitor) -> Share:
    """On whose account a request is done."""
    return Share(visitor.id if visitor else None, address_of(request))


YourShare = Annotated[Share, Depends(share_of)]
Key = Annotated[str | None, Query(max_length=64)]
"""What the link of a private table holds."""

# --- people -----------------------------------------------------------------------------------------------------------


@router.get("/me", tags=["people"])
async def me(lab: TheLab, you: You) -> Me:
    """Who you are; the first visit makes you a guest."""
    return await lab.identity.me(you)


@router.patch("/me", tags=["people"])
async def rename(lab: TheLab, you: You, wish: NewName) -> Me:
    """Give a guest another name."""
    return await lab.identity.me(await lab.identity.rename(you, wish.name))


@router.post("/account/register", tags=["people"])
async def register(lab: TheLab, you: Visitor, request: Request, response: Response, wish: Credentials) -> Registered:
    """Keep your name and your matches: a guest becomes an account. The answer holds a code for a lost password."""
    account, code = await lab.identity.register(request, response, you, wish.name, wish.password)
    return Registered(**dict(await lab.identity.me(account)), code=code)


@router.post("/account/login", tags=["people"])
async def login(lab: TheLab, request: Request, response: Response, wish: Credentials) -> Me:
    """Come back under your name."""
    return await lab.identity.me(await lab.identity.login(request, response, wish.name, wish.password))


@router.post("/account/logout", tags=["people"], status_code=204)
async def logout(lab: TheLab, you: Visitor, request: Request, response: Response) -> None:
    """Forget this browser."""
    await lab.identity.logout(request, response, you)


@router.post("/account/logout-everywhere", tags=["people"], status_code=204)
async def logout_everywhere(lab: TheLab, you: Known, request: Request, response: Response) -> None:
    """Forget all your browsers, and hang up on whatever is open in them."""
    await lab.identity.logout_everywhere(request, response, you)


@router.get("/account/sessions", tags=["people"])
async def sessions(lab: TheLab, you: Known) -> list[SessionInfo]:
    """The browsers in which you are known."""
    return await lab.identity.list_sessions(you)


@router.delete("/account/sessions/{session}", tags=["people"], status_code=204)
async def end_session(lab: TheLab, you: Known, session: str) -> None:
    """Forget one of your browsers."""
    await lab.identity.end_session(you, session)


@router.get("/account/memories", tags=["people"])
async def list_memories(lab: TheLab, you: Known) -> list[MemoryInfo]:
    """What players of the lab have learnt of you, from game to game."""
    found = await lab.tables.read(lambda connection: memories.listing(connection, you.id))
    return await asyncio.to_thread(lambda: [memory_info(lab.tables, each) for each in found])


@router.delete("/account/memories", tags=["people"], status_code=204)
async def forget_memories(lab: TheLab, you: Known) -> None:
    """Have all players forget you."""
    await lab.tables.write(lambda connection: memories.forget(connection, you.id))


@router.delete("/account/memories/{memory}", tags=["people"], status_code=204)
async def forget_memory(lab: TheLab, you: Known, memory: RowNumber) -> None:
    """Have one player forget you."""
    if not await lab.tables.write(lambda connection: memories.forget(connection, you.id, memory)):
        raise NotAllowed("There is no such memory of you: it may be gone already.", 404)


@router.post("/account/password", tags=["people"])
async def change_password(lab: TheLab, you: Known, request: Request, response: Response, wish: NewPassword) -> Me:
    """Choose another password. Your other browsers are logged out."""
    account = await lab.identity.change_password(request, response, you, wish.current, wish.password)
    return await lab.identity.me(account)


@router.post("/account/recover", tags=["people"])
async def recover(lab: TheLab, request: Request, response: Response, wish: Recovery) -> Registered:
    """Choose another password by the recovery code. All your browsers are logged out; the answer holds a new code."""
    account, code = await lab.identity.recover(request, response, wish.name, wish.code, wish.password)
    return Registered(**dict(await lab.identity.me(account)), code=code)


@router.post("/account/recovery-code", tags=["people"])
async def recovery_code(lab: TheLab, you: Known, request: Request, wish: Confirmation) -> RecoveryCode:
    """Get a new recovery code; the old one ends."""
    return RecoveryCode(code=await lab.identity.renew_code(request, you, wish.password))


# --- games ------------------------------------------------------------------------------------------------------------


@router.get("/status", tags=["games"])
async def status(lab: TheLab) -> Status:
    """What the server is doing: while games are compiled, their first moves take longer."""
    preparing = lab.tables.preparing
    return Status(
        version=__version__,
        warming=preparing.now,
        ready=preparing.ready_games(),
        tables=lab.tables.count(),
        people=len(lab.lobby.people()),
    )


@router.get("/games", tags=["games"])
async def games(lab: TheLab) -> list[GameCard]:
    """The games of the first page, with their parameters and players."""
    return await asyncio.to_thread(cards.all_cards, lab.strengths.of)


@router.get("/games/{name}", tags=["games"])
async def game(lab: TheLab, name: str) -> GameCard:
    """One game; the name may be a rule set's short form."""
    card = await asyncio.to_thread(cards.full_card, name, lab.strengths.of)
    lab.strengths.look(card.name)
    return card


@router.get("/games/{name}/rules", tags=["games"])
async def rules(lab: TheLab, request: Request, name: str) -> RulesText:
    """The rules in plain words, for the settings given as parameters of the request."""
    found = await asyncio.to_thread(lab.tables.shelf.game, name, dict(request.query_params))
    return RulesText(title=found.title or found.name, text=found.rules_text())


@router.get("/games/{name}/introduction", tags=["games"])
async def introduction(lab: TheLab, request: Request, name: str) -> Introduction:
    """Positions that explain a game: its introduction or, without one, diagrams from a game under way."""
    found = await asyncio.to_thread(lab.tables.shelf.game, name, dict(request.query_params))
    return await asyncio.to_thread(introducing.introduction, found)


@router.post("/games/{name}/introduction/{step}", tags=["games"])
async def introduced(lab: TheLab, name: str, step: Annotated[int, Path(ge=0, le=100)], given: LearntTurn) -> TriedTurn:
    """A turn in a step of an introduction, counted from 0. Nothing is kept of it."""
    found = await asyncio.to_thread(lab.tables.shelf.game, name, {})
    return await asyncio.to_thread(introducing.turn, found, step, given.moves)


@router.post("/games/{name}/introduction/{step}/preview", tags=["games"])
async def introduction_foreseen(
    lab: TheLab, name: str, step: Annotated[int, Path(ge=0, le=100)], given: LearntTurn
) -> ForeseenTurn:
    """How a step of an introduction would look after some moves of a turn."""
    found = await asyncio.to_thread(lab.tables.shelf.game, name, {})
    return await asyncio.to_thread(introducing.foreseen, found, step, given.moves)


@router.get("/games/{name}/picture.svg", tags=["games"], response_class=Response)
async def picture(lab: TheLab, share: YourShare, name: str) -> Response:
    """A small picture of the game. Those of the first page are made on nobody's account, a few at once: whoever comes
    first asks for all of them."""
    name = check_name(name)
    if name in offered() and name not in lab.pictures:
        async with lab.drawing:
            text = await lab.pictures.get(name, picture_bytes, name, share=FIRST_PAGE, size=0.1)
    else:
        text = await lab.pictures.get(name, picture_bytes, name, share=share, size=0.1)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.get("/boards/{name}", tags=["games"], response_class=Response)
async def board(name: str) -> Response:
    """A board that a game brings along: the address stands in the game's card and holds a digest of the file."""
    text = await asyncio.to_thread(board_file, name)
    if text is None:
        raise NotAllowed("There is no such board: load the page again.", 404)
    return Response(text, media_type="text/javascript", headers={"Cache-Control": FOR_EVER})


# --- tables -----------------------------------------------------------------------------------------------------------


@router.post("/tables", tags=["tables"], status_code=201)
async def open_table(lab: TheLab, you: You, request: Request, wish: NewTable) -> TableInfo:
    """Open a table. With players on all other seats the game starts at once."""
    async with lab.quotas.opening(you.id, address_of(request)) as opened:
        table = await lab.tables.create(you, wish, address_of(request))
        opened(table.state.id)
    return _info(table, you)


@router.get("/tables", tags=["tables"])
async def tables(lab: TheLab, you: Visitor) -> list[TableInfo]:
    """The public tables at which somebody waits or plays."""
    infos = [table_info(lab.tables, row, seats, you) for row, seats in await lab.lobby.public.rows()]
    return [TableInfo.model_validate(info) for info in infos if info is not None]


@router.get("/tables/{table_id}", tags=["tables"])
async def table(lab: TheLab, you: Visitor, table_id: str, key: Key = None) -> TableInfo:
    """One table; a private one only for those who sit there, or know the key of its link."""
    return _info(await _seen(lab, table_id, you, key), you)


@router.post("/tables/{table_id}/join", tags=["tables"])
async def join(lab: TheLab, you: You, table_id: str, wish: Join) -> TableInfo:
    """Sit down on an open seat."""
    return await do(lab, table_id, you, {"type": "join", "seat": wish.seat, "key": wish.key})


@router.post("/tables/{table_id}/leave", tags=["tables"])
async def leave(lab: TheLab, you: You, table_id: str) -> TableInfo:
    """Get up, before the game has started."""
    return await do(lab, table_id, you, {"type": "leave"})


@router.post("/tables/{table_id}/rematch", tags=["tables"])
async def rematch(lab: TheLab, you: You, request: Request, table_id: str) -> TableInfo:
    """The table of another game between the same: opened by whoever asks first."""
    found = await _seen(lab, table_id, you)
    if found.state.rematch is None:
        lab.quotas.check_pace(you.id, address_of(request))
        await do(lab, table_id, you, {"type": "rematch"})
        found = await _found(lab, table_id, you)
        await _caught_up(found)
    if found.state.rematch is None:
        raise NotAllowed("The rematch could not be opened: try again.", 409)
    return _info(await _seen(lab, found.state.rematch, you), you)


async def _found(lab: Lab, table_id: str, you: Account | None) -> AnyTable:
    """A table; a study's is there for those alone who may see it."""
    found = await lab.tables.find(table_id) if len(table_id) <= 64 else None
    study = found is not None and found.state.table.study is not None
    if found is None or (study and not found.state.admits(you.id if you else None, None)):
        raise NotAllowed("There is no such table.", 404)
    return found


async def _seen(lab: Lab, table_id: str, you: Account | None, key: str | None = None) -> AnyTable:
    found = await _found(lab, table_id, you)
    if not found.state.admits(you.id if you else None, key):
        raise NotAllowed(PRIVATE)
    return found


async def do(lab: Lab, table_id: str, you: Account, message: dict[str, Any]) -> TableInfo:
    found = await _found(lab, table_id, you)
    answer = await found.ask(Order(you, message))
    if answer["type"] == "refused":
        raise NotAllowed(answer["reason"], 503 if answer["again"] else 409)
    await _caught_up(found)
    return _info(found, you)


async def _caught_up(table: AnyTable) -> None:
    """A table that another process holds is read anew, so that the answer shows what was just done."""
    from ludarium.server.tables.remote import RemoteTable

    if isinstance(table, RemoteTable):
        await table.catch_up()


def _info(table: AnyTable, you: Account | None) -> TableInfo:
    return TableInfo.model_validate(table.info(you))


# --- matches ----------------------------------------------------------------------------------------------------------


@router.get("/matches", tags=["matches"])
async def matches(
    lab: TheLab,
    you: Visitor,
    game: Annotated[str | None, Query(max_length=300)] = None,
    mine: bool = False,
    before: Annotated[str | None, Query(max_length=64)] = None,
) -> MatchList:
    """Matches that are over, the newest first; `mine`: only those in which you sat."""
    return await history.matches(lab.tables, you, game=game, mine=mine, before=before)


@router.post("/matches", tags=["matches"], status_code=201)
async def upload(lab: TheLab, you: You, share: YourShare, request: Request) -> MatchInfo:
    """Upload the record of a finished match (the body is its JSON); it must replay exactly."""
    body = await request.body()
    await lab.quotas.check_upload(you.id, address_of(request), len(body))
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise LudariumError("This is no record: expected the JSON file of a match.") from None
    uploaded = await history.upload(lab.tables, lab.jobs, you, text, share)
    lab.quotas.uploaded(len(body))
    return uploaded


@router.get("/matches/{table_id}", tags=["matches"])
async def match(lab: TheLab, you: Visitor, table_id: str, key: Key = None) -> MatchInfo:
    """One match; that of a private table only for those who sat there, or know the key of its link."""
    return (await history.match(lab.tables, you, table_id, key))[1]


@router.get("/matches/{table_id}/record", tags=["matches"], response_class=PlainTextResponse)
async def record(lab: TheLab, you: Visitor, table_id: str, key: Key = None) -> Response:
    """The record of a match that is over, as `ludarium replay` reads it."""
    text = await history.record_text(lab.tables, you, table_id, key)
    headers = {"Content-Disposition": f'attachment; filename="{table_id}.ludarium.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/matches/{table_id}/notation", tags=["matches"], response_class=PlainTextResponse)
async def notation(lab: TheLab, you: Visitor, share: YourShare, table_id: str, key: Key = None) -> Response:
    """A match in the notation of its game's source, where there is one."""
    text = await history.notation(lab.tables, lab.jobs, you, table_id, key, share)
    headers = {"Content-Disposition": f'attachment; filename="{table_id}.txt"'}
    return PlainTextResponse(text, headers=headers)


@router.get("/matches/{table_id}/replay", tags=["matches"], response_model=Replay)
async def replay(
    lab: TheLab,
    you: Visitor,
    share: YourShare,
    request: Request,
    table_id: str,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
    key: Key = None,
) -> Response:
    """A match frame by frame: as spectators see it while it is played, as it was when it is over."""
    return await ready_made(request, await lab.replays.replay(you, table_id, seat, key, share))


# --- sockets ----------------------------------------------------------------------------------------------------------


@router.websocket("/tables/{table_id}/socket")
async def follow(
    socket: WebSocket, table_id: str, after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None, key: Key = None
) -> None:
    """Follow a table."""
    lab: Lab = socket.app.state.lab
    await table_socket(socket, lab.tables, lab.identity, lab.quotas, table_id, after, key)


@router.websocket("/lobby/socket")
async def lobby(socket: WebSocket) -> None:
    """Be in the lobby."""
    lab: Lab = socket.app.state.lab
    await lab.lobby.join(socket, lab.identity)
