"""Jostle's combination table, measured: what every basic strategy does alone and with each symbiont, with intervals.

A measure is a ratio of sums over games, such as fields advanced by turns played. Its interval comes from what each game
adds to it (the linearized ratio). All strategies play the games of the same seeds, so two of them are compared game by
game.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ludarium.arena.stats.statistics import SIGNIFICANT, Z_95, normal_tails, rate, score_interval
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.games.jostle.measures import (
    ADVANCE,
    CLUSTERS,
    FORWARD,
    FRONT,
    GIVEN,
    LATE,
    MOVES,
    OTHERS_ADVANCE,
    OUT_OF_TURN,
    OWN_TURNS,
    SPREAD,
    TAKEN,
    TURNS,
    Games,
    follow,
)
from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.games.jostle.strategies.elements import BASIC, LINGERING
from ludarium.games.jostle.strategies.grammar import ELEMENTS

RIVALS = "RANDOMIZER"
"""The fixed field: it prefers nothing, so that what differs between rows is the measured strategy's doing."""

GAMES = 3000
"""Games of each strategy, a third of them at each seat."""


# --- measures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measure:
    """A ratio of columns of the counts. Without columns below, it is a mean over games."""

    name: str
    words: str
    above: tuple[int, ...]
    below: tuple[int, ...] = ()
    minus: tuple[int, ...] = ()
    """Columns to be taken off those below."""

    def of(self, games: Games) -> tuple[float, Any]:
        """The ratio, and how much each game moves it: these have mean 0, and their variance is that of the ratio."""
        above = games.column(*self.above).astype(float)
        below = games.column(*self.below) - games.column(*self.minus) if self.below else np.ones(len(games))
        if not below.sum():
            return math.nan, np.full(len(games), math.nan)
        ratio = above.sum() / below.sum()
        return float(ratio), (above - ratio * below) / below.mean()


def _by_move(column: int) -> tuple[int, int]:
    return column, column + LATE


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("advance", "fields that its pieces come forward a turn", (ADVANCE,), (OWN_TURNS,)),
        Measure(
            "others", "fields that the others' pieces come forward a turn", (OTHERS_ADVANCE,), (TURNS,), (OWN_TURNS,)
        ),
        Measure("spread", "fields between its first and last piece", _by_move(SPREAD), _by_move(MOVES)),
        Measure("given", "others' pieces that it jostles a turn", (GIVEN,), (OWN_TURNS,)),
        Measure("taken", "pieces of it that others jostle a turn", (TAKEN,), (OWN_TURNS,)),
        Measure("turns", "turns of a game, all players together", (TURNS,)),
        Measure(
            "clusters",
            "share of its moves after which its pieces stand without an empty field between",
            _by_move(CLUSTERS),
            _by_move(MOVES),
        ),
        Measure("forward before", "fields forward a move, before an opponent is on a goal", (FORWARD,), (MOVES,)),
        Measure(
            "forward after", "fields forward a move, while an opponent is on a goal", (FORWARD + LATE,), (MOVES + LATE,)
        ),
        Measure(
            "front before", "fields of its foremost piece a move, before an opponent is on a goal", (FRONT,), (MOVES,)
        ),
        Measure(
            "front after",
            "fields of its foremost piece a move, while an opponent is on a goal",
            (FRONT + LATE,),
            (MOVES + LATE,),
        ),
        Measure(
            "spread after",
            "fields between its first and last piece, while an opponent is on a goal",
            (SPREAD + LATE,),
            (MOVES + LATE,),
        ),
        Measure(
            "out of turn",
            "share of its moves with a piece whose turn it is not, where each moves once before any moves again",
            _by_move(OUT_OF_TURN),
            _by_move(MOVES),
        ),
        Measure("out of turn before", "the same, before an opponent is on a goal", (OUT_OF_TURN,), (MOVES,)),
        Measure(
            "out of turn after", "the same, while an opponent is on a goal", (OUT_OF_TURN + LATE,), (MOVES + LATE,)
        ),
    )
}
SHOWN = ("advance", "others", "spread", "given", "taken", "turns")
"""The measures of the table, besides the rate of wins."""


