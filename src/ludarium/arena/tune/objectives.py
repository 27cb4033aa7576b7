"""What a game can be tuned for. Every objective is a figure of finished games from 0 to 1, the higher the better."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.stats.matchups import matchups
from ludarium.arena.stats.results import Ranks, Results
from ludarium.arena.stats.statistics import mean_interval, rate
from ludarium.engine.errors import BadParameter, LudariumError, UnknownName

RESAMPLES = 300
"""How often games are drawn again for an interval: its ends then vary by a tenth of its width."""

VIRTUAL = 0.5
"""Games that are added for each way to end, so that a figure of 0 or 1 does not look certain."""

INTERVAL_METHOD = (
    f"95 % percentile bootstrap: {RESAMPLES} times as many games drawn from those of each line-up, steadied by half a "
    "virtual game for each winner and for a tie, and as many from all lengths"
)


@dataclass(frozen=True)
class Games:
    """The finished games of one setting, as counts: how they ended, and how long they were."""

    results: Results
    lengths: Counter[int]


@dataclass(frozen=True)
class Kind:
    """One kind of objective, with its figure as a function of the games and the target (0 where there is none)."""

    name: str
    meaning: str
    figure: Callable[[Games, float], float]
    needs_target: bool = False
    least_seats: int = 2
    least_players: int = 1


@dataclass(frozen=True)
class Objective:
    """An objective as asked for: its kind, its target if it has one, and its weight among the others."""

    kind: Kind
    target: float = 0.0
    weight: float = 1.0

    @property
    def name(self) -> str:
        """`balance`, or `length=40`."""
        return f"{self.kind.name}={self.target:g}" if self.kind.needs_target else self.kind.name

    @property
    def text(self) -> str:
        """As it is written on a command line: `balance:2`."""
        return self.name if self.weight == 1 else f"{self.name}:{self.weight:g}"

    def figure(self, games: Games) -> float:
        return self.kind.figure(games, self.target)


# --- the figures ------------------------------------------------------------------------------------------------------


def seat_rates(results: Results) -> list[float]:
    """Each seat's rate, whoever sat there: a game won alone counts 1, one that several won counts a half."""
    wins, ties = [0] * results.seats, [0] * results.seats
    for _, ranks, count in results.endings():
        counted = ties if ranks.count(1) > 1 else wins
        for seat, rank in enumerate(ranks):
            if rank == 1:
                counted[seat] += count
    return [rate(won, tied, results.games) for won, tied in zip(wins, ties, strict=True)]


def _balance(games: Games, target: float) -> float:
    rates = seat_rates(games.results)
    return 1 - (max(rates) - min(rates))


def _first_seat(games: Games, target: float) -> float:
    first, *others = seat_rates(games.results)
    return 1 - abs(first - math.fsum(others) / len(others))


def decided(results: Results) -> float:
    """The share of games that one seat won alone."""
    return sum(count for _, ranks, count in results.endings() if ranks.count(1) == 1) / results.games


def _decisive(games: Games, target: float) -> float:
    return decided(games.results)


def _ring(games: Games, target: float) -> float:
    matrix = matchups(games.results, most=1)
    contested = 0
    for player in range(len(games.results.players)):
        own = [other for other in matrix.rates[player] if other is not None]
        contested += bool(own) and max(own) > 0.5 > min(own)
    return matrix.ringness * contested / len(games.results.players)


def mean_length(lengths: Counter[int]) -> float:
    return sum(length * count for length, count in lengths.items()) / lengths.total()


def _length(games: Games, target: float) -> float:
    return max(0.0, 1 - abs(mean_length(games.lengths) - target) / target)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("balance", "1 − the largest difference of two seats' rates", _balance),
        Kind("first-seat", "1 − the difference of the first seat's rate from the others' mean", _first_seat),
        Kind("decisive", "the share of games that one seat wins alone", _decisive),
        Kind(
            "ring",
            "the ring share of the matchup matrix × the share of players with a favourable and an unfavourable pair",
            _ring,
            least_players=3,
        ),
        Kind("length", "1 − the mean length's distance from N, as a share of N", _length, True, least_seats=1),
    )
}


# --- reading and checking ---------------------------------------------------------------------------------------------


def read_objectives(texts: Sequence[str]) -> tuple[Objective, ...]:
    """`["balance:2", "length=40"]`: names with a target where one is needed, and a weight after a colon."""
    found = tuple(_read(text) for text in texts)
    names = [objective.kind.name for objective in found]
    for name in names:
        if names.count(name) > 1:
            raise BadParameter(f"the objective {name} is given twice: give it once, with its weight as {name}:2")
    return found


