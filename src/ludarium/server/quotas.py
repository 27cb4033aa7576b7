"""What one person, and all people of one address together, may open, hold and bring along.

Both are counted: a visitor who drops the cookie is somebody new, but still comes from the same address.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from typing import Any

from sqlalchemy import Connection

from ludarium.server.limits import Bucket, Buckets, Shares, TooMuch, holding
from ludarium.server.settings import Settings
from ludarium.server.tables.changes import Change
from ludarium.store import lab

_HOUR, _MINUTE = 3600.0, 60.0
_KEPT = 10_000
"""Keys whose open tables are remembered. To have one forgotten takes a table from each of so many others."""

_COMING = "coming "
"""Stands before the number of a table that is being opened and has no id yet."""

Read = Callable[[Callable[[Connection], Any]], Awaitable[Any]]


class Quotas:
    """The limits of a server, beside those on requests, as far as this process has counted."""

    def __init__(self, settings: Settings, read: Read) -> None:
        self._settings, self._read = settings, read
        self._sockets, self._own_sockets = Shares(settings.address_sockets), Shares(settings.sockets)
        self._lobbies, self._own_lobbies = Shares(settings.address_lobby_sockets), Shares(settings.lobby_sockets)
        self._messages = Buckets(settings.address_messages, 4 * settings.address_messages)
        self._own_messages = Buckets(2 * settings.messages, 8 * settings.messages)
        self._tables = Buckets(settings.address_tables / _MINUTE, settings.address_tables)
        self._own_tables = Buckets(settings.tables / _MINUTE, settings.tables)
        self._open: OrderedDict[str, set[str]] = OrderedDict()
        """The tables that somebody has opened and that were not finished when last looked at."""
        self._openers: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        """By table that is not finished: the keys under which it is remembered."""
        self._numbers = count(1)
        self._newcomers = Buckets(settings.newcomers / _MINUTE, settings.newcomers)
        self._uploads = Buckets(settings.address_uploads / _HOUR, settings.address_uploads)
        self._own_uploads = Buckets(settings.uploads / _HOUR, settings.uploads)
        self._bytes = Buckets(settings.address_upload_bytes / _HOUR, settings.address_upload_bytes)
        self._own_bytes = Buckets(settings.upload_bytes / _HOUR, settings.upload_bytes)
        self._stored: int | None = None
        """Bytes of all records that were uploaded; None until somebody uploads one."""

    # --- sockets ------------------------------------------------------------------------------------------------------

    @contextmanager
    def socket(self, account: int, address: str, *, lobby: bool = False) -> Iterator[None]:
        """A socket that is open meanwhile."""
        person = str(account)
        shares = [
            (self._own_sockets, person, "You have too many connections to tables: close some."),
            (self._sockets, address, "There are too many connections to tables from your address: close some."),
        ]
        if lobby:
            shares = [
                (self._own_lobbies, person, "You are in the lobby too often: close some of its pages."),
                (self._lobbies, address, "Too many people of your address are in the lobby: try again later."),
            ]
        with holding(*shares):
            yield

    def speaker(self, account: int, address: str) -> Callable[[], bool]:
        """What says of each message on a socket whether it may come now."""
        bucket, person = Bucket(self._settings.messages, 4 * self._settings.messages), str(account)
        return lambda: bucket.take() and self._own_messages.take(person) and self._messages.take(address)

    # --- studies ------------------------------------------------------------------------------------------------------

    def check_newcomer(self, address: str) -> None:
        """Whether somebody new of an address may take part in a study now."""
        if not self._newcomers.take(address):
            wait = self._newcomers.wait(address)
            raise TooMuch("Too many people of your address have begun just now: try again in a moment.", wait)

    # --- tables -------------------------------------------------------------------------------------------------------

    def check_pace(self, account: int, address: str) -> None:
        """Whether somebody may open another table now."""
        for buckets, key, whose in (
            (self._own_tables, str(account), "You open"),
            (self._tables, address, "People of your address open"),
        ):
            if not buckets.take(key):
                raise TooMuch(f"{whose} tables too fast: wait a moment.", buckets.wait(key))

    @asynccontextmanager
    async def opening(self, account: int, address: str) -> AsyncIterator[Callable[[str], None]]:
        """While somebody opens a table: what is yielded is to be called with its id. `TooMuch` when there are too many
        that are not finished, whether anybody sits there or not."""
        self.check_pace(account, address)
        keys = {
            f"account {account}": (self._settings.unfinished, "You have opened"),
            f"address {address}": (self._settings.address_unfinished, "People of your address have opened"),
        }
        coming, opened = f"{_COMING}{next(self._numbers)}", list[str]()
        try:
            for key, (most, who) in keys.items():
                self._remember(key, coming)
                await self._check_open(key, most, who)
            yield opened.append
        finally:
            for key in keys:
                self._forget(key, {coming})
            for table in opened[:1]:
                for key in keys:
                    self._remember(key, table)
                self._openers[table] = tuple(keys)
                while len(self._openers) > 2 * _KEPT:
                    self._openers.popitem(last=False)

    def heard(self, change: Change) -> None:
        """A table that is finished counts no longer."""
        if change.ends:
            for key in self._openers.pop(change.state.id, ()):
                self._forget(key, {change.state.id})

    async def _check_open(self, key: str, most: int, who: str) -> None:
        if len(self._open[key]) <= most:
            return
        # Perhaps some are finished by now.
        asked = [table for table in self._open[key] if not table.startswith(_COMING)]
        still: set[str] = await self._read(lambda connection: lab.unfinished_among(connection, asked))
        self._forget(key, set(asked) - still)
        if len(self._open.get(key, ())) > most:
            raise TooMuch(f"{who} {most} tables that are not finished: leave one of your games first.", _MINUTE)

    def _forget(self, key: str, tables: set[str]) -> None:
        known = self._open.get(key, set())
        known -= tables
        if not known:
            self._open.pop(key, None)

    def _remember(self, key: str, table: str) -> None:
        self._open.setdefault(key, set()).add(table)
        self._open.move_to_end(key)
        while len(self._open) > _KEPT:
            self._open.popitem(last=False)

    # --- uploads ------------------------------------------------------------------------------------------------------

    async def check_upload(self, account: int, address: str, size: int) -> None:
        """Whether somebody may bring a record of so many bytes along; it is counted whether it is good or not."""
        person = str(account)
        for buckets, key, amount, whose in (
            (self._own_uploads, person, 1, "You have uploaded"),
            (self._uploads, address, 1, "People of your address have uploaded"),
            (self._own_bytes, person, size, "You have uploaded"),
            (self._bytes, address, size, "People of your address have uploaded"),
        ):
            if not buckets.take(key, amount):
                raise TooMuch(f"{whose} too much in the last hour: come again later.", buckets.wait(key, amount))
        if self._stored is None:
            self._stored = await self._read(lab.uploaded_bytes)
        if self._stored + size > self._settings.uploads_kept:
            raise TooMuch("There is no more room for uploaded records here.", _HOUR)

    def uploaded(self, size: int) -> None:
        """So many bytes were stored."""
        self._stored = (self._stored or 0) + size
