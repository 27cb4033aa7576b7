"""Scenes of rule-set games: cells and men, moves as cells, extras, and the board in words."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from ludarium.engine import SPECTATOR, Position
from ludarium.games import load
from ludarium.games.rulesets.game import RuleSetGame
from tests.games.rulesets.reference_board import (
    around,
    board_of,
    has_line,
    is_connected,
    is_surrounded,
    links,
    score,
)
from tests.games.scenes import scene_of


def test_a_jump_is_a_path_with_captures() -> None:
    scene = scene_of(load("checkers").read_position("8/8/3o4/8/3o4/2x5/8/8 x").view(0))
    [jump] = scene["moves"]
    assert (jump["kind"], jump["from"], jump["to"]) == ("jump", [2, 2], [2, 6])
    assert jump["path"] == [[2, 2], [4, 4], [2, 6]]
    assert jump["captures"] == [[3, 3], [3, 5]]
    assert jump["words"] == "c3 to e5 and on to c7, capturing d4 and d6"
    assert scene["board_data"]["must_jump"]
    assert "A jump must be made." in scene["text"]


def test_cells_hold_men_kings_and_special_disks() -> None:
    data = scene_of(load("checkers").read_position("8/8/8/8/3o4/2X5/8/8 o").view(1))["board_data"]
    held = {cell["name"]: cell["content"] for cell in data["cells"] if cell["content"]}
    assert held["c3"] == {"seat": 0, "kind": "king", "hybrid": False, "solid": False}
    assert held["d4"]["kind"] == "man"
    assert (data["men"], data["kings"]) == ([1, 1], [1, 0])
    disks = load("4x4 drop line-3 hybrid-disk non-flipping")
    placed = scene_of(disks.start().play("a1+").play("b2=").view(0))["board_data"]
    held = {cell["name"]: cell["content"] for cell in placed["cells"] if cell["content"]}
    assert (held["a1"]["hybrid"], held["b2"]["solid"]) == (True, True)
    assert [stock["hybrid_disks"] for stock in placed["extras"]] == [0, 1]


def test_removed_cells_are_marked_and_hexagons_have_their_outline() -> None:
    square = scene_of(load("4x4 without a1,d4 drop line-3").start().view(0))["board_data"]["cells"]
    assert [cell["name"] for cell in square if cell.get("removed")] == ["a1", "d4"]
    hexagon = scene_of(load("hex-3 drop connect").start().view(0))["board_data"]
    assert (hexagon["shape"], hexagon["outline"], len(hexagon["cells"])) == ("hex", "hexagon", 19)


def test_extras_are_moves_with_labels() -> None:
    position = load("4x4 drop line-3 double-move recall-any").start().play("a1").play("b2")
    extras = {move["label"]: move for move in scene_of(position.view(0))["moves"] if move["kind"] == "extra"}
    assert set(extras) == {"Double move", "Recall b2"}
    assert extras["Recall b2"]["to"] == [1, 1]
    announced = scene_of(position.play("double").view(0))
    assert announced["board_data"]["stage"] == "two moves"
    assert announced["board_data"]["extras"][0]["options"] == ["recall-any"]
    assert "Announced: two moves." in announced["text"]


def test_the_last_move_changed_these_cells() -> None:
    position = load("reversi").start()
    after = position.play(position.moves()[0])
    changed = scene_of(after.view(SPECTATOR), 1, [position.view(SPECTATOR)])["board_data"]["changed"]
    assert len(changed) == 2
    assert scene_of(after.view(SPECTATOR))["board_data"]["changed"] == []


def test_the_disc_that_was_put_down_is_told_from_those_it_flipped() -> None:
    position = load("reversi").start()
    after = position.play("d3")
    data = scene_of(after.view(0), 1, [position.view(0)])["board_data"]
    assert data["came"] == [[3, 2]]
    assert data["changed"] == [[3, 2], [3, 3]]
    assert scene_of(after.view(0))["board_data"]["came"] == []
    assert scene_of(position.view(0))["turn"]["seat_names"] == ["Black", "White"]


def test_every_move_names_cells_of_the_board() -> None:
    for name in ("6x6 checkers no-men", "hex-3 step reach jump", "5x5 reversi most-men", "rhombus-4 drop connect"):
        position, chooser = load(name).start(), random.Random(name)
        for _ in range(20):
            if position.over:
                break
            scene = scene_of(position.view(position.movers[0]))
            cells = [[cell["x"], cell["y"]] for cell in scene["board_data"]["cells"] if not cell.get("removed")]
            assert all(cell in cells for move in scene["moves"] for cell in move["path"])
            position = position.play(chooser.choice(position.moves()))


def test_the_board_in_words() -> None:
    scene = scene_of(load("tic-tac-toe").start().play("b2").view(1))
    assert scene["text"] == "You are o. The board is 3 by 3 cells. x: 1 man at b2. o: no men. It is your turn."


# --- what decided a game ----------------------------------------------------------------------------------------------


def decided(position: Position) -> dict[str, Any]:
    found: dict[str, Any] = scene_of(position.view(SPECTATOR))["board_data"]["decided"]
    return found


def test_a_row_that_wins_is_told_with_its_cells() -> None:
    position = load("tic-tac-toe").start()
    for move in ("b2", "a1", "a3", "b1"):
        position = position.play(move)
    assert decided(position) is None
    position = position.play("c1")
    assert decided(position) == {
        "words": "x has 3 in a row: c1 b2 a3.",
        "rows": [{"seat": 0, "cells": [[2, 0], [1, 1], [0, 2]]}],
        "marked": [],
    }
    assert scene_of(position.view(0))["text"].endswith("x has 3 in a row: c1 b2 a3. The game is over. x wins.")


def test_two_rows_at_once_and_a_draw() -> None:
    both = load("tic-tac-toe").read_position("xoo/xoo/1xx x").play("a1")
    assert decided(both)["words"] == "x has 2 rows at once: a1 b1 c1, a1 a2 a3."
    drawn = load("tic-tac-toe").read_position("xox/xoo/o1x x").play("b1")
    assert decided(drawn) == {"words": "The board is full.", "rows": [], "marked": []}


@pytest.mark.parametrize(
    ("game", "text", "move", "words", "marked"),
    [
        ("checkers", "8/8/8/8/3o4/2x5/8/8 x", "c3xe5", "White has no men left.", 0),
        ("checkers", "8/8/8/o7/1x6/2x5/7x/8 x", "h2-g3", "White cannot move.", 1),
        (
            "4x4 reversi most-men",
            "xxxx/xxxx/xxxx/xxo1 x",
            "d1",
            "The board is full: Black has 16 discs and White has no discs.",
            0,
        ),
        ("4x4 drop surround", "4/4/x3/o3 x", "b1", "o is surrounded: a1.", 1),
        ("4x4 step reach", "4/x2o/4/4 x", "a3-a4", "Black has reached the far row: a4.", 1),
        ("4x4 drop connect", "1x2/1x2/1x2/4 x", "b1", "x has joined its two sides: b1 b2 b3 b4.", 0),
    ],
)
def test_other_ends_are_told(game: str, text: str, move: str, words: str, marked: int) -> None:
    position = load(game).read_position(text).play(move)
    assert (decided(position)["words"], len(decided(position)["marked"])) == (words, marked)


RULE_SETS = (
    *(
        "5x5 drop line-4",
        "5x5 drop line-3 misere",
        "hex-3 drop line-4",
        "6x6 reversi line-5",
        "6x6 without c3 drop line-4",
    ),
    *("rhombus-5 drop connect", "5x5 drop connect misere", "hex-3 step reach jump", "4x4 drop surround"),
    *("5x5 drop surround misere", "6x6 checkers no-men", "5x5 drop line-4 scoring", "9x9 drop line-5"),
)


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_decided_agrees_with_the_slow_engine(name: str) -> None:
    """Rows are rows, chains are chains from side to side, and there are some just when a slow look finds them."""
    game, chooser = load(name), random.Random(name)
    assert isinstance(game, RuleSetGame)
    rules = game.rule_set
    for _ in range(12):
        position = game.start()
        while not position.over:
            position = position.play(chooser.choice(position.moves()))
        scene = scene_of(position.view(SPECTATOR))
        held = {(cell["x"], cell["y"]): cell["content"] for cell in scene["board_data"]["cells"] if cell["content"]}
        men = [{cell for cell, man in held.items() if man["seat"] == seat} for seat in range(2)]
        found = scene["board_data"]["decided"]
        for row in found["rows"]:
            cells = [tuple(cell) for cell in row["cells"]]
            assert set(cells) <= men[row["seat"]]
            steps = {(x1 - x, y1 - y) for (x, y), (x1, y1) in pairwise(cells)}
            ways = links(rules) if rules.end == "connect" else around(rules)
            assert steps <= set(ways)
            assert rules.end == "connect" or len(steps) == 1
        reached = next((seat for seat, rank in enumerate(scene["result"]["ranks"]) if rank == 1), 0) ^ rules.misere
        won = len(set(scene["result"]["ranks"])) > 1
        if "scoring" in rules.extras:
            counts = [sum(len(row["cells"]) for row in found["rows"] if row["seat"] == seat) for seat in range(2)]
            assert counts == [score(rules, own) for own in men]
        elif rules.end == "line":
            assert bool(found["rows"]) == won
            assert not won or has_line(rules, men[reached])
            assert all(len(row["cells"]) >= rules.line and row["seat"] == reached for row in found["rows"])
        elif rules.end == "connect" and won:
            assert is_connected(rules, men[reached], "xo"[reached])
            axis, last = (1, rules.height - 1) if reached == 0 else (0, rules.width - 1)
            [row] = found["rows"]
            assert (row["cells"][0][axis], row["cells"][-1][axis]) == (0, last)
        elif rules.end == "surround" and won:
            empty = set(board_of(rules)) - set(held)
            marked = {(x, y) for x, y in found["marked"]}
            assert marked <= men[1 - reached]
            assert is_surrounded(rules, marked, empty)
            assert not is_surrounded(rules, men[1 - reached] - marked, empty)
