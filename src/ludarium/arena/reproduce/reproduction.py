"""Reproductions: a source's published figures beside ours, and whether they agree.

A `Claim` is one published figure and the way in which we find our own. Counts and proved values must be equal. For a
measured figure we give an interval, and theirs must lie in it; for a χ² test, what our games would give in a sample of
their size. The intervals hold at 95 % for all measured figures of a source together, so that a source with many of them
is not refuted by chance alone.

What a source prints, what it says in words, and what we ask beyond it are three origins, which are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.session import Session
from ludarium.arena.stats.goodness import ChiSquare
from ludarium.arena.stats.tally import Ranks, Tally
from ludarium.engine import markup
from ludarium.engine.charts import Charted, figures
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.version import __version__

if TYPE_CHECKING:
    from ludarium.arena.report.drawing import Drawing
    from ludarium.store.database import Database

RUN_KIND = "reproduce"
"""The kind of the stored runs that claims are measured by."""

Kind = Literal["rate", "mean", "test", "count", "value", "verdict"]
"""`count` is a whole number and `value` any other one that is exact but for rounding."""
Origin = Literal["figure", "claim", "own"]
"""A published figure, a claim that the source makes in words, or a bar of our own."""
Verdict = Literal["agrees", "differs", "source's slip", "not measured"]
VERDICTS: tuple[Verdict, ...] = ("agrees", "differs", "source's slip", "not measured")
Figure = float | str | ChiSquare


# --- what we find -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exact:
    """A count, a proved value or an answer. `why` gives the figures behind an answer."""

    value: Figure
    why: str = ""


@dataclass(frozen=True)
class Rate:
    """A share of games, a tie counted as half a win."""

    wins: int
    ties: int
    games: int


@dataclass(frozen=True)
class Mean:
    """The mean of values that occurred so many times each."""

    values: Counter[float]


Finding = Exact | Rate | Mean | ChiSquare


def share(tally: Tally, counts: Callable[[LineUp, Ranks], bool]) -> Rate:
    """The share of games whose ending counts; `counts` is given the players and the ranks by seat."""
    hits = sum(count for line_up, ranks, count in tally.endings() if counts(line_up, ranks))
    return Rate(hits, 0, tally.games)


def won_by_seat(tally: Tally, seat: int) -> Rate:
    """The share of games that a seat wins alone."""
    return share(tally, lambda _, ranks: ranks[seat] == 1 and ranks.count(1) == 1)


def tied(tally: Tally) -> Rate:
    """The share of games that several seats win together."""
    return share(tally, lambda _, ranks: ranks.count(1) > 1)


def mean_rank(tally: Tally, counts: Callable[[LineUp, int], bool]) -> Mean:
    """The mean rank of the seats that count, who sit there at least once a game; each game gives one value.

    A player who holds several seats of a game has ranks that depend on each other: their mean is what varies freely.
    """
    values: Counter[float] = Counter()
    for line_up, ranks, count in tally.endings():
        chosen = [rank for seat, rank in enumerate(ranks) if counts(line_up, seat)]
        values[sum(chosen) / len(chosen)] += count
    return Mean(values)


# --- claims -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """One published figure, one claim in words, or one bar of our own, by its `origin`.

    `ours` finds our figure; None says that we cannot, and `note` why. `tolerance` is how far theirs may be from what
    they measured, by rounding for instance. `their_games` says on how many games a rate or mean of theirs rests, whose
    own uncertainty then counts, too; `inferred` says that the source does not give that number. The figure of a test is
    a `ChiSquare`, which knows its sample itself. `slip` says why the source contradicts itself where ours is another
    figure: then neither of us is refuted.
    """

    table: str
    what: str
    theirs: Figure
    kind: Kind
    ours: Callable[[Lab], Finding] | None
    tolerance: float = 0.0
    their_games: int | None = None
    note: str = ""
    origin: Origin = "figure"
    inferred: bool = False
    slip: str = ""

    @property
    def measured(self) -> bool:
        """Whether our figure is that of a sample, with an interval."""
        return self.ours is not None and self.kind in ("rate", "mean", "test")


@dataclass(frozen=True)
class Reproduction:
    """A source and its claims. `study` is False where known values check our engine and nobody's study is asked."""

    source: str
    title: str
    citation: str
    claims: tuple[Claim, ...]
    study: bool = True


