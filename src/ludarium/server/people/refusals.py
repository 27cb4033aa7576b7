"""What somebody may not do, as every part of the server says it."""

from __future__ import annotations

import math

from ludarium.engine.errors import LudariumError


class NotAllowed(LudariumError):
    """Somebody may not do this; the text says why. `status` is the HTTP code, `wait` the seconds after which it makes
    sense to try again where it does."""

    def __init__(self, reason: str, status: int = 403, *, wait: float = 60.0) -> None:
        super().__init__(reason)
        self.status, self.wait = status, max(1, math.ceil(wait))
