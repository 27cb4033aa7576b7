"""Habits of people and players in any game: how long they think, how often they find the best move, how they open; and
what a game's own source saw people do, where the game names a way to count it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from ludarium.arena.stats.statistics import Statistic
from ludarium.engine.errors import NotSuited
from ludarium.engine.plugins import import_object
from ludarium.engine.record import Record
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.games import REGISTRY
from ludarium.studies.analysis import clustered
from ludarium.studies.analysis.clustered import Estimate
from ludarium.studies.data import PERSON, Decision, StudyData

OPENING = 4
"""Decisions of a game's opening."""
MOST_OPENINGS = 10


@dataclass(frozen=True)
class Times:
    """How long decisions at a ply took: quartiles in seconds."""

    who: str
    ply: int
    decisions: int
    lower: float
    median: float
    upper: float


@dataclass(frozen=True)
class BestMoves:
    """How often the best move was found, of decisions for which it is known; clustered by game."""

    who: str
    decisions: int
    share: Estimate


@dataclass(frozen=True)
class Opening:
    """How games began: the first moves of all seats, in order."""

    game: str
    moves: tuple[str, ...]
    games: int
    share: float


@dataclass(frozen=True)
class OwnHabit:
    """A habit that the game's own source names, counted in people's games, beside what the source counted."""

    game: str
    habit: str
    of: int
    value: float | None
    low: float | None
    high: float | None
    source: float | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Habits(Statistic, Tabular):
    """All of it. `who` is `person`, or a player's text."""

    times: tuple[Times, ...]
    best: tuple[BestMoves, ...]
    openings: tuple[Opening, ...]
    own: tuple[OwnHabit, ...]

    def tables(self) -> list[DataTable]:
        best = [(row.who, row.decisions, row.share.value, row.share.low, row.share.high) for row in self.best]
        openings = [(row.game, " ".join(row.moves), row.games, row.share) for row in self.openings]
        return [
            DataTable(
                "times", "one row a kind of player and ply", _TIMES, [tuple(vars(r).values()) for r in self.times]
            ),
            DataTable("best", "one row a kind of player", _BEST, best),
            DataTable("openings", "one row an opening, the most frequent first", _OPENINGS, openings),
            DataTable(
                "own", "one row a habit that the game's source names", _OWN, [tuple(vars(r).values()) for r in self.own]
            ),
        ]

    def __repr__(self) -> str:
        decisions = sum(row.decisions for row in self.times if row.who == PERSON)
        return f"<habits: {decisions:,} timed decisions of people, {len(self.openings)} openings>"


_ENDS = (Column("low", "number", "lower end of its 95 % interval"), Column("high", "number", "upper end of it"))
_TIMES = (
    Column("who", "text", "person, or a player's text"),
    Column("ply", "whole", "which decision of the game, from 0"),
    Column("decisions", "whole", "decisions"),
    Column("lower", "number", "lower quartile of the seconds"),
    Column("median", "number", "median of the seconds"),
    Column("upper", "number", "upper quartile of the seconds"),
)
_BEST = (
    Column("who", "text", "person, or a player's text"),
    Column("decisions", "whole", "decisions whose best move is known"),
    Column("share", "number", "share in which it was found"),
    *_ENDS,
)
_OPENINGS = (
    Column("game", "text", "the game with its settings"),
    Column("moves", "text", "the first moves of all seats, in order"),
    Column("games", "whole", "games that began so"),
    Column("share", "number", "their share of the games"),
)
_OWN = (
    Column("game", "text", "the game"),
    Column("habit", "text", "the habit's name"),
    Column("of", "whole", "how often it could show"),
    Column("value", "number", "how often it did, or a mean"),
    *_ENDS,
    Column("source", "number", "what the source counted among people"),
)


def decision_times(decisions: Iterable[Decision]) -> list[Times]:
    """By who decided and ply; time with the tab hidden is left out."""
    seconds: dict[tuple[str, int], list[float]] = defaultdict(list)
    for row in decisions:
        if row.seconds is not None:
            seconds[row.player, row.ply].append(max(0.0, row.seconds - row.hidden))
    found = []
    for (who, ply), values in sorted(seconds.items(), key=lambda entry: (entry[0][0] != PERSON, entry[0])):
        quarters = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
        found.append(Times(who, ply, len(values), *quarters))
    return found


def best_moves(decisions: Iterable[Decision]) -> list[BestMoves]:
    """By who decided."""
    known: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for row in decisions:
        if row.best is not None:
            known[row.player].append((row.table, float(row.best)))
    order = sorted(known, key=lambda who: (who != PERSON, who))
    return [BestMoves(who, len(known[who]), clustered.share(known[who])) for who in order]


def openings(data: StudyData, length: int = OPENING) -> list[Opening]:
    """The favourite openings of each game, in games with a person whose first decisions are all known."""
    games = {game.table: game.game for game in data.games if not game.practice}
    moves: dict[str, dict[int, str]] = defaultdict(dict)
    for row in data.decisions:
        if row.table in games and row.ply < length:
            moves[row.table][row.ply] = row.move
    counts: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for table, made in moves.items():
        if len(made) == length:
            counts[games[table]][tuple(made[ply] for ply in range(length))] += 1
    return [
        Opening(game, line, number, number / counted.total())
        for game, counted in sorted(counts.items())
        for line, number in sorted(counted.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_OPENINGS]
    ]


def own_habits(records: Iterable[tuple[Record, Sequence[int]]]) -> list[OwnHabit]:
    """What the games' own sources saw people do, counted in records; `seats` says whose decisions count."""
    by_game: dict[str, list[tuple[Record, Sequence[int]]]] = defaultdict(list)
    for record, seats in records:
        by_game[record.game].append((record, seats))
    found = []
    for name, rows in sorted(by_game.items()):
        entry = REGISTRY.entries.get(name)
        if entry is not None and entry.habits:
            counted: Mapping[str, Mapping[str, Any]] = import_object(entry.habits)(rows)
            for habit, figures in counted.items():
                values = [figures.get(key) for key in ("value", "low", "high", "people")]
                found.append(OwnHabit(name, habit, int(figures["of"]), *values))
    return found


def habits(data: StudyData, *, records: Iterable[tuple[Record, Sequence[int]]] = (), opening: int = OPENING) -> Habits:
    """Everything about habits in a study.

    Args:
        data: The study; pilots and those who withdrew are left out.
        records: The games' records with the seats of people, for what the games' own sources name.
        opening: How many decisions an opening has.

    Raises:
        NotSuited: No decision is known.
    """
    data = data.counted()
    own = own_habits(records)
    if not data.decisions and not own:
        raise NotSuited("no decision is known yet: there is nothing to say about habits")
    return Habits(
        method=(
            "quartiles of decision times without the time the tab was hidden; shares of best moves with intervals "
            f"clustered by game; openings of {opening} decisions"
        ),
        times=tuple(decision_times(data.decisions)),
        best=tuple(best_moves(data.decisions)),
        openings=tuple(openings(data, opening)),
        own=tuple(own),
    )
