"""Players both ways: OpenSpiel's bots at the lab's tables, the lab's players as OpenSpiel's bots."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel

from ludarium.doors.openspiel.inside import OpenSpielGame, from_text, history_of
from ludarium.doors.openspiel.loading import PREFIX
from ludarium.doors.openspiel.outside import (
    SpielGame,
    SpielState,
    register,
    short_name,
    state_at,
    with_decisions,
)
from ludarium.engine.errors import BadParameter, LudariumError, NotSuited, PlayerError, UnknownName
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.move import Move
from ludarium.engine.observing import Actions
from ludarium.engine.parameters import Parameter
from ludarium.engine.player import Clock, Player, Thought
from ludarium.engine.position import Position, View
from ludarium.players import make

_SEARCHES = ("mcts", "ismcts")
_CLOCKED = "uniform_restricted_actions"
"""A bot that takes its chance from the clock, so that nothing could be repeated."""
_MEMORY_MB = 512
_HIDING = pyspiel.GameType.Information.IMPERFECT_INFORMATION


def _try_information(game: Any) -> None:
    """Have OpenSpiel complain now, not at each decision, of a game that tells seats no information state."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    if not state.is_terminal():
        state.information_state_string(state.current_player())


class OpenSpielBot(Player):
    """A bot of OpenSpiel: `openspiel-bot:mcts`, `openspiel-bot[simulations=200]:mcts`.

    It is given a state of OpenSpiel that fits what the seat knows, never one that it should not see: where something is
    hidden, a sampled one.
    """

    name = "openspiel-bot"
    summary = "a bot of OpenSpiel: openspiel-bot:mcts"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("simulations", 100, "simulations a decision, of the bots that search", low=2, high=10**9),
        Parameter("c", 2.0, "weight of exploration, of the bots that search", low=0, high=1000),
    )

    def __init__(self, bot: str = "mcts", **given: object) -> None:
        super().__init__(**given)
        self._kind = bot
        known = (*_SEARCHES, *(bot for bot in pyspiel.registered_bots() if bot != _CLOCKED))
        if self._kind not in known:
            raise UnknownName("bot of OpenSpiel", self._kind, known)

    @classmethod
    def suits(cls, game: Game) -> str:
        if game.rules.checked is not None:
            return "its moves are no list, and OpenSpiel's actions are"
        return ""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._world: View | None = None
        self._spiel = self._game_there(game)
        self._bot = self._made(derive(seed, "bot", seat) % 2**31)

    def _game_there(self, game: Game) -> Any:
        """The game as OpenSpiel has it."""
        if isinstance(game, OpenSpielGame):
            return game.histories.loaded.game
        register()
        return SpielGame.of(game, short_name(game.name))

    def _made(self, seed: int) -> Any:
        simulations, c = int(self.options["simulations"]), float(self.options["c"])
        if self._kind == "ismcts" and self._spiel.get_type().information != _HIDING:
            raise NotSuited(
                f"{self.label} cannot play {self.game.name}: nothing is hidden there; take openspiel-bot:mcts"
            )
        try:
            if self._kind == "mcts" and isinstance(self.game, OpenSpielGame) and not self.game.by_python:
                evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
                return pyspiel.MCTSBot(self._spiel, evaluator, c, simulations, _MEMORY_MB, False, seed, False)
            if self._kind in _SEARCHES:
                from open_spiel.python.algorithms import ismcts, mcts

                source = np.random.RandomState(seed)
                evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=source)
                if self._kind == "mcts":  # the same in Python: that in C++ crashes on games written in Python
                    return mcts.MCTSBot(self._spiel, c, simulations, evaluator, solve=False, random_state=source)
                _try_information(self._spiel)
                bot = ismcts.ISMCTSBot(
                    game=self._spiel, evaluator=evaluator, uct_c=c, max_simulations=simulations, random_state=source
                )
                bot.set_resampler(lambda state, seat: self._imagined())
                return bot
            if self._kind == "uniform_random":  # which would be seeded by the clock
                return pyspiel.make_uniform_random_bot(self.seat, seed)
            return pyspiel.load_bot(self._kind, self._spiel, self.seat)
        except (pyspiel.SpielError, RuntimeError, ValueError) as error:
            raise NotSuited(f"{self.label} cannot play {self.game.name}: {str(error).splitlines()[0]}") from error

    def choose(self, view: View, clock: Clock) -> Move:
        self._world = view
        action = int(self._bot.step(self._imagined()))
        self.thought = Thought(f"so says OpenSpiel's {self._kind}")
        return Actions(self.game).move(view, view.seat, action)

    def _imagined(self) -> Any:
        """A state of OpenSpiel that fits what this seat knows."""
        assert self._world is not None
        position = self._world.sample(self.random.getrandbits(63))
        if isinstance(self.game, OpenSpielGame):
            return self.game.histories.after(history_of(position.state)).clone()
        before = [seat for seat in position.movers if seat < self.seat]
        return state_at(self._spiel, with_decisions(position, before, self.random))


class LudariumBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of the lab as a bot: `LudariumBot(game, 0, "mcts:iterations=200")`, for our games there and its own."""

    def __init__(self, game: Any, player_id: int, player: str, *, seed: int = 0) -> None:
        super().__init__()
        self._ours = isinstance(game, SpielGame)
        if not self._ours and game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise NotSuited(f"{game}: moves are made at once there; convert it by pyspiel.convert_to_turn_based")
        self._game: Game = game.played if self._ours else from_text(f"{PREFIX}{game}")
        if player_id not in range(self._game.seats):
            raise BadParameter(f"no seat {player_id} in {game}: expected 0 to {self._game.seats - 1}")
        self._text, self._seat, self._seed, self._games = player, player_id, seed, 0
        self._player: Player | None = None

    def restart(self) -> None:
        """A new game begins."""
        if self._player is not None:
            self._player.close()
        self._player, self._games = None, self._games + 1

    def restart_at(self, state: Any) -> None:
        self.restart()

    def provides_policy(self) -> bool:
        return False

    def step(self, state: Any) -> int:
        """The action of the player in a state, of which it sees its seat's view."""
        if self._player is None:
            self._player = make(self._text, self._game)
            self._player.begin(self._game, self._seat, derive(self._seed, "bot", self._games))
        position = self._position(state)
        view = position.view(self._seat)
        chosen = self._player.choose(view, Clock())
        if fault := view.fault(chosen.value, self._seat):
            raise PlayerError(f"{self._text} answered {chosen}: {fault}")
        return Actions(self._game).number(view, self._seat, chosen)

    def _position(self, state: Any) -> Position:
        if isinstance(state, SpielState):
            if state.position is None:
                raise LudariumError("nobody has anything to decide before chance has set up the game")
            return state.position
        return self._game.read_position(",".join(map(str, state.history())) or "-")
