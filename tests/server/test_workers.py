"""Where players think: long thoughts keep nobody waiting, and what is not needed any more is not thought about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from ludarium.games import load
from ludarium.server.work.players import Answer, Lane, Question, Workers, lanes, most_of
from ludarium.server.work.shares import Share

pytestmark = pytest.mark.compiled

PLAYERS = """
import time
from ludarium.engine import Player

class Quick(Player):
    name = "quick"
    count = 0
    def choose(self, view, clock):
        self.count += 1
        return view.moves()[self.count - 1]

class Busy(Player):
    name = "busy"
    def choose(self, view, clock):
        end = time.process_time() + 1.0
        while time.process_time() < end:
            pass
        return view.moves()[0]

class Sleeps(Player):
    name = "sleeps"
    def choose(self, view, clock):
        time.sleep(600)
"""
BRIEF = 0.25


def _with_workers(work: Callable[[Workers], Coroutine[Any, Any, None]], count: int, **wishes: Any) -> None:
    async def run() -> None:
        workers = Workers(count, brief=BRIEF, **wishes)
        try:
            async with asyncio.timeout(60):
                await work(workers)
        finally:
            workers.close()

    asyncio.run(run())


class Asking:
    """Players of a file, asked about the start of tic-tac-toe."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "players.py"
        self.file.write_text(PLAYERS, encoding="utf-8")
        self.view = load("tic-tac-toe").start(1).view(0).to_bytes()

    def question(self, kind: str, table: str) -> Question:
        return Question(table, 0, "tic-tac-toe", {}, f"{self.file}:{kind}", 1, self.view, None)

    def ask(self, workers: Workers, kind: str, table: str, who: str, **wishes: Any) -> asyncio.Task[Answer]:
        share = Share(None, who)
        return asyncio.create_task(workers.choose(self.question(kind, table), 600, share, **wishes))


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    return Asking(tmp_path)


def test_long_thoughts_of_many_keep_nobody_from_a_quick_answer(asking: Asking) -> None:
    async def work(workers: Workers) -> None:
        busy = [asking.ask(workers, "Busy", f"busy {number}", f"visitor {number % 3}") for number in range(6)]
        alone = [asking.ask(workers, "Busy", f"alone {number}", "visitor 0", alone=True) for number in range(3)]
        await asyncio.sleep(2 * BRIEF)
        for turn in range(3):  # in one process all the while: it remembers its turns
            assert (await asking.ask(workers, "Quick", "mine", "honest")).move == ("a1", "b1", "c1")[turn]
        assert sum(task.done() for task in busy + alone) < 6
        # Broken off and asked again, or moved to another lane: all of them come to their end, without a fault.
        answers = await asyncio.gather(*busy, *alone)
        assert {(answer.move, answer.fault) for answer in answers} == {("a1", "")}

    _with_workers(work, 4)


def test_one_address_never_has_all_long_processes(asking: Asking) -> None:
    async def work(workers: Workers) -> None:
        busy = [asking.ask(workers, "Busy", f"busy {number}", "visitor") for number in range(8)]
        await asyncio.sleep(4 * BRIEF)
        assert not (await asking.ask(workers, "Busy", "mine", "honest")).fault
        assert not all(task.done() for task in busy)
        for number in range(8):
            workers.forget(f"busy {number}")
        await asyncio.gather(*busy)

    _with_workers(work, 5)


def test_what_is_forgotten_is_not_thought_about(asking: Asking) -> None:
    async def work(workers: Workers) -> None:
        running = asking.ask(workers, "Sleeps", "one", "visitor")
        waiting = asking.ask(workers, "Quick", "two", "visitor")
        await asyncio.sleep(0.1)
        workers.forget("two")
        assert "not needed" in (await waiting).fault
        workers.forget("one")
        assert "not needed" in (await running).fault
        # The process that slept for nobody is ended: the next one is answered.
        assert (await asking.ask(workers, "Quick", "three", "honest")).move == "a1"

    _with_workers(work, 1)


def test_whoever_goes_leaves_the_queue(asking: Asking) -> None:
    async def work(workers: Workers) -> None:
        tasks = [asking.ask(workers, "Sleeps", f"table {number}", "visitor") for number in range(40)]
        await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for number in range(40):
            workers.forget(f"table {number}")
        assert (await asking.ask(workers, "Quick", "mine", "honest")).move == "a1"
        assert not workers._thoughts
        assert not workers._queue

    _with_workers(work, 1)


def test_more_questions_than_may_wait_are_asked_later_and_none_is_lost(asking: Asking) -> None:
    async def work(workers: Workers) -> None:
        tasks = [asking.ask(workers, "Quick", f"table {number}", "school") for number in range(100)]
        await asyncio.sleep(0)
        assert len(workers._queue) < 100
        answers = await asyncio.gather(*tasks)
        assert {(answer.move, answer.fault) for answer in answers} == {("a1", "")}

    _with_workers(work, 3)


def test_processes_end_when_nobody_needs_them(asking: Asking) -> None:
    async def work(workers: Workers) -> None:
        assert (await asking.ask(workers, "Quick", "mine", "honest")).move == "a1"
        workers.forget("mine")
        while workers._lanes[Lane.BRIEF]:
            await asyncio.sleep(0.05)
        assert (await asking.ask(workers, "Quick", "mine", "honest")).move == "a1"

    _with_workers(work, 3, idle=0.1)


@pytest.mark.parametrize("count", range(1, 17))
def test_processes_are_shared_out_over_the_lanes(count: int) -> None:
    sizes = lanes(count)
    assert sum(sizes.values()) == count
    assert all(sizes.values())
    for size in sizes.values():
        assert 1 <= most_of(size) <= max(1, size - 1)
