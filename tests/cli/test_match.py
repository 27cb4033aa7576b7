"""Many games: the report for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludarium.engine import Record, derive
from ludarium.games import load
from tests.cli.conftest import FRESH_SEED, Ludarium
from tests.cli.test_errors import OWN


def test_the_json_is_as_documented(ludarium: Ludarium) -> None:
    outcome = ludarium("match", "tic-tac-toe", "random", "random", "--games", "10", "--seed", "3", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    summary = json.loads(outcome.out)
    assert {key: summary[key] for key in ("game", "games", "seed", "faults")} == {
        "game": "tic-tac-toe",
        "games": 10,
        "seed": 3,
        "faults": [],
    }
    first, second = summary["players"]
    assert (first["name"], first["seat_order"], second["seat_order"]) == ("random", [0, 1], [1, 0])
    for player in summary["players"]:
        assert player["wins"] + player["ties"] + player["losses"] == 10
        assert player["rate"] == pytest.approx((player["wins"] + player["ties"] / 2) / 10)
        assert 0 <= player["low"] < player["rate"] < player["high"] <= 1
        assert 1 <= player["mean_rank"] <= 2
    assert (first["wins"], first["ties"]) == (second["losses"], second["ties"])
    assert [seat["seat"] for seat in summary["seats"]] == [0, 1]
    assert sum(seat["wins"] for seat in summary["seats"]) == first["wins"] + second["wins"]


def test_the_same_seed_gives_the_same_games_and_a_fresh_one_is_told(ludarium: Ludarium) -> None:
    line = ("match", "pig", "random", "random", "--set", "goal=20", "--games", "6", "--json")
    drawn = json.loads(ludarium(*line).out)
    assert drawn["seed"] == FRESH_SEED
    again = json.loads(ludarium(*line, "--seed", str(FRESH_SEED)).out)
    assert {**again, "seconds": 0} == {**drawn, "seconds": 0}


def test_fixed_seats(ludarium: Ludarium) -> None:
    line = ("match", "tic-tac-toe", "random", "random", "--games", "4", "--seed", "1", "--fixed-seats", "--json")
    summary = json.loads(ludarium(*line).out)
    assert [player["seat_order"] for player in summary["players"]] == [[0], [1]]
    for player, seat in zip(summary["players"], summary["seats"], strict=True):
        assert player["wins"] == seat["wins"]


def test_a_game_alone_reports_points(ludarium: Ludarium) -> None:
    line = ("match", "pig", "random", "--set", "seats=1", "--set", "goal=20", "--games", "5", "--seed", "1")
    (player,) = json.loads(ludarium(*line, "--json").out)["players"]
    assert (player["rate"], player["low"], player["high"]) == (None, None, None)
    assert player["points_low"] <= player["mean_points"] <= player["points_high"] < 0
    assert "points on average" in ludarium(*line).out


def test_the_report_for_people(ludarium: Ludarium) -> None:
    shown = ludarium("match", "tic-tac-toe", "random", "random", "--games", "1", "--seed", "3").out
    assert shown.startswith("tic-tac-toe: 1 game in ")
    assert ", seed 3\n" in shown
    assert "95 %" in shown
    assert [line.split()[0] for line in shown.splitlines() if line[:1] in ("1", "2")] == ["1", "2"]


def test_faults_are_counted_and_shown(ludarium: Ludarium) -> None:
    line = ("match", f"{OWN}:WhichHand", f"{OWN}:Faulty", f"{OWN}:Left", "--games", "5", "--seed", "1")
    summary = json.loads(ludarium(*line, "--json").out)
    assert [player["faults"] for player in summary["players"]] == [5, 0]
    fault = summary["faults"][1]
    assert fault.pop("text").startswith(f"{OWN}:Faulty: ValueError: out of order (line ")
    assert fault == {"game": 1, "player": f"{OWN}:Faulty", "seat": 1}
    shown = ludarium(*line).out
    assert "5 answers could not be used" in shown
    assert shown.count("out of order") == 3
    assert "and 2 more" in shown


def test_records_are_saved_and_sound(ludarium: Ludarium, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    line = ("match", "kuhn-poker", "random", "random", "--games", "12", "--seed", "1", "--save", str(folder))
    assert f"ludarium replay {folder / 'game-00.json'}" in ludarium(*line).out
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"game-{number:02}.json" for number in range(12)]
    records = [Record.load(file) for file in files]
    assert all(record.verify(load).over for record in records)
    assert [record.seed for record in records] == [derive(1, "match", number) for number in range(12)]


def test_players_change_seats_in_turn(ludarium: Ludarium, tmp_path: Path) -> None:
    field = ("random", f"{OWN}:Left", f"{OWN}:Peeking")
    line = (
        "match",
        "goofspiel",
        *field,
        "--set",
        "seats=3",
        "--set",
        "cards=3",
        "--games",
        "6",
        "--seed",
        "1",
        "--json",
    )
    summary = json.loads(ludarium(*line, "--save", str(tmp_path / "records")).out)
    seated = [Record.load(file).players for file in sorted((tmp_path / "records").iterdir())]
    for player, name in enumerate(field):
        order = summary["players"][player]["seat_order"]
        assert order == [(player + number) % 3 for number in range(3)]
        assert [names.index(name) for names in seated] == order + order


@pytest.mark.compiled
def test_the_result_does_not_depend_on_the_workers(ludarium: Ludarium) -> None:
    line = ("match", "pig", "random", "random", "--games", "40", "--seed", "9", "--json", "--workers")
    alone, shared = (json.loads(ludarium(*line, workers).out) for workers in ("1", "2"))
    assert {**alone, "seconds": 0} == {**shared, "seconds": 0}
