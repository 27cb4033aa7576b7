"""The application: everything put together, and what happens when it starts and stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from ludarium.engine.errors import LudariumError
from ludarium.games import REGISTRY
from ludarium.games.offered import offered
from ludarium.players import folders
from ludarium.server.http import api, arena_api, programs, standing_api
from ludarium.server.http.arena import Arena
from ludarium.server.http.client_files import ClientFiles
from ludarium.server.http.guards import FAILED, NO_STORE, Guard
from ludarium.server.http.storing import NoStore
from ludarium.server.logs import printable
from ludarium.server.people.identity import Identity, NotAllowed
from ludarium.server.people.lobby import Lobby
from ludarium.server.people.memories import Memories
from ludarium.server.people.ratings import Ratings
from ludarium.server.quotas import Quotas
from ludarium.server.settings import Settings
from ludarium.server.studies import desk, desk_people, taking_part
from ludarium.server.studies.room import StudyRoom
from ludarium.server.tables.deciding import Refusal
from ludarium.server.tables.registry import Tables
from ludarium.server.work.garbage import infrequent_collection
from ludarium.server.work.jobs import Jobs, Kept
from ludarium.server.work.replays import Replays
from ludarium.server.work.strengths import Strengths
from ludarium.store import Database, RunBusy
from ludarium.store.faults import StoreError
from ludarium.store.leases import file_lease
from ludarium.store.people import NameTaken
from ludarium.version import __version__

_log = logging.getLogger(__name__)

_PICTURES = 8 << 20
"""Bytes of pictures of games that are kept."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The lab as an ASGI application."""
    chosen = settings or Settings()
    REGISTRY.register(*chosen.games)
    if chosen.uploaders and not chosen.players:
        raise LudariumError("accounts may bring programs along, but there is no folder for them: name one (players)")
    for folder in chosen.players:
        folders.register(folder, may_be_empty=bool(chosen.uploaders))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with ExitStack() as stack:
            database = stack.enter_context(_opened(app, chosen))
            tables = Tables(chosen, database)
            quotas = Quotas(chosen, tables.read)
            tables.subscribers.add(quotas.heard)
            lobby = Lobby(tables, quotas)
            identity = Identity(tables)
            stack.callback(identity.close)
            ratings = Ratings(database)
            tables.subscribers.add(ratings.heard)
            jobs = Jobs(chosen.jobs)
            stack.callback(jobs.close)
            memories = app.state.memories = Memories(tables, jobs)
            tables.subscribers.add(memories.heard)
            strengths = Strengths()
            stack.callback(strengths.close)
            pictures = Kept(jobs, _PICTURES)
            app.state.lab = api.Lab(tables, identity, lobby, Replays(tables, jobs), jobs, pictures, quotas, strengths)
            app.state.arena = Arena(database, chosen.designs, jobs)
            studies = app.state.studies = StudyRoom(tables, jobs)
            await asyncio.to_thread(offered)  # once, and not when the first person asks
            await tables.start()
            lobby.start()
            studies.start()
            identity.start()
            ratings.start(tables.tasks)
            memories.start()
            try:
                async with infrequent_collection():
                    yield
            finally:
                await tables.stop()

    app = FastAPI(
        title="Ludarium",
        version=__version__,
        description="The lab in the browser: games, tables, matches and replays.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(api.router)
    app.include_router(arena_api.router)
    app.include_router(programs.router)
    app.include_router(standing_api.router)
    app.include_router(desk.router)
    app.include_router(desk_people.router)
    app.include_router(taking_part.router)
    app.mount("/", ClientFiles(chosen.client))
    app.add_middleware(GZipMiddleware, minimum_size=2048, compresslevel=5)
    app.add_middleware(Guard, settings=chosen)
    app.add_middleware(NoStore)
    app.add_exception_handler(NotAllowed, _refused)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(LudariumError, _refused)
    app.add_exception_handler(StoreError, _not_stored)
    app.add_exception_handler(NameTaken, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(Exception, _failed)
    return app


@contextmanager
def _opened(app: FastAPI, settings: Settings) -> Iterator[Database]:
    """The database, checked; what is wrong with it is kept for whoever started the server."""
    with ExitStack() as stack:
        try:
            database = stack.enter_context(Database.open(settings.database))
            if database.is_file:
                stack.enter_context(_alone(database))
            database.check()
        except LudariumError as error:
            app.state.fault = error
            raise
        yield database


def _alone(database: Database) -> ExitStack:
    """The right to use a file alone: several servers need PostgreSQL."""
    stack = ExitStack()
    try:
        stack.enter_context(file_lease(Path(database.place), "lab"))
    except RunBusy:
        raise LudariumError(
            f"another server uses {database.place}: stop it, name another file with --database, "
            "or use PostgreSQL for several servers"
        ) from None
    return stack


async def _refused(request: Request, error: Exception) -> Response:
    """What somebody may not do, or did wrong, in a sentence."""
    status = getattr(error, "status", 409 if isinstance(error, Refusal | NameTaken) else 400)
    headers = {"Retry-After": str(getattr(error, "wait", 60))} if status in (429, 503) else None
    text = printable(str(error), 500)
    return JSONResponse({"detail": f"{text[:1].upper()}{text[1:]}"}, status, headers)


async def _not_stored(request: Request, error: Exception) -> Response:
    """The database fails: where it is and what it says is for us alone."""
    _log.error("%s", error)
    return JSONResponse({"detail": NO_STORE}, 503, {"Retry-After": "5"})


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return JSONResponse({"detail": printable(f"This request cannot be read: {where}: {first['msg']}.", 300)}, 422)


async def _plain(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"detail": printable(str(error.detail), 300)}, error.status_code, error.headers)


async def _failed(request: Request, error: Exception) -> Response:
    """A fault of ours outside of everything else that notes faults: nothing about it goes out."""
    _log.error("a fault in the server at %s", request.scope.get("path", ""), exc_info=error)
    return JSONResponse({"detail": FAILED}, 500)
