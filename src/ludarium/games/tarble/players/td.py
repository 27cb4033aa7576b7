"""The learners: a network trained against itself, looking one movement ahead or a whole turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine import Clock, Move, Parameter, Player, Thought, View, kernel
from ludarium.engine.game import Game
from ludarium.engine.state import States
from ludarium.games.tarble.beam import best_movement, value_after
from ludarium.games.tarble.lookahead import best_turns
from ludarium.games.tarble.network import Reader, chance_of, forget_sums
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.players.whole_turns import TurnPlayer
from ludarium.games.tarble.rules import FACES, State
from ludarium.games.tarble.turns import doors, path_of


@kernel
def do_best_movement(states: States[State], reader: Reader, moves: Any) -> Any:
    """The movement, and the chance that red wins after it."""
    forget_sums(reader)
    move = best_movement(states, reader, moves)
    states[1] = states[0]
    return move, chance_of(value_after(states[1], move, reader))


@kernel
def do_path(key: Any, path: Any, movements: Any) -> int:
    return path_of(key, path, movements)


def network_option(shipped: str) -> Parameter:
    return Parameter("network", shipped, "a file of a trained network, or a shipped one's name")


class TdSingle(Player):
    """Makes the movement after which its network likes the position best."""

    name = "td-single"
    summary = "a network trained against itself; looks one movement ahead"
    parameters = (network_option("single"),)

    @classmethod
    def suits(cls, game: Game) -> str:
        return TurnPlayer.suits(game)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._reader = Network.load(str(self.options["network"])).reader()
        self._states, self._moves = game.bound.states(2), game.bound.moves()

    def choose(self, view: View, clock: Clock) -> Move:
        self._states[0] = view.state
        move, chance = doors().bind(do_best_movement)(self._states, self._reader, self._moves)
        mine = chance if self.seat == 0 else 1 - chance
        self.thought = Thought(f"sees a chance of {mine:.0%} after this movement", {"chance": round(mine, 4)})
        return view.numbered(int(move))


class TdTurn(TurnPlayer):
    """Makes the turn after which its network likes the position best, of all turns that the roll allows."""

    name = "td-turn"
    summary = "a network trained further on whole turns; judges every position that the roll can lead to"
    parameters = (network_option("whole"),)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._reader = Network.load(str(self.options["network"])).reader()

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        found = ranked_turns(view, self._reader, 1)
        best = found.chances[0]
        mine = best if self.seat == 0 else 1 - best
        self.thought = Thought(
            f"sees a chance of {mine:.0%} after this turn, the best of {found.judged:,}",
            {"chance": round(mine, 4), "positions": found.judged},
        )
        return found.paths[0]


class Ranked:
    """The best turns of a roll by a network's judgement, the best first."""

    def __init__(self, paths: list[list[int]], chances: list[float], judged: int) -> None:
        self.paths, self.chances, self.judged = paths, chances, judged


def ranked_turns(view: View, reader: Reader, wanted: int) -> Ranked:
    """At most so many turns, all different in what they lead to; chances are red's."""
    states = view.game.bound.states(1)
    states[0] = view.state
    keys, paths, values = np.empty(wanted, np.uint64), np.empty(wanted, np.uint64), np.empty(wanted)
    found, judged = doors().bind(do_best_turns)(states, reader, keys, paths, values)
    movements = np.empty(FACES, np.int64)
    listed, chances = [], []
    for turn in range(found):
        made = doors().bind(do_path)(keys[turn], paths[turn], movements)
        listed.append(movements[:made].tolist())
        chances.append(float(values[turn]))
    return Ranked(listed, chances, int(judged))


@kernel
def do_best_turns(states: States[State], reader: Reader, keys: Any, paths: Any, chances: Any) -> Any:
    found, judged = best_turns(states, reader, keys, paths, chances)
    for turn in range(found):
        chances[turn] = chance_of(chances[turn])
    return found, judged
