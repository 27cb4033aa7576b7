"""Everything that decides what a run finds; the number of workers does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from ludarium.design.methods import METHODS, Method
from ludarium.design.quality import DEFAULT_AXES, the_axes
from ludarium.design.ratings import NO_RATINGS, Ratings
from ludarium.design.selfplay import PLAYERS
from ludarium.design.space import the_space
from ludarium.engine.errors import LudariumError, UnknownName
from ludarium.games.rulesets.ruleset import RuleSet

BUDGET = 40
"""Iterations a decision. The smallest round number that beats random play in at least 95 of 100 games of reversi 8×8;
`docs/design.md` has the measurement."""
CHILDREN, GAMES = 500, 100
RISK = 0.001
"""Candidates that are less likely to get in than this are stopped."""


@dataclass(frozen=True)
class Settings:
    """One run. `children` are the candidates beside the traditional games; `solve` is how many positions the solver may
    search to prove a game before it is played, 0 for not at all; `player` and `budget` say who plays the games; `early`
    stops games of candidates that cannot get in any more, or are less likely to than `risk`; `sensible` tries no game
    in which the static analysis finds something senseless; `axes` are those of the map; `ratings` are
    what people say of games, as part of the fitness."""

    method: str = "ga"
    space: str = "source"
    seed: int = 0
    children: int = CHILDREN
    games: int = GAMES
    player: str = "mcts"
    budget: int = BUDGET
    early: bool = True
    risk: float = RISK
    solve: int = 0
    sensible: bool = False
    axes: tuple[str, ...] = DEFAULT_AXES
    ratings: Ratings = NO_RATINGS

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise UnknownName("method", self.method, METHODS, hint=f"there are {', '.join(METHODS)}")
        the_space(self.space)
        if self.player not in PLAYERS:
            raise UnknownName("player of candidates", self.player, PLAYERS, hint=f"there are {', '.join(PLAYERS)}")
        if not 0 <= self.risk < 1:
            raise LudariumError(f"risk {self.risk}: expected a chance from 0 to less than 1, such as 0.001")
        if len(self.axes) != 2 or self.axes[0] == self.axes[1]:
            raise LudariumError(f"axes {','.join(self.axes)}: a map has two different ones, such as length,branching")
        the_axes(self.axes)
        for rating in self.ratings.given:
            if not the_space(self.space).holds(RuleSet.read(rating.game)):
                raise LudariumError(
                    f"people have rated {rating.game}, which is no game of the space {self.space}: leave it out, or "
                    "search another space"
                )
        for name, least in (("children", 1), ("games", 1), ("budget", 1), ("solve", 0)):
            if getattr(self, name) < least:
                raise LudariumError(f"{name} {getattr(self, name)}: expected {least} or more")

    def start(self) -> Method:
        """The method, with nothing tried yet."""
        return METHODS[self.method](
            the_space(self.space),
            self.seed,
            self.games,
            early=self.early,
            sensible=self.sensible,
            ratings=self.ratings,
        )

    def to_dict(self) -> dict[str, Any]:
        shown = {**asdict(self), "axes": list(self.axes), "ratings": self.ratings.to_dict()}
        if not self.ratings.given:
            del shown["ratings"]  # as runs were stored before there were any
        return shown

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Settings:
        known = {field.name for field in fields(cls)}
        unknown = set(data) - known
        if unknown:
            raise LudariumError(f"settings '{', '.join(sorted(unknown))}' are not known to this version")
        ratings = Ratings.from_dict(data["ratings"]) if "ratings" in data else NO_RATINGS
        return cls(**{**data, "axes": tuple(data.get("axes", DEFAULT_AXES)), "ratings": ratings})
