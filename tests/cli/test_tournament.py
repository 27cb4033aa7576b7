"""Tournaments from the command line: stored, taken up again, ended by rules, reported and replayed."""

from __future__ import annotations

import io
import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ludarium.arena.stats.findings import Findings
from tests.cli.conftest import Ludarium

PIG = ("tournament", "pig", "random", "mcts:iterations=4", "--set", "goal=15")
PROGRAM = "import sys; from ludarium.cli.app import run; sys.exit(run(sys.argv[1:]))"


def told(ludarium: Ludarium, *words: str) -> dict[str, Any]:
    outcome = ludarium(*words, "--json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return {**found, "seconds": 0}


def test_a_tournament_is_stored_and_goes_on(ludarium: Ludarium) -> None:
    first = told(ludarium, *PIG, "--rounds", "3")
    assert (first["games"], first["plan"]["seed"], first["plan"]["schedule"]) == (6, 0, "round-robin")
    again = ludarium(*PIG, "--rounds", "3", "--json")
    assert again.err == f"Going on with run {first['run']}: 6 of 6 games are there already.\n"
    assert {**json.loads(again.out), "seconds": 0} == first
    longer = ludarium(*PIG, "--games", "10", "--json")
    assert longer.err == f"Going on with run {first['run']}: 6 of 10 games are there already.\n"
    assert json.loads(longer.out)["games"] == 10
    assert told(ludarium, *PIG, "--games", "10", "--seed", "1")["run"] != first["run"]


def test_the_findings_are_shown_with_what_to_do_next(ludarium: Ludarium, tmp_path: Path) -> None:
    shown = ludarium(*PIG, "--games", "8").out
    assert "mcts:iterations=4" in shown
    run = re.search(r"^Run (\w+), 8 games\.$", shown, re.MULTILINE)
    assert run is not None
    assert f"ludarium report {run[1]}\n" in shown
    assert f"ludarium replay {run[1]}:0\n" in shown
    elsewhere = str(tmp_path / "other place.db")
    assert (
        f"ludarium report {run[1]} --database '{elsewhere}'\n"
        in ludarium(*PIG, "--games", "8", "--database", elsewhere).out
    )


def test_how_long_it_is(ludarium: Ludarium) -> None:
    line = ("tournament", "kuhn-poker", "random", "random", "random")
    assert told(ludarium, *line)["games"] == 20 * 6
    assert told(ludarium, *line, "--schedule", "gauntlet", "--rounds", "2")["games"] == 2 * 4
    assert told(ludarium, *PIG[:4], "--sweep", "goal=10,15", "--rounds", "2")["games"] == 2 * 2 * 2


def test_a_sweep_has_a_section_for_each_setting(ludarium: Ludarium) -> None:
    found = told(ludarium, "tournament", "pig", "random", "random", "--sweep", "goal=10,20", "--games", "30")
    assert [(section["label"], section["settings"]["goal"]) for section in found["sections"]] == [
        ("goal=10", 10),
        ("goal=20", 20),
    ]
    assert [section["games"] for section in found["sections"]] == [16, 14]
    assert "--sweep goal=10,20" in found["command"]
    replayed = ludarium("replay", f"{found['run']}:2")
    assert "of 20" in replayed.out
    assert "The record is sound" in replayed.out


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("--games", "12"), ("12/12", "games/s", "%")),
        (("--until-width", "40%", "--games", "400"), ("% wide, 40.00% allowed",)),
        (("mcts:iterations=2", "mcts:iterations=1", "--rounds", "1"), ("12/12", "mcts:iterations=", "%, ")),
        (("--sweep", "goal=10,11", "--games", "12"), ("12/12", "random ", "%, ")),
    ],
)
def test_the_progress_at_a_terminal(
    ludarium: Ludarium, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr("sys.stderr", terminal := Screen())
    monkeypatch.setattr("ludarium.api.progress._SCORE", 0.0)
    line = PIG if "--sweep" not in words else PIG[:4]
    assert ludarium(*line, *words).code == 0
    drawn = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.getvalue())
    assert "setting up" in drawn
    assert [part for part in shown if part not in drawn] == []


@pytest.mark.compiled
def test_the_workers_do_not_change_the_findings(ludarium: Ludarium, tmp_path: Path) -> None:
    found = [
        told(ludarium, *PIG, "--games", "60", "--workers", str(workers), "--database", str(tmp_path / f"{workers}.db"))
        for workers in (1, 2)
    ]
    assert found[0] == found[1]


