"""Sessions: a token that only the browser knows, its digest in the database, and the sockets that hang on it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol

from sqlalchemy import Connection
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludarium.server.people.cookies import cookie_of, drop_cookie, is_secure, put_cookie
from ludarium.server.tables.registry import Tables
from ludarium.store import lab, people
from ludarium.store.faults import StoreError
from ludarium.store.people import Account, Idle, Session

_log = logging.getLogger(__name__)

ENDED, REPLACED = 4401, 1012
"""Codes for sockets whose session has ended: for good, or so that the browser, which has a new one, connects again."""
MOST = 50
"""Sessions that one person has at most; those that were not used for longest end first."""
_KEPT = 10_000
_GRACE = 2.0
"""Seconds that a socket has to close by itself once its session has ended."""
_BATCH, _BATCHES = 500, 20
"""Rows that are looked at in one transaction, and transactions in a row, when it is swept."""
_PAUSE = 3600.0
"""Seconds between two sweeps of the database."""


class Line(Protocol):
    """One end of a socket."""

    def hang_up(self, code: int) -> None: ...


@dataclass(eq=False)
class _Open:
    line: Line
    limit: asyncio.Timeout

    def close(self, code: int) -> None:
        self.line.hang_up(code)
        if self.limit.when() is None:  # whoever does not read must not go on speaking
            self.limit.reschedule(asyncio.get_running_loop().time() + _GRACE)


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class Sessions:
    """The sessions of everybody, and the open sockets of this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables, settings = tables, tables.settings
        self._idle = Idle(timedelta(days=settings.session_idle), timedelta(days=settings.guest_days))
        self._life = timedelta(days=settings.session_life)
        self._open: dict[str, set[_Open]] = {}
        self._ended: OrderedDict[str, int] = OrderedDict()
        """Digests of sessions that ended lately: a socket may just be opened by one of them."""
        self._noted: OrderedDict[str, float] = OrderedDict()
        self._swept = -math.inf
        tables.cluster.on_line.append(self._heard)
        tables.housekeeping.sweepers.append(self.sweep)

    # --- who it is ----------------------------------------------------------------------------------------------------

    async def known(self, connection: HTTPConnection) -> Account | None:
        """Whoever the cookie says, if it is one of ours and has not expired."""
        token = cookie_of(connection, "session")
        if not 20 <= len(token) <= 100:
            return None
        found: Session | None = await self._tables.read(partial(people.session, digest=digest_of(token)))
        now = datetime.now(UTC)
        if found is None or not found.valid(now, self._idle):
            return None
        if found.stale(now):
            self._note_use(found.digest)
        return found.account

    async def of(self, account: Account) -> list[Session]:
        """A person's sessions, those used last first."""
        found: list[Session] = await self._tables.read(partial(people.sessions_of, number=account.id))
        now = datetime.now(UTC)
        return [session for session in found if session.valid(now, self._idle)]

    def _note_use(self, digest: str) -> None:
        now = time.monotonic()
        if now - self._noted.get(digest, -1e9) < people.PRECISION.total_seconds():
            return
        self._noted[digest] = now
        self._noted.move_to_end(digest)
        if len(self._noted) > _KEPT:
            self._noted.popitem(last=False)
        self._tables.spawn(self._tables.write(partial(people.use_sessions, digests=[digest])))

    # --- beginning and ending -----------------------------------------------------------------------------------------

    def begin(
        self, connection: Connection, account: Account, token: str, *, before: str = "", alone: bool = False
    ) -> dict[str, int]:
        """Within a transaction: begin a session. The one that the browser had before ends, those that are too many, and
        where it is to be alone all others. Gives the digests of those that have ended, each with the code for its
        sockets, for `hang_up` once the transaction stands."""
        others = [session.digest for session in people.sessions_of(connection, account.id) if session.digest != before]
        ended = dict.fromkeys(others if alone else others[MOST - 1 :], ENDED)
        if before:
            ended[before] = REPLACED
        self._end(connection, ended)
        life = people.YEAR if account.guest else self._life
        people.add_session(connection, digest_of(token), account.id, life)
        return ended

    def _end(self, connection: Connection, ended: Mapping[str, int]) -> None:
        people.end_sessions(connection, ended)
        if not self._tables.database.is_file:
            for digest, code in ended.items():
                lab.tell(connection, f"ended {code} {digest}")

    async def end(self, digests: Iterable[str]) -> None:
        """End sessions for good, here and in the other processes."""
        ended = dict.fromkeys(digests, ENDED)
        await self._tables.write(lambda connection: self._end(connection, ended))
        self.hang_up(ended)

    def hang_up(self, ended: Mapping[str, int]) -> None:
        """Close the sockets of sessions that have ended, by the code of each."""
        for digest, code in ended.items():
            self._ended[digest] = code
            for opened in list(self._open.get(digest, ())):
                opened.close(code)
        while len(self._ended) > _KEPT:
            self._ended.popitem(last=False)

    def hand_out(self, connection: HTTPConnection, response: Response, token: str, *, guest: bool) -> None:
        """Give a browser its token."""
        life = people.YEAR if guest else self._life
        put_cookie(response, "session", token, secure=is_secure(connection), seconds=life.total_seconds())

    @staticmethod
    def take_back(connection: HTTPConnection, response: Response) -> None:
        drop_cookie(response, "session", secure=is_secure(connection))

    # --- sockets ------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def attached(self, account: Account, line: Line) -> AsyncIterator[None]:
        """While a socket is open: it is closed when its session ends. Who does not let it be closed is cut off."""
        digest = account.session
        limit = asyncio.timeout(None)
        opened = _Open(line, limit)
        try:
            async with limit:
                self._open.setdefault(digest, set()).add(opened)
                if digest in self._ended:
                    opened.close(self._ended[digest])
                yield
        except TimeoutError:
            if not limit.expired():
                raise
        finally:
            self._open[digest].discard(opened)
            if not self._open[digest]:
                del self._open[digest]

    def _heard(self, line: str) -> None:
        """What another process tells of sessions that it has ended."""
        kind, _, rest = line.partition(" ")
        if kind == "ended":
            code, _, digest = rest.partition(" ")
            self.hang_up({digest: int(code)})

    # --- sweeping -----------------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Forget sessions and guests that have expired; close sockets whose session has, or has ended unheard."""
        await self._look_at_open()
        if time.monotonic() - self._swept < _PAUSE:
            return
        self._swept, now = time.monotonic(), datetime.now(UTC)
        sessions = partial(people.sweep_sessions, now=now, idle=self._idle, limit=_BATCH)
        day = now - timedelta(days=1)
        guests = partial(people.sweep_guests, idle=now - self._idle.guests, unused=day, limit=_BATCH)
        for job in (sessions, guests):
            for _ in range(_BATCHES):
                if await self._tables.write(job) < _BATCH:
                    break
            else:
                self._swept = -math.inf  # there are more: go on the next time

    async def _look_at_open(self) -> None:
        digests, now = list(self._open), datetime.now(UTC)
        for start in range(0, len(digests), _BATCH):
            some = digests[start : start + _BATCH]
            found: list[Session] = await self._tables.read(partial(people.sessions_among, digests=some))
            valid = {session.digest for session in found if session.valid(now, self._idle)}
            self.hang_up({digest: ENDED for digest in some if digest not in valid})
            used = [session.digest for session in found if session.digest in valid and session.stale(now)]
            if used:
                try:
                    await self._tables.write(partial(people.use_sessions, digests=used))
                except StoreError as error:
                    _log.error("%s", error)
