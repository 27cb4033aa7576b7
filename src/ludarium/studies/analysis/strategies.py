"""Strategies: how often they pass for people, beside how often people do; how much fun and challenge they are; and
their ranking.

"Can't tell" is counted but decides nothing: shares and d′ are of the judgements that say human or artificial.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ludarium.arena.stats.statistics import SIGNIFICANT, Z_95, Statistic, holm, normal_tails
from ludarium.engine.errors import NotSuited, UnknownName
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.studies.analysis import clustered
from ludarium.studies.analysis.clustered import Estimate
from ludarium.studies.analysis.judges import ALPHA, Judges, smoothed
from ludarium.studies.analysis.mixed import PRIOR, LogisticMixed
from ludarium.studies.data import PERSON, Judgement, StudyData

FEW = 10
"""Fewer judgements of a strategy are remarked upon."""
LISTED = 5
"""More such strategies are counted, not named."""
MODEL_JUDGES, MODEL_JUDGEMENTS = 10, 60
"""From so many on a mixed model is fitted."""

Seats = Mapping[tuple[str, int], str]
"""Who sat where: by table and seat, a player's text or `person`."""


@dataclass(frozen=True)
class Point:
    """A strategy in the space of (detection, fun, challenge), each 0 to 1 and exponentially smoothed over time.

    `course` has the detection after each judgement, the oldest first."""

    detection: float | None
    fun: float | None
    challenge: float | None
    ratings: tuple[int, int]
    """How many answers fun and challenge rest on."""
    course: tuple[float, ...]


@dataclass(frozen=True)
class Strategy:
    """One strategy, or the people, under the name `person`."""

    strategy: str
    judgements: int
    unknown: int
    human: Estimate | None
    """The share judged human, of those decided."""
    lead: Estimate | None
    """That share minus the people's."""
    p_holm: float | None
    """Of the lead, corrected for the number of strategies."""
    passes: bool
    """Whether it cannot be told from the people: the share is not significantly below theirs."""
    d_prime: Estimate | None
    """How well it is told from people by those who say of each opponent what it is."""
    forced: Estimate | None
    """The same from pairs of a strategy and a person that one judge met at one table."""
    pairs: int
    """How many such pairs."""
    weighted: float | None
    """The share judged human, each judge counted by their weight on the strategy."""
    point: Point


@dataclass(frozen=True)
class Pair:
    """Two strategies' shares judged human: the first minus the second."""

    first: str
    second: str
    lead: Estimate
    p_holm: float

    @property
    def significant(self) -> bool:
        return self.p_holm <= SIGNIFICANT


@dataclass(frozen=True)
class Effect:
    """A strategy's log odds of being judged human, relative to people, from the mixed model."""

    strategy: str
    value: float
    low: float
    high: float
    p: float


@dataclass(frozen=True, kw_only=True)
class MixedModel(Statistic):
    """Whether somebody is judged human, by strategy, with judges and tables as random effects."""

    baseline: str
    effects: tuple[Effect, ...]
    judge_deviation: float
    table_deviation: float


@dataclass(frozen=True, kw_only=True, repr=False)
class Strategies(Statistic, Tabular):
    """All strategies, the most human first; the people's own line is `people`."""

    strategies: tuple[Strategy, ...]
    people: Strategy | None
    pairs: tuple[Pair, ...]
    model: MixedModel | None
    alpha: float

    @property
    def ranking(self) -> tuple[str, ...]:
        return tuple(row.strategy for row in self.strategies)

    def __getitem__(self, strategy: str) -> Strategy:
        for row in self.everybody:
            if row.strategy == strategy:
                return row
        raise UnknownName("strategy", strategy, [row.strategy for row in self.everybody])

    @property
    def everybody(self) -> tuple[Strategy, ...]:
        """The strategies and, at the end, the people."""
        return (*self.strategies, self.people) if self.people else self.strategies

    def tables(self) -> list[DataTable]:
        rows = [(place, *_cells(row)) for place, row in enumerate(self.strategies, start=1)]
        if self.people:
            rows.append((None, *_cells(self.people)))
        pairs = [
            (pair.first, pair.second, *_ends(pair.lead), pair.lead.p, pair.p_holm, pair.significant)
            for pair in self.pairs
        ]
        effects = [tuple(vars(effect).values()) for effect in self.model.effects] if self.model else []
        return [
            DataTable("strategies", "one row a strategy, the most human first", _COLUMNS, rows),
            DataTable("pairs", "one row a pair of strategies", _PAIR_COLUMNS, pairs),
            DataTable("effects", "one row a strategy of the mixed model", _EFFECT_COLUMNS, effects),
        ]

    def __repr__(self) -> str:
        lines = [
            f"  {row.strategy}: {100 * row.human.value:.1f} % judged human "
            f"({100 * row.human.low:.1f} to {100 * row.human.high:.1f} %)"
            for row in self.everybody
            if row.human
        ]
        return "\n".join([f"{len(self.strategies)} strategies", *lines])