def _read(text: str) -> Objective:
    body, colon, weight = text.strip().partition(":")
    name, equals, target = body.partition("=")
    kind = KINDS.get(name.strip())
    if kind is None:
        raise UnknownName("objective", name.strip(), KINDS, hint=f"there are {', '.join(KINDS)}")
    if kind.needs_target != bool(equals):
        wanted = f"{name}=N, such as {name}=40" if kind.needs_target else f"{name} alone: it has no target"
        raise BadParameter(f"objective '{text}': expected {wanted}")
    return Objective(
        kind,
        _positive(text, target, "target") if equals else 0.0,
        _positive(text, weight, "weight") if colon else 1.0,
    )


def _positive(text: str, number: str, what: str) -> float:
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise BadParameter(f"objective '{text}': expected a number above 0 as its {what}, got '{number}'")
    return value


def usual_objectives(seats: int, players: int) -> tuple[Objective, ...]:
    """What a game is tuned for if nothing is said: fair, decided games, and a ring where players can form one."""
    wanted = [KINDS[name] for name in ("balance", "decisive", "ring")]
    return tuple(Objective(kind) for kind in wanted if seats >= kind.least_seats and players >= kind.least_players)


def check_objectives(objectives: Sequence[Objective], seats: int, players: int) -> None:
    """Refuse objectives that this table says nothing about."""
    if not objectives:
        raise LudariumError(
            "nothing to tune for: in a game of one seat give the objective length=N", remedy="objective"
        )
    for objective in objectives:
        kind = objective.kind
        if seats < kind.least_seats:
            raise LudariumError(f"the objective {kind.name} compares seats, and this game has one: choose length=N")
        if players < kind.least_players:
            raise LudariumError(
                f"the objective {kind.name} needs at least {kind.least_players} players, got {players}: add some"
            )


# --- the score --------------------------------------------------------------------------------------------------------


def score_of(objectives: Sequence[Objective], figures: Sequence[float]) -> float:
    """The weighted mean of the objectives' figures."""
    total = math.fsum(objective.weight for objective in objectives)
    return math.fsum(o.weight * figure for o, figure in zip(objectives, figures, strict=True)) / total


def formula(objectives: Sequence[Objective]) -> str:
    """The score in words: `(2 × balance + ring) / 3`."""
    if len(objectives) == 1:
        return objectives[0].name
    parts = [o.name if o.weight == 1 else f"{o.weight:g} × {o.name}" for o in objectives]
    return f"({' + '.join(parts)}) / {math.fsum(o.weight for o in objectives):g}"


def intervals(objectives: Sequence[Objective], games: Games, seed: int) -> list[tuple[float, float]]:
    """The 95 % intervals of the objectives' figures, and last of their score; see `INTERVAL_METHOD`.

    A figure that lies at the end of what is possible may be outside of what is drawn again: the interval is then
    extended to it.
    """
    generator = np.random.default_rng(seed)
    drawn = []
    for _ in range(RESAMPLES):
        again = _drawn_again(games, generator)
        figures = [objective.figure(again) for objective in objectives]
        drawn.append([*figures, score_of(objectives, figures)])
    own = [objective.figure(games) for objective in objectives]
    own.append(score_of(objectives, own))
    lows, highs = np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    return [
        (min(float(low), figure), max(float(high), figure)) for low, high, figure in zip(lows, highs, own, strict=True)
    ]


def _drawn_again(games: Games, generator: np.random.Generator) -> Games:
    by_line_up: dict[LineUp, dict[Ranks, float]] = {}
    for line_up, ranks, count in games.results.endings():
        by_line_up.setdefault(line_up, {})[ranks] = count
    drawn = Results(games.results.players)
    for line_up, counts in by_line_up.items():
        # What never happened may still happen: half a game in all for each winner, and for a tie.
        for ranks in _ways_to_end(len(line_up)):
            counts[ranks] = counts.get(ranks, 0) + VIRTUAL / len(by_line_up)
        whole = sum(count for line, _, count in games.results.endings() if line == line_up)
        for ranks, count in zip(counts, _redraw(whole, list(counts.values()), generator), strict=True):
            drawn.add(line_up, ranks, count)
    lengths = sorted(games.lengths.items())
    again = _redraw(games.lengths.total(), [count for _, count in lengths], generator)
    return Games(drawn, Counter({length: count for (length, _), count in zip(lengths, again, strict=True) if count}))


def _ways_to_end(seats: int) -> list[Ranks]:
    """Each seat wins alone, or all tie."""
    alone = [tuple(1 if seat == winner else 2 for seat in range(seats)) for winner in range(seats)]
    return [*alone, (1,) * seats] if seats > 1 else alone


def _redraw(number: int, weights: Sequence[float], generator: np.random.Generator) -> list[int]:
    return [int(count) for count in generator.multinomial(number, np.array(weights) / math.fsum(weights))]


def mean_length_sample(lengths: Counter[int]) -> tuple[float, float, float]:
    """The mean length with its normal 95 % interval."""
    return mean_interval(sorted(lengths.elements()))
