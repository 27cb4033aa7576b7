"""The same games asked for by typed texts and by Python's values are the same run, also where an earlier version of
Ludarium began it in other words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.arena.plan.tournament import Plan, read_sweep
from ludarium.arena.run.contests import tournament_plan
from ludarium.arena.run.stored import StoredRun
from ludarium.store.database import Database

TYPED: list[dict[str, Any]] = [
    {"settings": {"goal": "20"}},
    {"settings": {"goal": "20", "seats": "2"}},
    {"settings": {"goal": 20, "seats": 2}},
]


@pytest.fixture
def store(tmp_path: Path) -> Database:
    return Database.open(tmp_path / "results.db")


def test_texts_and_numbers_are_the_same_run(store: Database) -> None:
    game = ludarium.game("pig", goal=20)
    run = ludarium.tournament(game, ["random", "random"], games=2, seed=3, database=store)
    for typed in TYPED:
        plan = tournament_plan("pig", ["random", "random"], games=2, seed=3, **typed)
        assert StoredRun.begin(store, plan).short == run.short
    other = tournament_plan("pig", ["random", "random"], games=2, seed=3, settings={"goal": "21"})
    assert StoredRun.begin(store, other).short != run.short
    assert len(store.runs()) == 2


def test_the_values_of_a_sweep_are_numbers_however_they_are_given(store: Database) -> None:
    typed = tournament_plan("pig", ["random", "random"], games=2, sweep=read_sweep(["goal=20,30"]))
    given = tournament_plan("pig", ["random", "random"], games=2, sweep=[{"goal": 20}, {"goal": 30}])
    assert typed == given
    assert typed.sweep == ({"goal": 20}, {"goal": 30})


@pytest.mark.parametrize("old", TYPED)
def test_a_run_of_an_earlier_version_is_gone_on_with(old: dict[str, Any], store: Database) -> None:
    begun = Plan("pig", ("random", "random"), 2, 3, "round-robin", old["settings"], kind="tournament")
    run = StoredRun(store.start_run(begun.to_dict()), begun).play()  # as it was written down then
    plan = tournament_plan("pig", ["random", "random"], games=4, seed=3, settings={"goal": "20"})
    again = StoredRun.begin(store, plan).play()
    assert (again.short, again.session.resumed, again.games) == (run.short, 2, 4)
    assert len(store.runs()) == 1
    (found,) = ludarium.runs(store)
    assert (found.games, found.plan.settings) == (4, old["settings"])
    fresh = ludarium.tournament(ludarium.game("pig", goal=20), ["random", "random"], games=4, seed=3)
    columns = ["seed", "length", "rank_0", "rank_1"]
    assert fresh.to_arrow().select(columns).equals(again.to_arrow().select(columns))


def test_other_players_seeds_and_rules_of_stopping_are_other_runs(store: Database) -> None:
    first = StoredRun.begin(store, tournament_plan("pig", ["random", "random"], games=2, seed=3))
    for players, seed in ((["random", "random"], 4), (["random", "random", "random"], 3)):
        assert StoredRun.begin(store, tournament_plan("pig", players, games=2, seed=seed)).short != first.short
