"""Gymnasium's own test over every game, and what it does not ask."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludarium.doors.gymnasium import REGISTERED, SeatEnv, VectorGames
from ludarium.engine import BadParameter, Clock, Move, NotSuited, Player, View
from tests.engine.test_vector import CHECKED, LISTED

pytestmark = [
    pytest.mark.compiled,  # whole games of every kind, many times over
    pytest.mark.filterwarnings("ignore::UserWarning"),  # the test's opinions on styles of observation
]


def test_every_listed_game_is_registered() -> None:
    assert len(REGISTERED) == len([name for name in LISTED if " " not in name and "/" not in name])


@pytest.mark.parametrize("name", REGISTERED)
def test_the_library_is_content(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


@pytest.mark.skipif(find_spec("stable_baselines3") is None, reason="Stable-Baselines3 is not installed")
@pytest.mark.parametrize("name", REGISTERED)
def test_stable_baselines_is_content(name: str) -> None:
    from stable_baselines3.common.env_checker import check_env as check

    check(gymnasium.make(name, flat=True).unwrapped)


class Lowest(Player):
    """Takes the first of its moves."""

    def choose(self, view: View, clock: Clock) -> Move:
        return view.moves()[0]


def test_a_seat_against_a_player() -> None:
    env = SeatEnv("tic-tac-toe", opponents=[Lowest()])
    seen, info = env.reset(seed=3)
    assert info["seat"] == 0
    assert env.action_masks().tolist() == [True] * 9
    seen, reward, over, _, info = env.step(4)
    # The other has taken the first cell.
    assert seen["observation"].tolist() == [[[0, 0, 0], [0, 1, 0], [0, 0, 0]], [[1, 0, 0], [0, 0, 0], [0, 0, 0]]]
    assert env.action_masks().tolist() == [False, True, True, True, False, True, True, True, True]
    env.step(3)
    _, reward, over, _, _ = env.step(5)
    assert (reward, over) == (1.0, True)
    assert env.step(5)[1:3] == (-1.0, True)  # an illegal action
    env.close()


def test_seats_are_given_or_drawn() -> None:
    env = SeatEnv("tic-tac-toe", opponents=["random"], seat=1, flat=True, render_mode="ansi")
    seen, _ = env.reset(seed=1)
    assert seen.sum() == 1
    assert "x" in str(env.render())
    drawn = SeatEnv("tic-tac-toe", seat=None)
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1}
    with pytest.raises(BadParameter, match="no seat 2 in tic-tac-toe"):
        SeatEnv("tic-tac-toe", seat=2)
    with pytest.raises(BadParameter, match="colonizers has 3 seats for opponents, got 2"):
        SeatEnv("colonizers", opponents=["random", "random"])


@pytest.mark.parametrize("name", CHECKED)
def test_what_cannot_pass_says_so(name: str) -> None:
    with pytest.raises(NotSuited, match=f"the moves of {name} are no list"):
        SeatEnv(name)


def test_a_seed_gives_the_same_game() -> None:
    def play(seed: int) -> list[Any]:
        env = SeatEnv("colonizers")
        seen, _ = env.reset(seed=seed)
        told = [seen["observation"].tolist()]
        for _ in range(10):
            seen, _, over, _, _ = env.step(int(env.action_masks().argmax()))
            told.append(seen["observation"].tolist())
            if over:
                break
        return told

    assert play(5) == play(5)
    assert play(5) != play(6)


def test_thousands_at_once() -> None:
    env = VectorGames("tic-tac-toe", 100)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    ended = 0
    for _ in range(20):
        actions = seen["action_mask"].argmax(axis=1)
        assert env.action_space.contains(actions)
        seen, rewards, over, cut, info = env.step(actions)
        ended += int(over.sum())
        assert not cut.any()
        assert np.array_equal(rewards != 0, info["rewards"].any(axis=1))
        assert (rewards[over] == 1.0).all()  # taking the first free cell, it is always the one who decides that wins
    assert ended == 200
    with pytest.raises(BadParameter, match="give one seed"):
        env.reset(seed=[1, 2])
