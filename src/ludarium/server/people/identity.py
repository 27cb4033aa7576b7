"""Who somebody is: guests, and accounts with a name, a password and a code for the day on which it is lost."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludarium.server.limits import Buckets, address_of
from ludarium.server.messages import Me, SessionInfo
from ludarium.server.people import names
from ludarium.server.people.cookies import is_secure
from ludarium.server.people.lookalikes import skeleton
from ludarium.server.people.passwords import Hashing, check_new_password, digest_of_code, new_code
from ludarium.server.people.refusals import NotAllowed
from ludarium.server.people.sessions import Sessions, digest_of, new_token
from ludarium.server.people.standing import ratings_of
from ludarium.server.people.throttle import Attempt, Throttle, mark_browser, mark_of
from ludarium.server.tables.registry import Tables
from ludarium.store import people
from ludarium.store.people import Account, NameTaken

__all__ = ["Identity", "NotAllowed", "digest_of"]

_log = logging.getLogger(__name__)
_SHOWN = 16
"""Characters of a session's digest by which its owner can name it."""


class Identity:
    """Accounts, and how somebody comes to be known as one."""

    def __init__(self, tables: Tables, *, hashing: Hashing | None = None) -> None:
        settings = tables.settings
        self._tables = tables
        self.sessions = Sessions(tables)
        self._hashing = hashing or Hashing()
        self._throttle = Throttle(settings.tries)
        self._guests = Buckets(settings.guests / 3600, settings.guests)
        self._registrations = Buckets(settings.registrations / 3600, settings.registrations)
        self._old_looks: frozenset[str] | None = None

    def start(self) -> None:
        """Read beside what the first registration would have to wait for."""

        def prepare() -> None:
            names.check_not_reserved("Somebody new")
            check_new_password("a password like others", "Somebody new")

        self._tables.spawn(asyncio.to_thread(prepare))

    def close(self) -> None:
        self._hashing.close()

    async def known(self, connection: HTTPConnection) -> Account | None:
        """Whoever the cookie says, if it is one of ours."""
        return await self.sessions.known(connection)

    # --- guests -------------------------------------------------------------------------------------------------------

    async def guest(self, request: HTTPConnection, response: Response) -> Account:
        """Somebody new, with a cookie."""
        self._admit_guest(request)
        token = new_token()

        def add(connection: Connection) -> Account:
            account = people.add_guest(connection, _guest_name())
            self.sessions.begin(connection, account, token)
            return account

        account: Account = await self._tables.write(add)
        self.sessions.hand_out(request, response, token, guest=True)
        return replace(account, session=digest_of(token))

    def _admit_guest(self, request: HTTPConnection) -> None:
        if not self._guests.take(address_of(request)):
            raise NotAllowed(
                "Too many new guests have come from your address: wait some minutes, or log in if you have an account.",
                429,
                wait=600,
            )

    async def rename(self, account: Account, name: str) -> Account:
        if not account.guest:
            raise NotAllowed("Registered names stay as they are.", 409)
        name = names.check_new_name(name)
        if name == account.name:
            return account
        await asyncio.to_thread(names.check_not_reserved, name)
        if await self._taken(name):
            raise NotAllowed(f"The name {name} belongs to somebody, or looks like theirs: choose another.", 409)
        await self._tables.write(partial(people.rename, number=account.id, name=name))
        return replace(account, name=name)

    # --- accounts -----------------------------------------------------------------------------------------------------

    async def register(
        self, request: Request, response: Response, account: Account | None, name: str, password: str
    ) -> tuple[Account, str]:
        """A guest, or somebody new, becomes somebody with a name; the matches stay theirs. Gives the account and its
        recovery code, which nobody can read anywhere afterwards."""
        if account is not None and not account.guest:
            raise NotAllowed("You are registered already: log out first.", 409)
        name = names.check_new_name(name)
        await asyncio.to_thread(names.check_not_reserved, name)
        password = await asyncio.to_thread(check_new_password, password, name)
        address = address_of(request)
        if not self._registrations.take(address):
            raise NotAllowed("Too many accounts were made from your address: wait some minutes.", 429, wait=600)
        if await self._taken(name):
            raise NameTaken(f"the name {name} is taken, or looks like one that is: choose another, or log in")
        if account is None:
            self._admit_guest(request)
        hashed = await self._hashing.hash(address, password)
        code, token = new_code(), new_token()

        def store(connection: Connection) -> tuple[Account, dict[str, int]]:
            guest = account or people.add_guest(connection, _guest_name())
            made = Account(guest.id, name, False, hashed, digest_of_code(guest.id, code), digest_of(token))
            assert made.recovery is not None
            people.register(connection, guest.id, name, names.taken_by(name), names.key_of(name), hashed, made.recovery)
            before = account.session if account else ""
            return made, self.sessions.begin(connection, made, token, before=before, alone=True)

        made, ended = await self._tables.write(store)
        self._enter(request, response, made, token, ended)
        _log.info("account %d was made", made.id)
        return made, code

    async def login(self, request: Request, response: Response, name: str, password: str) -> Account:
        """A new session for whoever knows the password; the one that the request came with ends."""
        found = await self._find(name)
        attempt = self._attempt(request, name, found)
        right, renewed = await self._hashing.verify(attempt.address, found.password if found else None, password)
        if found is None or found.password is None or not right:
            _log.info("a password for %.40r from %s was wrong", name, attempt.address)
            raise NotAllowed("Name or password is wrong.", 401)
        self._throttle.succeeded(attempt)
        old, token = found.password, new_token()
        before = await self._session_of(request)

        def store(connection: Connection) -> dict[str, int]:
            if renewed is not None:
                people.replace_password(connection, found.id, old, renewed)
            return self.sessions.begin(connection, found, token, before=before)

        ended = await self._tables.write(store)
        account = replace(found, password=renewed or old, session=digest_of(token))
        self._enter(request, response, account, token, ended)
        _log.info("account %d logged in from %s", account.id, attempt.address)
        return account

    async def logout(self, request: HTTPConnection, response: Response, account: Account | None) -> None:
        if account is not None:
            await self.sessions.end([account.session])
        self.sessions.take_back(request, response)

    async def logout_everywhere(self, request: HTTPConnection, response: Response, account: Account) -> None:
        """End all sessions of a person, this one included."""
        await self.sessions.end([session.digest for session in await self.sessions.of(account)])
        self.sessions.take_back(request, response)
        _log.info("account %d logged out everywhere", account.id)

    async def list_sessions(self, account: Account) -> list[SessionInfo]:
        return [
            SessionInfo(
                id=session.digest[:_SHOWN],
                created=session.created.isoformat(),
                used=(session.used or session.created).isoformat(),
                current=session.digest == account.session,
            )
            for session in await self.sessions.of(account)
        ]

    async def end_session(self, account: Account, shown: str) -> None:
        """End one of a person's other sessions."""
        digests = [session.digest for session in await self.sessions.of(account)]
        chosen = [digest for digest in digests if digest[:_SHOWN] == shown]
        if not chosen:
            raise NotAllowed("There is no such session any more.", 404)
        await self.sessions.end(chosen)

    # --- passwords and codes ------------------------------------------------------------------------------------------

    async def change_password(
        self, request: Request, response: Response, account: Account, current: str, password: str
    ) -> Account:
        """Another password, for whoever knows the one of before. All sessions end; this browser gets a new one."""
        found = await self._confirm(request, account, current)
        password = await asyncio.to_thread(check_new_password, password, found.name)
        hashed = await self._hashing.hash(address_of(request), password)
        assert found.password is not None
        old, token = found.password, new_token()

        def store(connection: Connection) -> dict[str, int]:
            if not people.replace_password(connection, found.id, old, hashed):
                raise NotAllowed("The password was changed meanwhile: try again.", 409)
            return self.sessions.begin(connection, found, token, before=account.session, alone=True)

        ended = await self._tables.write(store)
        changed = replace(found, password=hashed, session=digest_of(token))
        self._enter(request, response, changed, token, ended)
        _log.info("account %d has another password", found.id)
        return changed

    async def recover(
        self, request: Request, response: Response, name: str, code: str, password: str
    ) -> tuple[Account, str]:
        """Another password, for whoever has the recovery code. All sessions end; the code is replaced by a new one."""
        found = await self._find(name)
        attempt = self._attempt(request, name, found)
        given = digest_of_code(found.id if found else 0, code)
        old = (found.recovery if found else None) or ""
        if found is None or not hmac.compare_digest(given, old):
            _log.info("a recovery code for %.40r from %s was wrong", name, attempt.address)
            raise NotAllowed("Name or recovery code is wrong.", 401)
        self._throttle.succeeded(attempt)
        password = await asyncio.to_thread(check_new_password, password, found.name)
        hashed = await self._hashing.hash(attempt.address, password)
        renewed, token, before = new_code(), new_token(), await self._session_of(request)
        changed = replace(found, password=hashed, recovery=digest_of_code(found.id, renewed), session=digest_of(token))

        def store(connection: Connection) -> dict[str, int]:
            assert changed.recovery is not None
            if not people.use_recovery(connection, changed.id, old, changed.recovery, hashed):
                raise NotAllowed("Name or recovery code is wrong.", 401)
            return self.sessions.begin(connection, changed, token, before=before, alone=True)

        ended = await self._tables.write(store)
        self._enter(request, response, changed, token, ended)
        _log.info("account %d was recovered from %s", changed.id, attempt.address)
        return changed, renewed

    async def renew_code(self, request: Request, account: Account, password: str) -> str:
        """A new recovery code; the old one ends."""
        found = await self._confirm(request, account, password)
        code = new_code()
        digest = digest_of_code(found.id, code)
        await self._tables.write(partial(people.set_recovery, number=found.id, digest=digest))
        _log.info("account %d has another recovery code", found.id)
        return code

    async def _confirm(self, request: Request, account: Account, password: str) -> Account:
        """The account with what is kept of its password, if this is it."""
        found: Account | None = await self._tables.read(partial(people.account, number=account.id))
        if found is None or found.password is None:
            raise NotAllowed("Guests have no password: make an account first.", 409)
        attempt = self._attempt(request, found.name, found)
        right, _ = await self._hashing.verify(attempt.address, found.password, password)
        if not right:
            raise NotAllowed("The password is wrong.", 403)
        self._throttle.succeeded(attempt)
        return found

    def _attempt(self, request: Request, name: str, found: Account | None) -> Attempt:
        key = digest_of(skeleton(name))
        return self._throttle.begin(key, address_of(request), mark_of(request, found.password if found else None))

    # --- within -------------------------------------------------------------------------------------------------------

    async def _session_of(self, request: Request) -> str:
        """The digest of the session that a request came with; empty if it came with none."""
        before = await self.known(request)
        return before.session if before else ""

    def _enter(self, request: Request, response: Response, account: Account, token: str, ended: dict[str, int]) -> None:
        """What a browser gets whose owner has proved who it is, once that is stored."""
        self.sessions.hang_up(ended)
        self.sessions.hand_out(request, response, token, guest=False)
        assert account.password is not None
        mark_browser(response, account.password, secure=is_secure(request))

    async def _find(self, name: str) -> Account | None:
        """Whoever is registered under a name."""

        def read(connection: Connection) -> Account | None:
            found = (people.registered(connection, key) for key in names.keys_of(name))
            return next((account for account in found if account is not None), None)

        found: Account | None = await self._tables.read(read)
        return found

    async def _taken(self, name: str) -> bool:
        """Whether somebody is registered under this name, or one that looks like it."""
        if self._old_looks is None:
            keys = await self._tables.read(partial(people.name_keys, without=names.MARK))
            self._old_looks = frozenset(map(skeleton, keys))
        looks = names.taken_by(name)
        if any(look.removeprefix(names.MARK) in self._old_looks for look in looks):
            return True
        taken: bool = await self._tables.read(partial(people.any_registered, name_keys=looks))
        return taken

    async def me(self, account: Account) -> Me:
        ratings = {} if account.guest else await asyncio.to_thread(ratings_of, self._tables, account)
        recoverable = account.recovery is not None
        return Me(id=account.id, name=account.name, guest=account.guest, recoverable=recoverable, ratings=ratings)


def _guest_name() -> str:
    return f"Guest {secrets.randbelow(9000) + 1000}"
