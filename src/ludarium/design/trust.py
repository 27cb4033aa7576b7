"""The trust check: is a game balanced, or does it only look so because its players are weak?

The game is played again with 4, 16 and 64 times the thinking, and the solver tries to prove it outright. A game that a
solver can settle is not balanced at all: whoever wins, wins always. The source's best game was of that kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.arena.stats.statistics import score_interval
from ludarium.design.evaluate import prove
from ludarium.design.executor import threads
from ludarium.design.fitness import balance
from ludarium.design.selfplay import Stop, game_seeds, play
from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.games.rulesets.game import RuleSetGame
from ludarium.games.rulesets.ruleset import RuleSet

FACTORS = (1, 4, 16, 64)
SOLVE = 5_000_000
"""Positions that the solver may search."""
APART, DRAWN = 0.10, 0.10
"""How far the seats' shares of wins may be apart, and the share of draws, for a game to be trusted."""
_TOGETHER = 5
"""Games that one thread plays in a row."""

_PROVED = {
    "first": "the first player wins with perfect play",
    "second": "the second player wins with perfect play",
    "draw": "perfect play is a draw",
}


@dataclass(frozen=True)
class Level:
    """The game at one budget."""

    factor: int
    budget: int
    first: int
    second: int
    draws: int

    @property
    def games(self) -> int:
        return self.first + self.second + self.draws

    @property
    def balance(self) -> float:
        return balance(self.first, self.second, self.draws)

    @property
    def balanced(self) -> bool:
        """Whether neither seat wins much more often than the other, and few games are drawn."""
        return abs(self.first - self.second) <= APART * self.games and self.draws <= DRAWN * self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % score interval of the first seat's rate, a draw counted as half."""
        return score_interval(self.first, self.draws, self.games)

    def to_dict(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "factor": self.factor,
            "budget": self.budget,
            "first": self.first,
            "second": self.second,
            "draws": self.draws,
            "balance": self.balance,
            "first_low": low,
            "first_high": high,
            "balanced": self.balanced,
        }


@dataclass(frozen=True)
class Trust:
    """What the check found."""

    game: str
    seed: int
    levels: tuple[Level, ...]
    proof: str
    searched: int
    """Positions that the solver looked at."""
    player: str = "mcts"

    @property
    def trusted(self) -> bool:
        """Balanced at the highest budget, and not settled by the solver."""
        return not self.proof and self.levels[-1].balanced

    @property
    def verdict(self) -> str:
        """One sentence."""
        last = self.levels[-1]
        counted = f"{last.first} : {last.second}, {last.draws} drawn of {last.games} at {last.factor}×"
        if self.proof:
            return f"exposed: {_PROVED[self.proof]}, proved in {self.searched:,} positions ({counted})"
        unproved = f"not proved within {self.searched:,} positions" if self.searched else "the solver was not asked"
        if last.balanced:
            return f"trusted: still balanced, {counted}; {unproved}"
        looked = " although it looked balanced at 1×" if self.levels[0].balanced and len(self.levels) > 1 else ""
        return f"unmasked: not balanced with more thinking{looked}, {counted}; {unproved}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seed": self.seed,
            "player": self.player,
            "levels": [level.to_dict() for level in self.levels],
            "proof": self.proof,
            "searched": self.searched,
            "trusted": self.trusted,
            "verdict": self.verdict,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Trust:
        levels = tuple(
            Level(*(entry[name] for name in ("factor", "budget", "first", "second", "draws")))
            for entry in data["levels"]
        )
        return cls(data["game"], data["seed"], levels, data["proof"], data["searched"], data["player"])


def check(
    rules: RuleSet,
    *,
    budget: int,
    player: str = "mcts",
    games: int = 100,
    seed: int = 0,
    factors: Sequence[int] = FACTORS,
    limit: int = SOLVE,
    workers: int | None = None,
    progress: Callable[[Level], None] | None = None,
) -> Trust:
    """Play a game at growing budgets and try to prove it; `limit` 0 leaves the solver out.

    The same games at any number of workers.
    """
    if not factors or min(factors) < 1 or list(factors) != sorted(set(factors)):
        raise LudariumError(f"factors {','.join(map(str, factors))}: expected growing whole numbers, such as 1,4,16,64")
    game = RuleSetGame(rules)
    levels = []
    stop = Stop()
    with threads(workers) as hands:
        try:
            for factor in factors:
                seeds = game_seeds(derive(seed, "trust", rules.short_form, factor), games)
                pieces = [seeds[begin : begin + _TOGETHER] for begin in range(0, games, _TOGETHER)]
                played = hands.map(
                    lambda piece, budget=budget * factor: play(game, piece, budget, player=player, stop=stop), pieces
                )
                first, second, draws = (sum(counts) for counts in zip(*(one.counts for one in played), strict=True))
                levels.append(Level(factor, budget * factor, first, second, draws))
                if progress is not None:
                    progress(levels[-1])
        except BaseException:
            stop.set()
            hands.shutdown(wait=True, cancel_futures=True)
            raise
    proof, searched = prove(game, limit) if limit else ("", 0)
    return Trust(rules.short_form, seed, tuple(levels), proof, searched, player)
