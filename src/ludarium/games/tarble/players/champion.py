"""Champion: every turn of the roll judged by a network, the best of them by what may follow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

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
    mean_worth,
    open_worth,
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
def do_value_after_replies(states: Any, movements: Any, reader: Reader, beam: int, deep: bool, contempt: float) -> Any:
    return value_after_replies(states, movements, movements.shape[0], reader, beam, deep, contempt)


@kernel
def do_value_after_expert(
    states: Any, movements: Any, reader: Reader, beam: int, deep: bool, contempt: float, board: Any, sources: Any
) -> Any:
    """The chance that red wins when Brian answers a turn: the mean over the faces, each judged by what can follow; and
    the same with what an open game is worth.

    The last row of the states holds the position before the turn; all others and the two of `board` are scratch.
    `deep`: what follows is looked at one turn further.
    """
    chances, worths, further = np.zeros(FACES + 1), np.zeros(FACES + 1), np.zeros(FACES + 1)
    answer, figures = np.zeros(FACES, np.int64), np.zeros(len(FIGURES), np.int64)
    last = states.shape[0] - 1
    seat = int(states[last].seat)
    forget_sums(reader)
    for face in range(1, FACES + 1):
        board[0] = states[last]
        after_turn(board[0], movements, movements.shape[0])
        if not goes_on(board[0]):
            return result_of(board[0]), result_of(board[0])
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
            worths[face] = mean_worth(further, open_worth(board[0], seat, contempt))
        else:
            chances[face] = worths[face] = result_of(board[0])
    return mean_of(chances), mean_of(worths)


class Judged(NamedTuple):
    """A turn, my chance after it, and what it is worth to me: the chance, and that the game is open."""

    worth: float
    chance: float
    path: Sequence[int]


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
        Parameter("finalists", 0, "turns that are looked at one turn further; 0 or 1: none", low=0, high=1000),
        Parameter("favourites", 6, "turns to which Brian's replies are looked at; 0 or 1: none", low=0, high=1000),
        Parameter("contempt", 1.0, "how much weaker the opponent is taken to be; 0: not at all", low=0.0, high=1.0),
        Parameter("beam", 12, "beginnings of a reply that are gone on from", low=1, high=10_000),
        Parameter("seconds", 0.0, "look at no further turn after this time; 0: no limit", low=0.0),
        network_option("champion"),
    )

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._reader = Network.load(str(self.options["network"])).reader()
        self._beam, self._contempt = int(self.options["beam"]), float(self.options["contempt"])
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
        turns = self._judged(found.paths, self._after_replies, ends[0])
        looked_at = len(turns)
        for (few, judge), end in zip(looks, ends[1:], strict=True):
            near = turns if few == "finalists" else [turn for turn in turns if turn.worth >= turns[0].worth - _NEAR]
            chosen = [turn.path for turn in near[: int(self.options[few])]]
            if len(chosen) > 1 and judge is not None:
                turns = self._judged(chosen, judge, end)
        chance = turns[0].chance
        self.thought = Thought(
            f"sees a chance of {chance:.0%} after the reply to each roll that it expects",
            {"chance": round(chance, 4), "turns": found.judged, "candidates": looked_at},
        )
        return turns[0].path

    def _judged(
        self, paths: Sequence[Sequence[int]], judge: Callable[[Any], tuple[float, float]], end: float
    ) -> list[Judged]:
        """The turns, the best first; only the first of them if time is up."""
        found: list[Judged] = []
        for path in paths:
            if found and time.perf_counter() > end:
                break
            chance, worth = judge(np.array(path, np.int64))
            found.append(Judged(worth, chance, path) if self.seat == 0 else Judged(1 - worth, 1 - chance, path))
        return sorted(found, key=lambda turn: -turn.worth)

    # Red's chance after a turn, and what it is worth to me, as red would see it: the kernels' own words.

    def _after_replies(self, movements: Any) -> tuple[float, float]:
        return self._after_best_replies(movements, deep=False)

    def _after_further_turns(self, movements: Any) -> tuple[float, float]:
        return self._after_best_replies(movements, deep=True)

    def _after_best_replies(self, movements: Any, *, deep: bool) -> tuple[float, float]:
        judge = doors().bind(do_value_after_replies)
        chance, worth = judge(self._states, movements, self._reader, self._beam, deep, self._contempt)
        return float(chance), float(worth)

    def _after_brian(self, movements: Any, *, deep: bool = False) -> tuple[float, float]:
        judge = doors().bind(do_value_after_expert)
        chance, worth = judge(
            *(self._states, movements, self._reader, self._beam, deep, self._contempt), self._board, self._sources
        )
        return float(chance), float(worth)
