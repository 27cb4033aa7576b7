"""Many machines: the chunks of a plan as tasks of a Ray cluster (extra `ludarium[ray]`).

A task is a function of the plan and the numbers alone. One that is lost with its worker or its node is simply played
again elsewhere, with the same result.
"""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from functools import cache
from typing import Any

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.chunks import Chunk, Dealer
from ludarium.arena.run.pending import Pending
from ludarium.arena.run.processes import next_size
from ludarium.engine.errors import LudariumError

LOCAL = "local"
"""The address that starts a cluster on this machine."""
_RETRIES = 10
_SECONDS = 5.0
"""How long a cluster's address may take to answer at all."""


@cache
def _dealer(plan_json: str, records: bool) -> Dealer:
    return Dealer(Plan.from_dict(json.loads(plan_json)), compiled=not records)


def play_piece(plan_json: str, records: bool, first: int, count: int) -> Chunk:
    """What a task does: its process keeps the dealer for the next task."""
    return _dealer(plan_json, records).play(first, count)


def in_cluster(plan: Plan, pending: Pending, address: str, *, records: bool = False) -> Iterator[Chunk]:
    """The chunks of all pending games, in the order in which they are finished."""
    ray = connected(address)
    plan_json = json.dumps(plan.to_dict())
    task = ray.remote(num_cpus=1, max_retries=_RETRIES)(play_piece)
    flying: dict[Any, range] = {}
    size = 1
    losses = 0

    def send() -> None:
        # Twice as many tasks as cores, so that no core waits for the next one.
        slots = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(flying) < slots:
            piece = pending.take(min(size, len(pending) // slots + 1))
            if not piece:
                return
            flying[task.remote(plan_json, records, piece.start, len(piece))] = piece

    try:
        send()
        while flying:
            for reference in ray.wait(list(flying), num_returns=1)[0]:
                piece = flying.pop(reference)
                try:
                    chunk = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    raise LudariumError(f"games {piece.start}–{piece.stop - 1} failed: {error.cause}") from error
                except ray.exceptions.RayError as error:
                    losses += 1
                    if losses > _RETRIES:
                        raise LudariumError(f"the cluster lost {losses} tasks, the last: {error}") from error
                    pending.give_back(piece)
                else:
                    size = next_size(chunk.count, chunk.seconds)
                    yield chunk
            send()
    finally:
        for reference in flying:
            ray.cancel(reference, force=True)


def connected(address: str) -> Any:
    try:
        import ray
    except ImportError:
        raise LudariumError("Ray is not installed: pip install 'ludarium[ray]'") from None
    if not ray.is_initialized():
        try:
            _reach(address)
            ray.init(
                address=None if address == LOCAL else address,
                include_dashboard=False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (OSError, OverflowError, ValueError, RuntimeError) as error:
            raise LudariumError(f"no Ray cluster at '{address}': {error}; '{LOCAL}' starts one here") from error
    return ray


def _reach(address: str) -> None:
    """Knock at an address with a port: Ray itself tries for many minutes where nobody answers."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_SECONDS).close()
