"""The games of a ladder: line-ups drawn at random, stretch after stretch, and the standings they lead to.

Each time a ladder is played on, a stretch of games is added to it: a stored run of its own with its own players. The
ladder is what all stored games say, stretch after stretch and by their numbers, so that a kill loses no more than the
games in flight, and nothing that was computed before has to be trusted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.stats.ladder import Ladder
from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import Stream, derive
from ludarium.store.database import Database
from ludarium.store.runs import Run

KIND = "ladder"


@dataclass(frozen=True)
class LadderPlan(Plan):
    """A stretch of a ladder. Each game draws its line-up: any players, any seats, all equally likely."""

    schedule: str = "drawn"
    kind: str = KIND

    @cached_property
    def line_ups(self) -> list[LineUp]:
        return [
            _drawn(derive(self.seed, "line-up", number), len(self.players), self.seats) for number in range(self.games)
        ]

    def check(self) -> None:
        if len(set(self.players)) < len(self.players):
            raise LudariumError("a ladder has every player once: give each name once")
        if len(self.players) < max(2, self.seats):
            raise LudariumError(
                f"a ladder at {self.seats} seats needs at least {max(2, self.seats)} players, got {len(self.players)}"
            )
        if self.seats == 1:
            raise LudariumError(f"{self.game} has one seat: there is nobody to win against, and no ladder to climb")
        # Of the schedules, self-play asks least of the number of players: what is left to check are they themselves.
        Plan(self.game, self.players, self.games, self.seed, "self-play", self.settings).check()

    def __reduce__(self) -> tuple[object, ...]:
        return LadderPlan.from_dict, (self.to_dict(),)


def _drawn(seed: int, players: int, seats: int) -> LineUp:
    """Different players for the seats: the first steps of a shuffle."""
    stream, field = Stream(seed), list(range(players))
    for seat in range(seats):
        other = seat + stream.below(players - seat)
        field[seat], field[other] = field[other], field[seat]
    return tuple(field[:seats])


def stretches(database: Database, game: Game) -> list[Run]:
    """The stretches of the ladder of a game under its settings, by the rules as they are now, the oldest first."""
    found = [
        run
        for run in database.runs(kind=KIND, game=game.name)
        if run.rules == game.version and run.settings == game.settings
    ]
    return sorted(found, key=lambda run: run.id)


def next_stretch(known: Sequence[Run], game: Game, players: Sequence[str], games: int, seed: int) -> LadderPlan:
    """The plan of the next games among these players: what was broken off first, otherwise a new stretch."""
    own = {run.seed: run for run in known if run.players == list(players)}
    for place in count():
        stretch_seed = derive(seed, "ladder", place)
        run = own.get(stretch_seed)
        if run is not None and run.finished is not None:
            continue  # played: a further stretch of the same players needs other chances
        if run is not None or place >= len(known):
            return LadderPlan(game.name, tuple(players), games, stretch_seed, settings=dict(game.settings))
    raise AssertionError("there is always a next place")


def ladder_of(known: Sequence[Run]) -> Ladder:
    """The ladder that all stored games of the stretches lead to."""
    ladder = Ladder()
    for run in known:
        for game in run.games():
            ladder.add(ladder.games, [run.players[player] for player in game.line_up], game.ranks)
    return ladder


def pool_of(game: Game) -> str:
    """The store's name for the ladder of these settings and rules."""
    return json.dumps({"rules": game.version, **game.settings}, sort_keys=True)
