"""The field in a terminal."""

from __future__ import annotations

import re

from ludarium.games.boundary.picture import ACROSS, draw_field
from tests.games.boundary.drawn import hand_game

STAND = (
    "turn=3 points=5:30 red=1@100,100+2@120,100 blue=3@500,100/4@500,400 treasures=5@20,440/12@300,225 "
    "moved=1@3,4 aimed=1@100,100"
)


def shown(seat: int | None = None, colours: bool = False, text: str = STAND) -> str:
    game = hand_game(pieces=2, treasures=2, walls="200,100,220,300")
    return draw_field(game, game.read_position(text).state, seat, colours=colours)


def test_everything_on_the_field_is_to_be_seen_without_colours() -> None:
    lines = shown().splitlines()
    field = [line[5:-1] for line in lines if line.endswith("│")]
    assert {len(line) for line in field} == {ACROSS}
    assert len(field) == round(450 / 12)
    at = {sign: [(row, line.index(sign)) for row, line in enumerate(field) if sign in line] for sign in ("$5", "$12")}
    assert at["$5"] == [(440 * len(field) // 450, 20 * ACROSS // 600)]
    assert at["$12"] == [(225 * len(field) // 450, 300 * ACROSS // 600 - 1)]
    assert field[8][16] == "1"
    assert field[8][20] == "2"
    assert "3" in field[8][80:87]
    assert field[20][34] == "█"
    assert field[8][18] == "░"
    assert "▒" in field[33]


def test_the_table_names_points_blobs_and_places() -> None:
    text = shown(0)
    assert "Red (you)    5 points, 2 pieces" in text
    assert "influence   48  reach   50   1 at 100,100   2 at 120,100" in text
    assert "Blue         30 points, 2 pieces" in text
    assert "Turn 4 of at most 200; 2 treasures left, worth 17 in all." in text


def test_the_end_and_a_waiting_plan_are_told() -> None:
    assert "The game is over after 3 turns; 0 treasures left" in shown(text=STAND.replace("5@20,440/12@300,225", "-/-"))
    assert "Red has planned: 1 to 101,100." in shown(text=STAND + " red-plan=1@101,100")


def test_colours_change_nothing_but_the_ground() -> None:
    """Numbers stand where they stand without colours, and every line ends plain."""
    coloured = shown(colours=True)
    plain = re.sub(r"\033\[[0-9;]*m", "", coloured).splitlines()
    for one, other in zip(plain, shown().splitlines(), strict=True):
        assert re.sub("[▀░▒█ ]", " ", one) == re.sub("[▀░▒█ ]", " ", other)
    assert all(line.count("\033[0m") == 1 for line in coloured.splitlines() if "\033[" in line)


def test_neighbouring_numbers_are_kept_apart() -> None:
    text = shown(text=STAND.replace("2@120,100", "2@106,100"))
    assert not re.search(r"12|21", text.split("└")[0].split("┐")[1].replace("$12", ""))


def test_a_pipe_gets_no_colours(capsys: object) -> None:
    game = hand_game(pieces=2, treasures=2, walls="200,100,220,300")
    assert "\033" not in game.read_position(STAND).draw()
