"""`ludarium tarble …`: turns, situations, notation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludarium.games.tarble.research.situations import SITUATIONS
from tests.cli.conftest import Ludarium

FINISH = "Start: r(1,1) b(2,2) 3:2 r 2\nSeed: 4\n1 red: 2 | [(1,1),(3,3)] | (2,2)\nResult: 4:2\n"


def test_turns_of_a_roll(ludarium: Ludarium) -> None:
    answer = json.loads(ludarium("tarble", "turns", "--roll", "3", "--json").out)
    (row,) = answer["rolls"]
    assert (row["roll"], row["sequences"], row["positions"], row["cleared"]) == (3, 3652, 599, 596)
    assert row["seconds"] > 0
    assert answer["position"].startswith("r(-4,-5)")


@pytest.mark.compiled
def test_turns_of_all_rolls(ludarium: Ludarium) -> None:
    shown = ludarium("tarble", "turns").out
    assert "36,241,240      31,634" in shown
    assert len(json.loads(ludarium("tarble", "turns", "--json").out)["rolls"]) == 6


def test_turns_of_a_position_and_of_a_situation(ludarium: Ludarium) -> None:
    by_text = json.loads(ludarium("tarble", "turns", SITUATIONS[2].position, "--roll", "2", "--json").out)
    by_name = json.loads(ludarium("tarble", "turns", "last-chance", "--roll", "2", "--json").out)
    assert by_text["position"] == by_name["position"] == SITUATIONS[2].position
    assert by_text["rolls"][0]["positions"] == by_name["rolls"][0]["positions"] > 0


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (("turns", "r(1,1) b(1,1) 0:0 r 2"), "2 pieces on (1,1): a cell holds one; move or remove one"),
        (("turns", "nowhere"), "no situation 'nowhere'"),
        (("turns", "r- b(1,1) 0:0 b 6"), "the game is over: there is nothing left to decide"),
        (("turns", "--roll", "7"), "7 is not in the range"),
        (("situations", "7"), "no situation '7'; they are 1 to 6: start, "),
        ((), "missing command; see 'ludarium tarble --help'"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(line: tuple[str, ...], fault: str, ludarium: Ludarium) -> None:
    outcome = ludarium("tarble", *line)
    assert (outcome.code, outcome.out) == (2, "")
    assert fault in outcome.err
    assert outcome.err.count("\n") == 1


def test_situations_are_listed_and_drawn(ludarium: Ludarium) -> None:
    shown = ludarium("tarble", "situations").out
    assert all(entry.name in shown and entry.title in shown for entry in SITUATIONS)
    listed = json.loads(ludarium("tarble", "situations", "--json").out)
    assert [entry["position"] for entry in listed] == [entry.position for entry in SITUATIONS]
    drawn = ludarium("tarble", "situations", "stalemate").out
    assert drawn == ludarium("tarble", "situations", "6").out
    assert "(N)" in drawn
    assert SITUATIONS[5].look_for in drawn


def test_notation_goes_both_ways(ludarium: Ludarium, tmp_path: Path) -> None:
    text, record = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text(FINISH, encoding="utf-8")
    outcome = ludarium("tarble", "notation", str(text), "--save", str(record))
    assert "Red (?) wins, 4 to 2." in outcome.out
    assert "by the rules of version 1" in outcome.out
    assert "The notation is sound: 1 turn." in outcome.out
    assert "every position as it was" in ludarium("replay", str(record), "--all").out
    again = ludarium("tarble", "notation", str(record)).out
    assert again.splitlines()[-2:] == FINISH.splitlines()[-2:]


def test_notation_that_is_wrong_names_its_line(ludarium: Ludarium, tmp_path: Path) -> None:
    text, record = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text(FINISH.replace("(3,3)", "(5,5)"), encoding="utf-8")
    outcome = ludarium("tarble", "notation", str(text))
    assert outcome.code == 2
    assert outcome.err.startswith(
        "line 3: '2 | [(1,1),(5,5)] | (2,2)': no 2 movements of red lead there; with a roll of"
    )
    ludarium("play", "kuhn-poker", "--seat", "random", "--seat", "random", "--save", str(record))
    assert "is a game of kuhn-poker; this notation is tarble's" in ludarium("tarble", "notation", str(record)).err
    assert "game.txt: No such file" in ludarium("tarble", "notation", str(tmp_path / "no" / "game.txt")).err
