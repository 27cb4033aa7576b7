"""Power by simulation: how many people does a plan need to find an effect of a given size?

A simulation plays a whole study with so many people and gives the p value of its test. What is asked of it is only
that, so that any plan can be tried; those here are the tests that this analysis makes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludarium.arena.stats.statistics import SIGNIFICANT, Statistic, sign_test, wilson
from ludarium.engine.errors import NotSuited
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.studies.analysis import clustered
from ludarium.studies.analysis.paired import t_test
from ludarium.studies.plan.model import Plan, Play, Playing

Simulation = Callable[[int, int], float]
"""From the number of people and a seed to the p value."""

MOST_PEOPLE = 10_000


@dataclass(frozen=True)
class Tried:
    """So many people: in what share of studies the effect was found, with its 95 % interval."""

    people: int
    studies: int
    power: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True, repr=False)
class Power(Statistic, Tabular):
    """The least number of people with the wanted power, and everything that was tried.

    `low` and `high` say how sure the number is: with fewer than `low` people the power is significantly below what is
    wanted, from `high` on significantly above (None where that was not reached)."""

    wanted: float
    people: int
    low: int
    high: int | None
    tried: tuple[Tried, ...]

    def tables(self) -> list[DataTable]:
        columns = (
            Column("people", "whole", "people in the study"),
            Column("studies", "whole", "simulated studies"),
            Column("power", "number", "share of them that found the effect"),
            Column("low", "number", "lower end of its 95 % interval"),
            Column("high", "number", "upper end of it"),
        )
        return [
            DataTable("tried", "one row a number of people", columns, [tuple(vars(row).values()) for row in self.tried])
        ]

    def __repr__(self) -> str:
        upper = "many more" if self.high is None else f"{self.high}"
        return f"<{self.people} people ({self.low} to {upper}) for a power of {self.wanted:.0%}>"


def power_of(simulate: Simulation, people: int, *, studies: int = 500, seed: int = 1) -> Tried:
    """The share of studies with so many people that find the effect."""
    found = sum(simulate(people, _seed(seed, people, number)) <= SIGNIFICANT for number in range(studies))
    return Tried(people, studies, found / studies, *wilson(found, 0, studies))


def _seed(seed: int, people: int, number: int) -> int:
    return int(np.random.SeedSequence([seed, people, number]).generate_state(1, np.uint64)[0])


def people_needed(
    simulate: Simulation,
    *,
    power: float = 0.8,
    studies: int = 500,
    start: int = 8,
    step: int = 1,
    most: int = MOST_PEOPLE,
    seed: int = 1,
) -> Power:
    """The least number of people with the wanted power: doubled from `start` until it is reached, then halved in.

    Args:
        simulate: A whole study: from the number of people and a seed to the p value.
        power: The share of studies that should find the effect.
        studies: Simulated studies for each number of people.
        start: The first number tried.
        step: Numbers tried are multiples of it: 2 where people come in pairs.
        most: No more than so many are tried.
        seed: Of everything.

    Raises:
        NotSuited: The power is not reached with `most` people.
    """
    if not 0 < power < 1:
        raise NotSuited(f"expected a power between 0 and 1, not {power}")
    tried: dict[int, Tried] = {}

    def look(people: int) -> float:
        people = max(step, people // step * step)
        if people not in tried:
            tried[people] = power_of(simulate, people, studies=studies, seed=seed)
        return tried[people].power

    below, above = 0, max(step, start // step * step)
    while look(above) < power:
        below, above = above, 2 * above
        if below >= most:
            raise NotSuited(
                f"with {below:,} people the power is {tried[below].power:.0%} only, not {power:.0%}: the effect is too "
                "small for a study of this kind"
            )
    while above - below > step:
        middle = (below + above) // 2 // step * step
        if middle in (below, above):
            break
        if look(middle) < power:
            below = middle
        else:
            above = middle
    ordered = sorted(tried.values(), key=lambda row: row.people)
    weak = [row.people for row in ordered if row.high < power]
    strong = [row.people for row in ordered if row.low > power]
    return Power(
        method=(
            f"power by simulation, {studies} studies for each number of people, significant at p ≤ {SIGNIFICANT:g}; "
            "doubling and bisection"
        ),
        wanted=power,
        people=above,
        low=max(weak) + step if weak else step,
        high=min(strong) if strong else None,
        tried=tuple(ordered),
    )


# --- studies ----------------------------------------------------------------------------------------------------------


def detection(
    machine: float,
    person: float | None = 0.5,
    *,
    games: float = 5,
    strategies: int = 1,
    judge_spread: float = 0.5,
    table_spread: float = 0.5,
) -> Simulation:
    """A Turing study: is one of its strategies judged human as often as people are?

    Two people share a table, and each judges the other and the machine. Without `person`, each sits alone among
    machines, and the question is whether the machine is told better than by guessing.

    Args:
        machine: The share of judgements in which the machine is called human.
        person: The share in which a person is.
        games: How often each person meets this strategy, on average.
        strategies: How many strategies are tried: the test is corrected for them.
        judge_spread: How far judges differ in calling anybody human, as a deviation of log odds.
        table_spread: How far tables differ.
    """
    shares = [machine] if person is None else [machine, person]
    odds = [_odds(share) for share in shares]
    at_table = 1 if person is None else 2

    def simulate(people: int, seed: int) -> float:
        rng = np.random.default_rng(seed)
        tables = round(games * people / at_table)
        if tables < 2 or people < at_table:
            return 1.0
        # Rounds in which everybody plays once: neighbours share a table; the last round may be cut short.
        rounds = math.ceil(tables * at_table / (people - people % at_table))
        order = rng.permuted(np.tile(np.arange(people), (rounds, 1)), axis=1)[:, : people - people % at_table]
        judges = order.ravel()[: tables * at_table]
        place = np.arange(len(judges)) // at_table
        luck = rng.normal(0, judge_spread, people)[judges] + rng.normal(0, table_spread, tables)[place]
        answers = [
            list(zip(place.tolist(), (rng.random(len(luck)) < 1 / (1 + np.exp(-(own + luck)))).tolist(), strict=True))
            for own in odds
        ]
        found = clustered.against(answers[0], 0.5) if person is None else clustered.difference(*answers)
        return 1.0 if found.p is None else min(1.0, strategies * found.p)

    return simulate


def learning_slope(
    before: float, after: float, *, games: tuple[int, int] = (7, 5), start: float = 0.4, spread: float = 0.5
) -> Simulation:
    """A learning study: the slopes of the win rate before and after the switch, compared person by person.

    Args:
        before: By how much the win rate grows a game before the switch.
        after: The same after it.
        games: Games before and after.
        start: The win rate in the middle of each block.
        spread: How far people differ, as a deviation of log odds.
    """

    def simulate(people: int, seed: int) -> float:
        rng = np.random.default_rng(seed)
        skill = rng.normal(0, spread, people)
        slopes = []
        for growth, number in zip((before, after), games, strict=True):
            places = np.arange(number) - (number - 1) / 2
            rate = np.clip(start + growth * places, 0.01, 0.99)
            chance = 1 / (1 + np.exp(-(np.log(rate / (1 - rate))[None, :] + skill[:, None])))
            won = rng.random(chance.shape) < chance
            slopes.append(won @ places / (places @ places))
        changes = slopes[1] - slopes[0]
        return t_test(changes.tolist())[1] if np.ptp(changes) > 0 else 1.0

    return simulate


def preference_share(share: float, *, neither: float = 0.0) -> Simulation:
    """A preference study: the share of people who prefer A to B, of those who prefer one."""

    def simulate(people: int, seed: int) -> float:
        rng = np.random.default_rng(seed)
        decided = int(rng.binomial(people, 1 - neither))
        wins = int(rng.binomial(decided, share))
        return sign_test(wins, decided - wins)

    return simulate


def rating_gap(
    gap: float, *, games: int, met: int, points: int = 5, between: float = 0.7, noise: float = 0.9
) -> Simulation:
    """A playtest: one of several games is rated so many points better than the others.

    Everybody meets `met` of the `games` and rates them on a scale. A paired t-test asks whether those who met the
    better one rated it above the mean of their others; its p value is corrected for as many games (Bonferroni), since
    nobody knows which is the better one. `between` is how far people differ in how they use the scale, `noise` how far
    one rating is from what somebody thinks.
    """
    if met < 2:
        raise NotSuited("everybody plays one game only: two at least are needed to compare")

    def simulate(people: int, seed: int) -> float:
        rng = np.random.default_rng(seed)
        own = (points + 1) / 2 + rng.normal(0.0, between, people)
        felt = own[:, None] + rng.normal(0.0, noise, (people, met))
        felt[:, 0] += gap
        rated = np.clip(np.rint(felt), 1, points)
        changes = (rated[:, 0] - rated[:, 1:].mean(axis=1))[rng.random(people) < met / games]
        if len(changes) < 2 or np.ptp(changes) == 0:
            return 1.0
        return min(1.0, games * t_test(changes.tolist())[1])

    return simulate


def _odds(share: float) -> float:
    if not 0 < share < 1:
        raise NotSuited(f"expected a share between 0 and 1, not {share}")
    return math.log(share / (1 - share))


# --- plans ------------------------------------------------------------------------------------------------------------

EFFECTS = {"turing": 0.15, "learning": 0.1, "preference": 0.15, "playtest": 0.5}
"""What is looked for unless something else is said: how much less often a machine is judged human than people (than
guessing would have it, where people sit alone), how far the slopes of the win rate before and after the switch differ,
how far the share who prefer one opponent is from half, and by how many of five points a game is better than others."""


def simulation_of(plan: Plan, effect: float | None = None) -> tuple[Simulation, int]:
    """The simulation of a plan for an effect, and how many people sit at a table.

    Raises:
        NotSuited: Plans of this kind have no single test.
    """
    if plan.kind not in EFFECTS:
        raise NotSuited(
            f"a study of the kind {plan.kind} has no single test: give `people_needed` a simulation of your own"
        )
    size = EFFECTS[plan.kind] if effect is None else effect
    stages = [stage for stage in plan.stages if isinstance(stage, Playing)]
    if plan.kind == "playtest":
        rated = next((stage for stage in stages if stage.among), None)
        if rated is None:
            raise NotSuited("the plan has no stage with several games to choose among: there is nothing to compare")
        return rating_gap(size, games=len(rated.among), met=rated.draw or len(rated.among)), 1
    if plan.kind == "preference":
        return preference_share(0.5 + size), 1
    if plan.kind == "learning":
        counting = [stage.games for stage in stages if isinstance(stage, Play)]
        if len(counting) < 2:
            raise NotSuited("the plan has no switch of opponents: two stages of games that count are needed")
        before = sum(stage.games for stage in stages) - counting[-1]
        return learning_slope(size / 2, -size / 2, games=(before, counting[-1])), 1
    counting_stages = [stage for stage in stages if isinstance(stage, Play)]
    together = any("person" in stage.seats for stage in counting_stages)
    machines = [(stage, seat) for stage in counting_stages for seat in stage.seats if seat not in ("me", "person")]
    tried = {player for stage, seat in machines for player in (stage.pool if seat == "pool" else (seat,))}
    met = sum(stage.games for stage, _ in machines)
    if not tried:
        raise NotSuited("the plan has no player at its tables: there is nothing to be told from people")
    return (
        detection(0.5 - size, 0.5 if together else None, games=met / len(tried), strategies=len(tried)),
        2 if together else 1,
    )


def people_for(plan: Plan, effect: float | None = None, **options: Any) -> Power:
    """How many people a plan needs to find an effect; further options are those of `people_needed`."""
    simulate, step = simulation_of(plan, effect)
    return people_needed(simulate, step=step, **options)
