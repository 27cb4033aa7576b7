"""Playing until it is clear enough: until intervals are narrow, or until one of two hypotheses has won.

A rule looks at complete prefixes of the games 0 … n − 1 only, and only at checkpoints that depend on n alone. When a
run stops and what it counts are therefore the same at any number of workers; games beyond the prefix do not count.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludarium.arena.plan.prefix import InOrder
from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.stats.matchups import pair_sample
from ludarium.arena.stats.outcomes import rates
from ludarium.arena.stats.results import INTERVAL_METHOD, Ranks, Results, Sample
from ludarium.arena.stats.statistics import Statistic, outcome_chances
from ludarium.engine.errors import BadParameter, LudariumError

LEAST = 100
"""No rule looks before so many games: early intervals are too rough to act on."""

GROWTH = 1.05
"""Each checkpoint of a width has this many times the games of the one before."""


@dataclass(frozen=True, kw_only=True)
class Verdict(Statistic):
    """What a rule says after `games` games: whether to stop, why, and the figures it went by."""

    games: int
    stop: bool
    decision: str
    reason: str
    figures: dict[str, Any]


class Rule(Protocol):
    """When to stop."""

    def checkpoints(self, round_length: int) -> Iterator[int]:
        """The numbers of games after which to look, rising for ever; whole rounds, so that seats are balanced."""

    def verdict(self, results: Results) -> Verdict:
        """What the games so far say."""

    def check(self, plan: Plan) -> None:
        """Refuse a plan about which the rule would never decide, or decide about something else."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, from which `rule_from` makes an equal rule. Equal rules give equal values."""


def rule_from(data: Mapping[str, Any] | None) -> Rule | None:
    """The rule that a stored plan has beside its games: `{"until_width": 0.02}` or `{"sprt": [0, 20], "alpha": …}`."""
    if not data:
        return None
    try:
        if "until_width" in data:
            return until_width(data["until_width"], data.get("players"))
        elo_0, elo_1 = data["sprt"]
        players = tuple(data.get("players", (0, 1)))
        return Sprt.of_elo(elo_0, elo_1, alpha=data["alpha"], beta=data["beta"], players=players)
    except (LookupError, TypeError, ValueError) as error:
        raise LudariumError(f"{dict(data)} is no rule of stopping: it was written by another version") from error


def _check_meetings(plan: Plan) -> None:
    if len(plan.sweep) > 1:
        raise LudariumError(
            "a rule of stopping needs games under one setting: run one tournament for each of the sweep"
        )
    if plan.seats == 1:
        raise LudariumError("a rule of stopping needs players that meet: this game has one seat")
    if plan.schedule == "self-play":
        raise LudariumError("a rule of stopping needs players that meet, and in self-play nobody does")


def until_width(width: float, players: Sequence[int] | None = None) -> UntilWidth:
    """Stop once the 95 % intervals of the rates of these players (all, if not said) are no wider than `width`."""
    return UntilWidth(width, None if players is None else tuple(players))


@dataclass(frozen=True)
class UntilWidth:
    """Stop once intervals are narrow enough. `width` is that of the whole interval: 0.02 for ± 1 %."""

    width: float
    players: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if not 0 < self.width < 1:
            raise BadParameter(f"a width of {self.width:g} cannot be: choose one between 0 and 1 (2 % is 0.02)")

    def checkpoints(self, round_length: int) -> Iterator[int]:
        rounds = math.ceil(LEAST / round_length)
        while True:
            yield rounds * round_length
            rounds = max(rounds + 1, math.floor(rounds * GROWTH))

    def verdict(self, results: Results) -> Verdict:
        found = rates(results)
        chosen = list(found) if self.players is None else list(self.players)
        widths = {player: _width(found[player]) for player in chosen if player in found}
        widest = max(widths, key=lambda player: widths[player], default=None)
        missing = [player for player in chosen if player not in found]
        stop = widest is not None and not missing and widths[widest] <= self.width
        if widest is None or missing:
            reason = "not all have played yet"
        else:
            reason = f"{results.players[widest]}: {widths[widest]:.2%} wide, {self.width:.2%} allowed"
        return Verdict(
            method=f"until every interval is at most {self.width:g} wide; {INTERVAL_METHOD}",
            games=results.games,
            stop=stop,
            decision="narrow enough" if stop else "go on",
            reason=reason,
            figures={"width": self.width, "widest": None if widest is None else widths[widest]},
        )

    def check(self, plan: Plan) -> None:
        _check_meetings(plan)

    def to_dict(self) -> dict[str, Any]:
        return {"until_width": float(self.width)} | ({} if self.players is None else {"players": list(self.players)})


def _width(sample: Sample) -> float:
    low, high = sample.interval
    return high - low