@dataclass(frozen=True)
class Figure:
    """A measured value with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, float | None]:
        named = {"value": self.value, "low": self.low, "high": self.high}
        return {name: value if math.isfinite(value) else None for name, value in named.items()}


def win_rate(games: Games) -> Figure:
    """The share of games won, a shared win counted as half."""
    return Figure(rate(games.wins, games.ties, len(games)), *score_interval(games.wins, games.ties, len(games), z=Z_95))


def figure(games: Games, measure: str) -> Figure:
    """A measure with its interval."""
    value, moves = MEASURES[measure].of(games)
    reach = Z_95 * _error(moves)
    return Figure(value, value - reach, value + reach)


def _error(moves: Any) -> float:
    """The standard error of a ratio, or of a difference of two."""
    return float(np.std(moves, ddof=1)) / math.sqrt(len(moves)) if len(moves) > 1 else math.nan


# --- the table --------------------------------------------------------------------------------------------------------


def combined(symbiont: str, host: str) -> str:
    """A symbiont with a host; `Lingering` goes over to ADVANCER, as in the source's table."""
    return ELEMENTS.text((symbiont, host))


COMBINATIONS = tuple(map(ELEMENTS.text, ELEMENTS.simple))
"""Every basic strategy alone, then with each symbiont."""


def measured(
    game: Game, strategy: str, *, rivals: str = RIVALS, games: int = GAMES, seed: int = 0, order: str = "key"
) -> Games:
    """The games of `ludarium match jostle STRATEGY RIVALS RIVALS` with this seed, followed move by move."""
    seeds = [derive(seed, "match", number) for number in range(games)]
    return follow(game, Strategy.read(strategy), Strategy.read(rivals), seeds, order)


# --- comparisons ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """A measure of a strategy."""

    strategy: str
    measure: str


@dataclass(frozen=True)
class Comparison:
    """That one side is more than each of some others, as the source says in words."""

    where: str
    what: str
    more: Side
    less: tuple[Side, ...]

    @property
    def strategies(self) -> set[str]:
        return {side.strategy for side in (self.more, *self.less)}


@dataclass(frozen=True)
class Judgement:
    """What the games say about a comparison. Without significance they say neither yes nor no."""

    comparison: Comparison
    answer: Literal["yes", "no", "not shown"]
    more: float
    less: tuple[float, ...]
    p: float
    """For the side that stands most against the claim, corrected for the number of claims."""

    def __str__(self) -> str:
        side, others = self.comparison.more, self.comparison.less
        level = "p < 0.0001" if self.p < 0.0001 else f"p = {self.p:.4f}"
        if all(other.strategy == side.strategy for other in others):
            names, about = [one.measure for one in (side, *others)], side.strategy
        else:
            names, about = [one.strategy for one in (side, *others)], side.measure
        first, *rest = (f"{name} {value:.3f}" for name, value in zip(names, (self.more, *self.less), strict=True))
        return f"{about}: {first} against {', '.join(rest)} ({level})"


def judge(comparison: Comparison, played: Mapping[str, Games], claims: int) -> Judgement:
    """Yes when the side is significantly more than each other one, no when it is significantly less than some.

    Two-sided paired tests by game, normal; corrected for so many claims by Bonferroni. To be more than each of several
    is shown when the least certain of the tests shows it.
    """
    more, own = MEASURES[comparison.more.measure].of(played[comparison.more.strategy])
    found = [MEASURES[side.measure].of(played[side.strategy]) for side in comparison.less]
    scores = [_score(more - value, own - moves) for value, moves in found]
    worst = min(scores)
    p = min(1.0, claims * normal_tails(worst))
    answer: Literal["yes", "no", "not shown"] = "not shown"
    if p < SIGNIFICANT:
        answer = "yes" if worst > 0 else "no"
    return Judgement(comparison, answer, more, tuple(value for value, _ in found), p)


def _score(difference: float, moves: Any) -> float:
    """How many standard errors a difference is from 0; nothing is shown where there is no difference or no error."""
    error = _error(moves)
    return difference / error if error > 0 else 0.0


def _fastest() -> Comparison:
    others = tuple(Side(name, "advance") for name in BASIC if name != "ADVANCER")
    return Comparison("Basic strategies", "ADVANCER advances fastest", Side("ADVANCER", "advance"), others)


def _than_host(where: str, what: str, symbiont: str, host: str, measure: str, *, less: bool = False) -> Comparison:
    """That a symbiont makes its host do more, or less, of something."""
    sides = Side(combined(symbiont, host), measure), Side(host, measure)
    more, other = reversed(sides) if less else sides
    return Comparison(where, what, more, (other,))


