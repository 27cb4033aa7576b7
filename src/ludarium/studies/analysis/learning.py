"""Learning: how people fare from game to game against one opponent, and after it is exchanged for another.

A person's games are numbered in the order of the stages: practice, the games before the switch, the games after it. As
in the source, the practice games belong to the slope before the switch.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from ludarium.arena.stats.statistics import Statistic
from ludarium.engine.errors import NotSuited
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.studies.analysis import clustered
from ludarium.studies.analysis.clustered import Estimate, quantile
from ludarium.studies.analysis.paired import METHOD, Paired, paired
from ludarium.studies.data import PlayedGame, StudyData

Phase = Literal["practice", "before", "after"]
EVERYBODY = ""
"""Stands for all conditions together."""


@dataclass(frozen=True)
class CurvePoint:
    """One game index: the win rate and the mean score difference of those who played it."""

    condition: str
    index: int
    label: str
    """P1, P2 for practice, then G1, G2 …"""
    phase: Phase
    people: int
    won: Estimate
    difference: Estimate | None


@dataclass(frozen=True)
class Slope:
    """How much a figure grows from game to game.

    `of_means` is the slope of the means by index, as sources report it; `mean` that of the people's own slopes."""

    condition: str
    phase: Phase
    figure: Literal["won", "difference"]
    of_means: float
    people: int
    mean: Estimate | None


@dataclass(frozen=True)
class PublishedTest:
    """What a source tells of a comparison; None where it does not."""

    first: float | None
    second: float | None
    p: float | None


@dataclass(frozen=True)
class PublishedLearning:
    """A source's figures about a learning study, beside which ours stand."""

    citation: str
    people: int
    win_rates: Mapping[str, float]
    """By the label of the game."""
    slopes: Mapping[str, float]
    """By phase: before, after."""
    tests: Mapping[str, PublishedTest]
    """By the role or name of the question."""


@dataclass(frozen=True)
class Beside:
    """A figure of ours beside the source's."""

    figure: str
    ours: float | None
    low: float | None
    high: float | None
    theirs: float | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Learning(Statistic, Tabular):
    """Curves, slopes and tests."""

    people: int
    curve: tuple[CurvePoint, ...]
    slopes: tuple[Slope, ...]
    tests: tuple[Paired, ...]
    """After the switch against before it: win rate, score difference, their slopes, and all questions asked twice."""
    citation: str
    beside: tuple[Beside, ...]

    def tables(self) -> list[DataTable]:
        curve = [
            (
                *(row.condition, row.index, row.label, row.phase, row.people, row.won.value, row.won.low, row.won.high),
                *((row.difference.value, row.difference.low, row.difference.high) if row.difference else (None,) * 3),
            )
            for row in self.curve
        ]
        slopes = [
            (
                *(row.condition, row.phase, row.figure, row.of_means, row.people),
                *((row.mean.value, row.mean.low, row.mean.high) if row.mean else (None,) * 3),
            )
            for row in self.slopes
        ]
        tests = [tuple(_finite(value) for value in vars(test).values()) for test in self.tests]
        beside = [tuple(vars(row).values()) for row in self.beside]
        return [
            DataTable("curve", "one row a condition and game index", _CURVE_COLUMNS, curve),
            DataTable("slopes", "one row a condition, phase and figure", _SLOPE_COLUMNS, slopes),
            DataTable("tests", "one row a comparison, after the switch minus before it", TEST_COLUMNS, tests),
            DataTable("beside", "one row a figure of the source", _BESIDE_COLUMNS, beside),
        ]

    def test(self, name: str) -> Paired | None:
        return next((test for test in self.tests if test.name == name), None)

    def __repr__(self) -> str:
        shown = ", ".join(f"{row.label} {row.won.value:.0%}" for row in self.curve if row.condition == EVERYBODY)
        return f"<learning of {self.people} people: {shown}>"


