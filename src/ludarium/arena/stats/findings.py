"""Findings: everything that the finished games of a plan say, each figure with its method.

`analyse` makes them from a plan and its tallies; pages, tables, charts and the terminal only show what stands here. A
statistic that a table does not allow is None, and `missing` says why.
"""

from __future__ import annotations

import math
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from ludarium.arena.metrics import Depth, Metrics
from ludarium.arena.plan.tournament import Plan, Settings
from ludarium.arena.stats.differences import Differences, differences
from ludarium.arena.stats.matchups import Matchups, matchups
from ludarium.arena.stats.outcomes import Outcomes, outcomes
from ludarium.arena.stats.ratings import Strengths, strengths
from ludarium.arena.stats.results import Results, few_games
from ludarium.arena.stats.score import SHOWN_FAULTS
from ludarium.arena.stats.seats import SeatAdvantage, seat_advantage
from ludarium.arena.stats.statistics import FEW_GAMES, POINTS_METHOD, Z_95, Statistic, counted_mean, plain
from ludarium.arena.stats.tally import Tally
from ludarium.engine.errors import LudariumError
from ludarium.version import __version__

FORMAT = "ludarium findings"
FORMAT_VERSION = 1

ALONE = "one seat: there is nobody to win against, so that only points count"
NOBODY_MET = "no two players met: each played at tables of its own"
NO_GAMES = "no game has been played under this setting"

_ORDINALS = ("First", "Second", "Third", "Fourth")
"""Names of seats that say no more than their number."""

_ROUGH = few_games("", 0)[0].partition(", ")[2]
"""How the warnings of figures that rest on few games end."""

T = TypeVar("T", bound=Statistic)


@dataclass(frozen=True, kw_only=True)
class Lengths(Statistic):
    """How many decisions the games had: `counts` lists each length with its games, the shortest first.

    A quartile is the shortest length that its share of the games does not exceed.
    """

    games: int
    counts: tuple[tuple[int, int], ...]
    mean: float
    low: float
    high: float
    deviation: float
    quartiles: tuple[int, int, int]

    @property
    def median(self) -> int:
        return self.quartiles[1]

    @property
    def least(self) -> int:
        return self.counts[0][0]

    @property
    def most(self) -> int:
        return self.counts[-1][0]


@dataclass(frozen=True)
class PlayerPoints:
    """A player's mean points with their interval."""

    player: int
    name: str
    games: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Points(Statistic):
    """The points of the players that have played, in the order of their numbers."""

    players: tuple[PlayerPoints, ...]


@dataclass(frozen=True)
class FaultLine:
    """An answer that could not be used. Games and seats count from 0."""

    game: int
    player: int
    seat: int
    text: str


@dataclass(frozen=True)
class Faults:
    """How many answers could not be used, altogether and by player, and the first of them."""

    count: int
    by_player: tuple[int, ...]
    first: tuple[FaultLine, ...]


