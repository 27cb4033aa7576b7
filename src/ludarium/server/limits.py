"""How much may be asked for: buckets that fill at a steady rate and leak with every request, and shares of what can be
held at once. Each counts for many keys (addresses, people) in bounded memory."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from ludarium.engine.errors import LudariumError
from ludarium.server.addresses import NOBODY, counted

_KEPT = 10_000
"""Keys that are counted one by one."""
_SHARED = 1024
"""Buckets for the keys beyond that: several keys share one."""
_LOOKED_AT = 8
"""Buckets that are looked at, for each new key, whether they can be forgotten."""

ADDRESS = "ludarium.address"
"""Where a connection's scope holds the address."""


class TooMuch(LudariumError):
    """Somebody asks for more than their share. `wait`: in how many seconds to come again."""

    status = 429

    def __init__(self, reason: str, wait: float = 60.0) -> None:
        super().__init__(reason)
        self.wait = max(1, math.ceil(wait))


@dataclass(slots=True)
class Bucket:
    """Allows `burst` at once and `rate` a second over time."""

    rate: float
    burst: float
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.at = self.burst, time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Whether so much is allowed now."""
        if self._filled() < amount:
            return False
        self.left -= amount
        return True

    def wait(self, amount: float = 1.0) -> float:
        """Seconds until so much is allowed; as if for the burst where it never is."""
        missing = min(amount, self.burst) - self._filled()
        return max(0.0, missing / self.rate) if self.rate > 0 else 3600.0

    @property
    def full(self) -> bool:
        return self._filled() >= self.burst

    def _filled(self) -> float:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        return self.left


class Buckets:
    """A bucket for each of many: addresses, people.

    A bucket that is full again says nothing and is forgotten: with each new key some of those are looked at that were
    not for longest. Where there is no room any more, new keys share some: so nobody gets a fresh bucket by asking under
    many other keys until the old one is forgotten.
    """

    def __init__(self, rate: float, burst: float, *, kept: int = _KEPT) -> None:
        self._rate, self._burst, self._kept = rate, burst, kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._shared: dict[int, Bucket] = {}

    def take(self, key: str, amount: float = 1.0) -> bool:
        return self._bucket(key).take(amount)

    def wait(self, key: str, amount: float = 1.0) -> float:
        """Seconds until so much is allowed."""
        return self._bucket(key).wait(amount)

    def _bucket(self, key: str) -> Bucket:
        found = self._buckets.get(key)
        if found is None:
            self._forget()
            if len(self._buckets) >= self._kept:
                return self._shared.setdefault(hash(key) % _SHARED, Bucket(self._rate, self._burst))
            found = self._buckets[key] = Bucket(self._rate, self._burst)
        return found

    def _forget(self) -> None:
        for _ in range(min(_LOOKED_AT, len(self._buckets))):
            key, bucket = self._buckets.popitem(last=False)
            if not bucket.full:
                self._buckets[key] = bucket  # looked at again when all others have been

    def __len__(self) -> int:
        """How many have a bucket of their own just now."""
        return len(self._buckets)


class Shares:
    """How many of something each of many holds at once. Whoever holds nothing takes no memory."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def held(self, key: str) -> int:
        return self._held.get(key, 0)

    def take(self, key: str) -> bool:
        if self.held(key) >= self._most:
            return False
        self._held[key] += 1
        return True

    def give_back(self, key: str) -> None:
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]


@contextmanager
def holding(*shares: tuple[Shares, str, str]) -> Iterator[None]:
    """Hold one of each (shares, whose, what is said when there are too many) meanwhile, or none: `TooMuch`."""
    taken: list[tuple[Shares, str]] = []
    try:
        for share, key, reason in shares:
            if not share.take(key):
                raise TooMuch(reason, 30.0)
            taken.append((share, key))
        yield
    finally:
        for share, key in taken:
            share.give_back(key)


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from, as limits count it."""
    found: str | None = connection.scope.get(ADDRESS)
    return found or counted(connection.client.host if connection.client else NOBODY)
