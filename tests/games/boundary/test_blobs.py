"""Merging and splitting, by hand-drawn positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludarium.engine import Position
from ludarium.games.boundary.blobs import MOST_CHANGES, number_blobs, regroup
from ludarium.games.boundary.work import WORK
from tests.games.boundary.drawn import hand_game

BLUE = "blue=5@500,400 treasures=1@5,5"
FOUR: dict[str, Any] = {"pieces": 4, "treasures": 1}


def red_after(text: str, plan: str, **settings: Any) -> str:
    """Red's blobs after a turn."""
    position = hand_game(**FOUR, **settings).read_position(f"turn=0 points=0:0 red={text} {BLUE}")
    return position.play(plan, 0).play("stay", 1).text.split("red=")[1].split(" ")[0]


@pytest.mark.parametrize(
    ("text", "plan", "blobs"),
    [
        # Two lone pieces merge nearer than 36 px.
        ("1@100,100/2@140,100", "1 to 103.9,100", "1@103.9,100/2@140,100"),
        ("1@100,100/2@140,100", "1 to 104.1,100", "1@104.1,100+2@140,100"),
        # A lone piece joins a pair nearer than 36 √2 = 50.9 px.
        ("1@100,100/2@155,100+3@170,100", "1 to 104,100", "1@104,100/2@155,100+3@170,100"),
        ("1@100,100/2@155,100+3@170,100", "1 to 105,100", "1@105,100+2@155,100+3@170,100"),
        # A pair splits beyond 54 √2 = 76.4 px.
        ("1@100,100+2@170,100", "1 to 94,100", "1@94,100+2@170,100"),
        ("1@100,100+2@170,100", "1 to 93,100", "1@93,100/2@170,100"),
        # One of three leaves beyond 54 √3 = 93.5 px; the other two stay together.
        ("1@100,100+2@190,100+3@195,100", "1 to 96,100", "1@96,100/2@190,100+3@195,100"),
    ],
)
def test_blobs_merge_and_split(text: str, plan: str, blobs: str) -> None:
    assert red_after(text, plan) == blobs


def test_a_nearer_ally_of_the_own_blob_keeps_a_piece_from_merging() -> None:
    """Only the nearest ally counts: both pairs have it in their own blob."""
    stand = "1@100,100+2@110,100/3@125,100+4@135,100"
    assert red_after(stand, "1 to 100,101") == stand.replace("100,100+", "100,101+")


def test_what_merges_at_once_is_one_blob() -> None:
    """A chain: 1 is near 2, 2 near 3, 3 near 4."""
    assert red_after("1@99,100/2@130,100/3@159,100/4@187,100", "1 to 100,100") == (
        "1@100,100+2@130,100+3@159,100+4@187,100"
    )


def test_blobs_are_numbered_by_their_lowest_piece() -> None:
    state = hand_game().start(1).state
    state.blob[0] = [3, 0, 3, 0, 14, -1, 9, -1, -1, -1, -1, -1]
    number_blobs(state, 0)
    assert state.blob[0].tolist() == [0, 1, 0, 1, 4, -1, 6, -1, -1, -1, -1, -1]


def pair_that_never_rests() -> Position:
    """With `split` below `merge`, two pieces 30 px apart merge and split without end."""
    game = hand_game(**FOUR, merge=36.0, split=10.0)
    return game.read_position(f"turn=0 points=0:0 red=1@100,100/2@130,100 {BLUE}")


def test_a_piece_takes_part_in_twenty_changes_a_turn() -> None:
    state = pair_that_never_rests().state
    work = np.zeros(1, WORK)
    changes = [bool(regroup(state, work[0])) for _ in range(MOST_CHANGES + 5)]
    assert changes == [True] * MOST_CHANGES + [False] * 5
    assert work[0].changes[0].tolist()[:3] == [MOST_CHANGES, MOST_CHANGES, 0]


def test_the_count_of_changes_begins_anew_each_turn() -> None:
    game = hand_game(**FOUR, merge=36.0, split=10.0, reach=21.0)
    position = game.read_position(f"turn=0 points=0:0 red=1@100,100/2@130,100 {BLUE}")
    first = position.play("1 to 100,121; 2 to 130,121", 0).play("stay", 1)
    assert "red=1@100,121/2@130,121" in first.text, "the 21st step changes nothing"
    second = first.play("1 to 100,122; 2 to 130,122", 0).play("stay", 1)
    assert "red=1@100,122+2@130,122" in second.text
