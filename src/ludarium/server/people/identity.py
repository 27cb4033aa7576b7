"""Who somebody is: a cookie that only the browser and a digest know, guests, and accounts with a password."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludarium.engine.errors import LudariumError
from ludarium.server.limits import Buckets
from ludarium.server.messages import Me, RatingInfo
from ludarium.server.people.ratings import POOL, key_of
from ludarium.server.tables.deciding import clean
from ludarium.server.tables.registry import Tables
from ludarium.store import lab
from ludarium.store.lab import Account

COOKIE = "ludarium_session"
_YEAR = 365 * 86_400
_NAME, _PASSWORD = (2, 32), (8, 200)


class NotAllowed(LudariumError):
    """Somebody may not do this; the text says why. `status` is the HTTP code."""

    def __init__(self, reason: str, status: int = 403) -> None:
        super().__init__(reason)
        self.status = status


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def check_new_name(name: str) -> str:
    """A name as it is shown; an error says what is wrong with it."""
    cleaned = clean(unicodedata.normalize("NFC", name))
    if not _NAME[0] <= len(cleaned) <= _NAME[1]:
        raise LudariumError(f"A name has {_NAME[0]} to {_NAME[1]} characters.")
    return cleaned


def key_of_name(name: str) -> str:
    """A name as names are compared: look-alikes in case or width are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


class Identity:
    """Accounts and sessions."""

    def __init__(self, tables: Tables, *, tries: int, hasher: PasswordHasher | None = None) -> None:
        self._tables = tables
        self._hasher = hasher or PasswordHasher()
        self._tries = Buckets(tries / 60, tries)
        # Verified when nobody has the name, so that the time taken does not tell whether somebody does.
        self._decoy = self._hasher.hash(secrets.token_hex(8))

    async def known(self, connection: HTTPConnection) -> Account | None:
        """Whoever the cookie says, if it is one of ours."""
        token = connection.cookies.get(COOKIE, "")
        if not 20 <= len(token) <= 100:
            return None
        digest = digest_of(token)
        found: Account | None = await self._tables.read(lambda session: lab.session_account(session, digest))
        return found

    async def guest(self, response: Response, *, secure: bool) -> Account:
        """Somebody new, with a cookie."""
        name = f"Guest {secrets.randbelow(9000) + 1000}"
        token = secrets.token_urlsafe(32)

        def add(connection: Connection) -> Account:
            account = lab.add_guest(connection, name)
            lab.add_session(connection, digest_of(token), account.id)
            return account

        account: Account = await self._tables.write(add)
        set_cookie(response, token, secure=secure)
        return account

    async def register(self, account: Account, name: str, password: str) -> Account:
        """A guest becomes somebody with a name; the matches stay theirs."""
        if not account.guest:
            raise NotAllowed("You are registered already: log out first.", 409)
        name = check_new_name(name)
        if len(password) < _PASSWORD[0]:
            raise LudariumError(f"A password has at least {_PASSWORD[0]} characters.")
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        await self._tables.write(lambda session: lab.register(session, account.id, name, key_of_name(name), hashed))
        return Account(account.id, name, guest=False)

    async def login(self, address: str, name: str, password: str, response: Response, *, secure: bool) -> Account:
        """A new session for whoever knows the password."""
        key = key_of_name(clean(name))
        if not (self._tries.take(address) and self._tries.take(f"name {key}")):
            raise NotAllowed("Too many tries: wait a minute.", 429)
        found: Account | None = await self._tables.read(lambda session: lab.registered(session, key))
        hashed = found.password if found is not None and found.password else self._decoy
        try:
            await asyncio.to_thread(self._hasher.verify, hashed, password)
        except (VerificationError, InvalidHashError):
            found = None
        if found is None or found.password is None:
            raise NotAllowed("Name or password is wrong.", 401)
        account = found
        token = secrets.token_urlsafe(32)
        await self._tables.write(lambda session: lab.add_session(session, digest_of(token), account.id))
        set_cookie(response, token, secure=secure)
        return account

    async def logout(self, connection: HTTPConnection, response: Response) -> None:
        digest = digest_of(connection.cookies.get(COOKIE, ""))
        await self._tables.write(lambda session: lab.end_session(session, digest))
        response.delete_cookie(COOKIE, path="/")

    async def rename(self, account: Account, name: str) -> Account:
        if not account.guest:
            raise NotAllowed("Registered names stay as they are.", 409)
        name = check_new_name(name)
        key = key_of_name(name)
        if await self._tables.read(lambda session: lab.registered(session, key)) is not None:
            raise NotAllowed(f"The name {name} belongs to somebody: choose another.", 409)
        await self._tables.write(lambda session: lab.rename(session, account.id, name))
        return Account(account.id, name, guest=True)

    async def me(self, account: Account) -> Me:
        from ludarium.games import REGISTRY

        def standings() -> dict[str, RatingInfo]:
            found = {}
            for game in REGISTRY.entries:
                rating = self._tables.database.ratings(game, POOL).get(key_of(account.id))
                if rating is not None:
                    ordinal = rating.mu - 3 * rating.sigma
                    found[game] = RatingInfo(mu=rating.mu, sigma=rating.sigma, ordinal=ordinal, games=rating.games)
            return found

        ratings = {} if account.guest else await asyncio.to_thread(standings)
        return Me(id=account.id, name=account.name, guest=account.guest, ratings=ratings)


def set_cookie(response: Response, token: str, *, secure: bool) -> None:
    response.set_cookie(COOKIE, token, max_age=_YEAR, path="/", httponly=True, samesite="lax", secure=secure)
