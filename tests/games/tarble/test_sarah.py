"""Sarah: her choice is that of a slow twin that goes by her rules in words."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ludarium.engine import Clock, Match, Position, kernel
from ludarium.games.tarble.board import PLACES, between
from ludarium.games.tarble.players.development import fill_goals
from ludarium.games.tarble.players.distances import fill_nearest
from ludarium.games.tarble.players.order import goals_of, piece_by_piece
from ludarium.games.tarble.players.sarah import Sarah
from ludarium.games.tarble.turns import doors, states_of, turns_from
from ludarium.players import make
from tests.conftest import scaled
from tests.games.tarble.positions import GAME, board_of, position, random_position
from tests.games.tarble.reference import STEPS, Board, Place, cleared, ends


def distance(place: Place, others: frozenset[Place]) -> int:
    return min((between(place, other) for other in others), default=99)


def at_risk(board: Board) -> int:
    return sum(distance(place, board.others) <= 3 for place in board.own)


def development(board: Board, seat: int) -> int:
    """The source's score: 3·d1² + 4·d2 + 2·d3, by the pieces nearest to the three goals."""

    def farness(number: int) -> tuple[int, int, int]:
        goal = STEPS[number]
        right = 2 * goal[0] - goal[1]  # in half cells, as red sees it
        together = sum(between(goal, other) for other in board.others)
        return distance(goal, board.others), together, right if seat == 0 else -right

    number = max(range(6), key=farness)
    primary = STEPS[number]
    sides = [(primary[0] + dx, primary[1] + dy) for dx, dy in (STEPS[(number + 1) % 6], STEPS[(number + 5) % 6])]
    pieces = sorted(board.own, key=PLACES.index)
    score = 0
    for weight, goals in ((3, [primary]), (4, sides), (2, sides)):
        if not pieces:
            break
        goal = min(goals, key=lambda goal: min(between(piece, goal) for piece in pieces)) if weight == 4 else goals[-1]
        if weight == 4:
            sides = [side for side in sides if side != goal]
        if weight == 2:
            goal = sides[0]
        piece = min(pieces, key=lambda piece: between(piece, goal))
        pieces.remove(piece)
        far = between(piece, goal)
        score += weight * (far * far if weight == 3 else far)
    return score


def worth(board: Board, before: Board, lead: int, seat: int) -> tuple[float, ...]:
    """Turns are compared by these numbers, one after the other."""
    gain, risked = board.points, at_risk(board)
    lost = len(before.own) - len(board.own)
    lead_then = lead + gain
    if not board.others or not board.own:
        won = lead_then > 0 or (lead_then == 0 and bool(board.own))
        tied = lead_then == 0 and not board.own and not board.others
        return (6 if won else 0.5 if tied else 0, 0, -risked, 0, -development(board, seat) if board.others else 0)
    if lost:
        kind, pieces = (5, lost + gain) if lead_then >= 4 else (1, -lost)
    elif gain == 0:
        kind, pieces = 3, 0
    elif risked < gain or (risked == gain and lead >= 2):
        kind, pieces = 4, gain - risked
    else:
        kind, pieces = 2, 0
    # Who has pieces at risk retreats with the whole turn.
    away = min(distance(place, board.others) for place in board.own) if kind == 3 and at_risk(before) else 0
    return kind, pieces, -risked, away, -development(board, seat)


@kernel
def do_fill_goals(states: Any, seat: int, nearest: Any, goals: Any) -> None:
    fill_nearest(states[0], seat, nearest)
    fill_goals(states[0], seat, nearest, goals)


def turn_of(given: Position) -> tuple[Position, Sarah]:
    seat = given.seat_to_move()
    sarah = Sarah()
    sarah.begin(GAME, seat, 1)
    turns = int(given.state.turns)
    while not given.over and given.state.turns == turns:
        given = given.play(sarah.choose(given.view(seat), Clock()))
    return given, sarah


def test_sarah_plays_as_her_rules_say() -> None:
    source = random.Random(21)
    kinds = set()
    for _ in range(scaled(80)):
        given = random_position(source, roll=source.choice((1, 2, 2, 3)), most=5, within=False)
        before = board_of(given)
        seat = given.seat_to_move()
        lead = int(given.state.points[seat]) - int(given.state.points[1 - seat])
        boards = [cleared(board) for board in ends(before, int(given.state.left))]
        best = max(worth(board, before, lead, seat) for board in boards)
        after, _ = turn_of(given)
        own, others = (
            frozenset(PLACES[int(cell)] for cell in after.state.pieces[s][: int(after.state.count[s])])
            for s in (seat, 1 - seat)
        )
        gain = int(after.state.points[seat]) - int(given.state.points[seat])
        made = Board(own, others, True, gain)
        if others:  # a game that is over has nothing to develop
            assert worth(made, before, lead, seat) == best, given.text
        else:
            assert best[0] in (0, 0.5, 6)
        kinds.add(best[0])
    assert len(kinds) >= 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("r(-1,-1)(-3,-4) b(3,5)(4,5) 0:0 r 1", "captured one, ended four away"),
        ("r(-1,-3)(-3,-4) b(-1,-5)(4,5) 0:0 r 2", "retreated, ended"),
        ("r(-2,-4)(-3,-4) b(3,4)(4,5) 0:0 r 1", "developed, ended"),
        ("r(4,4) b(-3,-3)(4,1) 9:2 r 1", "sacrificed one, ended the game"),
    ],
)
def test_she_says_why(text: str, reason: str) -> None:
    _, sarah = turn_of(position(text))
    assert sarah.thought is not None
    assert reason in sarah.thought.reason


def test_refuses_an_unsafe_capture_and_takes_a_safe_one() -> None:
    guarded = position("r(-3,-2)(-4,-4) b(-3,-1)(-2,1)(-4,1)(-1,1) 0:0 r 1")
    assert turn_of(guarded)[0].state.points[0] == 0
    alone = position("r(-3,-2)(-4,-4) b(-3,-1)(4,4) 0:0 r 1")
    assert turn_of(alone)[0].state.points[0] == 1


def test_games_come_to_an_end() -> None:
    for seed in range(scaled(10)):
        match = Match(GAME, [Sarah(), make("joey", GAME)], seed=seed, strict=True)
        match.run()
        assert match.position.state.turns < 100


def test_one_piece_after_the_other() -> None:
    """The order of a turn changes, where it goes does not."""
    source = random.Random(3)
    changed = 0
    for _ in range(scaled(30)):
        given = random_position(source, roll=3, most=3, within=False)
        turns = turns_from(given)
        for turn in source.sample(range(len(turns)), min(10, len(turns))):
            path = turns.path(turn)
            ordered = piece_by_piece(given.state, path)
            assert sorted(ordered) == sorted(path)
            assert played(given, ordered) == played(given, path)
            changed += ordered != path
            goals = goals_of(given.state, ordered)
            assert goals is not None
    assert changed > 0


def played(given: Position, movements: list[int]) -> bytes:
    for move in movements:
        given = given.play(next(legal for legal in given.moves() if legal.value == move))
    return given.to_bytes()


@pytest.mark.parametrize("seat", [0, 1])
def test_of_equally_good_goals_she_takes_the_one_on_the_right(seat: int) -> None:
    """The start is its own mirror image: the two cells on the own side of the centre are equally far from the enemy."""
    nearest, goals = np.empty((128, 91), np.int16), np.empty((128, 3), np.int16)
    doors().bind(do_fill_goals)(states_of(GAME.start(0)), seat, nearest, goals)
    assert PLACES[int(goals[0, 0])] == ((0, -1) if seat == 0 else (0, 1))