class Lab:
    """Where claims are measured. The same games serve all claims that ask for them, and are kept in the store."""

    def __init__(
        self,
        *,
        games: int | None = None,
        seed: int = 0,
        workers: int | None = None,
        store: Database | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """`games` replaces the number that claims ask for; `progress` is told of further games, and of how many."""
        self.seed, self.games, self.workers = seed, games, workers
        self._store, self._progress = store, progress
        self._played: dict[str, Tally] = {}

    def play(
        self,
        game: str,
        *players: str,
        games: int,
        schedule: str = "rotation",
        settings: dict[str, object] | None = None,
    ) -> Tally:
        """The score of so many games between players."""
        wanted = games if self.games is None else self.games
        plan = Plan(game, players, wanted, self.seed, schedule, settings or {}, kind=RUN_KIND)
        plan.check()
        key = repr(plan.to_dict())
        if key not in self._played:
            session = Session(plan, run=self._store.start_run(plan.to_dict()) if self._store is not None else None)
            for further in session.play(workers=self.workers):
                self.advance(further, wanted)
            (self._played[key],) = session.tallies
        return self._played[key]

    def advance(self, further: int, total: int) -> None:
        """Tell whoever watches that so many more of a total are done."""
        if self._progress is not None:
            self._progress(further, total)


# --- what comes out ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A claim beside our figure."""

    claim: Claim
    verdict: Verdict
    why: str
    ours: Figure | None = None
    low: float | None = None
    high: float | None = None
    games: int | None = None
    allowed: float | None = None
    """How far apart the two figures may be by chance and rounding."""

    def to_dict(self) -> dict[str, Any]:
        claim = self.claim
        return {
            "table": claim.table,
            "what": claim.what,
            "origin": claim.origin,
            "kind": claim.kind,
            "theirs": _plain(claim.theirs),
            "their_games": claim.their_games,
            "inferred": claim.inferred,
            "tolerance": claim.tolerance,
            "ours": _plain(self.ours),
            "low": self.low,
            "high": self.high,
            "games": self.games,
            "allowed": self.allowed,
            "verdict": self.verdict,
            "why": self.why,
            "note": claim.note,
        }


def _plain(figure: Figure | None) -> float | str | None:
    return str(figure) if isinstance(figure, ChiSquare) else figure


ORIGINS: dict[Origin, str] = {
    "figure": "figures",
    "claim": "claims of the source",
    "own": "bars of our own",
}
"""What the rows of each origin are called."""


@dataclass(frozen=True)
class Counts:
    """How many rows have which verdict."""

    agree: int
    differ: int
    slips: int
    missing: int

    @property
    def total(self) -> int:
        return self.agree + self.differ + self.slips + self.missing

    def words(self, name: str) -> str:
        """`12 of 13 figures agree, 1 differs`."""
        words = [f"{self.agree} of {self.total} {name} agree"]
        words += [f"{self.differ} differ{'s' if self.differ == 1 else ''}"] * bool(self.differ)
        words += [f"{self.slips} slip{'' if self.slips == 1 else 's'} of the source"] * bool(self.slips)
        words += [f"{self.missing} not measured"] * bool(self.missing)
        return ", ".join(words)

    def to_dict(self) -> dict[str, int]:
        return {
            "total": self.total,
            "agrees": self.agree,
            "differs": self.differ,
            "source's slip": self.slips,
            "not measured": self.missing,
        }


@dataclass(frozen=True, repr=False)
class Outcome(Tabular, Charted):
    """A reproduction, carried out."""

    reproduction: Reproduction
    seed: int
    rows: tuple[Row, ...]
    method: str
    version: str = field(default=__version__)

    def count(self, verdict: Verdict, origin: Origin | None = None) -> int:
        """Rows of a verdict, of all origins or of one."""
        return sum(row.verdict == verdict and origin in (None, row.claim.origin) for row in self.rows)

    @property
    def counts(self) -> dict[Origin, Counts]:
        """Rows by origin and verdict; origins without rows are left out."""
        return {
            origin: Counts(*(self.count(verdict, origin) for verdict in VERDICTS))
            for origin in ORIGINS
            if any(row.claim.origin == origin for row in self.rows)
        }

    @property
    def summary(self) -> str:
        """`12 of 13 figures agree, 1 differs; 3 of 3 claims of the source agree`."""
        return "; ".join(counts.words(ORIGINS[origin]) for origin, counts in self.counts.items()) or "no figures"

    @property
    def answer(self) -> tuple[str, str, str]:
        """What holds, what does not, and what remains unknown, in a sentence each."""
        from ludarium.arena.reproduce.answer import answer

        return answer(self)

    def tables(self) -> list[DataTable]:
        rows = [tuple(_cell(row.to_dict()[column.name], column) for column in _COLUMNS) for row in self.rows]
        return [DataTable("claims", "one row a figure, claim or bar", _COLUMNS, rows)]

    def drawings(self) -> list[Drawing]:
        """Published rates beside ours, where there are any, and how many figures agree."""
        from ludarium.arena.reproduce.report import drawings

        return drawings(self)

    def __repr__(self) -> str:
        from ludarium.arena.reproduce.report import shown

        return "\n".join([self.reproduction.title, *self.answer, shown(self).text()])

    def _repr_html_(self) -> str:
        from ludarium.arena.reproduce.report import shown

        heading = markup.text(self.reproduction.title, bold=True) + markup.text(self.reproduction.citation)
        heading += "".join(markup.text(sentence) for sentence in self.answer)
        judged = markup.text(f"How it is judged: {self.method}.", soft=True)
        return heading + shown(self).html() + figures(self.drawings()) + judged

    def to_dict(self) -> dict[str, Any]:
        source = self.reproduction
        return {
            "source": source.source,
            "title": source.title,
            "citation": source.citation,
            "version": self.version,
            "seed": self.seed,
            "method": self.method,
            "summary": self.summary,
            "answer": list(self.answer),
            "counts": {origin: counts.to_dict() for origin, counts in self.counts.items()},
            "claims": [row.to_dict() for row in self.rows],
        }


_COLUMNS = (
    Column("table", "text", "where the source has the figure"),
    Column("what", "text", "what it is"),
    Column("origin", "text", "figure (published), claim (of the source, in words) or own (a bar of ours)"),
    Column("kind", "text", "rate, mean, test, count, value or verdict"),
    Column("theirs", "text", "the published figure"),
    Column("ours", "text", "our figure"),
    Column("low", "number", "lower end of our interval"),
    Column("high", "number", "upper end of it"),
    Column("games", "whole", "games behind our figure"),
    Column("verdict", "text", "agrees, differs, source's slip or not measured"),
    Column("why", "text", "why"),
    Column("note", "text", "what is to be said about the published figure"),
)


def _cell(value: Any, column: Column) -> Any:
    return str(value) if column.kind == "text" and value is not None else value