@pytest.mark.compiled
@pytest.mark.parametrize("rule", [("--until-width", "20%"), ("--sprt", "-50,50", "--alpha", "0.1")])
def test_a_rule_stops_at_the_same_game_at_any_number_of_workers(
    ludarium: Ludarium, tmp_path: Path, rule: tuple[str, ...]
) -> None:
    found = [
        told(ludarium, *PIG, *rule, "--workers", str(workers), "--database", str(tmp_path / f"{workers}.db"))
        for workers in (1, 2)
    ]
    assert found[0] == found[1]
    assert found[0]["verdict"]["stop"]
    assert found[0]["games"] == found[0]["verdict"]["games"]
    assert found[0]["plan"]["games"] == 1_000_000
    # What was in flight when it stopped is stored, but does not count in the report either.
    reported = told(ludarium, "report", found[1]["run"], str(tmp_path / "folder"), "--database", str(tmp_path / "2.db"))
    assert reported == found[0]


def test_a_rule_that_cannot_decide_says_so(ludarium: Ludarium) -> None:
    line = ("tournament", "pig", "random", "random", "--set", "goal=15")
    assert "No decision after 20 games." in ludarium(*line, "--until-width", "1%", "--games", "20").out
    shown = ludarium(*line, "--sprt", "0,20", "--games", "20").out
    assert "No decision after 20 games: log-likelihood ratio" in shown


def test_runs_are_listed_and_deleted(ludarium: Ludarium) -> None:
    missing = ludarium("runs")
    assert missing.code == 2
    assert "nothing has been stored there yet" in missing.err
    run = told(ludarium, *PIG, "--games", "4")["run"]
    poker = told(ludarium, "tournament", "kuhn-poker", "random", "random", "--until-width", "50%", "--games", "2")[
        "run"
    ]
    shown = ludarium("runs").out.splitlines()
    assert [line.split()[0] for line in shown[2:]] == [poker, run]
    assert "pig goal=15" in shown[3]
    assert "4 of 4" in shown[3]
    (row,) = json.loads(ludarium("runs", "--game", "pig", "--json").out)
    assert {key: row[key] for key in ("run", "kind", "game", "players", "games", "planned")} == {
        "run": run,
        "kind": "tournament",
        "game": "pig",
        "players": ["random", "mcts:iterations=4"],
        "games": 4,
        "planned": 4,
    }
    assert ludarium("runs", "--delete", run[:4]).out == f"Run {run} of pig is deleted with its 4 games.\n"
    assert ludarium("runs", "--game", "pig").out.startswith("No runs of pig in ")
    assert ludarium("report", run).code == 2


