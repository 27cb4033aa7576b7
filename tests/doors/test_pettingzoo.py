"""PettingZoo's own tests over every game, and what they do not ask."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from ludarium.doors.environments import listed_games, title
from ludarium.doors.pettingzoo import REGISTERED, env, parallel_env
from ludarium.engine import BadParameter, Game, IllegalMove, LudariumError, NotSuited
from ludarium.engine.errors import UnknownName
from ludarium.games import REGISTRY, load
from tests.doors.test_gymnasium import needs_drawings
from tests.engine.test_vector import CHECKED, LISTED

pytestmark = [
    pytest.mark.compiled,  # whole games of every kind, many times over
    pytest.mark.filterwarnings("ignore::UserWarning"),  # the tests' opinions on styles of observation
]
AT_ONCE = ["ludarium/Goofspiel-v0"]


@pytest.fixture(autouse=True)
def silence() -> Iterator[None]:
    """The library's tests talk on standard output."""
    with contextlib.redirect_stdout(None):
        yield


def makes(name: str, kind: Any = "aec", **given: Any) -> Callable[..., Any]:
    return partial(pettingzoo.make, kind, name, **given)


def test_every_listed_game_is_registered() -> None:
    ours = {name for name in LISTED if " " not in name and "/" not in name}
    assert len(REGISTERED) == len(ours) == len(set(REGISTERED))
    assert {"ludarium/TicTacToe-v0", "ludarium/KuhnPoker-v0", *AT_ONCE} <= set(REGISTERED)


@pytest.mark.parametrize("name", REGISTERED)
def test_the_library_is_content(name: str) -> None:
    api_test(makes(name)(), num_cycles=60)
    seed_test(makes(name), num_cycles=40)


@pytest.mark.parametrize("name", REGISTERED)
@needs_drawings
def test_the_library_is_content_with_pictures(name: str) -> None:
    render_test(makes(name))


def docs_table() -> str:
    """The list of environments as the documentation has it."""
    lines = ["| game | environment | kinds |", "| --- | --- | --- |"]
    for name in REGISTRY.entries:
        found = f"`{title(name)}` | aec{', parallel' * (title(name) in AT_ONCE)}"
        if title(name) not in REGISTERED:
            found = "refused: its moves are plans that are only checked |"
        lines.append(f"| {name} | {found} |")
    return "\n".join(lines)


def test_the_documentation_lists_them() -> None:
    page = Path(__file__).parents[2] / "docs" / "doors" / "pettingzoo.md"
    assert docs_table() in page.read_text(encoding="utf-8")
    assert [title(name) for name, game in listed_games() if game.at_once] == AT_ONCE


@pytest.mark.parametrize("name", AT_ONCE)
def test_the_library_is_content_with_parallel_games(name: str) -> None:
    parallel_api_test(makes(name, "parallel")(), num_cycles=60)
    parallel_seed_test(makes(name, "parallel"), num_cycles=20)
    given = {"game": "goofspiel", "illegal": "random"}
    max_cycles_test(SimpleNamespace(env=partial(env, **given), parallel_env=partial(parallel_env, **given)))


@pytest.mark.parametrize("name", LISTED)
def test_an_environment_plays_the_game(name: str) -> None:
    """Beside it the game itself is played with the same actions."""
    draw, made = random.Random(4), env(name)
    made.reset(seed=7)
    position = made.playing.position
    actions = made.playing.spaces.actions
    for agent in made.agent_iter(60):
        seen, _, over, _, info = made.last()
        if over:
            break
        seat = position.movers[0]
        assert agent == f"seat_{seat + 1}"
        assert np.array_equal(seen["observation"], position.view(seat).observation())
        assert np.array_equal(seen["action_mask"], actions.mask(position, seat))
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        action = draw.choice(np.flatnonzero(seen["action_mask"]).tolist())
        position = position.play(actions.move(position, seat, action), seat)
        made.step(np.int64(action))
        assert made.playing.position == position
    if position.over:
        won = [made.rewards[agent] > 0 for agent in made.possible_agents]
        assert not any(won) or won == [rank == 1 for rank in position.result().ranks]


