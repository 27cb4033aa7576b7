"""Tarble's scenes: movements told from views, previews of a turn, and the board in words."""

from __future__ import annotations

import random

import pytest

from ludarium.engine import SPECTATOR, Position
from ludarium.engine.scene import open_view
from ludarium.games.tarble.game import Tarble
from tests.conftest import scaled
from tests.games.scenes import preview_of, scene_of

GAME = Tarble()
JUMP = "r(0,-2)(-1,-4) b(0,-1)(4,5) 3:2 r 3 turns=8"


def played(seed: int, plies: int) -> list[tuple[Position, str]]:
    """A random game: positions, and the movement made in each."""
    chooser, position = random.Random(seed), GAME.start(seed)
    steps: list[tuple[Position, str]] = []
    while not position.over and len(steps) < plies:
        move = chooser.choice(position.moves())
        steps.append((position, move.text))
        position = position.play(move)
    return [*steps, (position, "")]


@pytest.mark.parametrize("seed", range(scaled(20)))
def test_movements_are_told_from_what_was_seen(seed: int) -> None:
    steps = played(seed, 60)
    for number, (position, _) in enumerate(steps):
        past = [earlier.view(SPECTATOR) for earlier, _ in steps[max(0, number - 14) : number]]
        data = GAME.scene(position.view(SPECTATOR), past)
        this = int(position.state.turns) - (position.over and position.state.left == position.state.roll)
        made = [text for earlier, text in steps[:number] if earlier.state.turns == this]
        told = [f"({m['from'][0]},{m['from'][1]}) ({m['to'][0]},{m['to'][1]})" for m in data["moved"]]
        assert told == made
        before = [text for earlier, text in steps[max(0, number - 14) : number] if earlier.state.turns == this - 1]
        told = [f"({m['from'][0]},{m['from'][1]}) ({m['to'][0]},{m['to'][1]})" for m in data["last_turn"]]
        assert not before or told == before


def test_a_jump_names_what_it_captures() -> None:
    view = GAME.read_position("r(0,-3)(-1,-4) b(0,-2)(4,5) 3:2 r 3").view(0)
    [jump] = [move for move in scene_of(view)["moves"] if move["captures"]]
    assert (jump["from"], jump["to"], jump["captures"], jump["deadly"]) == ([0, -3], [0, -1], [0, -2], False)
    assert jump["words"] == "from (0,-3) to (0,-1), capturing the piece at (0,-2)"


def test_a_preview_is_what_the_movements_do() -> None:
    position = GAME.start(2)
    view = position.view(0)
    assert int(view.state.roll) >= 2
    made: list[str] = []
    for left in range(int(view.state.roll) - 1, 0, -1):
        made.append(position.moves()[0].text)
        position = position.play(made[-1])
        foreseen = preview_of(view, made)
        assert not foreseen["over"]
        assert not foreseen["fault"]
        assert foreseen["scene"]["board_data"]["left"] == left
        assert foreseen["scene"]["board_data"]["pieces"] == scene_of(position.view(0))["board_data"]["pieces"]
        assert [move["text"] for move in foreseen["scene"]["moves"]] == [move.text for move in position.moves()]


def test_a_whole_turn_foretells_no_dice() -> None:
    position = GAME.start(2)
    made = []
    while position.state.turns == 0:
        made.append(position.moves()[0].text)
        position = position.play(made[-1])
    start = GAME.start(2)
    foreseen = preview_of(start.view(0), made)
    assert foreseen["over"]
    assert foreseen["scene"]["moves"] == []
    assert foreseen["scene"]["board_data"]["roll"] == start.state.roll
    assert foreseen["scene"]["board_data"]["left"] == 0


def test_a_preview_changes_nothing_and_explains_what_cannot_be() -> None:
    view = GAME.start(2).view(0)
    before = view.to_bytes()
    preview_of(view, [view.moves()[0].text])
    assert view.to_bytes() == before
    fault = preview_of(view, ["(0,0) (0,1)"])["fault"]
    assert "red has no piece on (0,0)" in fault


def test_a_turn_goes_on_when_the_last_enemy_is_captured() -> None:
    view = GAME.read_position("r(1,1) b(2,2) 3:2 r 2").view(0)
    assert not preview_of(view, ["(1,1) (3,3)"])["over"]
    assert preview_of(view, ["(1,1) (3,3)", "(3,3) (2,2)"])["over"]


def test_where_a_game_ends_at_once_the_turn_does() -> None:
    view = Tarble(finish=False).read_position("r(1,1) b(2,2) 3:2 r 3/3").view(0)
    assert preview_of(view, ["(1,1) (3,3)"])["over"]
    fault = preview_of(view, ["(1,1) (3,3)", "(3,3) (2,2)"])["fault"]
    assert fault == "the turn ends with '(1,1) (3,3)': '(3,3) (2,2)' comes too late"


def test_pieces_that_would_be_lost_are_named() -> None:
    position = GAME.read_position("r(-4,-5)(-5,-4) b(1,4) 0:0 r 2/3")
    step = next(move for move in scene_of(position.view(0))["moves"] if move["to"] == [-5, -5])
    assert step["deadly"]
    foreseen = preview_of(position.view(0), [step["text"]])["scene"]
    assert foreseen["board_data"]["doomed"] == [[-5, -5]]
    assert "loses what stands at (-5,-5)" in foreseen["text"]


def test_the_board_in_words() -> None:
    assert scene_of(GAME.read_position(JUMP).view(0), 3)["text"] == (
        "You are Red. Red: 2 pieces at (-1,-4) (0,-2), 3 points. Blue: 2 pieces at (0,-1) (4,5), 2 points. "
        "The neutral piece is at (0,0). Turn 9: you rolled 3, 3 movements left. It is your turn."
    )
    over = GAME.read_position("r(0,-2) b- 4:2 r 3")
    assert scene_of(open_view(over))["text"].endswith("The game is over. Red wins, 4 to 2.")