def test_a_report_of_stored_games(ludarium: Ludarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = told(ludarium, *PIG, "--games", "6", "--report", "mine")
    written = json.loads((tmp_path / "mine" / "findings.json").read_text(encoding="utf-8"))
    assert Findings.from_dict(written).games == 6
    shown = ludarium("report", found["run"])
    assert shown.code == 0, shown.err
    assert (tmp_path / f"report-{found['run']}" / "report.html").is_file()
    assert "not finished" not in shown.out
    again = json.loads((tmp_path / f"report-{found['run']}" / "findings.json").read_text(encoding="utf-8"))
    assert {**again, "seconds": 0} == {**written, "seconds": 0}


def test_a_stored_game_is_replayed(ludarium: Ludarium) -> None:
    run = told(ludarium, *PIG, "--games", "4")["run"]
    shown = ludarium("replay", f"{run}:1").out
    assert shown.startswith("pig, seed ")
    assert "mcts:iterations=4, random" in shown.splitlines()[0]
    assert "The record is sound" in shown
    assert ludarium("replay", f"{run}:4").err.startswith(f"no game {run}:4 in ")
    assert ludarium("replay", "nobody.json").code == 2


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--schedule", "swiss"), "no schedule 'swiss'; there are rotation, fixed, round-robin, gauntlet"),
        (("--rounds", "2", "--games", "4"), "rounds and games both say how long a tournament is: give one"),
        (("--until-width", "0"), "a width of 0 cannot be: choose one between 0 and 1 (2 % is 0.02)"),
        (("--until-width", "0%"), "a width of 0 cannot be: choose one between 0 and 1 (2 % is 0.02)"),
        (("--until-width", "narrow"), "--until-width narrow: expected a width such as 2% or 0.02"),
        (("--until-width", "2%", "--sprt", "0,20"), "--until-width and --sprt both say when to stop: give one of them"),
        (("--alpha", "0.1"), "--alpha and --beta belong to --sprt ELO0,ELO1"),
        (("--sprt", "20"), "--sprt 20: expected two differences in Elo points, such as 0,20"),
        (("--sprt", "20,0"), "Elo differences 20 and 0: the lower comes first, such as 0 and 20"),
        (("--sprt", "0,20", "--alpha", "0.7"), "error rates 0.7 and 0.05: choose both between 0 and 0.5"),
        (("--until-width", "2%", "--sweep", "goal=10,20"), "a rule of stopping needs games under one setting"),
        (("--until-width", "2%", "--schedule", "self-play"), "a rule of stopping needs players that meet"),
        (("random", "--sprt", "0,20"), "a sequential probability ratio test decides between two players, got 3"),
        (("--ray", "local", "--workers", "2"), "--ray plays on a cluster, --workers here: give one of them"),
        (("--sweep", "goal"), "'goal' is no sweep: write KEY=VALUE,VALUE,…"),
        (("--sweep", "seats=2,3"), "the settings of a sweep must not change the number of seats"),
        (("nobody",), "no player 'nobody'"),
        (("--games", "0"), "invalid value for '--games'"),
    ],
)
def test_wrong_lines_are_refused_in_one_line(
    ludarium: Ludarium, tmp_path: Path, words: tuple[str, ...], error: str
) -> None:
    outcome = ludarium("tournament", "pig", "random", "random", *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(error)
    assert outcome.err.count("\n") == 1
    assert not (tmp_path / "results.db").exists()


def test_a_report_may_measure_the_game_too(ludarium: Ludarium, tmp_path: Path) -> None:
    told = json.loads(ludarium("tournament", "tic-tac-toe", "random", "random", "--rounds", "2", "--json").out)
    folder = tmp_path / "measured"
    line = ("report", told["run"], str(folder), "--measure", "mcts:iterations=4", "--games", "4", "--json")
    findings = json.loads(ludarium(*line).out)
    assert [step["games"] for step in findings["depth"]["links"]] == [4, 4, 4]
    assert findings["metrics"]["games"] == 4
    assert (folder / "charts" / "depth.svg").is_file()
    assert "Strategic depth" in (folder / "report.html").read_text(encoding="utf-8")
    refused = ludarium("report", told["run"], str(folder), "--measure", "nobody")
    assert refused.code == 2
    assert "no player 'nobody'" in refused.err


def test_a_report_that_could_not_be_written_is_refused_before_the_games(ludarium: Ludarium, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    outcome = ludarium(*PIG, "--report", str(tmp_path / "taken"))
    assert (outcome.code, outcome.err) == (2, f"{tmp_path / 'taken'} is a file: name a folder for the report\n")
    assert not (tmp_path / "results.db").exists()


@pytest.mark.compiled
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_stops_cleanly_and_nobody_else_plays_the_run_meanwhile(
    ludarium: Ludarium, tmp_path: Path, workers: str
) -> None:
    database = tmp_path / "results.db"
    line = ("tournament", "pig", "random", "mcts:iterations=100", "--json")
    words = [sys.executable, "-c", PROGRAM, *line, "--games", "100000", "--workers", workers]
    process = subprocess.Popen(
        [*words, "--database", str(database)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_for_games(database, process)
    busy = ludarium(*line, "--games", "100000")
    assert busy.code == 2
    assert busy.err.splitlines()[-1].startswith("the run ")
    assert f"is being played by process {process.pid} since" in busy.err
    process.send_signal(signal.SIGINT)
    printed, remarks = process.communicate(timeout=60)
    assert (process.returncode, printed) == (130, "")
    stopped = re.fullmatch(
        r"Stopped: ([\d,]+) of 100,000 games are stored in run (\w+); the same command goes on from there\.\n", remarks
    )
    assert stopped is not None, remarks
    games = stopped[1].replace(",", "")
    again = ludarium(*line, "--games", games)
    assert again.code == 0
    assert again.err == f"Going on with run {stopped[2]}: {games} of {games} games are there already.\n"


def wait_for_games(database: Path, process: subprocess.Popen[str]) -> None:
    """Until the process has stored its first games."""
    while process.poll() is None:
        if database.exists():
            with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
                try:
                    if connection.execute("SELECT count(*) FROM game").fetchone()[0] > 0:
                        return
                except sqlite3.OperationalError:
                    pass  # no tables yet
        time.sleep(0.01)
    raise AssertionError(process.communicate()[1])
