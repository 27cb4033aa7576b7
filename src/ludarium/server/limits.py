"""How much may be asked for: buckets that fill at a steady rate, and leak with every request."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

_KEPT = 10_000


@dataclass
class Bucket:
    """Allows `burst` at once and `rate` a second over time."""

    rate: float
    burst: float
    left: float = field(init=False)
    at: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.left = self.burst

    def take(self, amount: float = 1.0) -> bool:
        """Whether so much is allowed now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < amount:
            return False
        self.left -= amount
        return True


class Buckets:
    """A bucket for each of many: addresses, people. Those that were not asked for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, amount: float = 1.0) -> bool:
        bucket = self._buckets.setdefault(key, Bucket(self._rate, self._burst))
        self._buckets.move_to_end(key)
        if len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
        return bucket.take(amount)


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from, as limits count it."""
    return connection.client.host if connection.client else "?"