_BASIC, _OBSERVING, _AGGRESSIVE, _LINGERING = (
    "Basic strategies",
    "Figure 3.8, Observing",
    "Figure 3.8, Aggressive",
    "Figure 3.8, Lingering",
)
_LINGERING_PALS = combined(LINGERING, "PALS")

COMPARISONS: Sequence[Comparison] = (
    _fastest(),
    Comparison(
        _BASIC,
        "EQUALIZER advances more slowly than ADVANCER",
        Side("ADVANCER", "advance"),
        (Side("EQUALIZER", "advance"),),
    ),
    Comparison(_BASIC, "EQUALIZER advances faster than PALS", Side("EQUALIZER", "advance"), (Side("PALS", "advance"),)),
    Comparison(
        _BASIC,
        "EQUALIZER's pieces stay closer together than ADVANCER's",
        Side("ADVANCER", "spread"),
        (Side("EQUALIZER", "spread"),),
    ),
    *(
        Comparison(_BASIC, f"PALS keeps a tighter cluster than {name}", Side(name, "spread"), (Side("PALS", "spread"),))
        for name in BASIC
        if name != "PALS"
    ),
    _than_host(_OBSERVING, "Observing ADVANCER advances faster than ADVANCER", "Observing", "ADVANCER", "advance"),
    _than_host(
        _OBSERVING, "Observing PALS keeps a tighter cluster than PALS", "Observing", "PALS", "spread", less=True
    ),
    _than_host(_OBSERVING, "Observing PALS stands in a cluster more often than PALS", "Observing", "PALS", "clusters"),
    *(
        _than_host(_AGGRESSIVE, f"Aggressive {host} gives more jostles than {host}", "Aggressive", host, "given")
        for host in BASIC
    ),
    _than_host(
        _AGGRESSIVE,
        "Aggressive ADVANCER advances more slowly than ADVANCER",
        "Aggressive",
        "ADVANCER",
        "advance",
        less=True,
    ),
    _than_host(_AGGRESSIVE, "Aggressive PALS advances faster than PALS", "Aggressive", "PALS", "advance"),
    _than_host(_AGGRESSIVE, "Aggressive PALS breaks clusters: it is spread wider", "Aggressive", "PALS", "spread"),
    *(
        _than_host(
            _AGGRESSIVE,
            f"Aggressive {host} hinders others: they advance more slowly than against {host}",
            "Aggressive",
            host,
            "others",
            less=True,
        )
        for host in ("ADVANCER", "PALS", "EQUALIZER")
    ),
    _than_host(
        _AGGRESSIVE,
        "Aggressive EQUALIZER breaks the order in which pieces are moved",
        "Aggressive",
        "EQUALIZER",
        "out of turn",
    ),
    Comparison(
        _LINGERING,
        "Lingering RANDOMIZER straightens: its foremost piece comes forward more than RANDOMIZER's "
        "once an opponent is on a goal",
        Side(combined(LINGERING, "RANDOMIZER"), "front after"),
        (Side("RANDOMIZER", "front after"),),
    ),
    Comparison(
        _LINGERING,
        "Lingering EQUALIZER breaks the order once an opponent is on a goal",
        Side(combined(LINGERING, "EQUALIZER"), "out of turn after"),
        (Side(combined(LINGERING, "EQUALIZER"), "out of turn before"),),
    ),
    Comparison(
        _LINGERING,
        "Lingering PALS advances faster than PALS once an opponent is on a goal",
        Side(_LINGERING_PALS, "forward after"),
        (Side("PALS", "forward after"),),
    ),
    Comparison(
        _LINGERING,
        "Lingering PALS: the foremost piece speeds up once an opponent is on a goal",
        Side(_LINGERING_PALS, "front after"),
        (Side(_LINGERING_PALS, "front before"),),
    ),
    Comparison(
        _LINGERING,
        "Lingering PALS: all pieces together speed up once an opponent is on a goal",
        Side(_LINGERING_PALS, "forward after"),
        (Side(_LINGERING_PALS, "forward before"),),
    ),
    Comparison(
        _LINGERING,
        "Lingering PALS breaks clusters then: it is spread wider than PALS",
        Side(_LINGERING_PALS, "spread after"),
        (Side("PALS", "spread after"),),
    ),
)
"""What the source says in words about its strategies, as far as games can show it."""
