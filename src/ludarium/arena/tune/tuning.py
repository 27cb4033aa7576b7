"""Tuning: which values of a game's parameters make it fair, decided and ring-shaped.

A trial plays the same round robin under one setting and is scored by the objectives. Trials follow each other, since
each is chosen by what the ones before it scored; the games inside a trial may be shared by workers. What a trial is
depends on the search alone and never on who played it: the games of every trial are a stored run of their own, and a
search that is taken up again chooses the same trials and counts their stored games instead of playing them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.session import Session
from ludarium.arena.stats.results import Results
from ludarium.arena.tune.objectives import (
    Games,
    Objective,
    check_objectives,
    read_objectives,
    score_of,
    usual_objectives,
)
from ludarium.engine.errors import BadParameter, LudariumError, UnknownName
from ludarium.engine.kernels.rng import derive
from ludarium.engine.parameters import Parameter, Value, settle
from ludarium.games import load

if TYPE_CHECKING:
    import optuna

    from ludarium.store.database import Database

KIND = "tune"
"""The kind of the stored runs, one for each setting that was tried."""

STARTUP = 10
"""Settings that are drawn at random before the sampler begins to learn."""

PATIENCE = 20
"""How often the sampler may propose a setting again before an untried one is drawn."""

MOST_LISTED = 100_000
"""Settings of a space that is small enough to look for untried ones in it."""

Setting = dict[str, Value]
Progress = Callable[[int, int, int], None]
"""Called with the number of the trial, its further games, and how many it has in all."""


# --- the space --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Axis:
    """A parameter that is searched: a range of numbers, or a list of values."""

    parameter: Parameter
    low: float = 0
    high: float = 0
    step: int = 1
    listed: tuple[Value, ...] = ()

    @property
    def name(self) -> str:
        return self.parameter.name

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """All values in their order; empty for a range of numbers that are not whole."""
        if self.listed or self.parameter.kind is float:
            return self.listed
        return tuple(range(int(self.low), int(self.high) + 1, self.step))

    @property
    def text(self) -> str:
        """As it is written on a command line."""
        if self.listed:
            return f"{self.name}={','.join(map(str, self.listed))}"
        step = f":{self.step}" if self.step != 1 else ""
        return f"{self.name}={self.low:g}..{self.high:g}{step}"

    def holds(self, value: Value) -> bool:
        if self.values:
            return value in self.values
        return isinstance(value, int | float) and self.low <= value <= self.high

    def suggest(self, trial: optuna.Trial) -> Value:
        value: Any
        if self.listed:
            value = trial.suggest_categorical(self.name, self.listed)
        elif self.values:
            value = trial.suggest_int(self.name, int(self.low), int(str(self.values[-1])), step=self.step)
        else:
            value = trial.suggest_float(self.name, self.low, self.high)
        return self.parameter.check(value)


def read_axis(text: str, parameters: Mapping[str, Parameter], owner: str) -> Axis:
    """`surround=5..7`, `size=4..12:2`, `mode=a,b,c`: a parameter of the game with the values to be tried."""
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not name or not values:
        raise BadParameter(f"'{text}' is nothing to search: write NAME=LOW..HIGH or NAME=VALUE,VALUE,…")
    if name not in parameters:
        known = ", ".join(parameters) or "it has none"
        raise UnknownName("parameter", name, parameters, hint=f"{owner} knows: {known}")
    parameter = parameters[name]
    if name == "seats":
        raise BadParameter(
            "seats cannot be searched: games with more seats are not comparable; set seats=N", remedy="settings"
        )
    axis = _range(text, parameter, values) if ".." in values else _list(text, parameter, values)
    if len(axis.values) == 1:
        raise BadParameter(f"'{text}' leaves one value only: give several, or set it", remedy="settings")
    return axis


def _range(text: str, parameter: Parameter, values: str) -> Axis:
    if parameter.kind not in (int, float):
        raise BadParameter(f"'{text}': {parameter.name} is no number; list its values, such as {_example(parameter)}")
    low_text, _, rest = values.partition("..")
    high_text, colon, step_text = rest.partition(":")
    low, high = parameter.check(low_text.strip()), parameter.check(high_text.strip())
    assert isinstance(low, int | float)
    assert isinstance(high, int | float)
    if low >= high:
        raise BadParameter(f"'{text}': the range must rise, such as {parameter.name}={_example(parameter)}")
    step = 1
    if colon:
        if parameter.kind is float:
            raise BadParameter(f"'{text}': steps are for whole numbers; list the values with commas instead")
        if not step_text.strip().isdecimal() or int(step_text) < 1:
            raise BadParameter(f"'{text}': expected a step of 1 or more after the colon, got '{step_text}'")
        step = int(step_text)
    return Axis(parameter, low, high, step)


def _list(text: str, parameter: Parameter, values: str) -> Axis:
    listed = tuple(parameter.check(value.strip()) for value in values.split(","))
    if len(set(listed)) != len(listed):
        raise BadParameter(f"'{text}' lists a value twice")
    return Axis(parameter, listed=listed)


def _example(parameter: Parameter) -> str:
    if parameter.kind is bool:
        return "true,false"
    if parameter.choices:
        return ",".join(parameter.choices)
    low = parameter.default if parameter.low is None else parameter.low
    high = parameter.default if parameter.high is None else parameter.high
    return f"{low}..{high}"


# --- the search -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Search:
    """Everything that decides what the trials are. `games` is how many each pair (or table) of players plays."""

    game: str
    players: tuple[str, ...]
    axes: tuple[Axis, ...]
    objectives: tuple[Objective, ...]
    trials: int
    games: int
    seed: int
    settings: Mapping[str, Value] = field(default_factory=dict)

    @property
    def schedule(self) -> str:
        """A single player meets itself, which leaves nothing but the seats."""
        return "round-robin" if len(self.players) > 1 else "self-play"

    def plan(self, setting: Mapping[str, Value]) -> Plan:
        """The games of a trial: the same players, seats and seeds for every setting."""
        plan = Plan(self.game, self.players, 1, self.seed, self.schedule, {**self.settings, **setting}, kind=KIND)
        arrangements = math.factorial(plan.seats) if self.schedule == "round-robin" else 1
        return dataclasses.replace(plan, games=math.ceil(self.games / arrangements) * plan.round_length)

    @property
    def size(self) -> int | None:
        """How many settings there are; None if they cannot be counted."""
        if any(not axis.values for axis in self.axes):
            return None
        return math.prod(len(axis.values) for axis in self.axes)

    @property
    def exhaustive(self) -> bool:
        """Whether there are trials enough for all settings: then each is tried once, and nothing is left to chance."""
        return self.size is not None and self.size <= self.trials

    def listing(self) -> Iterator[Setting]:
        """All settings in order."""
        for values in product(*(axis.values for axis in self.axes)):
            yield dict(zip((axis.name for axis in self.axes), values, strict=True))

    @property
    def usual(self) -> Setting | None:
        """The game's own setting, if it is among those searched."""
        own = {axis.name: axis.parameter.default for axis in self.axes}
        return own if all(axis.holds(axis.parameter.default) for axis in self.axes) else None