def after_the_middle(**given: Any) -> Any:
    """Tic-tac-toe after the first has taken the middle; its cell is action 4."""
    made = env("tic-tac-toe", **given)
    made.reset(seed=1)
    made.step(4)
    return made


def test_an_illegal_action_loses() -> None:
    made = after_the_middle()
    made.step(4)
    assert made.terminations == {"seat_1": True, "seat_2": True}
    assert made.rewards == {"seat_1": 0.0, "seat_2": -1.0}


def test_or_is_an_error_or_another_move() -> None:
    with pytest.raises(IllegalMove, match="action 4 is not legal for seat 2 here"):
        after_the_middle(illegal="raise").step(4)
    made = after_the_middle(illegal="random")
    made.step(4)
    assert made.agent_selection == "seat_1"
    assert not any(made.terminations.values())
    with pytest.raises(BadParameter, match="illegal is 'perhaps', expected one of lose, random, raise"):
        env("tic-tac-toe", illegal="perhaps")
    with pytest.raises(BadParameter, match="render_mode is 'film'"):
        env("tic-tac-toe", render_mode="film")
    most: Any
    for made_by in (partial(env, "pig"), partial(parallel_env, "goofspiel")):
        for most in (0, 2.5, "3"):
            with pytest.raises(BadParameter, match=f"max_cycles is {most!r}, expected a whole number of at least 1"):
                made_by(max_cycles=most)
    with pytest.raises(BadParameter, match=r"settings=\[3\]: expected values by name"):
        env("pig", settings=[3])


def test_who_has_not_begun_a_game_is_told_so() -> None:
    made = env("tic-tac-toe")
    for early in (made.last, partial(made.step, 4)):
        with pytest.raises(AttributeError, match=r"agent_selection is known once .* begun: call reset\(\) first"):
            early()
    with pytest.raises(UnknownName, match="no agent 'seat_3'"):
        made.observe("seat_3")
    at_once = parallel_env("goofspiel", max_cycles=1)
    first = {"seat_1": 0, "seat_2": 0}
    with pytest.raises(LudariumError, match=r"no game is being played: call reset\(\) first"):
        at_once.step(first)
    at_once.reset(seed=1)
    with pytest.raises(LudariumError, match="no action for seat_2: all who have moves decide at once"):
        at_once.step({"seat_1": 0})
    assert all(at_once.step(first)[3].values())  # broken off
    with pytest.raises(LudariumError, match="no game is being played"):
        at_once.step(first)
    assert at_once.step({}) == ({}, {}, {}, {}, {})


def test_a_game_that_cannot_be_loaded_keeps_no_other_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    source = (Path(__file__).parents[2] / "examples" / "connect_four.py").read_text(encoding="utf-8")
    files = [tmp_path / "torn.py", tmp_path / "raising.py"]
    for file, written in zip(files, ("class (:", source + "\nraise RuntimeError('not today')\n"), strict=True):
        file.write_text(written, encoding="utf-8")
    monkeypatch.setenv("LUDARIUM_GAMES", ";".join(map(str, files)))
    assert [title(name) for name, _ in listed_games()] == REGISTERED
    assert "not today" in caplog.text


@pytest.mark.parametrize("name", CHECKED)
def test_what_cannot_pass_says_so(name: str) -> None:
    with pytest.raises(NotSuited, match=f"the moves of {name} are no list"):
        env(name)


def test_parallel_games_are_those_in_which_all_decide_at_once() -> None:
    with pytest.raises(NotSuited, match="in reversi seats decide in turn: use the environment of kind 'aec'"):
        parallel_env("reversi")


def test_games_with_settings_and_objects() -> None:
    made: Game = load("pig", seats=3)
    assert (
        env(made).possible_agents == env("pig", settings={"seats": 3}).possible_agents == ["seat_1", "seat_2", "seat_3"]
    )
