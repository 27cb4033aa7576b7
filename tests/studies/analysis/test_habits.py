"""Habits counted by hand, in any game and in one whose source names some."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from ludarium.engine.errors import NotSuited
from ludarium.engine.record import Record
from ludarium.games import REGISTRY
from ludarium.studies.analysis.habits import best_moves, decision_times, habits, openings, own_habits
from ludarium.studies.data import Decision, StudyData
from tests.studies.analysis.made_up import participant, played


def decision(table: str, ply: int, move: str, **given: object) -> Decision:
    values: dict[str, object] = {"legal": 5, "seconds": 2.0, "phase": None, "best": None} | given
    person = ply % 2 == 0
    return Decision("p" if person else None, table, ply, ply % 2, "person" if person else "random", move, **values)  # type: ignore[arg-type]


def test_times_are_without_the_hidden_tab() -> None:
    rows = [
        decision("t1", 0, "a", seconds=9.0, hidden=6.0),
        decision("t2", 0, "a", seconds=5.0),
        decision("t1", 1, "b"),
    ]
    found = decision_times(rows)
    assert [(row.who, row.ply, row.decisions) for row in found] == [("person", 0, 2), ("random", 1, 1)]
    assert (found[0].lower, found[0].median, found[0].upper) == (3.5, 4.0, 4.5)
    assert decision_times([decision("t", 0, "a", seconds=None)]) == []


def test_best_moves_by_who_found_them() -> None:
    rows = [decision(f"t{n}", ply, "a", best=(n + ply) % 3 == 0) for n in range(6) for ply in range(4)]
    found = {row.who: row for row in best_moves(rows)}
    assert found["person"].decisions == 12
    own = [(n + ply) % 3 == 0 for n in range(6) for ply in (0, 2)]
    assert found["person"].share.value == pytest.approx(sum(own) / 12)
    assert best_moves([decision("t", 0, "a")]) == []


def test_openings() -> None:
    lines = {"t1": "a b c", "t2": "a b c", "t3": "a c b", "t4": "a b"}
    data = StudyData(
        "s",
        participants=(participant("p"),),
        games=tuple(played("p", n, 1.0, table=table) for n, table in enumerate(lines, start=1)),
        decisions=tuple(decision(t, ply, move) for t, line in lines.items() for ply, move in enumerate(line.split())),
    )
    found = openings(data, 3)
    assert [(row.moves, row.games) for row in found] == [(("a", "b", "c"), 2), (("a", "c", "b"), 1)]
    assert found[0].share == pytest.approx(2 / 3)
    whole = habits(data, opening=2)
    assert whole.to_arrow("openings").to_pylist()[0]["moves"] == "a b"
    assert "timed decisions" in repr(whole)
    with pytest.raises(NotSuited):
        habits(StudyData("s"))


def test_habits_that_a_games_own_source_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(rows: list[tuple[Record, list[int]]]) -> dict[str, dict[str, object]]:
        return {"neat": {"value": 0.5, "low": 0.2, "high": 0.8, "of": len(rows), "people": 0.9}}

    record = Record("tic-tac-toe", "1", {}, 1, ["a", "b"])
    assert own_habits([(record, [0])]) == [], "a game without such a source"
    monkeypatch.setattr("ludarium.studies.analysis.habits.import_object", lambda reference: counted)
    entries = {**REGISTRY.entries, "tic-tac-toe": replace(REGISTRY.entries["tic-tac-toe"], habits="some:function")}
    monkeypatch.setattr("ludarium.studies.analysis.habits.REGISTRY", SimpleNamespace(entries=entries))
    (found,) = own_habits([(record, [0]), (record, [1])])
    assert (found.game, found.habit, found.of, found.value, found.source) == ("tic-tac-toe", "neat", 2, 0.5, 0.9)
    assert habits(StudyData("s"), records=[(record, [0])]).own
