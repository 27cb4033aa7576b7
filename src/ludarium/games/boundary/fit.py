"""Which reading of the strategies comes closest to the source: fitted on one of its tables, tested on others.

The source prints neither its distances (influence, move radius, merging, splitting) nor all of how its strategies
move. A *setting* is a choice of both. Settings are drawn from a stated space, and each plays every pair of strategies;
those that come closest to Table 4 go on to a round with more games. The last one standing is then played anew, from
other starts, on Table 4 and on Tables 2 and 3, which had no say in it.

How close: the sum over a table's pairs of the squared difference of the rates, by the variance that the two samples
give it, ours and the source's. Where both are samples of the same games, that is a χ² with a degree of freedom for each
pair.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import Any

from ludarium.arena.stats.statistics import Z_95, chi_square_tail
from ludarium.engine import derive
from ludarium.games import load
from ludarium.games.boundary.matchups import Matchups, measure
from ludarium.games.boundary.reproduction import STAGES, TABLES, TITLES, sample
from ludarium.games.boundary.strategies.names import NAMES, STRATEGIES
from ludarium.games.boundary.strategies.readings import AS_DECIDED, Reading, described, options_of

FITTED_ON = "Table 4"
HELD_BACK = ("Table 3", "Table 2")
"""Tested on, never fitted on. At both the source's strategies sought allies in different ways (`Reading.mixed`)."""
PAIRS = STRATEGIES * (STRATEGIES - 1) // 2
_KEPT = 4
"""One setting of so many goes on to the next round, which plays so many times as many games."""
_ROUNDS = 3
_FEWEST = 3
"""Settings of the last round at least."""

INFLUENCE = (10.0, 12.0, 15.0, 18.0, 22.0, 26.0, 30.0)
REACH = (9.0, 12.0, 16.0, 20.0, 25.0, 30.0)
MERGE = (27.0, 36.0, 45.0, 60.0, 80.0)
SPLIT_BY_MERGE = (1.1, 4 / 3, 1.6, 2.0)
FORMATION = (0, 1, 2)
SHARED = (0, 1)
OVERSHOOT = (0, 1, 2)
SPREAD = (0.25, 0.5, 0.75, 1.0, 1.5)


@dataclass(frozen=True)
class Setting:
    """A way to read the source: the distances that it does not print, and the options of the strategies."""

    influence: float
    reach: float
    merge: float
    split: float
    reading: Reading = AS_DECIDED

    @property
    def rules(self) -> dict[str, float]:
        return {"influence": self.influence, "reach": self.reach, "merge": self.merge, "split": self.split}

    def __str__(self) -> str:
        distances = "/".join(f"{value:g}" for value in self.rules.values())
        return f"{distances} {described(self.reading)}"

    def to_json(self) -> dict[str, Any]:
        return {**self.rules, **options_of(self.reading)}


def decided() -> Setting:
    """What Ludarium plays by default."""
    settings = load("boundary").settings
    influence, reach, merge, split = (float(settings[name]) for name in ("influence", "reach", "merge", "split"))
    return Setting(influence, reach, merge, split)


AUDITED = Setting(22.0, 25.0, 60.0, 80.0, Reading(formation=1))
"""A setting that an earlier comparison had found; it is tried beside those that are drawn."""


def drawn(count: int, seed: int) -> list[Setting]:
    """The settings to be tried, all different: what we decided, what was found before, and others at random."""
    source = random.Random(derive(seed, "settings"))
    found = dict.fromkeys((decided(), AUDITED))
    while len(found) < count:
        merge = source.choice(MERGE)
        reading = Reading(
            source.choice(FORMATION), source.choice(SHARED), 0, source.choice(OVERSHOOT), source.choice(SPREAD)
        )
        split = round(merge * source.choice(SPLIT_BY_MERGE), 1)
        found.setdefault(Setting(source.choice(INFLUENCE), source.choice(REACH), merge, split, reading))
    return list(found)[:count]


