"""Joey: one movement at a time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludarium.arena.run.batches import CompiledTable
from ludarium.engine import Clock, LudariumError, Match, Position
from ludarium.engine.kernels.rng import derive
from ludarium.games import load
from ludarium.games.tarble.board import DEADLY, DISTANCE
from ludarium.games.tarble.players.joey import Joey
from ludarium.games.tarble.wording import goal_of
from ludarium.players import make
from tests.conftest import scaled
from tests.games.tarble.positions import GAME, position, random_position


def ask(given: Position, seed: int = 0) -> tuple[str, str]:
    """Joey's movement and his reason."""
    seat = given.seat_to_move()
    joey = Joey()
    joey.begin(GAME, seat, seed)
    move = joey.choose(given.view(seat), Clock())
    assert joey.thought is not None
    return move.text, joey.thought.reason


@pytest.mark.parametrize(
    ("text", "moves", "reason"),
    [
        # Two captures: the enemy rather than the neutral piece.
        ("r(0,1)(3,2) b(3,3)(-4,-1) 0:0 r 2", {"(3,2) x (3,4)", "(3,2)-(3,4)", "(3,2) (3,4)"}, "captures a piece"),
        # On a corner, within a turn: towards the centre.
        ("r(5,5)(-3,-3) b(-4,0)(-3,1) 1:0 r 1/2", {"(5,5) (4,4)"}, "leaves a cell"),
        # An enemy three movements away with three left: the step brings it within two.
        ("r(3,3)(-3,-4) b(0,3) 0:0 r 3", {"(3,3) (2,3)", "(3,3) (2,2)", "(3,3) (3,4)"}, "attacks"),
        # Beside an enemy on the edge that cannot be jumped: away from it.
        ("r(4,4)(-3,-4) b(5,4) 0:0 r 1", {"(4,4) (3,4)", "(4,4) (3,3)", "(4,4) (4,5)"}, "retreats"),
        # Nothing to capture: the piece nearest to the centre comes nearer.
        ("r(-2,-3)(-3,-5) b(3,5)(4,5) 0:0 r 1", {"(-2,-3) (-1,-2)", "(-2,-3) (-2,-2)"}, "heads for the centre"),
    ],
)
def test_what_joey_does(text: str, moves: set[str], reason: str) -> None:
    found = {ask(position(text), seed) for seed in range(20)}
    assert {move for move, _ in found} <= moves
    assert all(why.startswith(reason) for _, why in found)


def test_equally_good_movements_are_drawn_from() -> None:
    text = "r(-2,-3)(-3,-5) b(3,5)(4,5) 0:0 r 1"
    assert len({ask(position(text), seed)[0] for seed in range(20)}) == 2


def test_captures_whenever_he_can_and_never_sacrifices_on_purpose() -> None:
    source = random.Random(5)
    captures = steps = 0
    for number in range(scaled(600)):
        given = random_position(source, roll=source.randint(1, 6))
        seat = given.seat_to_move()
        joey = Joey()
        joey.begin(GAME, seat, number)
        chosen = joey.choose(given.view(seat), Clock()).value
        goals = {int(move.value): goal_of(given.state, seat, int(move.value)) for move in given.moves()}  # type: ignore[arg-type]
        jumps = {move for move, goal in goals.items() if DISTANCE[move // 6, goal] == 2}
        assert isinstance(chosen, int)
        if jumps:
            assert chosen in jumps
            captures += 1
        elif DEADLY[goals[chosen]] and given.state.left == 1:  # on the way to a capture he may cross such a cell
            assert all(DEADLY[goal] for goal in goals.values())
        else:
            steps += 1
    assert captures > scaled(100)
    assert steps > scaled(50)


@pytest.mark.compiled
def test_compiled_games_are_the_same_games() -> None:
    players = [Joey(), make("random", GAME)]
    seeds = np.array([derive(3, number) for number in range(6)], np.uint64)
    batch = CompiledTable(GAME, players).play(seeds, np.array([[0, 1]] * 6))
    for number, seed in enumerate(seeds.tolist()):
        match = Match(GAME, [Joey(), make("random", GAME)], seed=seed, strict=True)
        record = match.run()
        assert record.result is not None
        length = int(batch.lengths[number])
        assert length == len(record.decisions)
        assert batch.points[number].tolist() == list(record.result.points)


@pytest.mark.compiled
def test_beats_random_play() -> None:
    seeds = np.array([derive(8, number) for number in range(40)], np.uint64)
    batch = CompiledTable(GAME, [Joey(), make("random", GAME)]).play(seeds, np.array([[0, 1], [1, 0]] * 20))
    points = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(batch.points)]
    assert sum(own > other for own, other in points) >= 38


def test_plays_nothing_else() -> None:
    with pytest.raises(LudariumError, match="it plays tarble only"):
        Joey().begin(load("pig"), 0, 0)