def score_of_elo(elo: float) -> float:
    """The expected score of a player who is so many Elo points stronger than its opponent."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """The other way round."""
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: is the first player's expected score against the second this or that?

    `alpha` is the accepted chance of deciding for `score_1` when `score_0` is true, `beta` of the opposite. A score in
    between may be decided either way.
    """

    score_0: float
    score_1: float
    alpha: float = 0.05
    beta: float = 0.05
    players: tuple[int, int] = (0, 1)
    elo: tuple[float, float] | None = field(default=None, compare=False)
    """What it was made of, if of differences in Elo points: they cannot be had back from scores to the last digit."""

    @classmethod
    def of_elo(cls, elo_0: float, elo_1: float, **options: Any) -> Sprt:
        """The same with the first player's advantage in Elo points."""
        if not elo_0 < elo_1:
            raise BadParameter(f"Elo differences {elo_0:g} and {elo_1:g}: the lower comes first, such as 0 and 20")
        return cls(score_of_elo(elo_0), score_of_elo(elo_1), elo=(float(elo_0), float(elo_1)), **options)

    def __post_init__(self) -> None:
        if not 0 < self.score_0 < self.score_1 < 1:
            raise BadParameter(
                f"expected scores {self.score_0:g} and {self.score_1:g}: both lie between 0 and 1, the lower first"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadParameter(f"error rates {self.alpha:g} and {self.beta:g}: choose both between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: below the lower `score_0` is accepted, above the upper `score_1`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def checkpoints(self, round_length: int) -> Iterator[int]:
        games = 0
        while True:
            games += round_length
            yield games

    def log_ratio(self, wins: int, ties: int, losses: int) -> float:
        """The generalised log-likelihood ratio of win, tie and loss.

        How often games are tied is not part of either hypothesis: under both, the chances of the three outcomes are the
        most likely ones with the expected score in question.
        """
        games = wins + ties + losses
        if games == 0:
            return 0.0
        under_0 = outcome_chances(wins, losses, games, 2 * self.score_0 - 1)
        under_1 = outcome_chances(wins, losses, games, 2 * self.score_1 - 1)
        return math.fsum(
            count * math.log(one / zero)
            for count, zero, one in zip((wins, ties, losses), under_0, under_1, strict=True)
            if count
        )

    def verdict(self, results: Results) -> Verdict:
        sample = pair_sample(results, *self.players)
        ratio = self.log_ratio(sample.wins, sample.ties, sample.losses)
        lower, upper = self.bounds
        name, other = (results.players[player] for player in self.players)
        if ratio >= upper:
            decision, reason = "score_1", f"{name} scores {self.score_1:.3g} against {other} or more"
        elif ratio <= lower:
            decision, reason = "score_0", f"{name} scores {self.score_0:.3g} against {other} or less"
        else:
            decision, reason = "go on", f"log-likelihood ratio {ratio:.2f} between {lower:.2f} and {upper:.2f}"
        stop = decision != "go on"
        return Verdict(
            method=(
                f"generalised SPRT on win, tie and loss (trinomial), expected score {self.score_0:g} against "
                f"{self.score_1:g}, α = {self.alpha:g}, β = {self.beta:g}, Wald's bounds"
            ),
            warnings=(BIAS,) if stop else (),
            games=results.games,
            stop=stop,
            decision=decision,
            reason=reason,
            figures={
                "wins": sample.wins,
                "ties": sample.ties,
                "losses": sample.losses,
                "log_ratio": ratio,
                "lower": lower,
                "upper": upper,
                "score_0": self.score_0,
                "score_1": self.score_1,
                "alpha": self.alpha,
                "beta": self.beta,
            },
        )

    def check(self, plan: Plan) -> None:
        _check_meetings(plan)
        if len(plan.players) != 2:
            raise LudariumError(
                f"a sequential probability ratio test decides between two players, got {len(plan.players)}"
            )

    def to_dict(self) -> dict[str, Any]:
        elo = self.elo or (elo_of_score(self.score_0), elo_of_score(self.score_1))
        who = {} if self.players == (0, 1) else {"players": list(self.players)}
        return {"sprt": list(elo), "alpha": float(self.alpha), "beta": float(self.beta), **who}


BIAS = (
    "the games ended because of their result: rates and strengths from them lean away from the middle, and their "
    "intervals are too narrow; the decision holds, and a fixed number of new games gives a fair estimate"
)


class Watch:
    """Feeds finished games to a rule in the order of their numbers and remembers when it said stop."""

    def __init__(self, rule: Rule, players: Sequence[str], round_length: int) -> None:
        self.results = Results(players)
        """The games that count: all of a complete prefix, up to where the rule said stop."""
        self.verdict: Verdict | None = None
        """What the rule said last."""
        self._rule = rule
        self._order: InOrder[tuple[LineUp, Ranks]] = InOrder()
        self._checkpoints = rule.checkpoints(round_length)
        self._look = next(self._checkpoints)

    @property
    def stopped(self) -> bool:
        return self.verdict is not None and self.verdict.stop

    @property
    def expected(self) -> int | None:
        """How many games it may take altogether, where that can be guessed."""
        figures = self.verdict.figures if self.verdict is not None else {}
        widest, width = figures.get("widest"), figures.get("width")
        # An interval is half as wide after four times the games.
        return int(self.results.games * (widest / width) ** 2) if widest and width else None

    def add(self, number: int, line_up: Sequence[int], ranks: Sequence[int]) -> bool:
        """Take game `number`; returns whether to stop. Games that come after that do not count."""
        if self.stopped:
            return True
        for players, finished in self._order.add(number, (tuple(line_up), tuple(ranks))):
            self.results.add(players, finished)
            if self.results.games == self._look:
                self.verdict = self._rule.verdict(self.results)
                if self.verdict.stop:
                    return True
                self._look = next(self._checkpoints)
        return False
