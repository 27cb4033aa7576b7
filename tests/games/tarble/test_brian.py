"""Brian: jumping distance, situations and standings, and what he does with them."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Clock, Match, Position
from ludarium.games.tarble.board import CELL, CELLS, CENTRE, PLACES
from ludarium.games.tarble.players.brian import Brian
from ludarium.games.tarble.players.distances import FAR, capture_distance
from ludarium.games.tarble.players.jumps import flood
from ludarium.games.tarble.players.standing import SITUATIONS, STANDINGS, TEMPER, standing_of
from ludarium.games.tarble.turns import doors
from ludarium.players import make
from tests.conftest import scaled
from tests.games.tarble.positions import GAME, position, random_position
from tests.games.tarble.reference import STEPS, Place, on_board


def slow_distance(own: set[Place], others: set[Place], start: Place, goal: Place) -> int:
    """The fewest movements of one piece to a capture, by looking at everything; all others stay where they are."""
    own = own - {start}
    waiting, seen = deque([(start, 0)]), {start}
    while waiting:
        (x, y), made = waiting.popleft()
        for dx, dy in STEPS:
            beside, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            free = on_board(behind) and behind not in own | others
            if beside == goal and free:
                return made + 1
            landing = behind if beside in others else beside
            if beside in own or not on_board(landing) or landing in own | others or landing in seen:
                continue
            seen.add(landing)
            waiting.append((landing, made + 1))
    return FAR


def sides(given: Position, seat: int) -> tuple[list[Place], list[Place]]:
    state = given.state
    own, others = ([PLACES[int(cell)] for cell in state.pieces[s][: int(state.count[s])]] for s in (seat, 1 - seat))
    return own, others


def test_jumping_distance_is_that_of_a_plain_search() -> None:
    source = random.Random(11)
    distance, soonest_of = doors().bind(capture_distance), doors().bind(flood)
    shorter = 0
    for _ in range(scaled(150)):
        given = random_position(source, roll=1, within=False)
        for seat in range(2):
            own, others = sides(given, seat)
            board = given.state.board
            soonest = np.empty(CELLS, np.int64)
            cells = np.array([CELL[place] for place in own], np.int64)
            soonest_of(board, seat, cells, len(own), *(np.empty(CELLS, np.int64) for _ in range(2)), soonest)
            for goal in [*others, PLACES[CENTRE]]:
                found = []
                for piece in own:
                    scratch = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
                    fast = int(distance(board, seat, CELL[piece], CELL[goal], *scratch))
                    assert fast == slow_distance(set(own), {*others, PLACES[CENTRE]}, piece, goal)
                    found.append(fast)
                    shorter += fast < 7
                least = min(found)
                assert soonest[CELL[goal]] == (least if least <= 6 else FAR)
    assert shorter > 20


def test_a_jump_on_the_way_shortens_the_way() -> None:
    """The source's example: four cells apart, but a roll of 3 is enough."""
    given = position("r(-2,0)(-3,-4) b(2,0) 0:0 r 1")
    scratch = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    assert doors().bind(capture_distance)(given.state.board, 0, CELL[-2, 0], CELL[2, 0], *scratch) == 3


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("r(0,-3)(-1,-3)(-2,-4)(-3,-4) b(0,3)(1,3)(2,4)(3,4) 0:0 r 3", "early game"),
        ("r(0,-3)(-1,-3)(-2,-4)(-3,-4) b(0,3)(1,3)(2,4) 0:0 r 3", "late game"),
        ("r(0,-3)(-1,-3)(-2,-4)(-3,-4) b(0,3)(1,3)(2,4)(-1,-1) 0:0 r 3", "conflict"),
        ("r(4,4)(-4,-4) b(0,3)(1,3)(2,4)(3,4) 4:2 b 3", "endgame"),
        ("r(-3,-4)(-1,-4) b(0,3)(1,3)(2,3) 2:4 b 3", "late game"),
    ],
)
def test_situations(text: str, situation: str) -> None:
    given = position(text)
    brian = Brian()
    turn_of(given, brian)
    assert brian.thought is not None
    assert brian.thought.figures["situation"] == situation
    assert brian.thought.reason.startswith(f"{situation}, ")


def test_standings() -> None:
    leads = {lead: STANDINGS[standing_of(lead)] for lead in range(-4, 5)}
    assert [leads[lead] for lead in (-4, -3, -2, -1, 0, 1, 2, 3, 4)] == (
        ["far behind"] * 2 + ["behind"] * 2 + ["level"] + ["ahead"] * 2 + ["far ahead"] * 2
    )


def test_safer_and_readier_to_sacrifice_when_ahead() -> None:
    assert TEMPER.shape[:2] == (len(SITUATIONS), len(STANDINGS))
    caution, price = TEMPER[:, :, 0], TEMPER[:, :, 1]
    assert (np.diff(caution, axis=1) >= 0).all()
    assert (caution[:, -1] > caution[:, 0]).all()
    assert (np.diff(price, axis=1) <= 0).all()
    assert (price[:, -1] < price[:, 0]).all()


def turn_of(given: Position, player: Any) -> Position:
    """The position after the player's whole turn."""
    seat = given.seat_to_move()
    player.begin(GAME, seat, 1)
    turns = int(given.state.turns)
    while not given.over and given.state.turns == turns:
        given = given.play(player.choose(given.view(seat), Clock()))
    return given


@pytest.mark.compiled
def test_captures_and_sacrifices_the_capturer_to_deny_the_reply() -> None:
    """Ahead, with a capture from which nothing but a corner is out of the enemies' reach."""
    given = position("r(3,5)(-3,-4)(-2,-4) b(4,5)(2,3)(3,2)(4,2)(1,3) 6:4 r 2")
    brian = Brian()
    after = turn_of(given, brian)
    assert brian.thought is not None
    assert after.state.points[0] == 7
    assert after.state.count[0] == 2, brian.thought.reason
    assert "captured one, sacrificed one" in brian.thought.reason


def test_ends_a_game_that_he_leads() -> None:
    after = turn_of(position("r(4,4) b(0,3)(1,3) 5:4 r 1"), Brian())
    assert after.over
    assert after.result().ranks == (1, 2)


def test_does_not_end_a_game_that_he_would_lose() -> None:
    after = turn_of(position("r(4,4) b(3,3)(-1,3) 4:5 r 1"), Brian())
    assert not after.over
    assert after.state.count[0] == 1


@pytest.mark.compiled
def test_his_turns_are_whole_and_legal() -> None:
    for seed in range(2):
        match = Match(GAME, [Brian(), make("joey", GAME)], seed=seed, strict=True)
        assert match.run().result is not None
        assert match.position.state.turns < 100
