"""Boards as data: those that come with the game, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.engine import BadRules, LudariumError
from ludarium.games.jostle.board import load_board, names, read_board

GOOD = "length = 12\nswitches = [[7, 3]]\nback = [6]\ngoals = [11, 10]\n"


def test_the_boards_of_the_source() -> None:
    assert names() == ["2007", "appendix"]
    board = load_board("2007")
    assert board.length == 31
    assert board.switches == ((6, 14), (13, 18))
    assert board.back == (10, 22, 23)
    assert board.goals == (26, 27, 28, 29, 30)
    appendix = load_board("appendix")
    assert appendix.length == 32
    assert appendix.goals == (26, 27, 28, 29, 30, 31)
    assert (appendix.switches, appendix.back) == (board.switches, board.back)


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    board = load_board(str(path))
    assert board.title == "mine"
    assert board.switches == ((3, 7),)
    assert board.steps == {3: 4, 7: -4, 6: -3}
    assert [board.mark(field) for field in (0, 1, 3, 6, 7, 10, 11)] == ["start", "", "→7", "−3", "←3", "★2", "★1"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("switches = [[7, 3]]", "switches = [[7]]"), "the switch [7] is unpaired: every switch joins two fields"),
        (("switches = [[7, 3]]", "switches = [7]"), "the switch 7 is unpaired"),
        (("switches = [[7, 3]]", "switches = 7"), "switches is 7, expected a list of pairs"),
        (("switches = [[7, 3]]", "switches = [[7, 7]]"), "field 7 is a switch and a switch: a field is one thing only"),
        (("back = [6]", "back = [2]"), "the back field 2 leads below the start: back fields are 3 or higher"),
        (("back = [6]", "back = [7]"), "field 7 is a back field and a switch"),
        (("back = [6]", "back = 6"), "back is 6, expected a list of fields"),
        (("goals = [11, 10]", "goals = []"), "it has no goal: name at least one field in goals"),
        (("goals = [11, 10]", ""), "it has no goal"),
        (("goals = [11, 10]", "goals = [12]"), "field 12 (a goal) is not on the track: its fields are 0 to 11"),
        (("goals = [11, 10]", "goals = [0]"), "field 0 is a goal and the start"),
        (("goals = [11, 10]", "goals = [true]"), "goals is [True], expected a list of fields"),
        (("length = 12", "length = 65"), "length is 65, expected the number of track fields, 6 to 64"),
        (("length = 12", "length = '12'"), "length is '12', expected the number of track fields"),
        (("length = 12", ""), "length is None, expected the number of track fields"),
        (("length = 12", "length = 12\ntitle = 3"), "title is 3, expected a text"),
        (("back = [6]", "bakc = [6]"), "it has 'bakc', expected only title, length, switches, back, goals"),
        (("back = [6]", "back = [6"), "is no TOML"),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused(change: tuple[str, str], fault: str) -> None:
    with pytest.raises(BadRules) as error:
        read_board(GOOD.replace(*change), "mine.toml")
    assert str(error.value).startswith("the board mine.toml")
    assert fault in str(error.value)


def test_more_goals_than_there_can_be_pieces_are_refused() -> None:
    with pytest.raises(BadRules, match="it has 21 goals, expected at most 20"):
        read_board(f"length = 40\ngoals = {list(range(10, 31))}", "mine.toml")


def test_a_board_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match="cannot be read"):
        load_board(str(tmp_path / "none.toml"))
    with pytest.raises(LudariumError, match=r"no board 'ludo'; known: 2007, appendix, or the path of a \.toml file"):
        load_board("ludo")
