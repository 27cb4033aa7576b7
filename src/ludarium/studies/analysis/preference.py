"""Preferences: who of several opponents, met without being named, is called stronger, more fun, more human.

A preference answer names the opponent, or says `first` or `second` (or `a`, `b`) for the opponents in the order in
which the person met them. The neutral option and a refusal prefer nobody. Asked again after each further opponent, a
question is about the last two.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ludarium.arena.stats.ratings import Strength, strengths
from ludarium.arena.stats.results import Results
from ludarium.arena.stats.statistics import SIGNIFICANT, Statistic, holm, sign_test
from ludarium.engine.errors import NotSuited
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.studies.data import PERSON, Answer, StudyData

ROLES = ("stronger", "fun", "human")
_PLACES = {"first": 0, "a": 0, "1": 0, "second": 1, "b": 1, "2": 1}


@dataclass(frozen=True)
class Preferred:
    """One person's answer about two opponents, in the order in which they were met: 0 or 1 is preferred, or neither."""

    participant: str
    question: str
    first: str
    second: str
    choice: int | None


@dataclass(frozen=True)
class PairPreference:
    """Two opponents on one question: how often each was preferred, the first's share with its exact interval."""

    question: str
    first: str
    second: str
    wins: int
    losses: int
    neither: int
    share: float | None
    low: float
    high: float
    p: float
    p_holm: float

    @property
    def significant(self) -> bool:
        return self.p_holm <= SIGNIFICANT


@dataclass(frozen=True)
class OrderEffect:
    """Whether the opponent met first is preferred more often than the second, whoever it is."""

    question: str
    first: int
    second: int
    p: float


@dataclass(frozen=True, kw_only=True, repr=False)
class Preferences(Statistic, Tabular):
    """All pairs on all questions; with three opponents or more each question's strengths, too."""

    pairs: tuple[PairPreference, ...]
    orders: tuple[OrderEffect, ...]
    strengths: dict[str, tuple[Strength, ...]]

    def tables(self) -> list[DataTable]:
        pairs = [(*vars(pair).values(), pair.significant) for pair in self.pairs]
        orders = [tuple(vars(order).values()) for order in self.orders]
        ranked = [
            (question, row.name, row.games, row.elo, row.low, row.high)
            for question, rows in self.strengths.items()
            for row in rows
        ]
        return [
            DataTable("pairs", "one row a question and pair of opponents", _PAIR_COLUMNS, pairs),
            DataTable("orders", "one row a question", _ORDER_COLUMNS, orders),
            DataTable("strengths", "one row a question and opponent, where there are three or more", _RANKS, ranked),
        ]

    def __repr__(self) -> str:
        lines = [
            f"  {pair.question}: {pair.first} {pair.wins} : {pair.losses} {pair.second}, p = {pair.p_holm:.3f}"
            for pair in self.pairs
        ]
        return "\n".join(["preferences", *lines])


_PAIR_COLUMNS = (
    Column("question", "text", "the question's name"),
    Column("first", "text", "an opponent"),
    Column("second", "text", "another"),
    Column("wins", "whole", "people who preferred the first"),
    Column("losses", "whole", "people who preferred the second"),
    Column("neither", "whole", "people who preferred neither"),
    Column("share", "number", "the first's share of those who preferred one"),
    Column("low", "number", "lower end of its exact 95 % interval"),
    Column("high", "number", "upper end of it"),
    Column("p", "number", "exact two-sided p value of no preference"),
    Column("p_holm", "number", "the same, corrected for the number of pairs of the question"),
    Column("significant", "truth", "whether that is at most 0.05"),
)
_ORDER_COLUMNS = (
    Column("question", "text", "the question's name"),
    Column("first", "whole", "people who preferred the opponent met first"),
    Column("second", "whole", "people who preferred the one met second"),
    Column("p", "number", "exact two-sided p value of no such effect"),
)
_RANKS = (
    Column("question", "text", "the question's name"),
    Column("opponent", "text", "the opponent"),
    Column("comparisons", "whole", "comparisons with another"),
    Column("elo", "number", "Bradley–Terry strength on the Elo scale, around a mean of 0"),
    Column("low", "number", "lower end of its 95 % interval"),
    Column("high", "number", "upper end of it"),
)


