"""The lab's games as environments of Gymnasium: one seat is the agent's, players of the lab have the others.

    import gymnasium
    import ludarium.doors.gymnasium

    env = gymnasium.make("ludarium/Reversi-v0", opponents=["mcts:iterations=50"])

Importing this module registers every game whose moves are a list. `VectorGames` is Gymnasium's form of thousands of
games that are stepped at once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.doors.environments import RENDER_MODES, SEEDS, Illegal, Playing, Spaces, listed_games, the_game, title
from ludarium.engine.errors import BadParameter, LudariumError
from ludarium.engine.extras import needing_extras
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.player import Clock, Player
from ludarium.engine.turn import ask
from ludarium.engine.vector import Stepped, Vector
from ludarium.players import make, own_player

with needing_extras():
    import gymnasium
    from gymnasium.vector.utils import batch_space


AnyPlayer = str | Player | type[Player]


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game against players of the lab. `action_masks()` is what sb3-contrib's MaskablePPO asks for."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: AnyPlayer | Sequence[AnyPlayer] = ("random",),
        seat: int | None = 0,
        settings: dict[str, Any] | None = None,
        illegal: Illegal = "lose",
        flat: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Opponents are players by name, classes or objects; one may stand for all. Without a `seat`, one is drawn for
        each game. `flat` leaves the mask out of the observation: it is the array alone."""
        self.playing = Playing(the_game(game, settings), illegal, render_mode)
        self.game, self.render_mode, self.flat = self.playing.game, render_mode, flat
        others = self.game.seats - 1
        given: list[AnyPlayer] = list(opponents) if isinstance(opponents, list | tuple) else [opponents]  # type: ignore[list-item]
        named = given * others if len(given) == 1 else given
        if len(named) != others:
            raise BadParameter(f"{self.game.name} has {others} seats for opponents, got {len(named)}")
        if seat is not None and seat not in range(self.game.seats):
            raise BadParameter(f"no seat {seat} in {self.game.name}: expected 0 to {self.game.seats - 1}, or None")
        self.opponents: list[Player] = []
        for each in named:
            self.opponents.append(self._opponent(each))
        self._players: dict[int, Player] | None = None
        self._given_seat = None if seat is None else int(seat)
        self.seat = self._given_seat or 0
        both = self.playing.spaces
        self.observation_space = both.observation["observation"] if flat else both.observation
        self.action_space = both.action

    def _opponent(self, given: AnyPlayer) -> Player:
        """A player for a seat of its own. An object has the first of its seats itself, so that it can go on learning;
        copies of it have the others."""
        if isinstance(given, str):
            return make(given, self.game)
        if isinstance(given, Player) and all(given is not other for other in self.opponents):
            return given
        return own_player(given, self.game)

    def action_masks(self) -> Any:
        """Which actions are legal now, as truth values."""
        return self.playing.mask(self.seat).astype(np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = self.playing.begin(seed)
        self.seat = drawn % self.game.seats if self._given_seat is None else self._given_seat
        others = [seat for seat in range(self.game.seats) if seat != self.seat]
        self._players = dict(zip(others, self.opponents, strict=True))
        for seat, player in self._players.items():
            player.begin(self.game, seat, derive(drawn, "seat"))
        self._opponents_decide()
        if self.playing.position.over:  # before it was the agent's turn: such a game is not for learning
            return self.reset()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._players is None:
            raise LudariumError("no game is being played: call reset() first")
        move = self.playing.move(self.seat, action)
        if move is None:
            return self._seen(), -1.0, True, False, self._info()
        self.playing.position = self.playing.position.play(move, self.seat)
        self._opponents_decide()
        over = self.playing.position.over
        reward = self.playing.rewards()[self.seat] if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def _opponents_decide(self) -> None:
        """All others decide until it is the agent's turn. Those who decide along with it do so first, unseen."""
        assert self._players is not None
        while movers := [seat for seat in self.playing.position.movers if seat != self.seat]:
            position = self.playing.position
            answers = [(seat, ask(self._players[seat], position.view(seat), Clock())) for seat in movers]
            for seat, answer in answers:
                if answer.error is not None:
                    raise answer.error
                assert answer.move is not None
                self.playing.position = self.playing.position.play(answer.move, seat)

    def _seen(self) -> Any:
        seen = self.playing.seen(self.seat)
        return seen["observation"] if self.flat else seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.playing.mask(self.seat), "seat": self.seat}

    def render(self) -> Any:
        return self.playing.render()

    def close(self) -> None:
        for player in self.opponents:
            player.close()


class VectorGames(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Thousands of games in one compiled call. The agent has all seats: each action is that of the seat whose turn it
    is, and the reward of a game that ends is that of the seat that has just decided."""

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self, game: str | Game, count: int, *, settings: dict[str, Any] | None = None, threads: int = 1
    ) -> None:
        self.games = Vector(the_game(game, settings), count, threads=threads)
        self._seeds = random.Random()
        both = Spaces(self.games.game)
        self.num_envs = count
        self.single_observation_space, self.single_action_space = both.observation, both.action
        self.observation_space = batch_space(both.observation, count)
        self.action_space = batch_space(both.action, count)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games anew; without a seed, the next ones of those that the last seed has in store."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise BadParameter(f"seed={seed!r}: give one seed, a whole number; each game has its own from it")
        if seed is not None:
            self._seeds = random.Random(int(seed))
        now = self.games.reset(self._seeds.randrange(SEEDS) if seed is None else seed)
        return self._seen(now), self._info(now)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        movers = self.games.now.seats.astype(np.int64)
        now = self.games.step(actions)
        rewards = np.take_along_axis(now.rewards, movers[:, None], 1)[:, 0].astype(np.float64)
        info = {**self._info(now), "rewards": now.rewards.copy()}
        return self._seen(now), rewards, now.over.copy(), np.zeros(self.num_envs, np.bool_), info

    @staticmethod
    def _seen(now: Stepped) -> dict[str, Any]:
        return {"observation": now.observations.copy(), "action_mask": now.masks.astype(np.int8)}

    @staticmethod
    def _info(now: Stepped) -> dict[str, Any]:
        return {"action_mask": now.masks.copy(), "seat": now.seats.copy()}


def register_all() -> list[str]:
    """Register every game of the lab whose moves are a list; the names that `gymnasium.make` takes."""
    names = []
    for name, _ in listed_games():
        gymnasium.register(
            title(name), entry_point="ludarium.doors.gymnasium:SeatEnv", kwargs={"game": name}, order_enforce=True
        )
        names.append(title(name))
    return names


REGISTERED = register_all()
"""The names of all environments."""
