"""Men in a row: along all four axes, at every edge, never round an edge; full boards; misère."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from ludarium.games import load
from ludarium.games.rulesets.ruleset import RuleSet
from tests.conftest import scaled
from tests.games.rulesets.boards import drawn, place, shown, texts, winner
from tests.games.rulesets.reference import Reference
from tests.games.rulesets.reference_board import Pieces

AXES = {"→": (1, 0), "↖": (-1, 1), "↑": (0, 1), "↗": (1, 1)}

# One more man on the cell marked ? completes the line.
LINES = {
    "row": """
        . . . . .
        . . . o o
        . o . . .
        o . . . .
        x x ? . .
    """,
    "column": """
        . . . . x
        . o . . x
        . o . . ?
        o . . . .
        . . o . .
    """,
    "rising diagonal": """
        . . . . x
        . . o ? .
        . o x . .
        . . . . .
        . . o . .
    """,
    "falling diagonal": """
        ? . . . .
        . x o . .
        . o x . .
        . . . . .
        . . o . .
    """,
}


@pytest.mark.parametrize("line", LINES)
def test_three_in_a_row_win(line: str) -> None:
    rows = drawn(LINES[line])
    [last] = [f"{'abcde'[row.index('?')]}{5 - number}" for number, row in enumerate(rows) if "?" in row]
    board = LINES[line].replace("?", ".")
    assert winner(place("drop line-3", board, "x")) == "nobody"
    assert winner(place("drop line-3", board, "x").play(last)) == "x"
    assert winner(place("drop line-3 misere", board, "x").play(last)) == "o"
    assert winner(place("drop line-4", board, "x").play(last)) == "nobody"


# Neighbours by number of cell, but not on the board: the line would leave on one side and come back on the other.
ROUND_THE_EDGE = {
    "→": """
        . . . .
        x . . .
        . . x x
        . . . .
    """,
    "↗": """
        . x . .
        x . . .
        . . . x
        . . . .
    """,
    "↗ below": """
        x . . .
        . . . .
        . . . x
        . . x .
    """,
    "↖": """
        . . . .
        . . . x
        x . . .
        . x . .
    """,
    "↖ above": """
        . . x .
        . . . x
        x . . .
        . . . .
    """,
}


@pytest.mark.parametrize("axis", ROUND_THE_EDGE)
def test_lines_do_not_go_round_the_edge(axis: str) -> None:
    assert winner(place("drop line-3", ROUND_THE_EDGE[axis], "o")) == "nobody"


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("form", ["3x3 drop line-3", "7x5 drop line-4", "8x8 drop line-3", "12x12 drop line-6"])
def test_every_line_of_a_board_counts_and_no_other_run_of_cells(form: str, axis: str) -> None:
    """Every place and direction: a line wins exactly when all of it lies on the board; one man less never does."""
    rules = RuleSet.read(form)
    game = load(form)
    right, up = AXES[axis]
    step = up * rules.width + right
    random = Random(f"{form} {axis}")
    starts = [cell for cell in range(rules.cells) if 0 <= cell + (rules.line - 1) * step < rules.cells]
    for first in random.sample(starts, min(len(starts), scaled(150))):
        cells = [divmod(first + number * step, rules.width) for number in range(rules.line)]
        pieces: Pieces = {(column, row): "x" for row, column in cells}
        straight = all(
            (later[1] - earlier[1], later[0] - earlier[0]) == (right, up) for earlier, later in pairwise(cells)
        )
        position = game.read_position(Reference(rules, pieces, "o").text)
        assert winner(position) == ("x" if straight else "nobody"), pieces
        del pieces[random.choice(list(pieces))]
        assert winner(game.read_position(Reference(rules, pieces, "o").text)) == "nobody"


def test_longer_lines_win_too() -> None:
    board = """
        . . . . .
        . . . . .
        o o . o o
        . . . . .
        x x . x x
    """
    assert winner(place("drop line-4", board, "x").play("c1")) == "x"


def test_a_full_board_without_a_line_is_a_draw() -> None:
    position = place(
        "drop line-3",
        """
        x o x
        x o o
        o x .
        """,
        "x",
    )
    assert texts(position) == ["c1"]
    after = position.play("c1")
    assert winner(after) == "draw"
    assert after.result().points == (0.5, 0.5)
    assert "draw" in after.draw()


def test_the_last_man_may_still_make_a_line() -> None:
    position = place(
        "drop line-3",
        """
        x o x
        o x o
        o x .
        """,
        "x",
    )
    assert winner(position.play("c1")) == "x"


def test_a_line_made_by_flipping_wins() -> None:
    position = place(
        "reversi line-4",
        """
        . . . .
        . . . .
        x . x x
        . o . .
        . . o .
        . . . .
        """,
        "x",
    )
    assert winner(position) == "nobody"
    after = position.play("d1")
    assert shown(after) == drawn("""
        . . . .
        . . . .
        x . x x
        . x . .
        . . x .
        . . . x
    """)
    assert winner(after) == "x"


@pytest.mark.parametrize(
    ("form", "who"),
    [
        ("3x3 drop most-men", "x"),
        ("3x3 drop most-men misere", "o"),
        ("4x4 drop most-men", "draw"),
        ("3x3 drop no-men", "x"),
        ("4x4 drop no-men", "o"),
        ("4x4 drop no-men misere", "x"),
    ],
)
def test_drop_without_lines_is_decided_by_the_size_of_the_board(form: str, who: str) -> None:
    """x has one man more on an odd board; under no-men whoever finds the board full has no move and loses."""
    position = load(form).start()
    while not position.over:
        position = position.play(position.moves()[0])
    assert winner(position) == who
