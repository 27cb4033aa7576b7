"""The lab's games as environments of PettingZoo.

    import pettingzoo
    import ludarium.doors.pettingzoo

    env = pettingzoo.make("aec", "ludarium/Reversi-v0")

Importing this module registers every game whose moves are a list; games in which several seats decide at once also as
parallel environments. `env(game)` and `parallel_env(game)` take any other game.
"""

from __future__ import annotations

from typing import Any

from ludarium.engine.errors import LudariumError, NotSuited
from ludarium.engine.extras import needing_extras
from ludarium.engine.game import Game

with needing_extras():  # this door's package first: it brings the one that both doors need
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.env_registry import register

    from ludarium.doors.environments import RENDER_MODES, Illegal, Playing, cycles, listed_games, the_game, title


_KNOWN_AFTER_RESET = ("agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


def agents_of(game: Game) -> list[str]:
    return [f"seat_{seat + 1}" for seat in range(game.seats)]


class LudariumEnv(AECEnv):  # type: ignore[misc]
    """A game, one decision at a time. Seats that decide at once are asked one after the other, unseen by each other."""

    def __init__(
        self,
        game: str | Game,
        *,
        settings: dict[str, Any] | None = None,
        illegal: Illegal = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`illegal` says what an action does that is not legal (`lose`, `random`, `raise`). After `max_cycles`
        decisions of every seat the game is broken off."""
        super().__init__()
        self.playing = Playing(the_game(game, settings), illegal, render_mode)
        self.game, self.max_cycles, self.render_mode = self.playing.game, cycles(max_cycles), render_mode
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "name": title(self.game.name),
            "is_parallelizable": False,
        }
        self.possible_agents = agents_of(self.game)
        self.agents = [*self.possible_agents]

    def __getattr__(self, name: str) -> Any:
        if name in _KNOWN_AFTER_RESET:
            raise AttributeError(f"{name} is known once a game has begun: call reset() first")
        raise AttributeError(f"{type(self).__name__} has no {name}")

    def observation_space(self, agent: str) -> Any:
        return self.playing.spaces.observation

    def action_space(self, agent: str) -> Any:
        return self.playing.spaces.action

    def observe(self, agent: str) -> dict[str, Any]:
        return self.playing.seen(self.playing.seat_of(agent, self.possible_agents))

    def render(self) -> Any:
        return self.playing.render()

    def close(self) -> None:
        """There is nothing to close: pictures are no windows."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.playing.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._decisions = [0] * self.game.seats
        self._settle()

    def _settle(self) -> None:
        """Who decides next, and what each may do."""
        movers = self.playing.position.movers
        if movers:
            self.agent_selection = self.possible_agents[movers[0]]
        self.infos = {
            agent: {"action_mask": self.playing.mask(seat)} for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self.possible_agents.index(agent)
        move = self.playing.move(seat, action)
        if move is None:
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.playing.position = self.playing.position.play(move, seat)
            self._decisions[seat] += 1
            if self.playing.position.over:
                self.rewards = dict(zip(self.possible_agents, self.playing.rewards(), strict=True))
                self.terminations = dict.fromkeys(self.agents, True)
            elif self.max_cycles is not None and min(self._decisions) >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._settle()
        if any(self.terminations.values()) or any(self.truncations.values()):
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()


class LudariumParallelEnv(ParallelEnv):  # type: ignore[misc]
    """A game in which all seats decide at once. Who need not decide has an empty mask, and its action does nothing."""

    def __init__(
        self,
        game: str | Game,
        *,
        settings: dict[str, Any] | None = None,
        illegal: Illegal = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.playing = Playing(the_game(game, settings), illegal, render_mode)
        self.game, self.max_cycles, self.render_mode = self.playing.game, cycles(max_cycles), render_mode
        if not self.game.at_once:
            raise NotSuited(f"in {self.game.name} seats decide in turn: use the environment of kind 'aec'")
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1, "name": title(self.game.name)}
        self.possible_agents = agents_of(self.game)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.playing.spaces.observation

    def action_space(self, agent: str) -> Any:
        return self.playing.spaces.action

    def render(self) -> Any:
        return self.playing.render()

    def close(self) -> None:
        """There is nothing to close: pictures are no windows."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.playing.begin(seed)
        self.agents = [*self.possible_agents]
        self._cycles = 0
        return self._seen(), self._infos()

    def _seen(self) -> dict[str, Any]:
        return {agent: self.playing.seen(seat) for seat, agent in enumerate(self.possible_agents)}

    def _infos(self) -> dict[str, Any]:
        return {agent: {"action_mask": self.playing.mask(seat)} for seat, agent in enumerate(self.possible_agents)}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            if not actions:  # as PettingZoo's own environments have it
                return {}, {}, {}, {}, {}
            raise LudariumError("no game is being played: call reset() first")
        rewards = dict.fromkeys(self.possible_agents, 0.0)
        # All moves are read before any is made: nobody's action shows in another's mask.
        movers = self.playing.position.movers
        if missing := [self.possible_agents[seat] for seat in movers if self.possible_agents[seat] not in actions]:
            raise LudariumError(f"no action for {', '.join(missing)}: all who have moves decide at once")
        chosen = [(seat, self.playing.move(seat, actions[self.possible_agents[seat]])) for seat in movers]
        lost = [seat for seat, move in chosen if move is None]
        for seat, move in chosen if not lost else []:
            assert move is not None
            self.playing.position = self.playing.position.play(move, seat)
        self._cycles += 1
        over = bool(lost) or self.playing.position.over
        for seat in lost:
            rewards[self.possible_agents[seat]] = -1.0
        if over and not lost:
            rewards = dict(zip(self.possible_agents, self.playing.rewards(), strict=True))
        broken_off = not over and self._cycles == self.max_cycles
        seen, infos = self._seen(), self._infos()
        if over or broken_off:
            self.agents = []
        terminated = dict.fromkeys(self.possible_agents, over)
        return seen, rewards, terminated, dict.fromkeys(self.possible_agents, broken_off), infos


def env(game: str | Game, **options: Any) -> LudariumEnv:
    """A game as an environment of kind `aec`."""
    return LudariumEnv(game, **options)


def parallel_env(game: str | Game, **options: Any) -> LudariumParallelEnv:
    """A game in which all decide at once as a parallel environment."""
    return LudariumParallelEnv(game, **options)


def register_all() -> list[str]:
    """Register every game of the lab whose moves are a list; the names that `pettingzoo.make` takes."""
    names = []
    for name, game in listed_games():
        register("aec", title(name), env, kwargs={"game": name})
        if game.at_once:
            register("parallel", title(name), parallel_env, kwargs={"game": name})
        names.append(title(name))
    return names


REGISTERED = register_all()
"""The names of all environments."""
