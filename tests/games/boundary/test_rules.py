"""Whole games against the reference, step by step; plans and what is wrong with them; the end."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

from ludarium.engine import IllegalMove, MalformedMove, Move, Position, kernel
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.games.boundary.game import Boundary
from ludarium.games.boundary.rules import PROPOSALS, make_step, set_out
from ludarium.games.boundary.state import HUNDREDTHS, SEATS
from ludarium.games.boundary.work import WORK
from tests.conftest import scaled
from tests.games.boundary.drawn import ROUND, hand_game
from tests.games.boundary.reference import Field, distance

SMALL: dict[str, Any] = {**ROUND, "width": 220, "height": 180}
VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "small": SMALL,
    "walls": {**SMALL, "walls": "90,40,110,140;0,60,50,70;170,100,215,110"},
    "few": {**SMALL, "pieces": 3, "treasures": 5, "surround": 5},
    "many": {**ROUND, "width": 300, "height": 240, "pieces": 12, "treasures": 30, "reach": 10.0},
    "crowded": {**SMALL, "influence": 11.0, "merge": 20.0, "split": 24.0, "surround": 4},
    "restless": {**SMALL, "merge": 60.0, "split": 20.0, "surround": 7},
}


MOST_STEPS = 40 if JIT_ENABLED else 15
"""Steps of a turn that are compared one by one: most of what happens in a crowd happens early."""


@kernel
def next_step(states: Any, plans: Any, scratch: Any, step: int) -> None:
    """Step 1, 2, … of a turn, with what is noted of it kept by the caller."""
    if step == 1:
        set_out(states[0], plans, scratch[0])
    make_step(states[0], scratch[0], step)


def game_plan(move: Move) -> list[int]:
    """The numbers of a plan."""
    assert isinstance(move.value, tuple)
    return [int(number) for number in move.value]


def random_plan(position: Position, seat: int, chooser: random.Random) -> tuple[int, ...]:
    """A proposal, or every piece sent to a point of its own."""
    state = position.state
    plan: list[int] = game_plan(chooser.choice(position.moves(seat)))
    if chooser.random() < 0.5:
        return tuple(plan)
    for piece in range(int(state.pieces)):
        if state.blob[seat, piece] < 0:
            continue
        kept = plan[2 * piece : 2 * piece + 2]
        place, reach = (
            state.place[seat, piece],
            float(state.reach) * int((state.blob[seat] == state.blob[seat, piece]).sum()),
        )
        for axis in range(2):
            shift = chooser.uniform(-reach, reach) / 1.5
            plan[2 * piece + axis] = int(np.rint(100 * (float(place[axis]) + shift)))
        if position.fault(tuple(plan), seat):
            plan[2 * piece : 2 * piece + 2] = kept
    return tuple(plan)


def facts_of(state: Any, settings: dict[str, Any]) -> tuple[Any, ...]:
    return Field.of(state, settings).facts()


def assert_same(state: Any, reference: Field, settings: dict[str, Any]) -> None:
    places, blobs, treasures, points = facts_of(state, settings)
    expected_places, expected_blobs, expected_treasures, expected_points = reference.facts()
    assert blobs == expected_blobs
    assert treasures == expected_treasures
    assert points == expected_points
    assert places.keys() == expected_places.keys()
    for piece, place in places.items():
        # The two reckon a share of a way in different orders.
        assert place == pytest.approx(expected_places[piece], abs=1e-9)


@pytest.mark.parametrize("variant", VARIANTS if JIT_ENABLED else ["default", "few", "crowded"])
def test_turns_are_those_of_the_reference(variant: str) -> None:
    game = Boundary(**VARIANTS[variant])
    for seed in range(2 if JIT_ENABLED else 1):
        position = game.start(seed)
        chooser = random.Random(seed)
        for _ in range(scaled(3)):
            if position.over:
                break
            plans = [random_plan(position, seat, chooser) for seat in range(SEATS)]
            reference = Field.of(position.state, game.settings)
            targets = {
                piece: (plans[piece[0]][2 * piece[1]] / HUNDREDTHS, plans[piece[0]][2 * piece[1] + 1] / HUNDREDTHS)
                for piece in reference.places
            }
            for _ in reference.turn(targets):
                pass
            for seat in range(SEATS):
                move = game.read_move(game.move_text(plans[seat], position.state, seat), position.state, seat)
                assert move.value == plans[seat]
                position = position.play(move, seat)
            assert_same(position.state, reference, game.settings)


@pytest.mark.parametrize("variant", ["small", "walls", "crowded", "restless"])
def test_steps_are_those_of_the_reference(variant: str) -> None:
    """Captures, merges and splits happen in the very same step."""
    game = Boundary(**VARIANTS[variant])
    run = game.bound.binder.bind(next_step)
    happened = 0
    for seed in range(2 if JIT_ENABLED else 1):
        position = game.start(100 + seed)
        chooser = random.Random(seed)
        plans = np.array([random_plan(position, seat, chooser) for seat in range(SEATS)], np.int32)
        reference = Field.of(position.state, game.settings)
        before = facts_of(position.state, game.settings)[1:]
        targets = {
            piece: tuple((plans[piece[0], 2 * piece[1] : 2 * piece[1] + 2] / HUNDREDTHS).tolist())
            for piece in reference.places
        }
        states, scratch = np.zeros(1, game.rules.dtype), np.zeros(1, WORK)
        states[0] = position.state
        for step, _ in enumerate(islice(reference.turn(targets), MOST_STEPS), 1):
            run(states, plans, scratch, step)
            assert_same(states[0], reference, game.settings)
        happened += before != reference.facts()[1:]
    assert happened


def test_a_turn_takes_as_many_steps_as_the_longest_way() -> None:
    """Each piece arrives exactly, however odd its way."""
    game = hand_game(pieces=2, treasures=1, max_turns=5)
    text = "turn=0 points=0:0 red=1@100,100/2@300,300 blue=3@500,100/4@500,400 treasures=5@20,440"
    position = game.read_position(text)
    position = position.play("1 to 107.13,104.77", 0).play("4 to 480,410", 1)
    assert position.text.startswith("turn=1 points=0:0 red=1@107.13,104.77/2@300,300 blue=3@500,100/4@480,410")
    assert "moved=1@7.13,4.77/4@-20,10" in position.text


# --- plans ------------------------------------------------------------------------------------------------------------

WALLED = {"pieces": 3, "treasures": 1, "walls": "200,100,220,300"}
STAND = "turn=0 points=0:0 red=1@190,200/2@50,50 blue=4@500,100/5@500,110/6@500,400 treasures=5@20,440"


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("1 to 160,200", "piece 1 is 30.00 px away from 160,200, its move radius is 25.00 px"),
        ("2 to 50,75.02", "piece 2 is 25.02 px away from 50,75.02, its move radius is 25.00 px"),
        ("1 to 205,200", "piece 1 cannot go to 205,200: a wall is there"),
        ("1 to 200,200", "piece 1 cannot go to 200,200: a wall is there"),
        ("2 to -0.01,50", "piece 2 cannot go to -0.01,50: that is outside the field of 600 × 450 px"),
        ("2 to 50,99999", "piece 2 cannot go to 50,99999: that is outside the field of 600 × 450 px"),
        ("3 to 50,60", "piece 3 has been captured: it can go nowhere"),
        ("4 to 500,110", "piece 4 is Blue's: yours are 1 to 3"),
        ("7 to 500,110", "there is no piece 7: yours are 1 to 3"),
        ("0 to 500,110", "there is no piece 0: yours are 1 to 3"),
    ],
)
def test_illegal_plans_are_refused_with_the_reason(plan: str, why: str) -> None:
    position = hand_game(**WALLED).read_position(STAND)
    with pytest.raises(IllegalMove) as caught:
        position.play(plan, 0)
    assert why in str(caught.value)
    assert position.movers == (0, 1), "the turn stands"


def test_a_plan_through_a_wall_is_refused() -> None:
    game = hand_game(**WALLED, reach=60.0)
    position = game.read_position(STAND)
    with pytest.raises(IllegalMove, match="piece 1 cannot go from 190,200 to 230,200: a wall stands in the way"):
        position.play("1 to 230,200", 0)
    assert position.play("1 to 190,250", 0).movers == (1,)


def test_a_plan_for_a_captured_piece_is_refused_as_numbers_too() -> None:
    position = hand_game(**WALLED).read_position(STAND)
    plan = game_plan(position.moves(0)[0])
    plan[4] = 100
    assert position.fault(tuple(plan), 0) == "piece 3 is not on the field: its target must be left out"


@pytest.mark.parametrize(
    "text", ["", "north", "1 to 5", "1 to a,b", "1 to 5,5 2 to 6,6", "1 to 5,5;;2 to 6,6", "1 5,5"]
)
def test_malformed_plans_are_told_how_to_be_written(text: str) -> None:
    position = hand_game(**WALLED).read_position(STAND)
    with pytest.raises(MalformedMove, match=r"such as '1 to 120,88'"):
        position.play(text, 0)


def test_a_piece_named_twice_is_refused() -> None:
    position = hand_game(**WALLED).read_position(STAND)
    with pytest.raises(MalformedMove, match="piece 1 is named twice"):
        position.play("1 to 190,205; 1 to 190,206", 0)


def test_the_move_radius_may_be_used_in_full() -> None:
    position = hand_game(**WALLED).read_position(STAND)
    assert position.play("2 to 67.68,67.68", 0).movers == (1,)  # 25.003 px: rounding is forgiven


def test_the_first_proposal_is_to_stay_and_all_are_allowed() -> None:
    for name in ("walls", "default"):
        position = Boundary(**VARIANTS[name]).start(4)
        for seat in range(SEATS):
            moves = position.moves(seat)
            assert moves[0].text == "stay"
            assert len(moves) <= PROPOSALS
            assert not any(position.fault(move.value, seat) for move in moves)


# --- the set-up and the end -------------------------------------------------------------------------------------------


def test_the_set_up_keeps_clear_of_walls_and_within_the_field() -> None:
    game = Boundary(**VARIANTS["walls"], pieces=12, treasures=30)
    for seed in range(scaled(100)):
        state = game.start(seed).state
        reference = Field.of(state, game.settings)
        assert all(reference.is_ground(*place) for place in reference.places.values())
        assert all(
            reference.is_ground(x + dx, y + dy)
            for (x, y), _ in reference.treasures.values()
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
        )
        assert len(reference.places) == 24
        assert {worth for _, worth in reference.treasures.values()} <= set(range(1, 8))


def test_treasures_take_all_worths_equally_often() -> None:
    game = hand_game(treasures=30)
    counts = np.zeros(8, int)
    for seed in range(60):
        counts += np.bincount(game.start(seed).state.worth, minlength=8)
    assert counts[0] == 0
    expected = counts.sum() / 7
    assert ((counts[1:] - expected) ** 2 / expected).sum() < 22.46  # chi-square with 6 degrees: 1 in 1000


def test_pieces_that_start_together_are_one_blob() -> None:
    game = hand_game(**SMALL)
    for seed in range(scaled(20)):
        field = Field.of(game.start(seed).state, game.settings)
        field.changes = dict.fromkeys(field.places, 0)
        blobs = field.facts()[1]
        field.regroup()
        assert field.facts()[1] == blobs


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("turn=9 points=3:4 red=1@5,5 blue=2@200,100 treasures=5@20,40/-", (3, 4)),
        ("turn=2 points=30:4 red=1@5,5 blue=- treasures=5@20,40/-", (30, 4)),
        ("turn=2 points=7:4 red=1@5,5 blue=2@200,100 treasures=-/-", (7, 4)),
    ],
)
def test_the_game_ends(text: str, points: tuple[int, int]) -> None:
    game = hand_game(pieces=1, treasures=2, max_turns=9)
    position = game.read_position(text)
    assert position.over
    assert position.result().points == points


def test_most_points_win_and_equal_points_tie() -> None:
    game = hand_game(pieces=1, treasures=1, max_turns=9)
    lost = game.read_position("turn=9 points=3:4 red=1@5,5 blue=2@200,100 treasures=5@20,40")
    tied = game.read_position("turn=9 points=4:4 red=1@5,5 blue=2@200,100 treasures=5@20,40")
    assert lost.result().winners == (1,)
    assert tied.result().is_tie


def test_a_piece_keeps_its_target_when_its_blob_shrinks() -> None:
    """A blob of two may go 50 px a piece; apart, both still arrive."""
    game = hand_game(pieces=2, treasures=1)
    position = game.read_position("turn=0 points=0:0 red=1@300,100+2@300,110 blue=3@50,400+4@60,400 treasures=5@20,40")
    after = position.play("1 to 300,51; 2 to 300,159", 0).play("stay", 1)
    field = Field.of(after.state, game.settings)
    assert len([blob for blob in field.blobs if (0, 0) in blob or (0, 1) in blob]) == 2
    assert distance(field.places[0, 0], field.places[0, 1]) == pytest.approx(108)
