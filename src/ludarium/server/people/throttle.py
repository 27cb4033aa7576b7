"""How often passwords and codes may be tried, so that nobody guesses them and nobody locks their owner out.

- An address has so many wrong tries a minute, whatever the names.
- An address that has tried a name in vain some times waits before it may try it again, twice as long each time. A name
  that many addresses try in vain gives each of them fewer tries, but never none: whoever comes from another address,
  or knows the password at the first try, gets in.
- A browser in which somebody has logged in before has a mark for that name. It has tries of its own, which nobody
  elsewhere can use up. The mark is signed with what the account keeps of its password: it needs no place in the
  database, holds in every process, and ends when the password changes.

Everything is counted within one process and for a bounded number of addresses and names.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludarium.server.limits import Buckets
from ludarium.server.people.cookies import cookie_of, put_cookie
from ludarium.server.people.refusals import NotAllowed

_KEPT = 20_000
_LONGEST = 900.0
"""Seconds that an address waits at most before it may try a name again."""
_MEMORY = 3600.0
"""Seconds after which tries in vain are forgotten."""
_MANY = 50
"""Tries in vain at one name, from all addresses within that time, after which each has fewer."""
_MARKED = 365 * 86_400
_NONCE = 16


@dataclass
class _Vain:
    """Tries in vain."""

    count: int = 0
    at: float = 0.0

    def add(self, now: float) -> None:
        self.count = 1 if now - self.at > _MEMORY else self.count + 1
        self.at = now


class _Record:
    """Tries in vain by key; those of longest ago are forgotten first."""

    def __init__(self) -> None:
        self._vain: OrderedDict[tuple[str, ...], _Vain] = OrderedDict()

    def count(self, key: tuple[str, ...], now: float) -> tuple[int, float]:
        """How many there were, and how many seconds ago the last was."""
        found = self._vain.get(key, _Vain())
        return (0, _MEMORY) if now - found.at > _MEMORY else (found.count, now - found.at)

    def add(self, key: tuple[str, ...], now: float) -> None:
        self._vain.setdefault(key, _Vain()).add(now)
        self._vain.move_to_end(key)
        if len(self._vain) > _KEPT:
            self._vain.popitem(last=False)

    def forget(self, key: tuple[str, ...]) -> None:
        self._vain.pop(key, None)


@dataclass(frozen=True)
class Attempt:
    """Somebody tries a password or a code for a name."""

    name: str
    address: str
    mark: str = ""
    """Of a known browser whose own tries count; empty where those of the address do."""


class Throttle:
    """Counts wrong tries. `tries` may be made from one address in a minute."""

    def __init__(self, tries: int) -> None:
        self._addresses = Buckets(tries / 60, tries)
        self._marks = Buckets(tries / 60, tries)
        self._free = max(3, tries // 2)
        self._vain = _Record()

    def begin(self, name: str, address: str, mark: str = "") -> Attempt:
        """Refuses a try that comes too early. It counts as a wrong one until `succeeded` says otherwise, so that many
        at once are no way around."""
        if mark and self._marks.take(mark):
            return Attempt(name, address, mark)
        now = time.monotonic()
        if not self._addresses.take(address):
            raise NotAllowed("Too many tries from your address: wait a minute.", 429, wait=60)
        wait = self._wait(name, address, now)
        if wait > 0:
            reason = f"Too many tries at this name from your address: wait {wait + 1:.0f} seconds."
            raise NotAllowed(reason, 429, wait=wait)
        self._vain.add((name, address), now)
        self._vain.add((name,), now)
        return Attempt(name, address)

    def succeeded(self, attempt: Attempt) -> None:
        """The try was right: it costs nothing."""
        buckets, key = (self._marks, attempt.mark) if attempt.mark else (self._addresses, attempt.address)
        buckets.take(key, -1.0)
        self._vain.forget((attempt.name, attempt.address))

    def _wait(self, name: str, address: str, now: float) -> float:
        count, ago = self._vain.count((name, address), now)
        pressed = self._vain.count((name,), now)[0] >= _MANY
        beyond = count - (3 if pressed else self._free)
        return 0.0 if beyond < 0 else max(0.0, min(_LONGEST, 2.0 ** min(beyond, 20)) - ago)


# --- marks ------------------------------------------------------------------------------------------------------------


def mark_browser(response: Response, password: str, *, secure: bool) -> None:
    """Give a browser the mark of an account in which somebody has logged in; `password` is what is kept of it."""
    nonce = secrets.token_hex(_NONCE)
    put_cookie(response, "device", f"{nonce}.{_signature(nonce, password)}", secure=secure, seconds=_MARKED)


def mark_of(connection: HTTPConnection, password: str | None) -> str:
    """The mark of a browser, if it is one of this account; else an empty text."""
    nonce, _, signature = cookie_of(connection, "device").partition(".")
    if password is None or len(nonce) != 2 * _NONCE:
        return ""
    return nonce if hmac.compare_digest(signature.encode(), _signature(nonce, password).encode()) else ""


def _signature(nonce: str, password: str) -> str:
    return hmac.new(password.encode(), f"device {nonce}".encode(), hashlib.sha256).hexdigest()