# --- how close --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """One figure of a table beside ours."""

    first: str
    second: str
    theirs: float
    their_games: int
    ours: float
    our_games: int

    @property
    def squared(self) -> float:
        """The squared difference by its variance. A rate of ours near 0 or 1 is given no less than half a game's."""
        variance = _variance(self.theirs, self.their_games) + _variance(self.ours, self.our_games)
        return (self.ours - self.theirs) ** 2 / variance


def _variance(rate: float, games: int) -> float:
    near = min(max(rate, 0.5 / games), 1 - 0.5 / games)
    return near * (1 - near) / games


@dataclass(frozen=True)
class Closeness:
    """A table of the source beside a matrix of ours."""

    table: str
    pairs: tuple[Pair, ...]
    turns: float
    """Mean length of our games in turns, all of the table's pairs alike."""

    @property
    def chi_square(self) -> float:
        return sum(pair.squared for pair in self.pairs)

    @property
    def p(self) -> float:
        return chi_square_tail(self.chi_square, len(self.pairs))

    @property
    def agreeing(self) -> int:
        """Pairs that differ by no more than chance gives in 95 of 100."""
        return sum(pair.squared <= Z_95**2 for pair in self.pairs)

    def to_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "chi_square": round(self.chi_square, 2),
            "pairs": len(self.pairs),
            "p": self.p,
            "agreeing": self.agreeing,
            "turns": round(self.turns, 2),
            "rates": [
                {"first": pair.first, "second": pair.second, "theirs": pair.theirs, "ours": round(pair.ours, 4)}
                for pair in self.pairs
            ],
        }


def closeness(table: str, found: Matchups) -> Closeness:
    """How close a matrix comes to a table of the source."""
    _, order, rates = TABLES[table]
    titles = order.split()
    pairs, turns = [], []
    for number, first in enumerate(titles[:-1]):
        for second, hundredths in zip(titles[number + 1 :], rates[first], strict=True):
            one, other = NAMES.index(TITLES[first]), NAMES.index(TITLES[second])
            games = sample(table, hundredths)
            pairs.append(
                Pair(TITLES[first], TITLES[second], hundredths / 100, games, found.rate(one, other), found.games)
            )
            turns.append(float(found.turns[one, other]))
    return Closeness(table, tuple(pairs), sum(turns) / len(turns))


def played(setting: Setting, table: str, games: int, seed: int) -> Matchups:
    """The matrix of a setting by the rules at which the source measured a table."""
    stage = TABLES[table][0]
    game = load("boundary", **STAGES[stage], **setting.rules)
    return measure(game, games=games, seed=seed, reading=setting.reading)


# --- fitting ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    """A setting, and how close it came in the last round that it was in."""

    setting: Setting
    games: int
    """Of each pair, in that round."""
    chi_square: float
    turns: float

    def to_json(self) -> dict[str, Any]:
        figures = {"games": self.games, "chi_square": round(self.chi_square, 2), "turns": round(self.turns, 2)}
        return {"setting": self.setting.to_json(), **figures}


@dataclass(frozen=True)
class Tested:
    """A setting on one table, from starts that had no say in its choice."""

    name: str
    """`decided` or `fitted`."""
    setting: Setting
    closeness: Closeness

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "setting": self.setting.to_json(), **self.closeness.to_json()}


@dataclass(frozen=True)
class Fit:
    """What fits best, and how it does on tables that it was not fitted on."""

    settings: int
    games: int
    """Of each pair in the last round, and in the tests."""
    seed: int
    tried: tuple[Tried, ...]
    """All settings, the closest of the last round first."""
    tests: tuple[Tested, ...]

    @property
    def best(self) -> Setting:
        return self.tried[0].setting

    @property
    def games_played(self) -> int:
        rounds = sum(count * games for count, games in plan(self.settings, self.games))
        return PAIRS * (rounds + len({setting for _, setting, _ in _needed(self.best)}) * 2 * self.games)

    def to_json(self) -> dict[str, Any]:
        return {
            "settings": self.settings,
            "games": self.games,
            "seed": self.seed,
            "games_played": self.games_played,
            "fitted_on": FITTED_ON,
            "held_back": list(HELD_BACK),
            "best": self.best.to_json(),
            "tests": [test.to_json() for test in self.tests],
            "tried": [tried.to_json() for tried in self.tried],
        }