def exact_interval(wins: int, losses: int) -> tuple[float, float]:
    """Clopper and Pearson's 95 % interval of a share; 0 to 1 without any."""
    from scipy.special import betaincinv

    low = float(betaincinv(wins, losses + 1, 0.025)) if wins else 0.0
    high = float(betaincinv(wins + 1, losses, 0.975)) if losses else 1.0
    return low, high


def preferred(data: StudyData, roles: Sequence[str] = ROLES) -> list[Preferred]:
    """Everybody's preferences. Answers that cannot be told to be about two opponents are left out."""
    met: dict[str, list[str]] = defaultdict(list)
    for game in data.games:
        if not game.practice:
            for player in game.opponents:
                if player != PERSON and player not in met[game.participant]:
                    met[game.participant].append(player)
    names = {name for role in roles for name in data.asked(role)}
    found = []
    for row in data.answers:
        if row.question in names and row.table is None and len(met[row.participant]) >= 2:
            own = met[row.participant]
            place = min(row.occurrence, len(own) - 1)
            first, second = own[place - 1], own[place]
            choice = _choice(row, first, second)
            if choice is not None or row.value in ("", None):
                found.append(Preferred(row.participant, row.question, first, second, choice))
    return found


def _choice(row: Answer, first: str, second: str) -> int | None:
    if row.value in (first, second):
        return int(row.value == second)
    return _PLACES.get(str(row.value).lower()) if row.value is not None else None


def preferences(data: StudyData, *, roles: Sequence[str] = ROLES) -> Preferences:
    """Everything about preferences in a study.

    Args:
        data: The study; pilots and those who withdrew are left out.
        roles: The roles of the questions that ask for one.

    Raises:
        NotSuited: Nobody has said whom they prefer.
    """
    data = data.counted()
    rows = preferred(data, roles)
    if not rows:
        raise NotSuited("nobody has said which opponent they prefer: there is nothing to say about preferences")
    pairs: list[PairPreference] = []
    orders, ranked = [], {}
    for question in sorted({row.question for row in rows}):
        own = [row for row in rows if row.question == question]
        pairs += _pairs(question, own)
        taken = Counter(row.choice for row in own)
        orders.append(OrderEffect(question, taken[0], taken[1], sign_test(taken[0], taken[1])))
        if len({name for row in own for name in (row.first, row.second)}) > 2:
            ranked[question] = _strengths(own)
    return Preferences(
        method=(
            "exact binomial tests with Clopper–Pearson intervals, Holm's correction over the pairs of a question; "
            "three opponents or more: Bradley–Terry strengths"
        ),
        warnings=tuple(
            f"{order.question}: who was met {'first' if order.first > order.second else 'second'} is preferred more "
            "often, whoever it was"
            for order in orders
            if order.p <= SIGNIFICANT
        ),
        pairs=tuple(pairs),
        orders=tuple(orders),
        strengths=ranked,
    )


def _pairs(question: str, rows: Sequence[Preferred]) -> list[PairPreference]:
    names = sorted({name for row in rows for name in (row.first, row.second)})
    counted = []
    for one, two in combinations(names, 2):
        both = [row for row in rows if {row.first, row.second} == {one, two}]
        if both:
            chosen = Counter(None if row.choice is None else (row.first, row.second)[row.choice] for row in both)
            counted.append((one, two, chosen[one], chosen[two], chosen[None]))
    corrected = holm(sign_test(wins, losses) for _, _, wins, losses, _ in counted)
    return [
        PairPreference(
            question,
            one,
            two,
            wins,
            losses,
            neither,
            wins / (wins + losses) if wins + losses else None,
            *exact_interval(wins, losses),
            sign_test(wins, losses),
            p_holm,
        )
        for (one, two, wins, losses, neither), p_holm in zip(counted, corrected, strict=True)
    ]


def _strengths(rows: Sequence[Preferred]) -> tuple[Strength, ...]:
    names = sorted({name for row in rows for name in (row.first, row.second)})
    results = Results(names)
    for row in rows:
        ranks = {0: (1, 2), 1: (2, 1), None: (1, 1)}[row.choice]
        results.add((names.index(row.first), names.index(row.second)), ranks)
    return strengths(results).players
