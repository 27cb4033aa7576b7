"""Strategic depth: how much more thinking still pays. Also restricted play, which is the same kind of contest."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from numbers import Integral
from typing import Any

from ludarium.arena.metrics.estimates import Estimate, rate_of, score_of, warning_of
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.runner import run
from ludarium.arena.stats.outcomes import rates
from ludarium.arena.stats.results import Results
from ludarium.engine.errors import BadParameter, NotSuited, PlayerError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.players import make

BUDGETS = (1, 2, 4, 8)
THRESHOLD = 0.6
"""A step up pays if the player with more thinking wins more than this share."""

Progress = Callable[[int], None]
"""Told of games as they are finished, by their number."""


@dataclass(frozen=True)
class Link:
    """One step up: a player against the same player with the next smaller budget."""

    stronger: str
    weaker: str
    rate: Estimate

    def to_dict(self) -> dict[str, Any]:
        return {"stronger": self.stronger, "weaker": self.weaker, **self.rate.to_dict()}


@dataclass(frozen=True)
class Depth:
    """The longest chain of steps that pay; `low` and `high` count the steps by the ends of their intervals."""

    player: str
    budgets: tuple[int, ...]
    links: tuple[Link, ...]
    depth: int
    low: int
    high: int

    @property
    def share(self) -> float:
        """The depth as a share of the steps that were tried."""
        return self.depth / len(self.links)

    def to_dict(self) -> dict[str, Any]:
        return {
            "value": self.depth,
            "low": self.low,
            "high": self.high,
            "share": self.share,
            "player": self.player,
            "budgets": list(self.budgets),
            "links": [link.to_dict() for link in self.links],
            "method": f"longest run of steps won in more than {THRESHOLD:.0%}, low and high by their intervals' ends",
        }


def strategic_depth(
    game: Game,
    player: str,
    budgets: Sequence[int] = BUDGETS,
    games: int = 100,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Depth:
    """Let a player meet itself with growing budgets, each against the next smaller one, in a number of games."""
    check_budgets(budgets)
    texts = [with_budget(player, game, factor) for factor in budgets]
    links = tuple(
        Link(more, less, contest(game, more, less, games, derive(seed, "depth", step), workers, progress))
        for step, (less, more) in enumerate(pairwise(texts))
    )
    return Depth(
        player,
        tuple(budgets),
        links,
        *(longest_chain([end(link.rate) for link in links]) for end in (_value, _low, _high)),
    )


def longest_chain(rates: Sequence[float], threshold: float = THRESHOLD) -> int:
    """The longest run of neighbours above the threshold."""
    longest = current = 0
    for rate in rates:
        current = current + 1 if rate > threshold else 0
        longest = max(longest, current)
    return longest


def _value(estimate: Estimate) -> float:
    return estimate.value or 0.0


def _low(estimate: Estimate) -> float:
    return estimate.low or 0.0


def _high(estimate: Estimate) -> float:
    return estimate.high or 0.0


def contest(
    game: Game,
    first: str,
    other: str,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """How well one player does against another who takes all other seats; the first sits everywhere in turn.

    The score of a game is the share of the other seats that it beats, a tie counted as half; between two seats that is
    the rate. This is also *restricted play*: the restricted player's score against the full one.
    """
    if game.seats == 1:
        raise NotSuited(f"{game.name} has one seat: there is nobody to win against")
    plan = Plan(game.name, (first, other), games, seed, "gauntlet", game.settings)
    plan.check()
    faults = 0
    halves = 0  # a whole number, so that the order of the games does not matter
    results = Results(plan.players)
    for chunk in run(plan, workers=workers):
        for number, ranks, _ in chunk.outcomes():
            results.add(plan.line_up(number), ranks)
            seat = plan.line_up(number).index(0)
            halves += sum(
                2 * (ranks[seat] < rank) + (ranks[seat] == rank)
                for other_seat, rank in enumerate(ranks)
                if other_seat != seat
            )
        faults += len(chunk.faults)
        if progress:
            progress(chunk.count)
    warnings = warning_of(games)
    if faults:
        warnings += (f"{faults} answers between {first} and {other} could not be used: legal moves were drawn instead",)
    found = rate_of(rates(results)[0]) if game.seats == 2 else score_of(halves / (2 * (game.seats - 1)), games)
    return replace(found, warnings=warnings)


def check_budgets(budgets: Sequence[int], least: int = 2) -> None:
    whole = len(budgets) >= least and all(isinstance(budget, Integral) for budget in budgets)
    if not whole or any(more <= less for less, more in pairwise([0, *budgets])):
        listed = ",".join(map(str, budgets))
        raise BadParameter(f"budgets {listed}: expected two or more growing whole numbers from 1, such as 1,2,4,8")


def with_budget(player: str, game: Game, factor: int) -> str:
    """A player's text with its iterations multiplied: `mcts:iterations=100` by 2 is `mcts:iterations=200`."""
    base = iterations_of(player, game)
    if base is None:
        raise PlayerError(
            f"the budget of {player} cannot be multiplied: it has no option 'iterations' "
            "(choose a player such as mcts:iterations=100)"
        )
    return with_iterations(player, game, base * factor)


def iterations_of(player: str, game: Game) -> int | None:
    """How many iterations a player is allowed; None for a player that does not count any, or goes by the clock."""
    made = make(player, game)
    try:
        given = made.options.get("iterations")
        return None if given is None or made.options.get("seconds") else int(given)
    finally:
        made.close()


def with_iterations(player: str, game: Game, iterations: int) -> str:
    """A player's text with another number of iterations."""
    option = f"iterations={iterations}"
    text, found = re.subn(r"(?<=[:,])\s*iterations\s*=[^,]*", option, player.strip())
    if not found:
        options = "=" in player.rpartition(":")[2] and ":" in player
        text = f"{player.strip()}{',' if options else ':'}{option}"
    assert iterations_of(text, game) == iterations
    return text
