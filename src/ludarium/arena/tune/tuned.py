"""What a search for settings has found: the best of them, how sure that is, and what each parameter does."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.arena.stats.findings import command_of
from ludarium.arena.stats.matchups import Matchups, matchups
from ludarium.arena.stats.results import few_games
from ludarium.arena.stats.seats import SeatAdvantage, seat_advantage
from ludarium.arena.tune.objectives import (
    INTERVAL_METHOD,
    decided,
    formula,
    intervals,
    mean_length_sample,
)
from ludarium.arena.tune.tuning import STARTUP, Axis, Progress, Search, Trial, run_trials
from ludarium.engine import markup
from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.engine.parameters import Value
from ludarium.engine.tables import Column, DataTable, Kind, Tabular
from ludarium.store.database import Database

MOST_ROWS = 6
"""Of a parameter with more values than these, neighbouring values share a row."""

VERIFY = 10
"""The command that verifies plays so many times the games of a trial."""

EFFECT_METHOD = (
    "mean score of the trials by value; share: how much of the scores' variance the values explain (adjusted η²); "
    "the sampler prefers good settings, so other parameters may speak through these means"
)


@dataclass(frozen=True)
class Row:
    """The trials in which a parameter had a value, or one of several neighbouring ones."""

    label: str
    trials: int
    mean: float
    least: float
    most: float
    figures: tuple[float, ...]


@dataclass(frozen=True)
class Effect:
    """What a parameter does: the scores by its values, and the share of their variance that it explains."""

    parameter: str
    share: float | None
    rows: tuple[Row, ...]


@dataclass(frozen=True, repr=False)
class Tuned(Tabular):
    """The outcome of a search. Intervals are those of the objectives' figures and, last, of the score."""

    search: Search
    trials: tuple[Trial, ...]
    best: Trial
    intervals: tuple[tuple[float, float], ...]
    usual: Trial | None
    rivals: int
    """Other trials whose score lies within the interval of the best."""
    effects: tuple[Effect, ...]
    seats: SeatAdvantage | None
    matchups: Matchups | None
    length: tuple[float, float, float]
    verify: str
    warnings: tuple[str, ...]

    @property
    def refused(self) -> list[Trial]:
        return [trial for trial in self.trials if trial.refused]

    @property
    def method(self) -> str:
        how = (
            "every setting once"
            if self.search.exhaustive
            else f"optuna's TPE sampler, the first {STARTUP} settings at random, no setting twice"
        )
        return f"{how}; score = {formula(self.search.objectives)}; {INTERVAL_METHOD}; {EFFECT_METHOD}"

    def tables(self) -> list[DataTable]:
        """The trials, the best first, and what each parameter does."""
        axes, figures = self.search.axes, [objective.name for objective in self.search.objectives]
        kinds: dict[type, Kind] = {int: "whole", float: "number", bool: "truth", str: "text"}
        trials = (
            Column("trial", "whole", "the trial's number, from 0"),
            *(Column(axis.name, kinds[axis.parameter.kind], axis.parameter.help) for axis in axes),
            Column("score", "number", "what the search maximises; empty where the game refuses the setting"),
            *(Column(name, "number", f"the objective {name}") for name in figures),
            Column("games", "whole", "games of the trial"),
            Column("usual", "truth", "whether it is the game's own setting"),
            Column("run", "text", "the stored run of its games"),
        )
        effects = (
            Column("parameter", "text", "what was searched"),
            Column("value", "text", "its value, or several neighbouring ones"),
            Column("trials", "whole", "trials with it"),
            Column("mean", "number", "their mean score"),
            Column("least", "number", "the lowest of them"),
            Column("most", "number", "the highest of them"),
            Column("share", "number", "the share of the scores' variance that the parameter explains (adjusted η²)"),
        )
        return [
            DataTable(
                "trials", "one row a setting, the best first", trials, [self._row(trial) for trial in self.ranked]
            ),
            DataTable(
                "effects",
                "one row a value of a parameter",
                effects,
                [
                    (effect.parameter, row.label, row.trials, row.mean, row.least, row.most, effect.share)
                    for effect in self.effects
                    for row in effect.rows
                ],
            ),
        ]

    @property
    def ranked(self) -> list[Trial]:
        """The trials, the best first; those that the game refuses come last."""
        return sorted(self.trials, key=lambda trial: (trial.score is None, -(trial.score or 0), trial.number))

    def _row(self, trial: Trial) -> tuple[Any, ...]:
        missing = len(self.search.objectives) - len(trial.figures)
        return (
            trial.number,
            *(trial.setting[axis.name] for axis in self.search.axes),
            trial.score,
            *trial.figures,
            *(None for _ in range(missing)),
            trial.games.results.games if trial.games is not None else 0,
            trial.usual,
            trial.run or None,
        )

    @property
    def _title(self) -> str:
        low, high = self.intervals[-1]
        return (
            f"{self.search.game}: {len(self.trials)} settings tried, the best {self.best.words} "
            f"with a score of {self.best.score:.3f} ({low:.3f} – {high:.3f})"
        )

    def __repr__(self) -> str:
        return "\n".join([self._title, *(f"{_figure(trial.score)}  {trial.words}" for trial in self.ranked)])

    def _repr_html_(self) -> str:
        names = [axis.name for axis in self.search.axes]
        rows = [
            (
                *(str(trial.setting[name]) for name in names),
                _figure(trial.score),
                *(_figure(figure) for figure in trial.figures or (None,) * len(self.search.objectives)),
            )
            for trial in self.ranked
        ]
        figures = [objective.name for objective in self.search.objectives]
        warnings = "".join(markup.text(f"Beware: {warning}.", soft=True) for warning in self.warnings)
        return markup.table((*names, "score", *figures), rows, caption=self._title, names=0) + warnings

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        search, names = self.search, [o.name for o in self.search.objectives]
        return {
            "game": search.game,
            "players": list(search.players),
            "settings": dict(search.settings),
            "parameters": [axis.text for axis in search.axes],
            "objectives": [{"name": o.name, "weight": o.weight, "meaning": o.kind.meaning} for o in search.objectives],
            "score": formula(search.objectives),
            "seed": search.seed,
            "method": self.method,
            "best": {
                **self.best.to_dict(search.objectives),
                "intervals": {name: list(ends) for name, ends in zip([*names, "score"], self.intervals, strict=True)},
                "seats": self.seats.to_dict() if self.seats is not None else None,
                "matchups": self.matchups.to_dict() if self.matchups is not None else None,
                "length": dict(zip(("mean", "low", "high"), self.length, strict=True)),
            },
            "usual": self.usual.to_dict(search.objectives) if self.usual is not None else None,
            "rivals": self.rivals,
            "effects": [
                {
                    "parameter": effect.parameter,
                    "share": effect.share,
                    "values": [
                        {
                            **{key: value for key, value in dataclasses.asdict(row).items() if key != "figures"},
                            "figures": dict(zip(names, row.figures, strict=True)),
                        }
                        for row in effect.rows
                    ],
                }
                for effect in self.effects
            ],
            "trials": [trial.to_dict(search.objectives) for trial in self.trials],
            "verify": self.verify,
            "warnings": list(self.warnings),
        }


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def tune(
    search: Search,
    database: Database | None = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    tried: Callable[[Trial], None] | None = None,
) -> Tuned:
    """Carry a search out (`tuning.prepare` makes one) and say what it found.

    Games are stored where there is a database, and counted again by the same search. `progress` is told of games,
    `tried` of each trial.
    """
    trials = []
    for trial in run_trials(search, database, workers=workers, progress=progress):
        trials.append(trial)
        if tried is not None:
            tried(trial)
    return conclude(search, trials)


