"""Scenes of rule-set games: cells and men, moves as cells, extras, and the board in words."""

from __future__ import annotations

import random

from ludarium.engine import SPECTATOR
from ludarium.games import load
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
