"""Many games in one compiled call beside their slow twin: positions that are played one by one."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.engine import Game, IllegalMove, NotSuited, Position
from ludarium.engine.errors import BadParameter
from ludarium.engine.kernels import JIT_ENABLED
from ludarium.engine.kernels.rng import derive
from ludarium.engine.observing import Actions
from ludarium.engine.vector import Vector
from ludarium.games import load
from tests.conftest import scaled

SHORT: dict[str, dict[str, Any]] = {"goofspiel": {"cards": 4, "seats": 3}, "pig": {"goal": 20, "seats": 3}}
LISTED = [
    *("tic-tac-toe", "reversi", "checkers", "kuhn-poker", "goofspiel", "pig", "tarble", "jostle", "colonizers"),
    *("rhombus-9 drop connect", "6x6 drop line-4 hybrid-disk", "examples/connect_four.py"),
    *("4x4 drop connect", "4x4 drop connect flip"),  # whose ends are found in another way than by positions
]
CHECKED = ["blotto", "boundary"]


def game_of(name: str) -> Game:
    return load(name, **SHORT.get(name, {}))


def test_every_game_is_listed_here() -> None:
    named = {name for name in (*LISTED, *CHECKED) if " " not in name and "/" not in name}
    assert named == {entry.name for entry in ludarium.games()}


class Twin:
    """One place of a vector, played with positions."""

    def __init__(self, game: Game, seed: int, place: int) -> None:
        self.game, self.seed, self.place, self.played = game, seed, place, 0
        self.actions = Actions(game)
        self.begin()

    def begin(self) -> None:
        self.position = self.game.start(derive(self.seed, self.place, self.played))
        self.played, self.length = self.played + 1, 0

    @property
    def seat(self) -> int:
        return self.position.movers[0]

    def step(self, action: int) -> tuple[list[float], bool, int]:
        move = self.actions.move(self.position, self.seat, action)
        self.position, self.length = self.position.play(move, self.seat), self.length + 1
        if not self.position.over:
            return [0.0] * self.game.seats, False, 0
        rewards = np.zeros(2 * self.game.seats)
        self.game.bound.reward(states_of(self.position), 0, rewards)
        length = self.length
        self.begin()
        return rewards[: self.game.seats].tolist(), True, length

    def mask(self) -> list[bool]:
        mask = [False] * self.actions.count
        for move in self.position.moves(self.seat):
            mask[self.actions.number(self.position, self.seat, move)] = True
        return mask


def states_of(position: Position) -> Any:
    return np.frombuffer(position.to_bytes(), position.game.rules.dtype).copy()


def sees(position: Position, seat: int) -> Any:
    """A view as numbers, from its fields; what a game's own encoding says is tested with the game."""
    view = position.view(seat)
    if "observe" in position.game.rules.kernels:
        return view.observation()
    numbers: list[float] = [seat]
    for name in position.game.rules.dtype.names or ():
        if name in ("rng", "padding", "committed", "pending"):
            continue
        values = np.atleast_1d(np.asarray(view.state[name]))
        bits = values.dtype.kind in "iu" and values.dtype.itemsize >= 4
        for value in values.reshape(-1).tolist():
            numbers += [value >> bit & 1 for bit in range(8 * values.dtype.itemsize)] if bits else [value]
    return np.array(numbers, np.float32)


@pytest.mark.parametrize("name", LISTED)
def test_a_vector_steps_as_positions_do(name: str) -> None:
    game, draw = game_of(name), random.Random(3)
    vector = Vector(game, 3, seed=11)
    twins = [Twin(game, 11, place) for place in range(3)]
    stepped, ended = vector.now, 0
    for _ in range(scaled(120)):
        for place, twin in enumerate(twins):
            assert vector.position(place) == twin.position
            assert stepped.seats[place] == twin.seat
            assert stepped.masks[place].tolist() == twin.mask()
            seen = stepped.observations[place]
            assert np.array_equal(seen, sees(twin.position, twin.seat))
            assert (seen >= game.encoding.low).all()
            assert (seen <= game.encoding.high).all()
        actions = [draw.choice(np.flatnonzero(mask).tolist()) for mask in stepped.masks]
        stepped = vector.step(actions)
        for place, (twin, action) in enumerate(zip(twins, actions, strict=True)):
            rewards, over, length = twin.step(action)
            assert stepped.rewards[place].tolist() == pytest.approx(rewards)
            assert (bool(stepped.over[place]), int(stepped.lengths[place])) == (over, length)
            ended += over
    short = ("tic-tac-toe", "kuhn-poker", "goofspiel", "pig")
    if name in short or (JIT_ENABLED and "connect" in name and name.startswith("4x4")):  # up to 16 decisions each
        assert ended  # else nobody has seen a game start again


def test_threads_change_nothing() -> None:
    game, draw = load("tic-tac-toe"), random.Random(5)
    alone, shared = Vector(game, 7, seed=2), Vector(game, 7, seed=2, threads=3)
    for _ in range(scaled(40)):
        actions = [draw.choice(np.flatnonzero(mask).tolist()) for mask in alone.now.masks]
        for one, other in zip(alone.step(actions), shared.step(actions), strict=True):
            assert np.array_equal(one, other)


def test_a_seed_gives_the_same_games_again() -> None:
    vector = ludarium.vector("kuhn-poker", count=50, seed=4)
    first = vector.now.observations.copy()
    vector.step(vector.now.masks.argmax(axis=1))
    assert np.array_equal(vector.reset().observations, first)
    assert not np.array_equal(vector.reset(5).observations, first)
    assert np.array_equal(vector.reset(np.int64(4)).observations, first)  # type: ignore[arg-type]
    assert (len(vector), repr(vector)) == (50, "<50 games of kuhn-poker>")