def conclude(search: Search, trials: Sequence[Trial]) -> Tuned:
    """What the trials say so far."""
    scored = [trial for trial in trials if trial.score is not None]
    if not scored:
        reason = f": {trials[-1].refused}" if trials else ""
        raise LudariumError(f"no setting could be played{reason}")
    best = max(scored, key=_score)  # of equal ones the first
    assert best.games is not None
    ends = intervals(search.objectives, best.games, derive(search.seed, "interval", best.number))
    results = best.games.results
    rivals = sum(ends[-1][0] <= _score(trial) for trial in scored) - 1
    met = results.seats > 1 and len(search.players) > 1
    return Tuned(
        search=search,
        trials=tuple(trials),
        best=best,
        intervals=tuple(ends),
        usual=next((trial for trial in scored if trial.usual), None),
        rivals=rivals,
        effects=tuple(_effect(axis, scored) for axis in search.axes),
        seats=seat_advantage(results) if results.seats > 1 else None,
        matchups=matchups(results) if met else None,
        length=mean_length_sample(best.games.lengths),
        verify=_verify(search, best),
        warnings=tuple(_warnings(trials, scored, best)),
    )


def _score(trial: Trial) -> float:
    assert trial.score is not None
    return trial.score


def _verify(search: Search, best: Trial) -> str:
    plan = search.plan(best.setting)
    return command_of(dataclasses.replace(plan, kind="tournament", games=VERIFY * plan.games, seed=search.seed + 1))


