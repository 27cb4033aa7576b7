"""What the doors to PettingZoo and Gymnasium have in common: names, spaces, and a game that is played by actions."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from operator import index
from typing import Any, Literal

import numpy as np

from ludarium.engine.entry import OURS
from ludarium.engine.errors import BadParameter, LudariumError, UnknownName
from ludarium.engine.extras import needing_extras
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.observing import Actions
from ludarium.engine.position import SPECTATOR, Position
from ludarium.games import REGISTRY, load

with needing_extras():
    from gymnasium import spaces

Illegal = Literal["lose", "random", "raise"]
ILLEGAL = ("lose", "random", "raise")
"""What an action that is not legal does: lose the game at once, stand for a random legal one, or raise an error."""
RENDER_MODES = ["human", "ansi", "rgb_array"]
FRAME = 640
"""Pixels of a picture on each side: of all pictures, since those of a film must not change their size."""
_SIZE = re.compile(r'<svg[^>]* width="([\d.]+)" height="([\d.]+)"')
SEEDS = 1 << 31
_log = logging.getLogger(__name__)


def title(name: str) -> str:
    """A game's name as environments are named: `tic-tac-toe` is `ludarium/TicTacToe-v0`."""
    return "ludarium/" + "".join(part.capitalize() for part in name.split("-")) + "-v0"


def listed_games() -> Iterator[tuple[str, Game]]:
    """The games that are installed or registered and whose moves are a list, by name. What fails to load is noted, and
    the others are there without it."""
    for name in REGISTRY.sound:
        try:
            game = load(name)
        except LudariumError as error:
            if REGISTRY.entries[name].origin == OURS:
                raise
            _log.error("%s is no environment: %s", name, error)
            continue
        if game.rules.checked is None:
            yield name, game


def cycles(most: int | None) -> int | None:
    """After how many decisions of every seat a game is broken off, checked."""
    if most is None:
        return None
    if not isinstance(most, int | np.integer) or most < 1:
        raise BadParameter(f"max_cycles is {most!r}, expected a whole number of at least 1, or None")
    return int(most)


def the_game(game: str | Game, settings: dict[str, Any] | None) -> Game:
    if settings is not None and not isinstance(settings, Mapping):
        raise BadParameter(f"settings={settings!r}: expected values by name, such as {{'seats': 3}}")
    if isinstance(game, Game) and settings:
        raise BadParameter(f"{game.name} is made already: settings belong to games by name")
    return game if isinstance(game, Game) else load(game, **(settings or {}))


class Spaces:
    """The spaces of a game, the same objects at each call."""

    def __init__(self, game: Game) -> None:
        self.actions = Actions(game)
        form = game.encoding
        low, high = np.broadcast_to(form.low, form.shape), np.broadcast_to(form.high, form.shape)
        seen = spaces.Box(low.astype(form.dtype), high.astype(form.dtype), form.shape, form.dtype)
        mask = spaces.Box(0, 1, (self.actions.count,), np.int8)
        self.observation = spaces.Dict({"observation": seen, "action_mask": mask})
        self.action = spaces.Discrete(self.actions.count)


class Playing:
    """One game that is played by actions."""

    def __init__(self, game: Game, illegal: Illegal, render_mode: str | None) -> None:
        if illegal not in ILLEGAL:
            raise BadParameter(f"illegal is '{illegal}', expected one of {', '.join(ILLEGAL)}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadParameter(f"render_mode is '{render_mode}', expected one of {', '.join(RENDER_MODES)}")
        self.game, self.illegal, self.render_mode = game, illegal, render_mode
        self.spaces = Spaces(game)
        self._seeds = random.Random()
        self._substitutes = random.Random()
        self.position: Position = game.start()

    def begin(self, seed: int | None) -> int:
        """Start a game; without a seed, the next one of those that the last seed has in store. Returns its seed."""
        if seed is not None:
            self._seeds = random.Random(index(seed))
        chosen = self._seeds.randrange(SEEDS)
        self._substitutes = random.Random(derive(chosen, "illegal actions"))
        self.position = self.game.start(chosen)
        return chosen

    def seat_of(self, agent: str, agents: list[str]) -> int:
        """The seat of an agent by its name."""
        if agent not in agents:
            raise UnknownName("agent", agent, agents)
        return agents.index(agent)

    def mask(self, seat: int) -> Any:
        return self.spaces.actions.mask(self.position, seat).astype(np.int8)

    def seen(self, seat: int) -> dict[str, Any]:
        return {"observation": self.position.view(seat).observation(), "action_mask": self.mask(seat)}

    def move(self, seat: int, action: Any) -> Move | None:
        """The move that an action stands for; None if the seat loses by it."""
        try:
            return self.spaces.actions.move(self.position, seat, index(action))
        except LudariumError:
            if self.illegal == "raise":
                raise
            if self.illegal == "lose":
                return None
            return self._substitutes.choice(self.position.moves(seat))

    def rewards(self) -> list[float]:
        """What the game brought each seat, between -1 and 1, once it is over."""
        numbers = np.zeros(2 * self.game.seats)
        states = np.frombuffer(self.position.to_bytes(), self.game.rules.dtype).copy()
        self.game.bound.reward(states, 0, numbers)
        return [float(number) for number in numbers[: self.game.seats]]

    def render(self) -> Any:
        """The position as the mode of rendering has it; of a game with secrets, what a spectator sees."""
        shown = self.position.view(SPECTATOR) if self.game.hidden or self.game.at_once else self.position
        if self.render_mode == "rgb_array":
            return pixels(shown.svg())
        if self.render_mode == "human":
            print(shown.draw())
        return shown.draw() if self.render_mode == "ansi" else None


def pixels(svg: str) -> Any:
    """A drawing as rows of pixels, each of red, green and blue."""
    with needing_extras():
        import vl_convert
        from PIL import Image
    found = _SIZE.match(svg)
    assert found is not None
    scale = FRAME / max(float(found[1]), float(found[2]))
    drawn = Image.open(BytesIO(vl_convert.svg_to_png(svg, scale=scale)))
    frame = Image.new("RGB", (FRAME, FRAME), "white")
    frame.paste(drawn, ((FRAME - drawn.width) // 2, (FRAME - drawn.height) // 2), drawn)
    return np.array(frame)
