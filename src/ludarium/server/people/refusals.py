"""What somebody may not do, as every part of the server says it."""

from __future__ import annotations

from ludarium.engine.errors import LudariumError


class NotAllowed(LudariumError):
    """Somebody may not do this; the text says why. `status` is the HTTP code, `retry` the seconds after which it may be
    tried again."""

    def __init__(self, reason: str, status: int = 403, *, retry: float | None = None) -> None:
        super().__init__(reason)
        self.status, self.retry = status, retry