def test_an_illegal_action_is_an_error_and_nothing_is_played() -> None:
    vector = ludarium.vector("tic-tac-toe", count=2)
    vector.step([4, 4])
    before = [vector.position(place) for place in range(2)]
    for wrong in (4, -1, 9):
        with pytest.raises(IllegalMove, match=f"game 1: action {wrong} is not legal there"):
            vector.step([0, wrong])
    with pytest.raises(BadParameter, match="expected one for each of 2 games"):
        vector.step([0])
    with pytest.raises(BadParameter, match="actions are no array"):
        vector.step([[0], [1, 2]])
    unfit: tuple[Any, ...] = ([0.0, 1.5], [True, False], ["0", "1"], [None, None])
    for given in unfit:
        with pytest.raises(BadParameter, match="expected whole numbers"):
            vector.step(given)
    assert [vector.position(place) for place in range(2)] == before


def test_there_is_no_game_beside_those_that_are_played() -> None:
    vector = ludarium.vector("tic-tac-toe", count=2)
    place: Any
    for place in (-1, 2, 1.0, "1"):
        with pytest.raises(BadParameter, match=f"no game {place!r}: expected 0 to 1"):
            vector.position(place)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda vector: pickle.loads(pickle.dumps(vector))])
def test_a_copy_goes_its_own_way(copied: Any) -> None:
    vector = ludarium.vector("tic-tac-toe", count=3, seed=2, threads=2)
    vector.step([0, 1, 2])
    other = copied(vector)
    before = [vector.position(place) for place in range(3)]
    stepped = [np.copy(array) for array in other.step([4, 5, 6])]
    assert [vector.position(place) for place in range(3)] == before
    for mine, its in zip(vector.step([4, 5, 6]), stepped, strict=True):
        assert np.array_equal(mine, its)


@pytest.mark.parametrize("name", CHECKED)
def test_moves_that_are_no_list_cannot_be_numbered(name: str) -> None:
    with pytest.raises(NotSuited, match=f"the moves of {name} are no list"):
        ludarium.vector(name, count=2)


def test_at_least_one_game() -> None:
    with pytest.raises(BadParameter, match="0 games on 1 threads"):
        ludarium.vector("pig", count=0)


# --- observations and actions -----------------------------------------------------------------------------------------


def test_planes_show_ones_own_men_first() -> None:
    position = load("tic-tac-toe").start().play("a1").play("c3")
    seen = position.view(0).observation()
    assert seen.dtype == np.int8
    assert seen.tolist() == [[[1, 0, 0], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 1]]]
    assert position.view(1).observation().tolist() == seen[::-1].tolist()


@pytest.mark.parametrize("name", ["reversi", "checkers", "rhombus-9 drop connect", "6x6 drop line-4 hybrid-disk"])
def test_planes_hold_the_men_of_the_state(name: str) -> None:
    draw, position = random.Random(1), load(name).start()
    for _ in range(12):
        position = position.play(draw.choice(position.moves()))
    fields, seen = position.fields(), position.view(1).observation()
    sets = [fields["men"][1], fields["men"][0], fields["kings"][1], fields["kings"][0]]
    sets += [fields["hybrid"][0], fields["solid"][0]]
    for plane, cells in zip(seen, sets, strict=False):
        words = cells if isinstance(cells, list) else [cells]
        whole = sum(word << 64 * place for place, word in enumerate(words))
        assert plane.reshape(-1).tolist() == [whole >> cell & 1 for cell in range(plane.size)]


def test_what_is_hidden_is_not_observed() -> None:
    """Two deals that one seat cannot tell apart look the same to it, and only to it."""
    game = load("kuhn-poker")
    deals = {tuple(position.fields()["card"]): position for position in map(game.start, range(40))}
    one, other = deals[2, 1], deals[2, 3]
    assert np.array_equal(one.view(0).observation(), other.view(0).observation())
    assert not np.array_equal(one.view(1).observation(), other.view(1).observation())


def test_the_numbers_of_an_observation_have_names() -> None:
    assert load("kuhn-poker").encoding.names == ("seat", "card[0]", "card[1]", "said[0]", "said[1]", "said[2]", "plies")
    assert "hand[1] bit 13" in load("goofspiel").encoding.names
    assert load("reversi").encoding.names == ()


@pytest.mark.parametrize("name", LISTED)
def test_actions_are_moves_and_back(name: str) -> None:
    game, draw = game_of(name), random.Random(2)
    actions, position = Actions(game), game.start(2)
    for _ in range(scaled(40)):
        if position.over:
            break
        seat = position.movers[0]
        moves = position.moves(seat)
        numbers = [actions.number(position, seat, move) for move in moves]
        assert np.flatnonzero(actions.mask(position.view(seat), seat)).tolist() == sorted(numbers)
        assert [actions.move(position, seat, number) for number in numbers] == moves
        position = position.play(draw.choice(moves), seat)
    with pytest.raises(IllegalMove, match=f"action {actions.count} is not legal"):
        actions.move(game.start(), game.start().movers[0], actions.count)


@pytest.mark.parametrize("name", ["tic-tac-toe", "reversi", "5x5 drop line-4", "rhombus-11 drop connect"])
def test_masks_that_are_written_without_a_list_are_those_of_the_list(name: str) -> None:
    game = load(name)
    assert game.offer is not None
    games, draw = Vector(game, 3, seed=1), np.random.default_rng(1)
    now = games.reset()
    for _ in range(30):
        for place in range(3):
            listed = [move.value for move in games.position(place).moves()]
            assert (np.flatnonzero(now.masks[place]) + games.actions.lowest).tolist() == listed
        now = games.step((draw.random(now.masks.shape) * now.masks).argmax(axis=1))