def prepare(
    game: str,
    players: Sequence[str],
    parameters: Sequence[str],
    objectives: Sequence[str] = (),
    *,
    trials: int = 30,
    games: int = 100,
    seed: int = 0,
    settings: Mapping[str, object] | None = None,
) -> Search:
    """A search from the texts of a command line, checked before anything is played."""
    if trials < 1 or games < 1:
        raise LudariumError(f"{trials} trials of {games} games: there must be at least one of both")
    if not parameters:
        raise LudariumError(
            "nothing to search: give at least one parameter of the game, with its range or its values",
            remedy="parameter",
        )
    loaded = load(game)
    known = {parameter.name: parameter for parameter in loaded.parameters}
    given = dict(settings or {})
    checked = settle(loaded.name, loaded.parameters, given)
    axes = tuple(read_axis(text, known, loaded.name) for text in parameters)
    names = [axis.name for axis in axes]
    for name in names:
        if names.count(name) > 1:
            raise BadParameter(f"{name} is searched twice: give each parameter once")
        if name in given:
            raise BadParameter(f"{name} is both searched and set: choose one")
    search = Search(game, tuple(players), axes, (), trials, games, seed, {name: checked[name] for name in given})
    seats = _checked_plan(search).seats
    wanted = read_objectives(objectives) or usual_objectives(seats, len(players))
    check_objectives(wanted, seats, len(players))
    return dataclasses.replace(search, objectives=wanted)


def _checked_plan(search: Search) -> Plan:
    """A plan of the search that can be played. Some settings may not go together: what fails at both ends fails."""
    ends = [
        {axis.name: axis.values[end] if axis.values else (axis.low, axis.high)[end] for axis in search.axes}
        for end in (0, -1)
    ]
    faults: list[LudariumError] = []
    for setting in [search.usual, *ends]:
        if setting is not None:
            try:
                plan = search.plan(setting)
                plan.check()
                return plan
            except LudariumError as error:
                faults.append(error)
    raise faults[0]


