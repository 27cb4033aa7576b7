"""Jobs in processes of their own: what goes wrong costs the job, and nobody keeps others from theirs."""

from __future__ import annotations

import asyncio
import operator
import os
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ludarium.engine.errors import LudariumError
from ludarium.games.offered import check_name
from ludarium.server.people.identity import NotAllowed
from ludarium.server.work.jobs import Jobs, Kept
from ludarium.server.work.shares import Share

pytestmark = pytest.mark.compiled

VISITOR, HONEST, THIRD = Share(1, "192.0.2.1"), Share(2, "192.0.2.2"), Share(3, "192.0.2.3")


def _with_jobs(work: Callable[[Jobs], Coroutine[Any, Any, None]], **wishes: Any) -> None:
    async def run() -> None:
        jobs = Jobs(**wishes)
        try:
            async with asyncio.timeout(60):
                await work(jobs)
        finally:
            jobs.close()

    asyncio.run(run())


async def _refused(asked: Coroutine[Any, Any, Any]) -> tuple[int, str]:
    with pytest.raises(NotAllowed) as refusal:
        await asked
    return refusal.value.status, str(refusal.value)


def test_what_goes_wrong_costs_its_job_only() -> None:
    async def work(jobs: Jobs) -> None:
        assert await jobs.run(operator.add, 2, 3, share=HONEST) == 5
        with pytest.raises(LudariumError, match="no game 'nothing'"):
            await jobs.run(check_name, "nothing", share=HONEST)
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            await jobs.run(operator.truediv, 1, 0, share=HONEST)
        with pytest.raises(LudariumError, match="more memory"):
            await jobs.run(bytes, 8 << 30, share=HONEST)
        status, reason = await _refused(jobs.run(os._exit, 3, share=HONEST))
        assert (status, reason.startswith("This could not be done")) == (503, True)
        status, reason = await _refused(jobs.run(time.sleep, 600, share=HONEST, seconds=0.2))
        assert (status, reason) == (503, "This takes longer than 0.2 seconds, and was broken off.")
        assert await jobs.run(operator.add, 2, 3, share=HONEST) == 5

    _with_jobs(work, count=1)


def test_whoever_asks_for_too_much_waits_and_others_do_not() -> None:
    async def work(jobs: Jobs) -> None:
        asked = [asyncio.create_task(jobs.run(time.sleep, 600, share=VISITOR)) for _ in range(2)]
        await asyncio.sleep(0)
        status, reason = await _refused(jobs.run(operator.add, 2, 3, share=VISITOR))
        assert (status, "wait until your others are done" in reason) == (429, True)
        assert await jobs.run(operator.add, 2, 3, share=HONEST) == 5
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        # What nobody waits for is broken off, and makes room.
        assert await jobs.run(operator.add, 2, 3, share=VISITOR) == 5

    _with_jobs(work, count=2, each=2)


def test_large_jobs_of_several_leave_one_process_to_small_ones() -> None:
    async def work(jobs: Jobs) -> None:
        large = [asyncio.create_task(jobs.run(time.sleep, 600, share=share, size=9.0)) for share in (VISITOR, THIRD)]
        await asyncio.sleep(0)
        assert await jobs.run(operator.add, 2, 3, share=HONEST) == 5
        assert not any(task.done() for task in large)
        for task in large:
            task.cancel()
        await asyncio.gather(*large, return_exceptions=True)

    _with_jobs(work, count=2)


def test_the_server_refuses_more_than_it_can_hold() -> None:
    async def work(jobs: Jobs) -> None:
        async def ask(number: int) -> str:
            try:
                await jobs.run(time.sleep, 600, share=Share(number, f"at {number}"))
            except NotAllowed as refusal:
                return f"{refusal.status}"
            return ""

        asked = [asyncio.create_task(ask(number)) for number in range(80)]
        await asyncio.sleep(0.1)
        assert {task.result() for task in asked if task.done()} == {"503"}
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    _with_jobs(work, count=1)


def test_what_several_ask_for_is_made_once_and_kept_within_bounds() -> None:
    async def work(jobs: Jobs) -> None:
        kept = Kept(jobs, 100)

        async def get(key: str, share: Share = HONEST, size: int = 40) -> bytes:
            return await kept.get(key, secrets.token_bytes, size, share=share, size=0.1)

        one, two = await asyncio.gather(get("a"), get("a", VISITOR))
        assert one == two == await get("a", THIRD)
        await get("b")
        assert await get("a") == one
        await get("c")  # too many bytes: what was not asked for longest goes
        assert await get("a") == one
        assert await get("huge", size=1000) != await get("huge", size=1000)
        with pytest.raises(LudariumError):
            await kept.get("wrong", check_name, "nothing", share=HONEST, size=0.1)  # type: ignore[arg-type]
        assert kept._bytes == sum(map(len, kept._kept.values())) <= 100

    _with_jobs(work)
