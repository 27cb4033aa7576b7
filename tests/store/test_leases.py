"""Leases: one process plays a run, another is told who does, and a killed one stands in nobody's way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludarium.store import Database, Run, RunBusy, StoreError
from tests.store.games import PLAN
from tests.store.processes import answer, at_once, go, process

pytestmark = pytest.mark.compiled  # no kernels: once is enough


def test_a_second_process_is_told_who_plays(place: str) -> None:
    with process("lease", place) as first, process("lease", place) as second:
        go(first)
        assert answer(first) == "leased"
        go(second)
        told = answer(second)
    assert re.fullmatch(
        r"the run [a-z]{6} is being played by process \d+ since \d{4}-\d\d-\d\d \d\d:\d\d UTC: "
        r"wait for it or stop it; this command then goes on where it stopped",
        told,
    )
    assert f"process {first.pid} " in told


def test_a_lease_ends_with_its_block(run: Run, place: str) -> None:
    with run.lease():
        pass
    with run.lease(), process("lease", place) as other:
        go(other)
        assert "is being played" in answer(other)
    with process("lease", place) as other:
        go(other)
        assert answer(other) == "leased"


def test_a_lease_ends_with_an_error(run: Run) -> None:
    with pytest.raises(ZeroDivisionError), run.lease():
        _ = 1 / 0
    with run.lease():
        pass


def test_one_process_cannot_take_it_twice(run: Run, database: Database) -> None:
    with run.lease():
        with pytest.raises(RunBusy, match="is being played by process"), run.lease():
            pytest.fail("two have it")
        with pytest.raises(RunBusy), database.start_run(PLAN).lease():
            pytest.fail("two have it")


def test_a_kill_gives_the_lease_back(run: Run, place: str) -> None:
    with process("lease", place) as killed:
        go(killed)
        assert answer(killed) == "leased"
        with pytest.raises(RunBusy), run.lease():
            pytest.fail("two have it")
        killed.kill()
        killed.wait()
        with run.lease():
            pass


def test_a_forked_process_does_not_inherit_it(run: Run, place: str) -> None:
    with process("fork", place) as killed:
        go(killed)
        assert answer(killed) == "leased"
        killed.kill()
        killed.wait()
        # The forked one still waits for the end of the standard input, which this process holds.
        with run.lease():
            pass


def test_of_many_at_once_one_gets_it(place: str) -> None:
    Database.open(place).close()
    answers = at_once("lease", place, 4)
    assert answers.count("leased") == 1
    assert sum("is being played by" in told for told in answers) == 3


def test_runs_have_leases_of_their_own(run: Run, database: Database) -> None:
    with run.lease(), database.start_run({**PLAN, "seed": 1}).lease():
        pass


def test_a_run_that_is_being_played_is_not_deleted(run: Run, database: Database) -> None:
    with run.lease(), pytest.raises(RunBusy):
        database.delete_run(run)
    assert len(database.runs()) == 1


def test_no_file_is_left_behind(sqlite_place: str) -> None:
    with Database.open(sqlite_place) as database:
        run = database.start_run(PLAN)
        with run.lease():
            assert Path(f"{sqlite_place}.run-{run.short}.lock").exists()
    assert [path.name for path in Path(sqlite_place).parent.iterdir()] == ["results.db"]


def test_a_lock_file_that_cannot_be_made(sqlite_place: str) -> None:
    with Database.open(sqlite_place) as database:
        run = database.start_run(PLAN)
        Path(f"{sqlite_place}.run-{run.short}.lock").mkdir()
        with pytest.raises(StoreError, match=r"cannot lock .*: Is a directory"), run.lease():
            pytest.fail("this is no lock")