def _finite(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


_ENDS = (
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
)
_CURVE_COLUMNS = (
    Column("condition", "text", "the condition; empty for all together"),
    Column("index", "whole", "which of a person's games, from 1"),
    Column("label", "text", "P for practice, G for games that count"),
    Column("phase", "text", "practice, before or after the switch"),
    Column("people", "whole", "people who played it"),
    Column("won", "number", "win rate, a shared first place counted in part"),
    *_ENDS,
    Column("difference", "number", "mean score difference to the best opponent"),
    Column("difference_low", "number", "lower end of its 95 % interval"),
    Column("difference_high", "number", "upper end of it"),
)
_SLOPE_COLUMNS = (
    Column("condition", "text", "the condition; empty for all together"),
    Column("phase", "text", "before (practice included) or after the switch"),
    Column("figure", "text", "won or difference"),
    Column("of_means", "number", "slope of the means by game index"),
    Column("people", "whole", "people with two games or more in the phase"),
    Column("mean", "number", "mean of the people's own slopes"),
    *_ENDS,
)
TEST_COLUMNS = (
    Column("name", "text", "what is compared"),
    Column("people", "whole", "people with both values"),
    Column("first", "number", "mean before"),
    Column("second", "number", "mean after"),
    Column("difference", "number", "mean of after minus before"),
    *_ENDS,
    Column("t", "number", "Student's t"),
    Column("p", "number", "its two-sided p value"),
    Column("d", "number", "effect size: mean difference over the differences' deviation"),
    Column("d_low", "number", "lower end of its 95 % interval"),
    Column("d_high", "number", "upper end of it"),
    Column("wilcoxon_p", "number", "two-sided p value of Wilcoxon's signed-rank test"),
)
_BESIDE_COLUMNS = (
    Column("figure", "text", "what the figure is of"),
    Column("ours", "number", "ours"),
    *_ENDS,
    Column("theirs", "number", "the source's"),
)


# --- parts ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Numbered:
    """A game with its place in a person's course."""

    game: PlayedGame
    index: int
    label: str
    phase: Phase


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Of the line through (x, y) with the least squares."""
    middle = fmean(x for x, _ in points)
    spread = math.fsum((x - middle) ** 2 for x, _ in points)
    if spread == 0:
        raise NotSuited("a slope needs two different places")
    return math.fsum((x - middle) * y for x, y in points) / spread


def mean_estimate(values: Sequence[float]) -> Estimate:
    """The mean with its t interval; of a single value without ends."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, -math.inf, math.inf)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
    reach = quantile(len(values) - 1) * deviation / math.sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach)


def numbered(data: StudyData, after: str | None = None) -> dict[str, list[_Numbered]]:
    """Each person's finished games in their order. `after` is the stage after the switch: by default the last one with
    games, if there are two that are no practice."""
    order = list(dict.fromkeys(game.stage for game in data.games))
    counting = list(dict.fromkeys(game.stage for game in data.games if not game.practice))
    if after is not None and after not in counting:
        raise NotSuited(f"no games in the stage {after}: there are {', '.join(counting) or 'none'}")
    switch = after or (counting[-1] if len(counting) > 1 else None)
    own: dict[str, list[PlayedGame]] = defaultdict(list)
    for game in data.games:
        if game.won is not None and game.ended == "played":  # not where a player took over
            own[game.participant].append(game)
    # Places are those of the plan, so that a game that was broken off leaves a gap and moves nobody's index.
    places = _places(data, order)
    found: dict[str, list[_Numbered]] = {}
    for person, games in own.items():
        games.sort(key=lambda game: (order.index(game.stage), game.occurrence, game.number))
        found[person] = [
            _Numbered(game, *places[game.stage, game.occurrence, game.number], _phase(game, switch)) for game in games
        ]
    return found


def _phase(game: PlayedGame, switch: str | None) -> Phase:
    return "practice" if game.practice else "after" if game.stage == switch else "before"


def _places(data: StudyData, order: Sequence[str]) -> dict[tuple[str, int, int], tuple[int, str]]:
    keys = {(game.stage, game.occurrence, game.number): game.practice for game in data.games}
    ordered = sorted(keys, key=lambda key: (order.index(key[0]), key[1], key[2]))
    found, counts = {}, {True: 0, False: 0}
    for index, key in enumerate(ordered, start=1):
        counts[keys[key]] += 1
        found[key] = (index, f"{'P' if keys[key] else 'G'}{counts[keys[key]]}")
    return found


def twice_asked(data: StudyData) -> dict[str, list[tuple[float, float]]]:
    """By question: the first and the second answer, as numbers, of everybody who was asked it twice outside games."""
    own: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    rows = [row for row in data.answers if row.table is None and row.seat is None]
    for row in sorted(rows, key=lambda row: (row.answered is not None, row.answered, row.occurrence)):
        value = data.number(row)
        if value is not None:
            own[row.question][row.participant].append(value)
    return {
        question: pairs
        for question, people in own.items()
        if (pairs := [(values[0], values[1]) for _, values in sorted(people.items()) if len(values) >= 2])
    }


# --- all together -----------------------------------------------------------------------------------------------------


def learning(data: StudyData, *, after: str | None = None, published: PublishedLearning | None = None) -> Learning:
    """Everything about learning in a study.

    Args:
        data: The study; pilots and those who withdrew are left out.
        after: The stage after the switch, if it is not the last one with games.
        published: A source's figures, to stand beside ours.

    Raises:
        NotSuited: Nobody has finished a game.
    """
    data = data.counted()
    people = numbered(data, after)
    if not people:
        raise NotSuited("nobody has finished a game yet: there is nothing to say about learning")
    conditions = {row.participant: row.condition for row in data.participants}
    groups: dict[str, list[str]] = {EVERYBODY: sorted(people)}
    for person in sorted(people):
        if conditions.get(person):
            groups.setdefault(conditions[person], []).append(person)
    curve, slopes = [], []
    for condition, members in groups.items():
        own = {person: people[person] for person in members}
        curve += _curve(condition, own)
        slopes += _slopes(condition, own)
    tests = tuple(_tests(data, people))
    warnings = []
    if not any(game.phase == "after" for games in people.values() for game in games):
        warnings.append("no games after a switch of opponents: there is nothing to compare")
    return Learning(
        method=(
            "win rates with Wilson intervals, score differences with t intervals, by game index; slopes by least "
            f"squares, of the means and of each person; {METHOD}"
        ),
        warnings=tuple(warnings),
        people=len(people),
        curve=tuple(curve),
        slopes=tuple(slopes),
        tests=tests,
        citation=published.citation if published else "",
        beside=tuple(_beside(data, curve, slopes, tests, published)) if published else (),
    )


