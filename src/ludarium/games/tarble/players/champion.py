"""Champion: every turn of the roll judged by a network, the best of them by what may follow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ludarium.engine import Clock, Parameter, Thought, View, kernel
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive, generator
from ludarium.games.tarble.network import Reader, forget_sums
from ludarium.games.tarble.network_file import Network
from ludarium.games.tarble.players.brian import FEWEST, FIGURES, brian_choice
from ludarium.games.tarble.players.td import network_option, ranked_turns
from ludarium.games.tarble.players.whole_turns import TurnPlayer
from ludarium.games.tarble.replies import (
    goes_on,
    judge_further,
    judge_replies,
    mean_of,
    result_of,
    rows_for,
    value_after_replies,
)
from ludarium.games.tarble.rules import FACES, can_move
from ludarium.games.tarble.turns import after_turn, doors

_SHARE = 0.8
"""Of the time left on the clock that goes into looking ahead; the last turn looked at may take longer than others."""
_NEAR = 0.08
"""Finalists that fall behind the best by more than this are no favourites."""


@kernel
def do_value_after_replies(states: Any, movements: Any, reader: Reader, beam: int, deep: bool) -> float:
    return value_after_replies(states, movements, movements.shape[0], reader, beam, deep)


@kernel
def do_value_after_expert(
    states: Any, movements: Any, reader: Reader, beam: int, deep: bool, board: Any, sources: Any
) -> float:
    """The chance that red wins when Brian answers a turn: the mean over the faces, each judged by what can follow.

    The last row of the states holds the position before the turn; all others and the two of `board` are scratch.
    `deep`: what follows is looked at one turn further.
    """
    chances, further = np.zeros(FACES + 1), np.zeros(FACES + 1)
    answer, figures = np.zeros(FACES, np.int64), np.zeros(len(FIGURES), np.int64)
    last = states.shape[0] - 1
    forget_sums(reader)
    for face in range(1, FACES + 1):
        board[0] = states[last]
        after_turn(board[0], movements, movements.shape[0])
        if not goes_on(board[0]):
            return result_of(board[0])
        board[0].roll = board[0].left = face
        made = brian_choice(board, sources[0], answer, figures) if can_move(board[0], int(board[0].seat)) else 0
        after_turn(board[0], answer, made)
        if goes_on(board[0]):
            states[0] = board[0]
            if deep:
                judge_further(states, reader, beam, further)
            else:
                judge_replies(states, reader, beam, False, further)
            chances[face] = mean_of(further)
        else:
            chances[face] = result_of(board[0])
    return mean_of(chances)


class Champion(TurnPlayer):
    """Judges every position that the roll can lead to by its network, the best `candidates` of these by the opponent's
    best reply to each face of the die, and the best `finalists` of those by its own best turn after each reply as well.
    Where the best `favourites` are close, it asks what Brian would reply, and decides by that.

    Finished games are judged by their result. What follows is searched by a beam over movements.
    """

    name = "champion"
    summary = "whole turns by a network, then the best reply to every face of the die"
    parameters = (
        Parameter("candidates", 20, "turns whose replies are looked at", low=1, high=100_000),
        Parameter("finalists", 5, "turns that are looked at one turn further", low=0, high=1000),
        Parameter("favourites", 4, "turns to which Brian's replies are looked at; 0 or 1: none", low=0, high=1000),
        Parameter("beam", 12, "beginnings of a reply that are gone on from", low=1, high=10_000),
        Parameter("seconds", 0.0, "look at no further turn after this time; 0: no limit", low=0.0),
        network_option("champion"),
    )

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._reader = Network.load(str(self.options["network"])).reader()
        self._beam = int(self.options["beam"])
        self._states, self._board = game.bound.states(rows_for(self._beam)), game.bound.states(2)
        self._sources = generator(derive(seed, "player", seat))

    def plan(self, view: View, clock: Clock) -> Sequence[int]:
        begun = time.perf_counter()
        limits = [float(self.options["seconds"])] if self.options["seconds"] else []
        if clock.left is not None:
            limits.append(_SHARE * clock.left)
        found = ranked_turns(view, self._reader, int(self.options["candidates"]))
        self._states[-1] = view.state
        # With few pieces Brian thinks every turn through, which takes him seconds.
        expert = self._after_brian if max(view.state.count) > FEWEST else None
        looks = (("finalists", self._after_further_turns), ("favourites", expert))
        # Each look has its part of the time.
        ends = [begun + min(limits) * part / 3 for part in (1, 2, 3)] if limits else [float("inf")] * 3
        paths, chances = self._judged(found.paths, self._after_replies, ends[0])
        looked_at = len(paths)
        for (few, judge), end in zip(looks, ends[1:], strict=True):
            near = [path for path, chance in zip(paths, chances, strict=True) if chance >= chances[0] - _NEAR]
            chosen = (paths if few == "finalists" else near)[: int(self.options[few])]
            if len(chosen) > 1 and judge is not None:
                paths, chances = self._judged(chosen, judge, end)
        self.thought = Thought(
            f"sees a chance of {chances[0]:.0%} after the reply to each roll that it expects",
            {"chance": round(chances[0], 4), "turns": found.judged, "candidates": looked_at},
        )
        return paths[0]

    def _judged(
        self, paths: Sequence[Sequence[int]], judge: Callable[[Any], float], end: float
    ) -> tuple[list[Sequence[int]], list[float]]:
        """The turns with my chance after each, the best first; only the first of them if time is up."""
        found: list[tuple[float, Sequence[int]]] = []
        for path in paths:
            if found and time.perf_counter() > end:
                break
            chance = float(judge(np.array(path, np.int64)))
            found.append((chance if self.seat == 0 else 1 - chance, path))
        found.sort(key=lambda turn: -turn[0])
        return [path for _, path in found], [chance for chance, _ in found]

    def _after_replies(self, movements: Any) -> float:
        judge = doors().bind(do_value_after_replies)
        return float(judge(self._states, movements, self._reader, self._beam, False))

    def _after_further_turns(self, movements: Any) -> float:
        judge = doors().bind(do_value_after_replies)
        return float(judge(self._states, movements, self._reader, self._beam, True))

    def _after_brian(self, movements: Any, deep: bool = False) -> float:
        judge = doors().bind(do_value_after_expert)
        return float(judge(self._states, movements, self._reader, self._beam, deep, self._board, self._sources))