def _ends(estimate: Estimate | None) -> tuple[float | None, float | None, float | None]:
    """Value and finite ends: none where the interval has no end."""
    if estimate is None:
        return None, None, None
    low, high = (end if math.isfinite(end) else None for end in (estimate.low, estimate.high))
    return estimate.value, low, high


def _cells(row: Strategy) -> tuple[object, ...]:
    return (
        *(row.strategy, row.judgements, row.unknown, *_ends(row.human), *_ends(row.lead)),
        *(row.lead.p if row.lead else None, row.p_holm, row.passes, *_ends(row.d_prime), *_ends(row.forced)),
        *(row.pairs, row.weighted, row.point.detection, row.point.fun, row.point.challenge, *row.point.ratings),
    )


def _interval(name: str, meaning: str) -> tuple[Column, Column, Column]:
    return (
        Column(name, "number", meaning),
        Column(f"{name}_low", "number", "lower end of its 95 % interval"),
        Column(f"{name}_high", "number", "upper end of it"),
    )


_COLUMNS = (
    Column("rank", "whole", "place by the share judged human; empty for people"),
    Column("strategy", "text", "the player's text, or person"),
    Column("judgements", "whole", "judgements of it"),
    Column("unknown", "whole", "how often judges could not tell"),
    *_interval("human", "share judged human, of those decided"),
    *_interval("lead", "that share minus the people's"),
    Column("p", "number", "p value of no difference from the people"),
    Column("p_holm", "number", "the same, corrected for the number of strategies"),
    Column("passes", "truth", "whether its share is not significantly below the people's"),
    *_interval("d_prime", "how well it is told from people, yes or no"),
    *_interval("forced", "how well it is told from a person at the same table"),
    Column("pairs", "whole", "pairs of strategy and person that one judge met at one table"),
    Column("weighted", "number", "share judged human, judges counted by their weight"),
    Column("detection", "number", "share judged artificial, smoothed over time"),
    Column("fun", "number", "fun, 0 to 1, smoothed over time"),
    Column("challenge", "number", "challenge, 0 to 1, smoothed over time"),
    Column("fun_answers", "whole", "answers that fun rests on"),
    Column("challenge_answers", "whole", "answers that challenge rests on"),
)
_PAIR_COLUMNS = (
    Column("first", "text", "a strategy"),
    Column("second", "text", "another"),
    *_interval("lead", "the first's share judged human minus the second's"),
    Column("p", "number", "p value of no difference"),
    Column("p_holm", "number", "the same, corrected for the number of pairs"),
    Column("significant", "truth", "whether that is at most 0.05"),
)
_EFFECT_COLUMNS = (
    Column("strategy", "text", "the strategy"),
    Column("value", "number", "log odds of being judged human, relative to the baseline"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
    Column("p", "number", "p value of no difference from the baseline"),
)


# --- parts ------------------------------------------------------------------------------------------------------------


def seats_of(data: StudyData) -> dict[tuple[str, int], str]:
    """Who sat where, from the judgements and the games."""
    found = {(row.table, row.seat): row.player for row in data.judgements}
    for game in data.games:
        found[game.table, game.seat] = PERSON
        others = [seat for seat in range(len(game.opponents) + 1) if seat != game.seat]
        for seat, player in zip(others, game.opponents, strict=True):
            found.setdefault((game.table, seat), player)
    return found


def decided(judgements: Iterable[Judgement], said: str = "human") -> list[tuple[str, float]]:
    """The judgements that decide, as answers clustered by table."""
    return [(row.table, float(row.said == said)) for row in judgements if row.said != "unknown"]


def choices(judgements: Iterable[Judgement]) -> dict[str, list[tuple[str, float]]]:
    """By strategy: the pairs of it and a person that one judge met at one table, 1 where the machine was found, ½ where
    both were judged alike. Sure judgements count before unsure ones."""
    met: dict[tuple[str, str], dict[int, Judgement]] = defaultdict(dict)
    for row in sorted(judgements, key=lambda row: row.number):
        met[row.judge, row.table][row.seat] = row  # the last word on a seat
    found: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for (_, table), seats in sorted(met.items()):
        people = [row for row in seats.values() if row.truth == "human"]
        for machine in (row for row in seats.values() if row.truth == "artificial"):
            for person in people:
                ahead = _suspicion(machine) - _suspicion(person)
                found[machine.player].append((table, 0.5 + 0.5 * float(np.sign(ahead))))
    return dict(found)


def _suspicion(row: Judgement) -> float:
    sure = 1.0 if row.confidence is None else row.confidence
    return {"artificial": 1.0, "human": -1.0, "unknown": 0.0}[row.said] * sure


def rated(data: StudyData, role: str, seats: Seats) -> dict[str, list[float]]:
    """By strategy: the answers to questions of a role, 0 to 1, in the order of time. An answer about a seat is about
    who sat there; one about a game is about every strategy in it."""
    names = set(data.asked(role))
    at_table: dict[str, list[str]] = defaultdict(list)
    for (table, _), player in sorted(seats.items()):
        if player != PERSON and player not in at_table[table]:
            at_table[table].append(player)
    found: dict[str, list[float]] = defaultdict(list)
    rows = [row for row in data.answers if row.question in names and row.table is not None]
    for row in sorted(rows, key=lambda row: (row.answered is None, row.answered, row.participant)):
        value = data.share(row)
        if value is None or row.table is None:
            continue
        about = at_table[row.table] if row.seat is None else [seats.get((row.table, row.seat), "")]
        for player in about:
            found[player].append(value)
    return dict(found)


def over_time(values: Sequence[float], alpha: float) -> tuple[float, ...]:
    """Exponential smoothing that begins at the first value."""
    course: list[float] = []
    for value in values:
        course.append(smoothed([value], alpha, course[-1]) if course else value)
    return tuple(course)


def mixed_model(judgements: Sequence[Judgement]) -> MixedModel:
    """Judged human or not by strategy, with judges and tables as random effects (see `mixed`).

    Raises:
        NotSuited: There are too few judges or judgements.
    """
    rows = sorted(
        (row for row in judgements if row.said != "unknown"),
        key=lambda row: (row.judge, row.number, row.table, row.seat),
    )
    judges, tables = sorted({row.judge for row in rows}), sorted({row.table for row in rows})
    players = sorted({row.player for row in rows}, key=lambda player: (player != PERSON, player))
    if len(judges) < MODEL_JUDGES or len(rows) < MODEL_JUDGEMENTS or len(players) < 2:
        raise NotSuited(
            f"a mixed model needs {MODEL_JUDGES} judges, {MODEL_JUDGEMENTS} decided judgements and two kinds of "
            f"opponents; there are {len(judges)}, {len(rows)} and {len(players)}"
        )
    fixed = np.array([[1.0, *(float(row.player == player) for player in players[1:])] for row in rows])
    said = np.array([float(row.said == "human") for row in rows])
    groups = [
        np.searchsorted(judges, [row.judge for row in rows]),
        np.searchsorted(tables, [row.table for row in rows]),
    ]
    result = LogisticMixed(said, fixed, groups).fit()
    means, deviations = result.effects[1:], np.sqrt(np.diag(result.covariance))[1:]
    return MixedModel(
        method=(
            "logistic mixed model with random judges and tables, Laplace's approximation of the marginal likelihood; "
            f"prior of the log odds N(0, {PRIOR:g}²)"
        ),
        baseline=players[0],
        effects=tuple(
            Effect(
                player,
                float(mean),
                float(mean - Z_95 * deviation),
                float(mean + Z_95 * deviation),
                normal_tails(float(mean / deviation)),
            )
            for player, mean, deviation in zip(players[1:], means, deviations, strict=True)
        ),
        judge_deviation=result.deviations[0],
        table_deviation=result.deviations[1],
    )


def _rough(judged: Mapping[str, int]) -> list[str]:
    """What is to be said of strategies that were judged seldom: of each, or of all at once where evolution has bred
    dozens."""
    few = {player: times for player, times in judged.items() if times < FEW}
    if len(few) > LISTED:
        many = f"{len(few)} of {len(judged)} strategies were judged fewer than {FEW} times"
        return [f"{many}: take their figures as rough"]
    return [f"{player} was judged {times} times only: take its figures as rough" for player, times in few.items()]


# --- all together -----------------------------------------------------------------------------------------------------


def strategies(data: StudyData, *, judges: Judges | None = None, alpha: float = ALPHA) -> Strategies:
    """Everything about the strategies of a study.

    Args:
        data: The study; pilots and those who withdrew are left out.
        judges: With the judges' weights there is a weighted share, too.
        alpha: Of the smoothing over time.

    Raises:
        NotSuited: Nobody has judged anything.
    """
    data = data.counted()
    if not data.judgements:
        raise NotSuited("nobody has judged anybody yet: there is nothing to say about strategies")
    by_player: dict[str, list[Judgement]] = defaultdict(list)
    for row in sorted(data.judgements, key=lambda row: (row.at, row.judge, row.number)):
        by_player[row.player].append(row)
    seats = seats_of(data)
    fun, challenge = rated(data, "fun", seats), rated(data, "challenge", seats)
    paired = choices(data.judgements)
    baseline = decided(by_player.get(PERSON, ()))
    warnings = [] if baseline else ["no real person was judged: there is no share of theirs to compare with"]

    warnings += _rough({player: len(decided(rows)) for player, rows in sorted(by_player.items()) if player != PERSON})
    found: list[Strategy] = []
    for player, rows in sorted(by_player.items()):
        human, alone = decided(rows), player == PERSON
        lead = clustered.difference(human, baseline) if human and baseline and not alone else None
        apart = None
        if lead:
            apart = clustered.d_prime(decided(rows, "artificial"), decided(by_player[PERSON], "artificial"))
        course = over_time([1 - value for _, value in human], alpha)
        curves = [over_time(values.get(player, ()), alpha) for values in (fun, challenge)]
        found.append(
            Strategy(
                strategy=player,
                judgements=len(rows),
                unknown=len(rows) - len(human),
                human=clustered.share(human) if human else None,
                lead=lead,
                p_holm=None,
                passes=False,
                d_prime=apart,
                forced=clustered.forced_choice(paired[player]) if player in paired else None,
                pairs=len(paired.get(player, ())),
                weighted=_weighted(rows, judges) if judges else None,
                point=Point(
                    course[-1] if course else None,
                    curves[0][-1] if curves[0] else None,
                    curves[1][-1] if curves[1] else None,
                    (len(curves[0]), len(curves[1])),
                    course,
                ),
            )
        )
    found = _corrected(found)
    people = next((row for row in found if row.strategy == PERSON), None)
    machines = [row for row in found if row.strategy != PERSON]
    machines.sort(key=lambda row: (-(row.human.value if row.human else -1.0), row.strategy))
    model = None
    try:
        model = mixed_model(data.judgements)
    except NotSuited as error:
        warnings.append(f"no mixed model: {error}")
    return Strategies(
        method=(
            "share judged human of the decided judgements; intervals and tests clustered by table (design effect, "
            "Student's t); Holm's correction; d′ = z(hits) − z(false alarms), of pairs at one table √2 z(right); "
            f"detection, fun and challenge by exponential smoothing over time, α = {alpha:g}, from the first value"
        ),
        warnings=tuple(warnings),
        strategies=tuple(machines),
        people=people,
        pairs=_pairs(machines, by_player),
        model=model,
        alpha=alpha,
    )


def _corrected(found: Sequence[Strategy]) -> list[Strategy]:
    """The same with Holm's correction over all strategies that stand beside people."""
    raw = {row.strategy: row.lead.p for row in found if row.lead and row.lead.p is not None}
    corrected = dict(zip(raw, holm(raw.values()), strict=True))
    return [
        replace(
            row,
            p_holm=corrected.get(row.strategy),
            passes=row.lead is not None
            and not (row.lead.value < 0 and corrected.get(row.strategy, 1.0) <= SIGNIFICANT),
        )
        for row in found
    ]


def _pairs(machines: Sequence[Strategy], by_player: Mapping[str, Sequence[Judgement]]) -> tuple[Pair, ...]:
    names = [row.strategy for row in machines if row.human]
    leads = [
        (one, two, clustered.difference(decided(by_player[one]), decided(by_player[two])))
        for one, two in combinations(names, 2)
    ]
    corrected = holm(1.0 if lead.p is None else lead.p for _, _, lead in leads)
    return tuple(Pair(one, two, lead, p) for (one, two, lead), p in zip(leads, corrected, strict=True))


def _weighted(rows: Iterable[Judgement], judges: Judges) -> float | None:
    parts = [(judges.weight(row.judge, row.player), row.said == "human") for row in rows if row.said != "unknown"]
    total = math.fsum(weight for weight, _ in parts)
    return math.fsum(weight for weight, human in parts if human) / total if total > 0 else None
