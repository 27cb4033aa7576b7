"""A player that thinks in whole turns, in a game whose decisions are single movements."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.engine import Clock, Move, Player, View
from ludarium.engine.game import Game
from ludarium.games.tarble.endings import Endings, do_covers
from ludarium.games.tarble.turns import do_movement, doors, states_of


def knows_ending(view: View, endings: Endings | None) -> bool:
    """Whether the tables say what every turn from here is worth."""
    return endings is not None and bool(doors().bind(do_covers)(states_of(view), endings))


class TurnPlayer(Player):
    """Plans the rest of a turn when it is asked for a movement, and keeps to the plan while the game follows it."""

    @classmethod
    def suits(cls, game: Game) -> str:
        return "" if game.name == "tarble" else "it plays tarble only"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._planned: list[int] = []
        self._expected = b""

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        """The movements of the rest of the turn, as moves of the game; sets `self.thought`."""
        raise NotImplementedError

    def choose(self, view: View, clock: Clock) -> Move:
        if not self._planned or view.to_bytes() != self._expected:
            self._planned = list(self.plan(view, clock))
            self._turn_thought = self.thought
        # The thought behind the whole turn is the thought behind each of its movements.
        self.thought = self._turn_thought
        move = self._planned.pop(0)
        states = states_of(view)
        doors().bind(do_movement)(states, move)
        self._expected = states.tobytes()
        return view.numbered(move)
