"""The decisive moment of a finished game: the decision after which its winner's prospects rose most.

Every position is rated by the seats' leads (`arena.metrics.lead`). Where two play in turn and nothing is hidden or left
to chance, a short tree search rates it; else playing on from there at random, with other dice; and where plans are made
up, of which random ones say little, the game's own evaluation. A first look at all turns, or at some of a long game,
finds a few candidates; these are then rated once more with more effort, so that chance does not choose. The seeds are
fixed: the same record always has the same moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ludarium.arena.metrics.lead import Evaluator, Leads
from ludarium.engine.errors import RecordError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.position import Position
from ludarium.engine.record import Record
from ludarium.search.budget import Budget
from ludarium.search.mcts import is_plain, mcts

FIRST_LOOK, SECOND_LOOK = 64, 512
"""Play-outs, or simulations of a search, for a position."""
_MOST = 120
"""Positions of the first look."""
_CANDIDATES = 3
_PROVED = {"win": 1.0, "draw": 0.0, "loss": -1.0}
_LEAST = 0.05
"""A rise that is smaller than this decides nothing."""


@dataclass(frozen=True)
class Moment:
    """The decision with this number, counted from 1, whose maker's or another seat's prospects rose by it."""

    number: int
    seat: int
    """Whose prospects rose."""
    before: float
    after: float
    why: str
    """The moment in a sentence."""


@dataclass(frozen=True)
class _Stage:
    """A position between turns, after so many decisions."""

    number: int
    position: Position


def decisive_moment(
    record: Record, game: Game, *, first_look: int = FIRST_LOOK, second_look: int = SECOND_LOOK
) -> Moment | None:
    """The decisive moment of a finished game; None where nobody can lead, or where nothing decided it."""
    if record.result is None:
        raise RecordError("a game that was broken off has no decisive moment")
    if game.seats == 1:
        return None
    stages = _stages(record, game)
    heroes = record.result.winners if len(record.result.winners) < game.seats else tuple(range(game.seats))
    if _is_evaluated(game):
        # An evaluation of a finished game is not on the same scale as its result.
        stages = stages[:-1]
    rough, fine = _Rater(game, record.seed, first_look), _Rater(game, record.seed, second_look)
    spans = list(pairwise(_thinned(stages)))
    spans.sort(key=lambda span: -max(_rises(rough(span[0]), rough(span[1]), heroes)))
    found: list[Moment] = []
    for start, end in spans[:_CANDIDATES]:
        within = [stage for stage in stages if start.number <= stage.number <= end.number]
        found += [_moment(record, game, one, other, fine, heroes) for one, other in pairwise(_thinned(within))]
    best = max(found, key=lambda moment: (moment.after - moment.before, -moment.number), default=None)
    return best if best is not None and best.after - best.before >= _LEAST else None


def _stages(record: Record, game: Game) -> list[_Stage]:
    """The positions of a game between turns: where several decide at once, only those after all have decided."""
    stages: list[_Stage] = []
    waiting: set[int] = set()
    for number, (decision, position) in enumerate(record.replay(lambda *_, **__: game)):
        if decision is not None:
            waiting.discard(decision.seat)
        if not waiting:
            stages.append(_Stage(number, position))
            waiting = set(position.movers)
    return stages


def _thinned(stages: Sequence[_Stage]) -> list[_Stage]:
    """Some of the positions, evenly spread, the first and the last among them."""
    if len(stages) <= _MOST:
        return list(stages)
    last = len(stages) - 1
    return [stages[round(index * last / (_MOST - 1))] for index in range(_MOST)]


class _Rater:
    """Leads of positions, each reckoned once."""

    def __init__(self, game: Game, seed: int, effort: int) -> None:
        self._seed, self._effort = seed, effort
        self._searches = game.seats == 2 and is_plain(game)
        self._evaluator = Evaluator(game, playouts=None if _is_evaluated(game) else effort)
        self._known: dict[int, Leads] = {}

    def __call__(self, stage: _Stage) -> Leads:
        if stage.number not in self._known:
            seed = derive(self._seed, "decisive", stage.number)
            searched = self._searches and not stage.position.over
            rate = self._search if searched else self._evaluator.leads
            self._known[stage.number] = rate(stage.position, seed)
        return self._known[stage.number]

    def _search(self, position: Position, seed: int) -> Leads:
        mover = position.movers[0]
        report = mcts(position.view(mover), Budget(self._effort), seed)
        value = _PROVED.get(report.figures.get("proved", ""), report.value)
        return (value, -value) if mover == 0 else (-value, value)


def _is_evaluated(game: Game) -> bool:
    return game.rules.checked is not None and "evaluate" in game.rules.kernels


def _rises(before: Leads, after: Leads, heroes: Sequence[int]) -> list[float]:
    return [after[seat] - before[seat] for seat in heroes]


def _moment(record: Record, game: Game, one: _Stage, other: _Stage, rate: _Rater, heroes: Sequence[int]) -> Moment:
    before, after = rate(one), rate(other)
    rises = _rises(before, after, heroes)
    seat = heroes[rises.index(max(rises))]
    decision = record.decisions[other.number - 1]
    what = "this round of decisions" if game.at_once else f"{game.seat_names[decision.seat]}'s move {decision.move}"
    why = (
        f"After {what} the prospects of {game.seat_names[seat]} rose from {before[seat]:+.2f} to {after[seat]:+.2f} "
        "(-1 lost, +1 won)."
    )
    return Moment(other.number, seat, before[seat], after[seat], why)