def _warnings(trials: Sequence[Trial], scored: Sequence[Trial], best: Trial) -> list[str]:
    assert best.games is not None
    results, found = best.games.results, []
    if len(scored) > 1:
        found.append(
            f"the best of {len(scored)} trials is also the luckiest: its score is too high on average, until it is "
            "verified by fresh games"
        )
    found += few_games("the best setting", results.games)
    if results.seats > 1 and decided(results) < 0.5:
        found.append(
            f"{1 - decided(results):.0%} of the games of the best setting have no single winner: "
            "the objective decisive counts against that"
        )
    faults = sum(trial.faults for trial in trials)
    if faults:
        found.append(f"{faults:,} answers of players could not be used, and a legal move was drawn instead")
    return found


# --- what each parameter does -----------------------------------------------------------------------------------------


def _effect(axis: Axis, scored: Sequence[Trial]) -> Effect:
    groups = _groups(axis, scored)
    rows = []
    for label, members in groups:
        scores = [_score(trial) for trial in members]
        figures = tuple(math.fsum(column) / len(members) for column in zip(*(t.figures for t in members), strict=True))
        rows.append(Row(label, len(members), math.fsum(scores) / len(scores), min(scores), max(scores), figures))
    return Effect(axis.name, _share([[_score(trial) for trial in members] for _, members in groups]), tuple(rows))


def _groups(axis: Axis, scored: Sequence[Trial]) -> list[tuple[str, list[Trial]]]:
    """The trials by value, in the order of the values; neighbours together where there are many."""
    used: list[Value] = sorted({trial.setting[axis.name] for trial in scored}, key=_order(axis))
    if axis.listed or len(used) <= MOST_ROWS:
        return [(_plain(value), [t for t in scored if t.setting[axis.name] == value]) for value in used]
    size = math.ceil(len(used) / MOST_ROWS)
    found = []
    for start in range(0, len(used), size):
        part = used[start : start + size]
        label = _plain(part[0]) if len(part) == 1 else f"{_plain(part[0])} – {_plain(part[-1])}"
        found.append((label, [t for t in scored if t.setting[axis.name] in part]))
    return found


def _order(axis: Axis) -> Any:
    return axis.values.index if axis.values else lambda value: value


def _plain(value: Value) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _share(groups: Sequence[Sequence[float]]) -> float | None:
    """Adjusted η²: the share of the variance between the groups, less what chance alone would give; None if unknown."""
    scores = [score for group in groups for score in group]
    count, freedom = len(scores), len(scores) - len(groups)
    mean = math.fsum(scores) / count
    total = math.fsum((score - mean) ** 2 for score in scores)
    if len(groups) < 2 or freedom < 1 or total == 0:
        return None
    inside = math.fsum((score - math.fsum(group) / len(group)) ** 2 for group in groups for score in group)
    return max(0.0, 1 - inside / total * (count - 1) / freedom)