def plan(settings: int, games: int) -> list[tuple[int, int]]:
    """The rounds: how many settings play how many games of each pair."""
    rounds, count = [], settings
    for number in range(_ROUNDS):
        rounds.append((count, max(2, games // _KEPT ** (_ROUNDS - 1 - number) // 2 * 2)))
        count = max(min(_FEWEST, count), count // _KEPT)
    return rounds


def total_games(settings: int, games: int) -> int:
    """How many games a fit takes at most."""
    return PAIRS * (sum(count * each for count, each in plan(settings, games)) + 8 * games)


Job = tuple[Setting, str, int, int]
"""A setting, a table, games of each pair, a seed."""
_Play = Callable[[Sequence[Job], Callable[[int], object]], Iterator[tuple[Job, Matchups]]]


def fit(
    *, settings: int, games: int, seed: int, workers: int = 1, advance: Callable[[int], object] = lambda done: None
) -> Fit:
    """Fit on `FITTED_ON`, and test what comes out on `HELD_BACK`."""
    standing = drawn(settings, seed)
    out: list[Tried] = []
    with _hands(workers) as play:
        for number, (count, each) in enumerate(plan(settings, games)):
            standing = standing[:count]
            jobs = [(setting, FITTED_ON, each, derive(seed, "round", number)) for setting in standing]
            round_: list[Tried] = []
            for job, found in play(jobs, advance):
                close = closeness(FITTED_ON, found)
                round_.append(Tried(job[0], each, close.chi_square, close.turns))
            round_.sort(key=lambda tried: (tried.chi_square, str(tried.setting)))
            following = plan(settings, games)[number + 1][0] if number + 1 < _ROUNDS else 0
            out = [*round_[following:], *out] if following else [*round_, *out]
            standing = [tried.setting for tried in round_]
        tests = _tested(standing[0], games, derive(seed, "test"), play, advance)
    return Fit(settings, games, seed, tuple(out), tests)


def _needed(best: Setting) -> list[tuple[str, Setting, str]]:
    """The matrices that tests need: by name, setting and a table of their stage."""
    needed = []
    for name, setting in (("decided", decided()), ("fitted", best)):
        mixed = replace(setting, reading=setting.reading._replace(mixed=1))
        needed += [(name, setting, FITTED_ON), *((name, mixed, table) for table in HELD_BACK)]
        needed.append((name, setting, "Table 2"))
    return needed


def _tested(best: Setting, games: int, seed: int, play: _Play, advance: Callable[[int], object]) -> tuple[Tested, ...]:
    names = _needed(best)
    jobs = list(dict.fromkeys((setting, table, games, seed) for _, setting, table in names))
    found = dict(play(jobs, advance))
    tests = []
    for name, setting, table in names:
        matrix = found[setting, table, games, seed]
        tests.append(Tested(name, setting, closeness(table, matrix)))
        if table == FITTED_ON:  # the same rules, and every ally sought where it plans to be
            tests.append(Tested(name, setting, closeness("Table 3", matrix)))
    return tuple(tests)


# --- processes --------------------------------------------------------------------------------------------------------


def _one(job: Job) -> Matchups:
    return played(*job)


@contextmanager
def _hands(workers: int) -> Iterator[_Play]:
    """Who plays the jobs: this process, or some that are started for it."""
    if workers == 1:
        yield _here
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        try:
            yield partial(_elsewhere, pool)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _here(jobs: Sequence[Job], advance: Callable[[int], object]) -> Iterator[tuple[Job, Matchups]]:
    for job in jobs:
        found = _one(job)
        advance(PAIRS * found.games)
        yield job, found


def _elsewhere(
    pool: ProcessPoolExecutor, jobs: Sequence[Job], advance: Callable[[int], object]
) -> Iterator[tuple[Job, Matchups]]:
    running = {pool.submit(_one, job): job for job in jobs}
    found = {}
    for future in as_completed(running):
        found[running[future]] = future.result()
        advance(PAIRS * found[running[future]].games)
    yield from ((job, found[job]) for job in jobs)