@dataclass(frozen=True)
class Section:
    """What the games under one setting say. Players are numbers into the findings' `names`."""

    label: str
    """The sweep's part of the settings; empty without a sweep."""
    settings: Mapping[str, Any]
    """All settings of the game at this table."""
    rules: str
    seat_names: tuple[str, ...]
    games: int
    faults: Faults
    points: Points | None
    lengths: Lengths | None
    outcomes: Outcomes | None
    seats: SeatAdvantage | None
    matchups: Matchups | None
    strengths: Strengths | None
    differences: Differences | None
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why a statistic is None, by its name."""

    @property
    def statistics(self) -> Iterator[tuple[str, Statistic]]:
        """The statistics there are, by name."""
        for name in STATISTICS:
            statistic = getattr(self, name)
            if statistic is not None:
                yield name, statistic

    @property
    def warnings(self) -> tuple[str, ...]:
        """What speaks against relying on the figures, each remark once."""
        found = dict.fromkeys(warning for _, statistic in self.statistics for warning in statistic.warnings)
        if 0 < self.games < FEW_GAMES:
            # Said once, not once for each figure.
            found = dict.fromkeys(warning for warning in found if not warning.endswith(_ROUGH))
            found = dict.fromkeys((few_games("everything here", self.games)[0], *found))
        if self.faults.count:
            answers = "answer" if self.faults.count == 1 else "answers"
            found[f"{self.faults.count:,} {answers} could not be used; a legal move was drawn instead"] = None
        return tuple(found)

    def seat_label(self, seat: int) -> str:
        """`seat 1`, or `seat 1 (x)` where the game has a name for it."""
        name = self.seat_names[seat]
        return f"seat {seat + 1}" if name in _ORDINALS else f"seat {seat + 1} ({name})"


STATISTICS = ("outcomes", "points", "matchups", "strengths", "differences", "seats", "lengths")


@dataclass(frozen=True)
class Findings:
    """A finished run: what was played, and one section for each setting of its sweep."""

    plan: Plan
    seconds: float
    command: str
    version: str
    """Of Ludarium."""
    names: tuple[str, ...]
    """The players as they are shown: printable, and no two alike."""
    sections: tuple[Section, ...]
    metrics: Mapping[str, Any] | None = None
    """`Metrics.to_dict()`, if the game was measured."""
    depth: Mapping[str, Any] | None = None
    """`Depth.to_dict()`, if it was measured."""

    @property
    def games(self) -> int:
        return sum(section.games for section in self.sections)

    @property
    def seats(self) -> int:
        return len(self.sections[0].seat_names)

    @property
    def is_sweep(self) -> bool:
        return len(self.sections) > 1

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings of all sections, and of the metrics."""
        found = {
            f"{section.label}: {warning}" if section.label else warning: None
            for section in self.sections
            for warning in section.warnings
        }
        found |= dict.fromkeys(f"metrics: {warning}" for warning in (self.metrics or {}).get("warnings", ()))
        return tuple(found)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, from which `from_dict` makes equal findings."""
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "ludarium": self.version,
            "command": self.command,
            "seconds": self.seconds,
            "games": self.games,
            "plan": self.plan.to_dict(),
            "names": list(self.names),
            "sections": plain(self.sections),
            "warnings": list(self.warnings),
            "metrics": plain(self.metrics),
            "depth": plain(self.depth),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Findings:
        """Findings from plain values. Nothing is played, and no game is loaded."""
        if not is_findings(data):
            raise LudariumError(f'these are no findings: expected "format": "{FORMAT}"')
        if data.get("format_version") != FORMAT_VERSION:
            raise LudariumError(
                f"findings of format version {data.get('format_version')}, expected {FORMAT_VERSION}: "
                "write the report again"
            )
        try:
            return cls(
                plan=Plan.from_dict(data["plan"]),
                seconds=data["seconds"],
                command=data["command"],
                version=data["ludarium"],
                names=tuple(data["names"]),
                sections=msgspec.convert(data["sections"], tuple[Section, ...]),
                metrics=data["metrics"],
                depth=data["depth"],
            )
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise LudariumError(f"the findings are damaged ({error!r}): write the report again") from error


def is_findings(data: object) -> bool:
    """Whether plain values are findings, of whatever version."""
    return isinstance(data, Mapping) and data.get("format") == FORMAT


# --- analysing --------------------------------------------------------------------------------------------------------


def analyse(
    plan: Plan,
    tallies: Sequence[Tally],
    seconds: float,
    *,
    metrics: Metrics | None = None,
    depth: Depth | None = None,
    command: str | None = None,
) -> Findings:
    """All statistics of a plan's games; one tally for each setting of its sweep, in their order.

    `command` is the line that made the run; by default one that makes it again.
    """
    if len(tallies) != len(plan.sweep):
        raise LudariumError(f"{len(tallies)} tallies for {len(plan.sweep)} settings: give one for each")
    names = distinct(plan.players)
    return Findings(
        plan=plan,
        seconds=round(seconds, 3),
        command=command_of(plan) if command is None else command,
        version=__version__,
        names=names,
        sections=tuple(_section(plan, table, tally, names) for table, tally in enumerate(tallies)),
        metrics=None if metrics is None else metrics.to_dict(),
        depth=None if depth is None else depth.to_dict(),
    )


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names in a printable form, numbered where two are alike."""
    clean = [printable(name) for name in names]
    often = Counter(clean)
    taken = {name for name in clean if often[name] == 1}
    found = []
    for name in clean:
        shown, number = name, 0
        while often[name] > 1 and (shown == name or shown in taken):
            number += 1
            shown = f"{name} #{number}"
        taken.add(shown)
        found.append(shown)
    return tuple(found)


