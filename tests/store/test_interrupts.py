"""Ctrl-C while a transaction is under way."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from ludarium.store.database import Database
from ludarium.store.interrupts import uninterrupted


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_a_transaction_is_finished_first(tmp_path: Path) -> None:
    with Database.open(tmp_path / "results.db") as database:

        def write() -> None:
            with database.writing() as connection:
                press()
                connection.execute(text("CREATE TABLE mark (name TEXT)"))
                connection.execute(text("INSERT INTO mark VALUES ('kept')"))

        with pytest.raises(KeyboardInterrupt):
            write()
        with database.reading() as connection:
            assert connection.scalar(text("SELECT name FROM mark")) == "kept"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_whoever_presses_twice_is_not_kept_waiting() -> None:
    done = []

    def work() -> None:
        with uninterrupted():
            press()
            done.append("after the first")
            press()
            done.append("after the second")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["after the first"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_transactions_within_another_wait_for_its_end() -> None:
    done = []

    def work() -> None:
        with uninterrupted():
            with uninterrupted():
                press()
            done.append("after the inner one")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["after the inner one"]


def test_a_program_that_answers_by_itself_does_so() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with uninterrupted():
            press()
            assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_leave_it_alone() -> None:
    failed: list[BaseException] = []

    def work() -> None:
        try:
            with uninterrupted():
                pass
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert failed == []