def _curve(condition: str, people: Mapping[str, Sequence[_Numbered]]) -> list[CurvePoint]:
    places: dict[int, list[tuple[str, _Numbered]]] = defaultdict(list)
    for person, games in people.items():
        for game in games:
            places[game.index].append((person, game))
    found = []
    for index, rows in sorted(places.items()):
        gaps = [row.game.difference for _, row in rows if row.game.difference is not None]
        one = rows[0][1]
        won = clustered.share([(person, row.game.won or 0.0) for person, row in rows])
        found.append(
            CurvePoint(
                condition, index, one.label, one.phase, len(rows), won, mean_estimate(gaps) if len(gaps) > 1 else None
            )
        )
    return found


_FIGURES: dict[str, Callable[[PlayedGame], float | None]] = {
    "won": lambda game: game.won,
    "difference": lambda game: game.difference,
}
_PHASES: dict[Phase, tuple[Phase, ...]] = {"before": ("practice", "before"), "after": ("after",)}


def _points(games: Sequence[_Numbered], phase: Phase, figure: str) -> list[tuple[float, float]]:
    found = [(float(row.index), _FIGURES[figure](row.game)) for row in games if row.phase in _PHASES[phase]]
    return [(x, y) for x, y in found if y is not None]


def _slopes(condition: str, people: Mapping[str, Sequence[_Numbered]]) -> list[Slope]:
    found = []
    for phase in _PHASES:
        for figure in _FIGURES:
            points = {person: _points(games, phase, figure) for person, games in people.items()}
            by_index: dict[float, list[float]] = defaultdict(list)
            for own in points.values():
                for x, y in own:
                    by_index[x].append(y)
            if len(by_index) < 2:
                continue
            slopes = [slope(own) for own in points.values() if len(own) > 1]
            of_means = slope([(x, fmean(values)) for x, values in sorted(by_index.items())])
            mean = mean_estimate(slopes) if len(slopes) > 1 else None
            found.append(Slope(condition, phase, figure, of_means, len(slopes), mean))  # type: ignore[arg-type]
    return found


_NAMES = {"won": "win rate", "difference": "score difference"}


def _tests(data: StudyData, people: Mapping[str, Sequence[_Numbered]]) -> list[Paired]:
    pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for games in people.values():
        for figure, name in _NAMES.items():
            # Practice is left out of the means, as it is out of all comparisons but slopes.
            before = [y for row in games if row.phase == "before" and (y := _FIGURES[figure](row.game)) is not None]
            after = [y for _, y in _points(games, "after", figure)]
            if before and after:
                pairs[name].append((fmean(before), fmean(after)))
            first, second = (_points(games, phase, figure) for phase in _PHASES)
            if len(first) > 1 and len(second) > 1:
                pairs[f"slope of the {name}"].append((slope(first), slope(second)))
    pairs |= twice_asked(data)
    return [
        paired(name, [one for one, _ in values], [two for _, two in values])
        for name, values in pairs.items()
        if len(values) > 1
    ]


def _beside(
    data: StudyData,
    curve: Sequence[CurvePoint],
    slopes: Sequence[Slope],
    tests: Sequence[Paired],
    published: PublishedLearning,
) -> list[Beside]:
    found = []
    own = {row.label: row.won for row in curve if row.condition == EVERYBODY}
    for label, rate in published.win_rates.items():
        found.append(_beside_estimate(f"win rate in {label}", own.get(label), rate))
    for phase, value in published.slopes.items():
        row = next((s for s in slopes if (s.condition, s.phase, s.figure) == (EVERYBODY, phase, "won")), None)
        # The interval is that of the people's own slopes, whose mean is ours where all have played every game.
        ours = Estimate(row.of_means, row.mean.low, row.mean.high) if row and row.mean else None
        found.append(_beside_estimate(f"slope of the win rate, {phase}", ours, value))
    for role, theirs in published.tests.items():
        names = set(data.asked(role))
        test = next((test for test in tests if test.name in names), None)
        found += [
            Beside(f"{role}, before", test.first if test else None, None, None, theirs.first),
            Beside(f"{role}, after", test.second if test else None, None, None, theirs.second),
            Beside(f"{role}, p value", test.p if test else None, None, None, theirs.p),
        ]
    return [row for row in found if row.theirs is not None]


def _beside_estimate(figure: str, ours: Estimate | None, theirs: float) -> Beside:
    if ours is None:
        return Beside(figure, None, None, None, theirs)
    return Beside(figure, ours.value, ours.low, ours.high, theirs)
