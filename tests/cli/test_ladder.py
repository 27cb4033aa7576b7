"""The ladder from the command line: it grows, it is shown, it does not depend on how it was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludarium.arena.plan.ladder import pool_of, stretches
from ludarium.arena.run.session import Session
from ludarium.arena.run.stored import plan_of
from ludarium.games import load
from ludarium.store.database import Database
from tests.cli.conftest import Ludarium

FIELD = ("random", "mcts:iterations=4", "mcts:iterations=16")
PIG = ("ladder", "pig", *FIELD, "--set", "goal=15")
SHOW = ("ladder", "pig", "--set", "goal=15")


def told(ludarium: Ludarium, *words: str) -> dict[str, Any]:
    outcome = ludarium(*words, "--json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def test_a_ladder_grows_and_takes_in_new_players(ludarium: Ludarium) -> None:
    first = told(ludarium, *PIG, "--games", "9")
    assert (first["games"], first["settings"]["goal"]) == (9, 15)
    assert sum(row["games"] for row in first["players"]) == 18
    ordinals = [row["ordinal"] for row in first["players"]]
    assert ordinals == sorted(ordinals, reverse=True)
    further = told(ludarium, *PIG, "--games", "9")
    assert (further["games"], further["run"] != first["run"]) == (18, True)
    wider = told(ludarium, *SHOW, "random", "mcts:iterations=8", "--games", "5")
    assert wider["games"] == 23
    assert {row["name"] for row in wider["players"]} == {*FIELD, "mcts:iterations=8"}
    assert {**told(ludarium, *SHOW), "run": wider["run"]} == wider


def test_the_standings_are_shown_and_kept_in_the_store(ludarium: Ludarium, tmp_path: Path) -> None:
    shown = ludarium(*PIG, "--games", "9").out
    assert shown.startswith("pig (goal=15): the ladder after 9 games\n")
    assert "openskill ratings" in shown
    assert shown.count("games only, fewer than 30") == 3
    rows = told(ludarium, *SHOW)["players"]
    with Database.open(tmp_path / "results.db") as store:
        ratings = store.ratings("pig", pool_of(load("pig", goal=15)))
    assert {name: (rating.mu, rating.sigma, rating.games) for name, rating in ratings.items()} == {
        row["name"]: (row["mu"], row["sigma"], row["games"]) for row in rows
    }
    assert "Nobody has played on the ladder of pig yet" in ludarium("ladder", "pig").out


@pytest.mark.compiled
def test_the_workers_do_not_change_the_ladder(ludarium: Ludarium, tmp_path: Path) -> None:
    line = (*PIG, "--games", "40")
    alone = told(ludarium, *line, "--workers", "1")
    assert told(ludarium, *line, "--workers", "2", "--database", str(tmp_path / "other.db")) == alone


def test_a_ladder_that_was_broken_off_ends_as_if_it_had_not_been(ludarium: Ludarium, tmp_path: Path) -> None:
    whole = told(ludarium, *PIG, "--games", "12")
    broken = str(tmp_path / "broken.db")
    told(ludarium, *PIG, "--games", "12", "--database", broken)
    with Database.open(broken) as store:
        (run,) = stretches(store, load("pig", goal=15))
        plan = plan_of(run)
        store.delete_run(run)
        run = store.start_run(plan.to_dict())
        further = Session(plan, run=run).play(workers=1)
        next(further)
        further.close()
        there = run.count()
    assert 0 < there < 12
    assert told(ludarium, *SHOW, "--database", broken)["games"] == there
    again = ludarium(*PIG, "--games", "12", "--database", broken, "--json")
    assert again.err == f"Going on with run {run.short}: {there} of 12 games are there already.\n"
    assert json.loads(again.out) == whole


def test_a_stretch_can_be_reported_and_replayed(ludarium: Ludarium, tmp_path: Path) -> None:
    run = told(ludarium, *PIG, "--games", "9")["run"]
    found = told(ludarium, "report", run, str(tmp_path / "report"))
    assert found["games"] == 9
    assert found["command"].startswith(
        "ludarium ladder pig random mcts:iterations=4 mcts:iterations=16 --games 9 --set "
    )
    assert "The record is sound" in ludarium("replay", f"{run}:8").out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("ladder", "pig", "random"), "a ladder at 2 seats needs at least 2 players, got 1"),
        (("ladder", "pig", "random", "random"), "a ladder has every player once: give each name once"),
        (("ladder", "pig", "random", "nobody"), "no player 'nobody'"),
        (("ladder", "pig", "random", "human"), "this is for players that need nobody at the keyboard"),
        (("ladder", "pig", "a", "b", "--set", "seats=1"), "pig has one seat: there is nobody to win against"),
        (("ladder", "pig"), "there is no database"),
    ],
)
def test_wrong_lines_are_refused_in_one_line(ludarium: Ludarium, words: tuple[str, ...], error: str) -> None:
    outcome = ludarium(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(error)
    assert outcome.err.count("\n") == 1
