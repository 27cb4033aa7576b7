"""The learners choose what their network likes best, of everything there is."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from ludarium.engine import Clock, Position
from ludarium.engine.errors import LudariumError
from ludarium.games.tarble.beam import beam_turn
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.players.td import TdSingle, TdTurn, ranked_turns
from ludarium.games.tarble.turns import doors, turns_from
from ludarium.players import make
from tests.conftest import scaled
from tests.games.tarble.judging import Pieces, pieces_of, slow_chance, small_network
from tests.games.tarble.positions import GAME, board_of_key, position, random_position
from tests.games.tarble.reference import Board, cleared


@pytest.fixture
def network(tmp_path: Path) -> Network:
    made = small_network(4, rich=True)
    made.save(tmp_path / "small.npz")
    return made


def ended(given: Position, end: Board) -> tuple[Pieces, tuple[int, int]]:
    """Pieces and points of both, red first, when a turn has ended."""
    seat, board = int(given.state.seat), cleared(end)
    points = [int(points) for points in given.state.points]
    points[seat] += end.points
    pieces = (board.own, board.others) if seat == 0 else (board.others, board.own)
    return pieces, (points[0], points[1])


def chance_at_end(network: Network, given: Position, end: Board) -> float:
    """The slow judgement of where a turn leads: red's chance."""
    return slow_chance(network, *ended(given, end), 1 - int(given.state.seat))


def chance_after(network: Network, given: Position, movements: list[int]) -> float:
    """The slow judgement of a whole turn that the engine plays."""
    reached = given
    for move in movements:
        reached = reached.play(reached.view(reached.seat_to_move()).numbered(move))
    points = (int(reached.state.points[0]), int(reached.state.points[1]))
    return slow_chance(network, pieces_of(reached.state), points, 1 - int(given.state.seat))


def test_ranked_turns_are_the_best_of_all(network: Network) -> None:
    source = random.Random(6)
    for _ in range(scaled(60)):
        given = random_position(source, roll=source.randint(1, 3), most=4)
        seat = int(given.state.seat)
        turns = turns_from(given)
        wanted: dict[tuple[Pieces, tuple[int, int]], float] = {}
        for key in turns.keys:
            end = board_of_key(given, int(key))
            wanted[ended(given, end)] = chance_at_end(network, given, end)
        best = sorted(wanted.values(), reverse=seat == 0)
        found = ranked_turns(given.view(seat), network.reader(), 5)
        assert found.judged == len(turns)
        assert found.chances == pytest.approx(best[: len(found.chances)], abs=0.001)
        assert len(found.chances) == min(5, len(best)) or len(wanted) > len(found.chances)
        for path, chance in zip(found.paths, found.chances, strict=True):
            assert chance_after(network, given, path) == pytest.approx(chance, abs=0.001)


def test_a_beam_finds_a_turn_of_its_value_and_a_wide_one_the_best(network: Network) -> None:
    source = random.Random(7)
    choose = doors().bind(beam_turn)
    wide = 400
    states, moves, movements = GAME.bound.states(2 + 2 * wide), np.zeros(42, np.int64), np.zeros(6, np.int64)
    for _ in range(scaled(40)):
        given = random_position(source, roll=source.randint(1, 3), most=3)
        seat = int(given.state.seat)
        best = ranked_turns(given.view(seat), network.reader(), 1).chances[0]
        for beam in (1, 4, wide):
            states[0] = given.state
            made, value = choose(states, network.reader(), beam, moves, movements)
            chance = 1 / (1 + np.exp(-np.clip(value, -30, 30)))
            assert chance_after(network, given, movements[:made].tolist()) == pytest.approx(chance, abs=0.001)
            if beam == wide:  # nothing is left out
                assert chance == pytest.approx(best, abs=0.001)
            else:
                assert chance <= best + 0.001 if seat == 0 else chance >= best - 0.001


def test_single_makes_the_best_movement(network: Network, tmp_path: Path) -> None:
    source = random.Random(8)
    for _ in range(scaled(40)):
        given = random_position(source, roll=source.randint(1, 6))
        seat = int(given.state.seat)
        player = TdSingle(network=str(tmp_path / "small.npz"))
        player.begin(GAME, seat, 0)
        chosen = player.choose(given.view(seat), Clock())
        chances = {}
        for move in given.moves():
            reached = given.play(move)
            points = (int(reached.state.points[0]), int(reached.state.points[1]))
            goes_on = given.state.left > 1 and int(reached.state.turns) == int(given.state.turns)
            others = (int(reached.state.board[45] != 3), int(reached.state.left)) if goes_on else (0, 0)
            mover = seat if goes_on else 1 - seat
            chances[move.value] = slow_chance(network, pieces_of(reached.state), points, mover, *others)
        best = max(chances.values()) if seat == 0 else min(chances.values())
        assert chances[chosen.value] == pytest.approx(best, abs=0.001)
        mine = best if seat == 0 else 1 - best
        assert player.thought is not None
        assert player.thought.figures["chance"] == pytest.approx(mine, abs=0.001)


@pytest.mark.parametrize("kind", [TdSingle, TdTurn])
def test_learners_win_when_they_can(kind: type[TdSingle | TdTurn], network: Network, tmp_path: Path) -> None:
    given = position("r(1,1)(-3,-4) b(2,2) 3:2 r 1")
    player = kind(network=str(tmp_path / "small.npz"))
    player.begin(GAME, 0, 0)
    after = given.play(player.choose(given.view(0), Clock()))
    assert after.over
    assert after.result().winners == (0,)
    assert player.thought is not None
    assert player.thought.figures["chance"] == 1.0


def test_a_wrong_network_is_refused_by_name() -> None:
    player = make("td-turn:network=nothing.npz", GAME)
    with pytest.raises(LudariumError, match=r"no network 'nothing\.npz'"):
        player.begin(GAME, 0, 0)


@pytest.mark.compiled
def test_the_shipped_learners_beat_chance() -> None:
    from ludarium.games.tarble.research.training import score_against

    for name in ("td-single", "td-turn"):
        found = score_against(GAME, lambda name=name: make(name, GAME), lambda: make("random", GAME), 10, 1)  # type: ignore[misc]
        assert found["wins"] >= 9, name
