"""The arena's pages: runs with figures and charts, and the games of design runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.session import Session
from ludarium.design.folder import Folder
from ludarium.design.run import carry_out
from ludarium.design.settings import Settings
from ludarium.store import Database
from tests.server.serving import Person, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("arena")


@pytest.fixture(scope="module")
def person(folder: Path) -> Iterator[Person]:
    """Somebody at a server whose store holds a run, and another that nobody has played yet."""
    place = str(folder / "lab.db")
    with Database.open(place) as database:
        for games in (20, 0):
            plan = Plan("tic-tac-toe", ("random", "random"), max(games, 1), games, "fixed", {})
            run = database.start_run(plan.to_dict())
            if games:
                for _ in Session(plan, run=run).play(workers=1):
                    pass
    with serving(place, designs=folder) as running:
        yield running.person()


def test_runs_are_listed_with_their_figures_and_charts(person: Person) -> None:
    runs = person.get("/arena/runs")
    assert [(run["game"], run["games"], run["finished"]) for run in runs] == [
        ("tic-tac-toe", 0, False),
        ("tic-tac-toe", 20, True),
    ]
    figures = person.get(f"/arena/runs/{runs[1]['id']}")
    assert figures["run"] == runs[1]
    assert figures["tables"][0]["columns"][0] == "player"
    assert all(len(row) == len(table["columns"]) for table in figures["tables"] for row in table["rows"])
    assert figures["charts"]
    assert all("vega-lite" in chart["spec"]["$schema"] for chart in figures["charts"])
    assert all(chart["words"] for chart in figures["charts"])
    empty = person.get(f"/arena/runs/{runs[0]['id']}")
    assert (empty["tables"], empty["notes"]) == ([], ["No game has been finished yet."])
    assert person.http.get("/arena/runs/nothing").status_code == 404


@pytest.mark.compiled
def test_the_games_of_a_design_run_can_be_played(person: Person, folder: Path) -> None:
    assert person.get("/arena/designs") == []
    settings = Settings(space="small", seed=5, method="random", children=2, games=4, budget=2)
    carry_out(Folder.create(folder / "found", settings), workers=1)
    (folder / "damaged").mkdir()
    (folder / "damaged" / "run.json").write_text("{", encoding="utf-8")
    (listed,) = person.get("/arena/designs")
    assert (listed["id"], listed["finished"], listed["games"]) == ("found", True, [])
    design = person.get("/arena/designs/found")
    assert design["games"]
    for found in design["games"][:3]:
        assert person.open(found["game"], ["me", "random"])["state"] == "running"


def test_only_design_runs_are_read(person: Person) -> None:
    assert person.http.get("/arena/designs/..").status_code == 404
    assert person.http.get("/arena/designs/lab.db").status_code == 404