def printable(text: str) -> str:
    """The text without signs that no page and no terminal can show; lines stay lines."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "�" for sign in text)


def command_of(plan: Plan, rule: Mapping[str, Any] | None = None) -> str:
    """A command line that plays the plan, to the end that a rule of stopping (as plain values) sets."""
    words = ["ludarium", "match", plan.game, *plan.players]
    settings = [word for name, value in plan.settings.items() for word in ("--set", f"{name}={value}")]
    if plan.kind == "ladder":  # its seed is drawn from how far the ladder has come
        return printable(shlex.join(["ludarium", "ladder", *words[2:], "--games", str(plan.games), *settings]))
    if plan.kind != "match" or plan.schedule not in ("rotation", "fixed") or len(plan.sweep) > 1:
        # The games of a trial, or behind a published figure, are those of a tournament.
        words[1] = "tournament" if plan.kind in ("match", "tune", "reproduce") else plan.kind
        words += ["--schedule", plan.schedule]
    elif plan.schedule == "fixed":
        words.append("--fixed-seats")
    words += ["--games", str(plan.games), "--seed", str(plan.seed)]
    words += settings
    for name, values in axes(plan).items():
        words += ["--sweep", f"{name}={','.join(values)}"]
    return printable(shlex.join([*words, *_rule_words(rule or {})]))


def _rule_words(rule: Mapping[str, Any]) -> list[str]:
    if "until_width" in rule:
        return ["--until-width", f"{rule['until_width']:.10g}"]
    if "sprt" in rule:
        elo = ",".join(f"{difference:g}" for difference in rule["sprt"])
        return ["--sprt", elo, "--alpha", f"{rule['alpha']:g}", "--beta", f"{rule['beta']:g}"]
    return []


def axes(plan: Plan) -> dict[str, list[str]]:
    """The values of each key of the sweep: all combinations of them are its settings."""
    return {name: list(dict.fromkeys(str(extra[name]) for extra in plan.sweep)) for name in plan.sweep[0]}


def label_of(extra: Settings) -> str:
    """`goal=50, seats=2`."""
    return printable(", ".join(f"{name}={value}" for name, value in extra.items()))


def _section(plan: Plan, table: int, tally: Tally, names: Sequence[str]) -> Section:
    game = plan.tables[table]
    results = Results(names, tally.endings())
    missing: dict[str, str] = {}

    def only(name: str, reason: str, make: Callable[[], T]) -> T | None:
        """The statistic, unless there is a reason against it."""
        if reason := NO_GAMES if not tally.games else reason:
            missing[name] = reason
            return None
        return make()

    alone = ALONE if game.seats == 1 else ""
    apart = alone or ("" if any(len(set(line_up)) > 1 for line_up, _, _ in results.endings()) else NOBODY_MET)
    compared = only("differences", apart, lambda: differences(results))
    if compared is not None and not compared.pairs:
        missing["differences"] = "no two players met a common field without each other: see the matchups"
        compared = None
    return Section(
        label=label_of(plan.sweep[table]),
        settings=dict(game.settings),
        rules=game.version,
        seat_names=tuple(game.seat_names[: game.seats]),
        games=tally.games,
        faults=_faults(tally),
        points=only("points", "", lambda: _points(tally, names)),
        lengths=only("lengths", "", lambda: lengths(tally.lengths)),
        outcomes=only("outcomes", apart, lambda: outcomes(results)),
        seats=only("seats", alone, lambda: seat_advantage(results)),
        matchups=only("matchups", apart, lambda: matchups(results)),
        strengths=only("strengths", apart, lambda: strengths(results)),
        differences=compared,
        missing=missing,
    )


def lengths(counts: Mapping[int, int]) -> Lengths:
    """The distribution of the numbers of decisions, given how many games had which."""
    ordered = tuple(sorted(counts.items()))
    games = sum(counts.values())
    mean = sum(length * count for length, count in ordered) / games
    squares = math.fsum(count * (length - mean) ** 2 for length, count in ordered)
    deviation = math.sqrt(squares / (games - 1)) if games > 1 else 0.0
    reach = Z_95 * deviation / math.sqrt(games)
    return Lengths(
        method="decisions of a game; mean with 95 % normal interval; quartiles: lengths that were played",
        warnings=tuple(few_games("length", games)),
        games=games,
        counts=ordered,
        mean=mean,
        low=max(0.0, mean - reach),
        high=mean + reach,
        deviation=deviation,
        quartiles=(_quantile(ordered, 1, games), _quantile(ordered, 2, games), _quantile(ordered, 3, games)),
    )


def _quantile(ordered: Sequence[tuple[int, int]], quarter: int, games: int) -> int:
    passed = 0
    for length, count in ordered:
        passed += count
        if 4 * passed >= quarter * games:
            return length
    return ordered[-1][0]


def _points(tally: Tally, names: Sequence[str]) -> Points:
    rows = tuple(
        PlayerPoints(player, names[player], counts.total(), *counted_mean(counts))
        for player, counts in enumerate(tally.points)
        if counts
    )
    warnings = [warning for row in rows for warning in few_games(row.name, row.games)]
    return Points(method=POINTS_METHOD, warnings=tuple(warnings), players=rows)


def _faults(tally: Tally) -> Faults:
    first = tuple(
        FaultLine(fault.game, fault.player, fault.seat, printable(fault.text))
        for fault in tally.first_faults(SHOWN_FAULTS)
    )
    return Faults(tally.fault_count, tuple(tally.fault_counts), first)
