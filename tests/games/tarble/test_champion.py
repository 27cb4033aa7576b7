"""Champion: replies against a slow twin, ends that it must see, and its limits."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from ludarium.engine import Clock, Match, Position
from ludarium.games.tarble.board import CELL
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.notation import with_roll
from ludarium.games.tarble.players.champion import Champion, do_value_after_replies
from ludarium.games.tarble.turns import doors, turns_from
from ludarium.players import make
from tests.games.tarble.judging import small_network
from tests.games.tarble.positions import GAME, board_of, position, random_position
from tests.games.tarble.reference import ends
from tests.games.tarble.test_td import chance_at_end

EVERYTHING = 100_000
"""A beam that leaves nothing out."""


def slow_replies(network: Network, given: Position, faces: range) -> list[float]:
    """For each face of the die red's chance after the best reply, by the rules in words."""
    best = max if int(given.state.seat) == 0 else min
    return [best(chance_at_end(network, given, end) for end in ends(board_of(given), face)) for face in faces]


def turn_of(source: random.Random, network: Network) -> tuple[Position, list[int], Position] | None:
    """A position, a turn, and the position that it leads to, if the game goes on there."""
    given = random_position(source, roll=source.randint(1, 2), most=2, within=False)
    turns = turns_from(given)
    path = turns.path(source.randrange(len(turns)))
    reached = given
    for move in path:
        reached = reached.play(reached.view(reached.seat_to_move()).numbered(move))
    passed = int(reached.state.turns) != int(given.state.turns) + 1
    if reached.over or passed or int(reached.state.count[reached.state.seat]) > 2:
        return None
    return given, path, reached


@pytest.mark.compiled  # replies to a six in plain Python take minutes
def test_replies_are_the_best_for_every_face() -> None:
    network = small_network(9, rich=True)
    source = random.Random(10)
    states = GAME.bound.states(3)
    tried = 0
    while tried < 12:
        found = turn_of(source, network)
        if found is None:
            continue
        given, path, reached = found
        states[0] = given.state
        chance, _ = doors().bind(do_value_after_replies)(
            states, np.array(path, np.int64), network.reader(), 6, EVERYTHING
        )
        wanted = slow_replies(network, reached, range(1, 7))
        assert chance == pytest.approx(sum(wanted) / 6, abs=0.001)
        tried += 1


@pytest.mark.compiled
def test_a_narrow_beam_never_makes_replies_better() -> None:
    """With many pieces the fifth and sixth movement follow from the best beginnings only."""
    network = Network.load("champion")
    source = random.Random(11)
    states = GAME.bound.states(3)
    for _ in range(6):
        given = random_position(source, roll=1, within=False)
        path = np.array(turns_from(given).path(0), np.int64)
        states[0] = given.state
        judge = doors().bind(do_value_after_replies)
        narrow, wide = (judge(states, path, network.reader(), 6, beam)[0] for beam in (1, 200))
        assert wide <= narrow + 1e-6 if int(given.state.seat) == 0 else wide >= narrow - 1e-6


def champion(tmp_path: Path, **options: object) -> Champion:
    small_network(12, rich=True).save(tmp_path / "small.npz")
    return Champion(network=str(tmp_path / "small.npz"), **options)


def test_takes_a_win_and_sees_it(tmp_path: Path) -> None:
    given = position("r(1,1)(-3,-4) b(2,2) 3:2 r 1")
    player = champion(tmp_path, candidates=2)
    player.begin(GAME, 0, 0)
    after = given.play(player.choose(given.view(0), Clock()))
    assert after.over
    assert after.result().winners == (0,)
    assert player.thought is not None
    assert player.thought.figures["chance"] == 1.0


def test_wins_by_sacrifice(tmp_path: Path) -> None:
    """Blue leads and has one piece, next to a corner: without it the game is over and won."""
    given = position("r(-3,-4)(-2,-4) b(4,5) 3:5 b 1")
    player = champion(tmp_path, candidates=2)
    player.begin(GAME, 1, 0)
    after = given.play(player.choose(given.view(1), Clock()))
    assert after.over
    assert after.result().winners == (1,)


@pytest.mark.compiled
def test_avoids_a_certain_loss_that_its_network_cannot_see(tmp_path: Path) -> None:
    """Red's last piece must not end beside blue's, which captures it with every roll: only looking ahead tells."""
    given = position("r(-4,-4) b(-2,-2) 3:3 r 1")
    states = GAME.bound.states(3)
    states[0] = given.state
    reader = small_network(12, rich=True).reader()
    beside = [move for move in given.moves() if given.play(move).state.pieces[0][0] == CELL[-3, -3]]
    judge = doors().bind(do_value_after_replies)
    chances = {move.value: judge(states, np.array([move.value], np.int64), reader, 6, 10)[0] for move in given.moves()}
    assert beside
    assert chances[beside[0].value] == 0.0
    player = champion(tmp_path, candidates=10)
    player.begin(GAME, 0, 0)
    chosen = player.choose(given.view(0), Clock())
    assert chances[chosen.value] == pytest.approx(max(chances.values()))
    assert chances[chosen.value] > 0.0


@pytest.mark.compiled
def test_time_limits_the_candidates_but_not_below_one(tmp_path: Path) -> None:
    given = with_roll(GAME.start(1), 3)
    for seconds, clock, looked_at in ((0.0, Clock(), 6), (1e-9, Clock(), 1), (0.0, Clock(1e-9), 1)):
        player = champion(tmp_path, candidates=6, seconds=seconds)
        player.begin(GAME, 0, 0)
        player.choose(given.view(0), clock)
        assert player.thought is not None
        assert player.thought.figures["candidates"] == looked_at


@pytest.mark.compiled
def test_games_repeat_and_chance_is_beaten() -> None:
    for seed in range(4):
        players = [Champion(wide=20, candidates=4), make("random", GAME)]
        record = Match(GAME, players if seed % 2 == 0 else players[::-1], seed=seed, strict=True).run()
        assert record.result is not None
        assert record.result.winners == (seed % 2,)
        if seed == 0:
            again = Match(GAME, [Champion(wide=20, candidates=4), make("random", GAME)], seed=seed, strict=True).run()
            assert [decision.move for decision in again.decisions] == [decision.move for decision in record.decisions]
