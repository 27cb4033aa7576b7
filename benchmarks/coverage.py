"""How often do 95 % intervals contain the truth? Simulated players of known strength, a thousand trials each.

    python -m benchmarks.coverage

prints the tables of docs/statistics.md. The tests run the same cases with the same seed.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np

from ludarium.arena.plan.schedules import LineUp, line_ups
from ludarium.arena.plan.stopping import Sprt, UntilWidth
from ludarium.arena.stats.differences import differences
from ludarium.arena.stats.matchups import matchups
from ludarium.arena.stats.outcomes import outcomes
from ludarium.arena.stats.ratings import ELO, strengths
from ludarium.arena.stats.results import Ranks, Results
from ludarium.arena.stats.seats import seat_advantage
from ludarium.arena.stats.statistics import score_interval, wilson

TRIALS = 1_000
SEED = 1
LOWEST, HIGHEST = 0.93, 0.97
"""What is asked of the coverage of 95 % intervals in a thousand trials."""


# --- a world with known truths ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """Players of known strength who meet in a schedule.

    `ties` is the share of what could have gone either way that is tied instead: of an order and the same order with two
    neighbours exchanged, both lose this share of the less likely one to a tie of the two. Strengths are therefore those
    of the same world without ties. `first_seat` is added to the strength on the first seat.
    """

    theta: tuple[float, ...]
    schedule: str
    seats: int
    ties: float = 0.0
    first_seat: float = 0.0

    @cached_property
    def tables(self) -> dict[LineUp, tuple[list[Ranks], Any]]:
        """Rankings and their chances by line-up."""
        found = {}
        for line_up in line_ups(self.schedule, len(self.theta), self.seats):
            chances = self._chances(line_up)
            found[line_up] = (list(chances), np.array(list(chances.values())) / math.fsum(chances.values()))
        return found

    def _chances(self, line_up: LineUp) -> dict[Ranks, float]:
        worth = [math.exp(self.theta[player] + self.first_seat * (seat == 0)) for seat, player in enumerate(line_up)]
        orders = {order: luce(order, worth) for order in permutations(range(self.seats))}
        found: dict[Ranks, float] = {}
        for order, chance in orders.items():
            untied = chance
            for place in range(self.seats - 1):
                swapped = (*order[:place], order[place + 1], order[place], *order[place + 2 :])
                share = self.ties * min(chance, orders[swapped]) / (self.seats - 1)
                tied = ranks_of(order, place)
                found[tied] = found.get(tied, 0.0) + share
                untied -= share
            found[ranks_of(order)] = untied
        return found

    def play(self, games: int, source: np.random.Generator) -> Results:
        """So many games of each line-up."""
        results = self._nothing()
        for line_up, (rankings, chances) in self.tables.items():
            for ranks, count in zip(rankings, source.multinomial(games, chances), strict=True):
                if count:
                    results.add(line_up, ranks, int(count))
        return results

    @cached_property
    def truth(self) -> Results:
        """Games so many that the rates in them are the true ones."""
        results = self._nothing()
        for line_up, (rankings, chances) in self.tables.items():
            for ranks, chance in zip(rankings, chances, strict=True):
                results.add(line_up, ranks, round(1e12 * chance))
        return results

    def _nothing(self) -> Results:
        return Results([f"player {player}" for player in range(len(self.theta))])


def luce(order: Sequence[int], worth: Sequence[float]) -> float:
    """The chance of an order: each place goes to one of those left, in proportion to their worth."""
    left, chance = math.fsum(worth), 1.0
    for seat in order:
        chance *= worth[seat] / left
        left -= worth[seat]
    return chance


def ranks_of(order: Sequence[int], tied: int | None = None) -> Ranks:
    """Ranks by seat of an order; the seats at places `tied` and `tied + 1` share theirs."""
    ranks = [0] * len(order)
    for place, seat in enumerate(order):
        ranks[seat] = place if tied is not None and place == tied + 1 else place + 1
    return tuple(ranks)


# --- what is measured -------------------------------------------------------------------------------------------------

Trial = Callable[[np.random.Generator], Sequence[bool]]


@dataclass(frozen=True)
class Case:
    """A named trial: which of its intervals contain the truth."""

    name: str
    trial: Trial

    def coverage(self, trials: int = TRIALS, seed: int = SEED) -> list[float]:
        """The share of trials in which each interval contains its truth."""
        source = np.random.default_rng([seed, *self.name.encode()])
        return [float(share) for share in np.mean([self.trial(source) for _ in range(trials)], axis=0)]


def within(low: float, truth: float, high: float) -> bool:
    return low - 1e-12 <= truth <= high + 1e-12


@dataclass(frozen=True)
class RateCase:
    """Games with the same chances each: what a single pair of players on fixed seats would give."""

    win: float
    tie: float
    games: int

    @property
    def name(self) -> str:
        return f"{self.games} games, win {self.win:g}, tie {self.tie:g}"

    @property
    def rate(self) -> float:
        return self.win + self.tie / 2

    def simulated(self, interval: Callable[[int, int, int], tuple[float, float]], trials: int = TRIALS) -> float:
        source = np.random.default_rng([SEED, *self.name.encode()])
        draws = source.multinomial(self.games, [self.win, self.tie, 1 - self.win - self.tie], size=trials).tolist()
        hits = 0
        for wins, ties, _ in draws:
            low, high = interval(wins, ties, self.games)
            hits += within(low, self.rate, high)
        return hits / trials

    def exact(self, interval: Callable[[int, int, int], tuple[float, float]]) -> float:
        """The coverage over all outcomes that are not utterly unlikely, each with its chance."""
        games, lose = self.games, 1 - self.win - self.tie
        total = 0.0
        for wins in likely(games, self.win):
            for ties in likely(games, self.tie):
                losses = games - wins - ties
                if losses < 0 or (lose <= 1e-12 and losses):
                    continue
                chance = math.exp(
                    math.lgamma(games + 1)
                    - math.lgamma(wins + 1)
                    - math.lgamma(ties + 1)
                    - math.lgamma(losses + 1)
                    + sum(n * math.log(p) for n, p in ((wins, self.win), (ties, self.tie), (losses, lose)) if n)
                )
                if chance > 1e-8:
                    low, high = interval(wins, ties, games)
                    total += chance * within(low, self.rate, high)
        return total


def likely(games: int, chance: float) -> range:
    reach = 6 * math.sqrt(games * chance * (1 - chance)) + 6 * (chance > 0)
    return range(max(0, math.floor(games * chance - reach)), min(games, math.ceil(games * chance + reach)) + 1)


RATES = [
    RateCase(win, tie, games)
    for games in (100, 400, 1000)
    for win, tie in (
        (0.5, 0.0),
        (0.65, 0.0),
        (0.2, 0.0),
        (0.9, 0.0),
        (0.435, 0.13),
        (0.25, 0.5),
        (0.1, 0.8),
        (0.5, 0.3),
        (0.7, 0.2),
    )
]

SPREAD = (1.0, 0.4, 0.0, -0.4, -1.0)
WIDE = (2.0, 1.0, 0.0, -1.0, -2.0)
THREE = (0.6, 0.0, -0.6)
FOUR = (0.8, 0.2, -0.2, -0.8)


def rates_case(name: str, world: World, games: int) -> Case:
    truth = outcomes(world.truth).players

    def trial(source: np.random.Generator) -> list[bool]:
        rows = outcomes(world.play(games, source)).players
        return [within(row.low, true.rate, row.high) for row, true in zip(rows, truth, strict=True)]

    return Case(name, trial)


def ranks_case(name: str, world: World, games: int) -> Case:
    truth = outcomes(world.truth).players

    def trial(source: np.random.Generator) -> list[bool]:
        rows = outcomes(world.play(games, source)).players
        pairs = list(zip(rows, truth, strict=True))
        rates = [within(row.low, true.rate, row.high) for row, true in pairs]
        means = [within(row.mean_rank_low, true.mean_rank, row.mean_rank_high) for row, true in pairs]
        shares = [
            within(one.low, two.share, one.high)
            for row, true in pairs
            for one, two in zip(row.ranks, true.ranks, strict=True)
        ]
        return rates + means + shares

    return Case(name, trial)


def pairs_case(name: str, world: World, games: int) -> Case:
    truth = matchups(world.truth).pairs

    def trial(source: np.random.Generator) -> list[bool]:
        pairs = matchups(world.play(games, source)).pairs
        return [within(pair.low, true.rate, pair.high) for pair, true in zip(pairs, truth, strict=True)]

    return Case(name, trial)


def seats_case(name: str, world: World, games: int) -> Case:
    truth = seat_advantage(world.truth).seats

    def trial(source: np.random.Generator) -> list[bool]:
        seats = seat_advantage(world.play(games, source)).seats
        return [within(seat.low, true.rate, seat.high) for seat, true in zip(seats, truth, strict=True)]

    return Case(name, trial)


def differences_case(name: str, world: World, games: int) -> Case:
    truth = differences(world.truth).pairs

    def trial(source: np.random.Generator) -> list[bool]:
        pairs = differences(world.play(games, source)).pairs
        return [within(pair.low, true.difference, pair.high) for pair, true in zip(pairs, truth, strict=True)]

    return Case(name, trial)


def strengths_case(name: str, world: World, games: int) -> Case:
    mean = math.fsum(world.theta) / len(world.theta)
    truth = [ELO * (theta - mean) for theta in world.theta]

    def trial(source: np.random.Generator) -> list[bool]:
        rows = sorted(strengths(world.play(games, source)).players, key=lambda row: row.player)
        return [within(row.low, true, row.high) for row, true in zip(rows, truth, strict=True)]

    return Case(name, trial)


def until_width_case(name: str, win: float, tie: float, width: float) -> Case:
    """Two players, stopped when the interval is narrow enough."""
    rule = UntilWidth(width)

    def trial(source: np.random.Generator) -> list[bool]:
        results = Results(["a", "b"])
        for games in rule.checkpoints(1):
            wins, ties, losses = source.multinomial(games - results.games, [win, tie, 1 - win - tie]).tolist()
            for ranks, count in (((1, 2), wins), ((1, 1), ties), ((2, 1), losses)):
                results.add((0, 1), ranks, count)
            if rule.verdict(results).stop:
                break
        first = outcomes(results).players[0]
        return [within(first.low, win + tie / 2, first.high)]

    return Case(name, trial)


CASES = [
    rates_case("rates, round robin of 5", World(SPREAD, "round-robin", 2), 50),
    rates_case("rates, far apart, ties 40 %", World(WIDE, "round-robin", 2, ties=0.4), 50),
    rates_case("rates, first seat +1, ties 20 %", World(SPREAD, "round-robin", 2, ties=0.2, first_seat=1.0), 25),
    rates_case("rates, two and two at 4 seats, ties 20 %", World(THREE, "two-and-two", 4, ties=0.2), 20),
    ranks_case("rates, mean ranks and rank shares, 3 seats", World(THREE, "one-of-each", 3, ties=0.2), 50),
    pairs_case("pairs, round robin of 5, ties 20 %", World(SPREAD, "round-robin", 2, ties=0.2), 100),
    seats_case("seats, 3 seats, first seat +0.5", World(THREE, "one-of-each", 3, first_seat=0.5), 50),
    differences_case("differences, round robin of 5, ties 20 %", World(SPREAD, "round-robin", 2, ties=0.2), 50),
    strengths_case("Bradley–Terry, round robin of 5", World(SPREAD, "round-robin", 2), 50),
    strengths_case("Bradley–Terry, far apart, ties 40 %", World(WIDE, "round-robin", 2, ties=0.4), 50),
    strengths_case("Bradley–Terry, gauntlet", World(FOUR, "gauntlet", 2, ties=0.1), 100),
    strengths_case("Plackett–Luce, 3 of 4 at the table", World(FOUR, "round-robin", 3), 10),
    strengths_case("Plackett–Luce, 4 seats, ties 50 %", World(FOUR, "one-of-each", 4, ties=0.5), 10),
    strengths_case("Plackett–Luce, two and two, ties 20 %", World(THREE, "two-and-two", 4, ties=0.2), 20),
    until_width_case("rate after --until-width 10%", 0.6, 0.0, 0.10),
    until_width_case("rate after --until-width 10%, ties", 0.3, 0.4, 0.10),
]


@dataclass(frozen=True)
class Decisions:
    """What an SPRT does at a known truth."""

    rule: Sprt
    win: float
    tie: float

    def run(self, trials: int = TRIALS, seed: int = SEED) -> tuple[float, float]:
        """The share of trials decided for `score_1`, and the mean number of games."""
        source = np.random.default_rng([seed, round(1000 * self.win), round(1000 * self.tie)])
        lower, upper = self.rule.bounds
        accepted, games = 0, 0
        for _ in range(trials):
            for wins, ties, losses in self._paths(source):
                ratio = self.rule.log_ratio(wins, ties, losses)
                if not lower < ratio < upper:
                    accepted += ratio >= upper
                    games += wins + ties + losses
                    break
        return accepted / trials, games / trials

    def _paths(self, source: np.random.Generator) -> Iterator[tuple[int, int, int]]:
        """The counts after each pair of games."""
        counts = np.zeros(3, np.int64)
        while True:
            steps = source.multinomial(2, [self.win, self.tie, 1 - self.win - self.tie], size=500)
            path = counts + np.cumsum(steps, axis=0)
            yield from path.tolist()
            counts = path[-1]


SPRT = Sprt(0.5, 0.55)
SPRTS = [
    Decisions(SPRT, 0.5, 0.0),
    Decisions(SPRT, 0.55, 0.0),
    Decisions(SPRT, 0.2, 0.6),
    Decisions(SPRT, 0.25, 0.6),
]


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """As Markdown, row by row: the whole takes minutes."""
    print("|", " | ".join(heads), "|")
    print("|", " | ".join("---" for _ in heads), "|")
    for row in rows:
        print("|", " | ".join(row), "|", flush=True)
    print()


def rate_rows(trials: int) -> Iterator[list[str]]:
    for case in RATES:
        figures = [
            figure
            for interval in (score_interval, wilson)
            for figure in (case.exact(interval), case.simulated(interval, trials))
        ]
        yield [case.name, *(f"{figure:.1%}" for figure in figures)]


def case_rows(trials: int) -> Iterator[list[str]]:
    for case in CASES:
        found = case.coverage(trials)
        figures = (min(found), math.fsum(found) / len(found), max(found))
        yield [case.name, str(len(found)), *(f"{figure:.1%}" for figure in figures)]


def sprt_rows(trials: int) -> Iterator[list[str]]:
    for decisions in SPRTS:
        share, games = decisions.run(trials)
        yield [f"{decisions.win + decisions.tie / 2:g}", f"{decisions.tie:.0%}", f"{share:.1%}", f"{games:.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description="How often 95 % intervals contain the truth.")
    parser.add_argument("--trials", type=int, default=TRIALS)
    trials = parser.parse_args().trials
    print_table(
        ["games with the same chances", "score, exact", "simulated", "Wilson, exact", "simulated"], rate_rows(trials)
    )
    print_table(["case", "intervals", "lowest", "mean", "highest"], case_rows(trials))
    print_table(["true score", "ties", "decided for 0.55", "mean games"], sprt_rows(trials))


if __name__ == "__main__":
    main()
