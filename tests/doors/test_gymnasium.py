"""Gymnasium's own test over every game, and what it does not ask."""

from __future__ import annotations

import contextlib
import copy
import pickle
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludarium.doors.environments import FRAME, title
from ludarium.doors.gymnasium import REGISTERED, SeatEnv, VectorGames
from ludarium.engine import BadParameter, Clock, LudariumError, Move, NotSuited, Player, View
from ludarium.engine.svg import BOARDS
from ludarium.games import REGISTRY, load
from tests.engine.test_vector import CHECKED, LISTED

pytestmark = [
    pytest.mark.compiled,  # whole games of every kind, many times over
    pytest.mark.filterwarnings("ignore::UserWarning"),  # the test's opinions on styles of observation
]
needs_drawings = pytest.mark.skipif(
    not BOARDS.is_file(), reason="the functions that draw boards are not built: `make web` builds them"
)


def test_every_listed_game_is_registered() -> None:
    assert len(REGISTERED) == len([name for name in LISTED if " " not in name and "/" not in name])


@pytest.mark.parametrize("name", REGISTERED)
@needs_drawings
def test_the_library_is_content(name: str) -> None:
    with contextlib.redirect_stdout(None):  # one of the modes of rendering prints
        check_env(gymnasium.make(name).unwrapped)


def docs_table() -> str:
    """The list of environments as the documentation has it."""
    lines = ["| game | environment |", "| --- | --- |"]
    for name in REGISTRY.entries:
        found = (
            f"`{title(name)}`" if title(name) in REGISTERED else "refused: its moves are plans that are only checked"
        )
        lines.append(f"| {name} | {found} |")
    return "\n".join(lines)


def test_the_documentation_lists_them() -> None:
    page = Path(__file__).parents[2] / "docs" / "doors" / "gymnasium.md"
    assert docs_table() in page.read_text(encoding="utf-8")


@needs_drawings
def test_pictures_are_of_one_size_and_show_the_position() -> None:
    env = SeatEnv("tic-tac-toe", opponents=[Lowest()], render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert (before.shape, before.dtype) == ((FRAME, FRAME, 3), np.uint8)
    env.step(4)
    after = env.render()
    assert after.shape == before.shape
    middle = after[FRAME // 4 : FRAME // 2, FRAME // 3 : 2 * FRAME // 3]
    assert (middle != before[FRAME // 4 : FRAME // 2, FRAME // 3 : 2 * FRAME // 3]).any()
    assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]


@needs_drawings
def test_pictures_hide_what_a_spectator_may_not_see() -> None:
    """All deals look the same from outside."""
    env = SeatEnv("kuhn-poker", render_mode="rgb_array")
    seen = set()
    for seed in range(6):
        env.reset(seed=seed)
        seen.add(env.render().tobytes())
    assert len(seen) == 1


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


class Remembering(Player):
    """Minds which seat it was given, as players with a memory do."""

    def choose(self, view: View, clock: Clock) -> Move:
        assert view.seat == self.seat
        return view.moves()[0]


@pytest.mark.parametrize("opponents", [[Remembering()], Remembering(), Remembering, [Remembering()] * 3])
def test_each_opponent_has_a_seat_of_its_own(opponents: Any) -> None:
    env = SeatEnv("goofspiel", settings={"seats": 4, "cards": 4}, seat=1, opponents=opponents)
    env.reset(seed=1)
    assert len({id(player) for player in env.opponents}) == 3
    while not env.step(int(env.action_masks().argmax()))[2]:
        pass


def test_opponents_may_be_one_text_and_objects_stay_themselves() -> None:
    lowest = Lowest()
    assert SeatEnv("tic-tac-toe", opponents=[lowest]).opponents == [lowest]  # who learns on is met as it then plays
    assert [player.label for player in SeatEnv("colonizers", opponents="random").opponents] == ["random"] * 3
    with pytest.raises(BadParameter, match="pig is made already"):
        SeatEnv(load("pig"), settings={"seats": 3})


def test_a_deep_copy_goes_its_own_way() -> None:
    env = SeatEnv("kuhn-poker", opponents=["mcts:iterations=5"])
    env.reset(seed=3)
    other = copy.deepcopy(env)
    before = env.playing.position
    stepped = other.step(1)
    assert env.playing.position == before
    assert env.step(1)[0]["observation"].tolist() == stepped[0]["observation"].tolist()


@pytest.mark.parametrize("opponent", ["random", "mcts:iterations=5"])
def test_an_environment_is_sent_to_other_processes(opponent: str) -> None:
    """As wrappers do that make many environments of one."""
    env = SeatEnv("tic-tac-toe", opponents=[opponent])
    env.reset(seed=3)
    env.step(4)
    sent = pickle.loads(pickle.dumps(env))
    action = int(env.action_masks().argmax())
    assert sent.step(action)[0]["observation"].tolist() == env.step(action)[0]["observation"].tolist()


def test_who_has_not_begun_a_game_is_told_so() -> None:
    with pytest.raises(LudariumError, match=r"no game is being played: call reset\(\) first"):
        SeatEnv("tic-tac-toe").step(4)


@pytest.mark.parametrize("action", [1.7, "1", None])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = SeatEnv("tic-tac-toe")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        env.step(action)
    assert env.step(np.array(4))[1] == 0.0


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
    deals = VectorGames("kuhn-poker", 50)
    first, second, third, again = (deals.reset(seed=seed)[0]["observation"] for seed in (1, None, None, 1))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)
    assert not np.array_equal(second, third)
    seed: Any
    for seed in ([1, 2], (1, 2), np.array([1, 2]), "1", 1.5):
        with pytest.raises(BadParameter, match="give one seed, a whole number"):
            env.reset(seed=seed)
    count: Any
    for count in (5.5, "5"):
        with pytest.raises(BadParameter, match="expected whole numbers"):
            VectorGames("tic-tac-toe", count)
