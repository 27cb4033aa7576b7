"""What waits for a table's task: orders, answers of players, and what is to be done between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.engine.turn import Answer
from ludarium.server.tables.audience import Order


@dataclass
class Thought:
    """A player's answer, to the decision that it was asked about; several of a turn that it put together."""

    seat: int
    decision: int
    takebacks: int
    answers: Sequence[Answer]


@dataclass
class Call:
    """Something to be done between two orders."""

    run: Callable[[], Coroutine[Any, Any, Any]]


Item = tuple[Order | Thought | Call, "asyncio.Future[Any] | None"]