# --- trials -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """One setting and what its games said, or why the game refuses it. Numbers count from 0."""

    number: int
    setting: Setting
    run: str = ""
    games: Games | None = None
    figures: tuple[float, ...] = ()
    score: float | None = None
    faults: int = 0
    refused: str = ""
    usual: bool = False

    @property
    def words(self) -> str:
        """The setting as people read it."""
        numbers = {n: f"{value:.4g}" if isinstance(value, float) else str(value) for n, value in self.setting.items()}
        return ", ".join(f"{name}={number}" for name, number in numbers.items())

    def to_dict(self, objectives: Sequence[Objective]) -> dict[str, Any]:
        return {
            "trial": self.number,
            "setting": dict(self.setting),
            "run": self.run or None,
            "games": self.games.results.games if self.games is not None else 0,
            "score": self.score,
            "figures": {o.name: figure for o, figure in zip(objectives, self.figures, strict=False)},
            "faults": self.faults,
            "refused": self.refused or None,
            "usual": self.usual,
        }


def run_trials(
    search: Search, store: Database | None = None, *, workers: int | None = None, progress: Progress | None = None
) -> Iterator[Trial]:
    """Try setting after setting. With a store, games are kept as they come, and what is there is not played again."""
    if search.exhaustive:
        for number, setting in enumerate(search.listing()):
            yield _try(search, number, setting, store, workers, progress)
        return
    yield from _sampled(search, store, workers, progress)


def _sampled(search: Search, store: Database | None, workers: int | None, progress: Progress | None) -> Iterator[Trial]:
    """Trials that optuna's TPE sampler chooses, each from the scores before it; no setting twice."""
    import optuna
    from optuna.trial import TrialState

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(n_startup_trials=STARTUP, seed=derive(search.seed, KIND) % (1 << 32))
    study = optuna.create_study(direction="maximize", sampler=sampler)
    if search.usual is not None:
        study.enqueue_trial(search.usual)  # first, so that the best can be compared with it
    tried: set[tuple[Value, ...]] = set()
    for number in range(search.trials):
        asked, setting = _new_setting(search, study, tried, number)
        tried.add(tuple(setting.values()))
        trial = _try(search, number, setting, store, workers, progress)
        if trial.score is None:
            study.tell(asked, state=TrialState.PRUNED)  # TPE counts these among the worst, and turns away from them
        else:
            study.tell(asked, trial.score)
        yield trial


def _new_setting(
    search: Search, study: optuna.Study, tried: set[tuple[Value, ...]], number: int
) -> tuple[optuna.Trial, Setting]:
    """The sampler's next setting that has not been tried; after many repetitions any untried one."""
    import random

    from optuna.trial import TrialState

    for attempt in range(PATIENCE + 2):
        asked = study.ask()
        setting = {axis.name: axis.suggest(asked) for axis in search.axes}
        if tuple(setting.values()) not in tried or attempt > PATIENCE:
            return asked, setting
        study.tell(asked, state=TrialState.FAIL)  # which the sampler ignores
        if attempt == PATIENCE - 1 and search.size is not None and search.size <= MOST_LISTED:
            left = [other for other in search.listing() if tuple(other.values()) not in tried]
            study.enqueue_trial(random.Random(derive(search.seed, KIND, number)).choice(left))
    raise AssertionError("unreachable")


def _try(
    search: Search,
    number: int,
    setting: Setting,
    store: Database | None,
    workers: int | None,
    progress: Progress | None,
) -> Trial:
    usual = setting == search.usual
    try:
        plan = search.plan(setting)
        plan.check()
    except LudariumError as error:
        return Trial(number, setting, refused=str(error), usual=usual)
    session = Session(plan, run=store.start_run(plan.to_dict()) if store is not None else None)
    run = session.run
    if run is not None and run.finished is not None and run.count() >= plan.games:
        session.recount()
        if progress is not None:
            progress(number, session.games, plan.games)
    else:
        for further in session.play(workers=workers):
            if progress is not None:
                progress(number, further, plan.games)
    (tally,) = session.tallies
    games = Games(Results(plan.players, tally.endings()), tally.lengths)
    figures = tuple(objective.figure(games) for objective in search.objectives)
    return Trial(
        number,
        setting,
        run.short if run is not None else "",
        games,
        figures,
        score_of(search.objectives, figures),
        tally.fault_count,
        usual=usual,
    )
