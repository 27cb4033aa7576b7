"""Runs: what is stored comes back, nothing is stored twice, and the same plan finds its run."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from sqlalchemy import update

import ludarium
from ludarium.engine import UnknownName
from ludarium.store import Database, NumberSet, Run, StoredGame, StoreError, runs
from ludarium.store.models import RunRow
from tests.store.games import PLAN, made_up, several, without_ids

pytestmark = pytest.mark.compiled  # no kernels: once is enough


def test_a_run_holds_its_plan(run: Run, database: Database, place: str) -> None:
    database.close()
    with Database.open(place) as again:
        found = again.run(run.short)
    assert (found.kind, found.game, found.rules) == ("tournament", "tic-tac-toe", "1")
    assert found.settings == {"size": 3}
    assert found.players == ["random", "mcts:iterations=50"]
    assert found.seed == 2**64 - 1
    assert found.games_planned == 1000
    assert found.plan == PLAN
    assert found.version == ludarium.__version__
    assert found.created.utcoffset() is not None
    assert found.created == run.created
    assert found.finished is None


def test_the_same_plan_finds_its_run(run: Run, database: Database) -> None:
    reordered = dict(reversed(PLAN.items()))
    assert database.start_run(reordered).id == run.id
    assert len(database.runs()) == 1


@pytest.mark.parametrize("change", [{"seed": 5}, {"kind": "match"}, {"settings": {}}, {"schedule": "gauntlet"}])
def test_another_plan_is_another_run(run: Run, database: Database, change: dict[str, Any]) -> None:
    other = database.start_run({**PLAN, **change})
    assert other.id != run.id
    assert other.short != run.short


def test_a_run_can_be_prolonged_but_not_cut(run: Run, database: Database) -> None:
    run.finish()
    same = database.start_run({**PLAN, "games": 500})
    assert (same.id, same.games_planned, same.finished is None) == (run.id, 1000, False)
    longer = database.start_run({**PLAN, "games": 3000})
    assert (longer.id, longer.games_planned, longer.finished) == (run.id, 3000, None)
    read = database.run(run.short)
    assert (read.games_planned, read.plan["games"], read.finished) == (3000, 3000, None)
    endless = database.start_run({key: value for key, value in PLAN.items() if key != "games"})
    assert (endless.id, endless.games_planned) == (run.id, None)
    assert database.start_run(PLAN).games_planned is None


def test_short_ids_that_collide_grow(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_short", lambda digest, letters: "b" * letters)
    shorts = [database.start_run({**PLAN, "seed": seed}).short for seed in range(3)]
    assert shorts == ["b" * 6, "b" * 7, "b" * 8]
    assert database.run("bbbbbb").seed == 0
    with pytest.raises(StoreError, match="several runs begin with 'bbb': bbbbbb, bbbbbbb, bbbbbbbb"):
        database.run("bbb")


def test_runs_are_listed_newest_first(database: Database) -> None:
    first = database.start_run(PLAN)
    second = database.start_run({**PLAN, "kind": "match"})
    third = database.start_run({**PLAN, "game": "reversi"}, note="for the report")
    assert [run.id for run in database.runs()] == [third.id, second.id, first.id]
    assert [run.id for run in database.runs(kind="tournament")] == [third.id, first.id]
    assert [run.id for run in database.runs(game="tic-tac-toe", kind="match")] == [second.id]
    assert database.runs(game="checkers") == []
    assert third.note == "for the report"


def test_a_run_is_found_by_its_beginning(run: Run, database: Database) -> None:
    assert database.run(run.short[:3].upper()).id == run.id
    with pytest.raises(UnknownName, match=r"no run 'aaaa'; none of those in .* begins so"):
        database.run("aaaa")
    with pytest.raises(UnknownName, match="no run '%'"):
        database.run("%")


@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        ({"game": "pig"}, "needs kind"),
        ({"kind": "match", "game": None}, "needs game"),
        ({**PLAN, "settings": {"goal": float("nan")}}, "cannot be stored"),
        ({**PLAN, "settings": {"goal": object()}}, "cannot be stored"),
    ],
)
def test_plans_that_cannot_be_stored(sqlite_place: str, plan: dict[str, Any], fault: str) -> None:
    with Database.open(sqlite_place) as database, pytest.raises(StoreError, match=fault):
        database.start_run(plan)


def test_games_come_back_in_order_as_they_were(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_PAGE", 10)
    given = several(range(100))
    assert run.add(given[70:]) == 30
    assert run.add(given[:70]) == 70
    assert without_ids(run.games()) == given
    assert without_ids(run.games(10, 20)) == given[10:20]
    assert without_ids(run.games(95)) == given[95:]
    assert without_ids(run.games(100)) == []
    assert len({game.id for game in run.games()}) == 100


def test_extreme_values_come_back(run: Run) -> None:
    odd = StoredGame(
        number=2**31 - 1,
        line_up=(0, 0, 1, 0),
        seed=2**64 - 1,
        points=(1e300, -0.1, 2.0**60, 5e-324),
        ranks=(1, 4, 2, 3),
        length=2,
        seconds=0.0,
        texts=((0, "3 1 1"), (1, "«5» 'x' \\ ☃")),
        faults=((1, "what a broken program says: \x00 \udcff"),),
    )
    run.add([odd])
    assert without_ids(run.games()) == [odd]


def test_a_game_is_never_counted_twice(run: Run) -> None:
    run.add(several(range(50)))
    changed = [game._replace(points=(9.0, 9.0)) for game in several(range(40, 60))]
    assert run.add(changed) == 10
    assert run.count() == 60
    points = [game.points for game in run.games(40, 60)]
    assert points[:10] == [made_up(number).points for number in range(40, 50)]
    assert points[10:] == [(9.0, 9.0)] * 10
    assert run.add([made_up(7), made_up(7)]) == 0
    assert run.add([made_up(77), made_up(77)]) == 1
    assert run.add([]) == 0


def test_a_batch_is_stored_whole_or_not_at_all(run: Run) -> None:
    spoiled = [made_up(1), made_up(2)._replace(length=None), made_up(3)]  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        run.add(spoiled)
    assert run.count() == 0
    with pytest.raises(StoreError, match="every seat needs a finite number"):
        run.add([made_up(1), made_up(2)._replace(points=(float("inf"), 0.0))])
    assert run.count() == 0


def test_done_is_the_set_of_numbers(run: Run) -> None:
    assert run.done() == NumberSet()
    run.add(several([*range(20, 30), 31, 0, 1, 2]))
    assert run.done().ranges == (range(3), range(20, 30), range(31, 32))
    assert list(run.done().missing(35)) == [range(3, 20), range(30, 31), range(32, 35)]


def test_runs_do_not_mix(database: Database) -> None:
    one, other = database.start_run(PLAN), database.start_run({**PLAN, "seed": 1})
    one.add(several(range(10)))
    other.add(several(range(5, 20)))
    assert one.done() == NumberSet([range(10)])
    assert other.done() == NumberSet([range(5, 20)])
    assert [game.number for game in other.games()] == list(range(5, 20))


def test_finish_is_remembered(run: Run, database: Database) -> None:
    run.finish()
    assert run.finished is not None
    assert database.run(run.short).finished == run.finished
    assert database.start_run(PLAN).finished == run.finished


def test_a_game_is_found_by_id_or_number(run: Run, database: Database) -> None:
    run.add(several(range(20)))
    game = list(run.games())[13]
    for text in (game.id, str(game.id), f"{run.short}:13", f" {run.short[:4]}:13 "):
        found = database.find_game(text)
        assert found.run == run
        assert found.game == game


@pytest.mark.parametrize("text", ["seven", "", "x:y", "-3", "1.5"])
def test_what_is_no_games_id(sqlite_place: str, text: str) -> None:
    with Database.open(sqlite_place) as database, pytest.raises(StoreError, match="expected a number, or RUN:NUMBER"):
        database.find_game(text)


def test_games_that_are_not_there(run: Run, database: Database) -> None:
    with pytest.raises(StoreError, match="no game 12345 in "):
        database.find_game(12345)
    with pytest.raises(StoreError, match=r"no game 9+ in "):  # a number that no column holds
        database.find_game("9" * 30)
    with pytest.raises(StoreError, match=f"no game {run.short}:5 in "):
        database.find_game(f"{run.short}:5")
    with pytest.raises(UnknownName, match="no run 'aaa'"):
        database.find_game("aaa:5")


def test_deleting_takes_the_games_along_and_their_ids_are_not_used_again(database: Database) -> None:
    kept, gone = database.start_run(PLAN), database.start_run({**PLAN, "seed": 1})
    kept.add(several(range(10)))
    gone.add(several(range(10)))
    last = max(game.id for game in gone.games())
    database.delete_run(gone)
    assert [run.id for run in database.runs()] == [kept.id]
    assert gone.count() == 0
    assert kept.count() == 10
    with pytest.raises(StoreError, match="the run was deleted from"):
        gone.add(several(range(10)))
    kept.add(several(range(10, 20)))
    assert min(game.id for game in kept.games(10)) > last


def test_reading_takes_no_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_PAGE", 100)
    run.add(several(range(5000)))
    sum(game.length for game in run.games())  # fills caches
    tracemalloc.start()
    try:
        sum(game.length for game in run.games())
        passing = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        kept = list(run.games())
        keeping = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(kept) == 5000
    assert passing < keeping / 5


def test_others_read_while_one_writes(run: Run, database: Database, place: str) -> None:
    run.add(several(range(10)))
    with Database.open(place) as reader, database.writing() as connection:
        connection.execute(update(RunRow).values(note="not yet"))
        assert reader.run(run.short).note == ""
        assert reader.run(run.short).count() == 10
    assert database.run(run.short).note == "not yet"
