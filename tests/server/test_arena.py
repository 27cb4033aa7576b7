"""The arena's pages: runs with figures and charts, and the games of design runs."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

import ludarium
from ludarium.arena.plan.stopping import Sprt
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.report import shown
from ludarium.arena.report.folder import read_findings
from ludarium.arena.run.chunks import Dealer
from ludarium.arena.run.contests import tournament
from ludarium.arena.run.session import Session
from ludarium.arena.run.storing import stored_games
from ludarium.cli.app import run as command_line
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
    assert (figures["counted"], figures["refused"]) == (20, "")
    assert (empty["tables"], empty["notes"]) == ([], ["No game has been finished yet."])
    assert person.http.get("/arena/runs/nothing").status_code == 404


FIELD = ("random", "mcts:iterations=2")


def decided_with_games_in_flight(place: str) -> str:
    """A stored run that a rule has ended, with games that others were playing then."""
    with Database.open(place) as database:
        stored = tournament("tic-tac-toe", FIELD, database=database, rule=Sprt.of_elo(-400, 0), workers=1)
        assert stored.verdict is not None
        assert stored.verdict.stop
        first = max(stored.run.done()) + 1
        stored.run.add(stored_games(stored.plan, Dealer(stored.plan).play(first, 7)))
        assert stored.games + 7 <= stored.run.count()
        return stored.short


def test_a_run_with_a_rule_says_the_same_to_everybody(
    person: Person, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, report = str(folder / "lab.db"), folder / "report"
    short = decided_with_games_in_flight(place)

    def asked(*words: str) -> dict[str, object]:
        capsys.readouterr()
        assert command_line([*words, "--database", place, "--json"]) == 0
        said: dict[str, object] = json.loads(capsys.readouterr().out)
        return said

    told = asked("report", short, str(report))
    again = asked("tournament", "tic-tac-toe", *FIELD, "--sprt", "-400,0", "--workers", "1")
    page = person.get(f"/arena/runs/{short}")
    stored = ludarium.run(short, place)
    numbers = stored.to_arrow()["number"].to_pylist()
    # All figures of the command line, the folder and Python are equal; only how long this command took is its own.
    assert told == json.loads(json.dumps(stored.to_dict()))
    assert {**again, "seconds": told["seconds"]} == told
    assert read_findings(report) == stored.findings
    assert page["counted"] == told["games"] == stored.games < page["run"]["games"]
    assert numbers == list(range(stored.games))
    with (report / "data" / "games.csv").open(encoding="utf-8") as file:
        assert [int(row["number"]) for row in csv.DictReader(file)] == numbers
    # The page shows the same figures, as texts.
    (section,) = stored.findings.sections
    parts = (shown.players(section), shown.ranks(section), shown.pairs(section), shown.seats(section))
    assert [table["rows"] for table in page["tables"]] == [
        [list(row) for row in part.rows] for part in parts if part is not None
    ]
    assert stored.decision[0].startswith(f"Decided after {stored.games} games: ")
    assert stored.decision[0] in page["notes"]
    capsys.readouterr()
    assert command_line(["report", short, str(report), "--database", place]) == 0
    assert stored.decision[0] in capsys.readouterr().out


def test_games_of_other_rules_are_refused_everywhere(
    person: Person, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(folder / "lab.db")
    with Database.open(place) as database:
        plan = Plan("tic-tac-toe", ("random", "random"), 3, 99, "fixed", {})
        run = database.start_run(plan.to_dict())
        Session(plan, run=run).run_to_end(workers=1)
        with database.writing() as connection:
            connection.execute(text("UPDATE run SET rules = 'of old' WHERE short = :short"), {"short": run.short})
    page = person.get(f"/arena/runs/{run.short}")
    why = f"run {run.short} was played by rules version of old of tic-tac-toe, here is version "
    assert why in page["refused"]
    assert (page["counted"], page["tables"], page["charts"], page["notes"]) == (0, [], [], [])
    assert command_line(["report", run.short, str(folder / "old"), "--database", place]) == 2
    assert capsys.readouterr().err.startswith(why)


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
