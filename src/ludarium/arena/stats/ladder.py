"""A running ladder: ratings that follow the games one by one (openskill, Weng and Lin's Plackett–Luce model).

A strength of `arena.stats.ratings` explains a finished tournament; a ladder goes on for ever, takes in new players at
any time and forgives old games. Games count in the order of their numbers, whatever order they are finished in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ludarium.arena.plan.prefix import InOrder
from ludarium.arena.stats.results import few_games
from ludarium.arena.stats.statistics import Statistic
from ludarium.engine.errors import LudariumError

METHOD = (
    "openskill ratings (Weng–Lin, Plackett–Luce, openskill's default μ = 25, σ = 25/3), updated game by game; "
    "ordinal = μ − 3σ"
)

Finished = tuple[tuple[str, ...], tuple[int, ...]]
"""The names of the players by seat, and their ranks."""


@dataclass(frozen=True)
class Standing:
    """A player's place on the ladder. The true skill lies above `ordinal` in all but one of some 700 cases."""

    name: str
    games: int
    mu: float
    sigma: float
    ordinal: float


@dataclass(frozen=True, kw_only=True)
class Standings(Statistic):
    """The ladder from the top, by ordinal: who is good and known to be."""

    games: int
    players: tuple[Standing, ...]


class Ladder:
    """Ratings by name. The same games with the same numbers give the same ladder, in whatever order they are added."""

    def __init__(self) -> None:
        self._ratings: dict[str, tuple[float, float]] = {}
        self._games: dict[str, int] = {}
        self._order: InOrder[Finished] = InOrder()

    @property
    def games(self) -> int:
        """Games that count: all with lower numbers have come, too."""
        return self._order.next

    def add(self, number: int, players: Sequence[str], ranks: Sequence[int]) -> None:
        """Take game `number` with its players' names and ranks by seat."""
        if len(players) != len(ranks) or not players:
            raise LudariumError(f"{len(players)} players with {len(ranks)} ranks: a game has one rank for each seat")
        for names, finished in self._order.add(number, (tuple(players), tuple(ranks))):
            self._update(names, finished)

    def _update(self, names: tuple[str, ...], ranks: tuple[int, ...]) -> None:
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        new = (model.mu, model.sigma)
        if len(set(names)) > 1:  # whoever plays itself learns nothing about itself
            teams = [[model.rating(*self._ratings.get(name, new))] for name in names]
            rated = [team[0] for team in model.rate(teams, ranks=list(ranks))]
            for name in dict.fromkeys(names):
                # On several seats a player has one rating all the same: the mean of what the seats would have given.
                own = [after for other, after in zip(names, rated, strict=True) if other == name]
                self._ratings[name] = fmean(after.mu for after in own), fmean(after.sigma for after in own)
        for name in dict.fromkeys(names):
            self._ratings.setdefault(name, new)
            self._games[name] = self._games.get(name, 0) + 1

    def standings(self) -> Standings:
        """The ladder as it stands."""
        rows = [
            Standing(name, self._games[name], mu, sigma, mu - 3 * sigma) for name, (mu, sigma) in self._ratings.items()
        ]
        rows.sort(key=lambda row: (-row.ordinal, row.name))
        warnings = [warning for row in rows for warning in few_games(row.name, row.games)]
        if self._order.waiting:
            warnings.append(
                f"{len(self._order.waiting)} finished games wait for game {self.games} and do not count yet"
            )
        return Standings(method=METHOD, warnings=tuple(warnings), games=self.games, players=tuple(rows))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, from which `from_dict` makes a ladder that goes on in the same way."""
        return {
            "next": self._order.next,
            "players": [
                {"name": name, "games": self._games[name], "mu": mu, "sigma": sigma}
                for name, (mu, sigma) in sorted(self._ratings.items())
            ],
            "waiting": [
                {"number": number, "players": list(names), "ranks": list(ranks)}
                for number, (names, ranks) in sorted(self._order.waiting.items())
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Ladder:
        ladder = cls()
        ladder._order = InOrder(data["next"])
        for row in data["players"]:
            ladder._ratings[row["name"]] = row["mu"], row["sigma"]
            ladder._games[row["name"]] = row["games"]
        for game in data["waiting"]:
            ladder.add(game["number"], game["players"], game["ranks"])
        return ladder
