"""Champion: every turn of the roll judged by a network, the best of them by what may follow."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludarium.engine import Clock, Parameter, Thought, View, kernel
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive, generator
from ludarium.engine.state import States
from ludarium.games.tarble.board import PIECES
from ludarium.games.tarble.endings import SAME, Endings, value_turns
from ludarium.games.tarble.endings_file import endings_for, endings_option
from ludarium.games.tarble.lookahead import value_of_end
from ludarium.games.tarble.network import SURE, Reader, forget_sums
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.players.brian import FEWEST
from ludarium.games.tarble.players.expert import Judged, ask_expert, do_judge_answer
from ludarium.games.tarble.players.td import network_option, ranked_turns
from ludarium.games.tarble.players.whole_turns import TurnPlayer, knows_ending
from ludarium.games.tarble.players.words import ending_thought
from ludarium.games.tarble.replies import judge_turn, rows_for
from ludarium.games.tarble.rules import FACES, State
from ludarium.games.tarble.turns import all_turns, doors, path_of, states_of

_SHARE = 0.8
"""Of the time left on the clock that goes into looking ahead; the last turn looked at may take longer than others."""
_NEAR = 0.08
"""Finalists that fall behind the best by more than this are no favourites."""


@kernel
def do_judge_turn(
    states: States[State], movements: Any, reader: Reader, beam: int, deep: bool, contempt: float, judged: Any
) -> None:
    judge_turn(states, movements, movements.shape[0], reader, beam, deep, contempt, judged)


@kernel
def do_best_ending(states: States[State], reader: Reader, endings: Endings, movements: Any) -> Any:
    """The turn of those that are worth most which the network likes best: writes its movements and returns how many
    there are, what the turn is worth, and how many turns there were."""
    state = states[0]
    side = 1.0 - 2.0 * int(state.seat)
    keys, paths, _, _, ends, end_count = all_turns(state, int(state.left), False)
    values = np.empty(end_count)
    most = value_turns(state, endings, keys, ends, end_count, values)
    pieces = np.empty((2, PIECES), np.int8)
    forget_sums(reader)
    chosen, best = 0, -2.0 * SURE
    for end in range(end_count):
        if values[end] >= most - SAME:
            liked = value_of_end(state, keys[ends[end]], reader, pieces) * side
            if liked > best:
                chosen, best = int(ends[end]), liked
    return path_of(keys[chosen], paths[chosen], movements), most, end_count


class Champion(TurnPlayer):
    """Judges every position that the roll can lead to by its network, the best `candidates` of these by the opponent's
    best reply to each face of the die, and the best `finalists` of those by its own best turn after each reply as well.
    Where the best `favourites` are close, it asks what Brian would reply, and decides by that.

    Finished games are judged by their result. What follows is searched by a beam over movements. An ending that is
    known is played by its tables.
    """

    name = "champion"
    summary = "whole turns by a network, then the best reply to every face of the die"
    parameters = (
        Parameter("candidates", 20, "turns whose replies are looked at", low=1, high=100_000),
        Parameter("finalists", 0, "turns that are looked at one turn further; 0 or 1: none", low=0, high=1000),
        Parameter("favourites", 10, "turns to which Brian's replies are looked at; 0 or 1: none", low=0, high=1000),
        Parameter("contempt", 1.0, "how much weaker the opponent is taken to be; 0: not at all", low=0.0, high=1.0),
        Parameter("beam", 12, "beginnings of a reply that are gone on from", low=1, high=10_000),
        Parameter("seconds", 0.0, "look at no further turn after this time; 0: no limit", low=0.0),
        network_option("champion"),
        endings_option(),
    )

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._reader = Network.load(str(self.options["network"])).reader()
        self._beam, self._contempt = int(self.options["beam"]), float(self.options["contempt"])
        self._states, self._board = game.bound.states(rows_for(self._beam)), game.bound.states(2)
        self._sources = generator(derive(seed, "player", seat))
        self._endings = endings_for(str(self.options["endings"]))

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        if knows_ending(view, self._endings):
            return self._ending(view)
        begun = time.perf_counter()
        limits = [float(self.options["seconds"])] if self.options["seconds"] else []
        if clock.left is not None:
            limits.append(_SHARE * clock.left)
        # Each look has its part of the time.
        ends = [begun + min(limits) * part / 3 for part in (1, 2, 3)] if limits else [float("inf")] * 3
        found = ranked_turns(view, self._reader, int(self.options["candidates"]))
        self._states[-1] = view.state
        turns = self._judged(found.paths, ends[0])
        looked_at = len(turns)
        finalists = turns[: int(self.options["finalists"])]
        if len(finalists) > 1:
            turns = self._judged([turn.path for turn in finalists], ends[1], deep=True)
        favourites = [turn for turn in turns if turn.worth >= turns[0].worth - _NEAR][: int(self.options["favourites"])]
        # With few pieces Brian thinks every turn through, which takes him seconds.
        if len(favourites) > 1 and max(view.state.count) > FEWEST:
            turns = ask_expert(favourites, self._after_brian, ends[2])
        chance = turns[0].chance
        self.thought = Thought(
            f"sees a chance of {chance:.0%} after the reply to each roll that it expects",
            {"chance": round(chance, 4), "turns": found.judged, "candidates": looked_at},
        )
        return turns[0].path

    def _ending(self, view: View) -> Sequence[int]:
        movements = np.zeros(FACES, np.int64)
        made, value, turns = doors().bind(do_best_ending)(states_of(view), self._reader, self._endings, movements)
        self.thought = ending_thought(value, turns)
        return [int(move) for move in movements[: int(made)]]

    def _judged(self, paths: Sequence[Sequence[int]], end: float, *, deep: bool = False) -> list[Judged]:
        """The turns, the best first; only the first of them if time is up."""
        found: list[Judged] = []
        for path in paths:
            if found and time.perf_counter() > end:
                break
            found.append(self._after_replies(path, deep=deep))
        return sorted(found, key=lambda turn: -turn.worth)

    def _after_replies(self, path: Sequence[int], *, deep: bool) -> Judged:
        judged = np.zeros((2, FACES + 1))
        doors().bind(do_judge_turn)(
            self._states, np.array(path, np.int64), self._reader, self._beam, deep, self._contempt, judged
        )
        chances, worths = self._as_i_see(judged[:, 1:])
        return Judged(path, chances, worths)

    def _after_brian(self, path: Sequence[int], face: int, *, deep: bool = False) -> tuple[float, float]:
        """My chance when Brian answers a turn with a face, and what it is worth."""
        judged = doors().bind(do_judge_answer)(
            *(self._states, np.array(path, np.int64), face, self._reader, self._beam, deep, self._contempt),
            *(self._board, self._sources),
        )
        chance, worth = self._as_i_see(np.array(judged))
        return float(chance), float(worth)

    def _as_i_see(self, judged: Any) -> Any:
        """The kernels speak of red's chances."""
        return judged if self.seat == 0 else 1 - judged
