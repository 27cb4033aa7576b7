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


def settle(done: asyncio.Future[Any] | None, answer: Any) -> None:
    if done is not None and not done.done():
        done.set_result(answer)


def refused(message_id: str, reason: str, *, stale: bool = False, again: bool = False) -> dict[str, Any]:
    return {"type": "refused", "id": message_id, "reason": reason, "stale": stale, "again": again}


def id_of(item: Order | Thought | Call) -> str:
    return str(item.message.get("id", "")) if isinstance(item, Order) else ""
