"""Reproductions: a source's published figures beside ours, and whether they agree.

A `Claim` is one published figure and the way in which we find our own. Counts and proved values must be equal. For a
measured figure we give an interval, and theirs must lie in it; for a χ² test, what our games would give in a sample of
their size. The intervals hold at 95 % for all measured figures of a source together, so that a source with many of them
is not refuted by chance alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal

from ludarium.arena.plan.schedules import LineUp
from ludarium.arena.plan.tournament import Plan
from ludarium.arena.run.session import Session
from ludarium.arena.stats.goodness import ChiSquare, expected_range
from ludarium.arena.stats.statistics import rate, score_interval
from ludarium.arena.stats.tally import Ranks, Tally
from ludarium.engine import markup
from ludarium.engine.charts import Charted, figures
from ludarium.engine.errors import LudariumError
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.version import __version__

if TYPE_CHECKING:
    from ludarium.arena.report.drawing import Drawing
    from ludarium.store.database import Database

RUN_KIND = "reproduce"
"""The kind of the stored runs that claims are measured by."""

ALPHA = 0.05
"""The chance that a source whose figures are all right is said to differ somewhere."""

Kind = Literal["rate", "mean", "test", "count", "verdict"]
Verdict = Literal["agrees", "differs", "not measured"]
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
    """One published figure.

    `ours` finds our figure; None says that we cannot, and `note` why. `tolerance` is how far theirs may be from what
    they measured, by rounding for instance. `their_games` says on how many games a rate or mean of theirs rests, whose
    own uncertainty then counts, too. The figure of a test is a `ChiSquare`, which knows its sample itself.
    """

    table: str
    what: str
    theirs: Figure
    kind: Kind
    ours: Callable[[Lab], Finding] | None
    tolerance: float = 0.0
    their_games: int | None = None
    note: str = ""

    @property
    def measured(self) -> bool:
        """Whether our figure is that of a sample, with an interval."""
        return self.ours is not None and self.kind in ("rate", "mean", "test")


@dataclass(frozen=True)
class Reproduction:
    """A source and its claims."""

    source: str
    title: str
    citation: str
    claims: tuple[Claim, ...]


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


# --- judging ----------------------------------------------------------------------------------------------------------


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

    def to_dict(self) -> dict[str, Any]:
        claim = self.claim
        return {
            "table": claim.table,
            "what": claim.what,
            "kind": claim.kind,
            "theirs": _plain(claim.theirs),
            "their_games": claim.their_games,
            "tolerance": claim.tolerance,
            "ours": _plain(self.ours),
            "low": self.low,
            "high": self.high,
            "games": self.games,
            "verdict": self.verdict,
            "why": self.why,
            "note": claim.note,
        }


def _plain(figure: Figure | None) -> float | str | None:
    return str(figure) if isinstance(figure, ChiSquare) else figure


@dataclass(frozen=True, repr=False)
class Outcome(Tabular, Charted):
    """A reproduction, carried out."""

    reproduction: Reproduction
    seed: int
    rows: tuple[Row, ...]
    method: str
    version: str = field(default=__version__)

    def count(self, verdict: Verdict) -> int:
        return sum(row.verdict == verdict for row in self.rows)

    @property
    def summary(self) -> str:
        """`12 of 13 figures agree, 1 differs`."""
        agree, differ, missing = self.count("agrees"), self.count("differs"), self.count("not measured")
        words = [f"{agree} of {len(self.rows)} figures agree"]
        words += [f"{differ} differ{'s' if differ == 1 else ''}"] * bool(differ)
        words += [f"{missing} not measured"] * bool(missing)
        return ", ".join(words)

    def tables(self) -> list[DataTable]:
        rows = [tuple(_cell(row.to_dict()[column.name], column) for column in _COLUMNS) for row in self.rows]
        return [DataTable("claims", "one row a published figure", _COLUMNS, rows)]

    def drawings(self) -> list[Drawing]:
        """Published rates beside ours, where there are any, and how many figures agree."""
        from ludarium.arena.reproduce.report import drawings

        return drawings(self)

    def __repr__(self) -> str:
        from ludarium.arena.reproduce.report import shown

        return f"{self.reproduction.title}\n{shown(self).text()}"

    def _repr_html_(self) -> str:
        from ludarium.arena.reproduce.report import shown

        heading = markup.text(self.reproduction.title, bold=True) + markup.text(self.reproduction.citation)
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
            "claims": [row.to_dict() for row in self.rows],
        }


_COLUMNS = (
    Column("table", "text", "where the source has the figure"),
    Column("what", "text", "what it is"),
    Column("kind", "text", "rate, mean, test, count or verdict"),
    Column("theirs", "text", "the published figure"),
    Column("ours", "text", "our figure"),
    Column("low", "number", "lower end of our interval"),
    Column("high", "number", "upper end of it"),
    Column("games", "whole", "games behind our figure"),
    Column("verdict", "text", "agrees, differs or not measured"),
    Column("why", "text", "why"),
    Column("note", "text", "what is to be said about the published figure"),
)


def _cell(value: Any, column: Column) -> Any:
    return str(value) if column.kind == "text" and value is not None else value


def reproduce(reproduction: Reproduction, lab: Lab, *, progress: Callable[[Row], None] | None = None) -> Outcome:
    """Find our figure for every claim, and judge."""
    measured = sum(claim.measured for claim in reproduction.claims)
    z = NormalDist().inv_cdf(1 - ALPHA / (2 * max(1, measured)))
    rows = []
    for claim in reproduction.claims:
        rows.append(_row(claim, lab, z))
        if progress is not None:
            progress(rows[-1])
    return Outcome(reproduction, lab.seed, tuple(rows), _method(measured))


def _method(measured: int) -> str:
    return (
        "counts and proved values must be equal; a measured figure agrees when theirs lies in our interval: score "
        "interval of rates (Wilson; with ties Tango's form), normal interval of means, 95 % for the "
        f"{measured} measured figure{'' if measured == 1 else 's'} together (Bonferroni); where theirs is a sample, "
        "too, both uncertainties count (Newcombe's hybrid of score intervals; a mean with our variance); the interval "
        "of a χ² test is that of χ² in a sample of their size (noncentral χ²)"
    )


def _row(claim: Claim, lab: Lab, z: float) -> Row:
    if claim.ours is None:
        return Row(claim, "not measured", claim.note or "no way to measure it here")
    try:
        finding = claim.ours(lab)
        if not isinstance(finding, Exact):
            return _measured_row(claim, finding, z)
    except LudariumError as error:
        return Row(claim, "not measured", str(error))
    _fits(claim, "count", "verdict")
    same = finding.value == claim.theirs
    why = finding.why or ("the same" if same else "not the same")
    return Row(claim, "agrees" if same else "differs", why, finding.value)


def _measured_row(claim: Claim, finding: Rate | Mean | ChiSquare, z: float) -> Row:
    if isinstance(finding, ChiSquare):
        return _test_row(claim, finding, z)
    _fits(claim, "rate" if isinstance(finding, Rate) else "mean")
    if isinstance(claim.theirs, str | ChiSquare):
        raise TypeError(f"claim '{claim.what}' is a {claim.kind}, but theirs is no number")
    ours, low, high, games = _interval(finding, z)
    # How far apart they may be: our interval's reach towards theirs and, where theirs is a sample, the other way round.
    above = ours > claim.theirs
    reach, where = ours - low if above else high - ours, "our interval"
    if claim.their_games is not None:
        reach, where = math.hypot(reach, _their_reach(claim, finding, z, above)), "what both samples allow"
    verdict, why = _judge(claim, ours - claim.theirs, reach + claim.tolerance, where)
    return Row(claim, verdict, why, ours, low, high, games)


def _fits(claim: Claim, *kinds: Kind) -> None:
    if claim.kind not in kinds:
        raise TypeError(f"claim '{claim.what}' is a {claim.kind}, but what was found is a {' or '.join(kinds)}")


def _interval(finding: Rate | Mean, z: float) -> tuple[float, float, float, int]:
    if isinstance(finding, Rate):
        if not finding.games:
            raise LudariumError("no game gives a rate: play some")
        low, high = score_interval(finding.wins, finding.ties, finding.games, z)
        return rate(finding.wins, finding.ties, finding.games), low, high, finding.games
    mean, deviation, games = _moments(finding)
    reach = z * deviation / math.sqrt(games)
    return mean, mean - reach, mean + reach, games


def _moments(finding: Mean) -> tuple[float, float, int]:
    """Mean, standard deviation and number of the values."""
    games, values = finding.values.total(), sorted(finding.values.items())
    if games < 2:
        raise LudariumError("a single game gives no interval of a mean: play more")
    mean = math.fsum(value * count for value, count in values) / games
    variance = math.fsum(count * (value - mean) ** 2 for value, count in values) / (games - 1)
    return mean, math.sqrt(variance), games


def _their_reach(claim: Claim, finding: Rate | Mean, z: float, above: bool) -> float:
    """How far the interval of their sample reaches towards our figure, above theirs or below."""
    assert claim.their_games is not None
    assert isinstance(claim.theirs, float | int)
    if isinstance(finding, Mean):  # sources hardly ever give a variance: ours stands for theirs
        return z * _moments(finding)[1] / math.sqrt(claim.their_games)
    low, high = score_interval(claim.theirs * claim.their_games, 0, claim.their_games, z)
    return high - claim.theirs if above else claim.theirs - low


def _judge(claim: Claim, difference: float, allowed: float, where: str) -> tuple[Verdict, str]:
    if abs(difference) <= allowed:
        return "agrees", f"theirs lies within {where}"
    direction = "higher" if difference > 0 else "lower"
    if claim.kind == "rate":
        apart, most = f"{100 * abs(difference):.2f} points of a hundred", f"{100 * allowed:.2f}"
    else:
        apart, most = f"{abs(difference):.4g}", f"{allowed:.4g}"
    return "differs", f"ours is {apart} {direction}, chance explains up to {most}"


def _test_row(claim: Claim, finding: ChiSquare, z: float) -> Row:
    """χ² grows with the games, so theirs is judged by what our effect would give in a sample of their size."""
    _fits(claim, "test")
    theirs = claim.theirs
    if not isinstance(theirs, ChiSquare) or theirs.freedom != finding.freedom:
        raise TypeError(f"claim '{claim.what}': theirs is no χ² of {finding.freedom} degrees of freedom")
    low, high = expected_range(finding, theirs.observations, 2 * NormalDist().cdf(-z))
    where = "below" if theirs.value < low - claim.tolerance else "above"
    fits = low - claim.tolerance <= theirs.value <= high + claim.tolerance
    if fits:
        fits = not finding.opposes(theirs, z)
        where = "within" if fits else "on the other side of"
    conclusions = {
        (True, True): "both reject equal chances at 5 %",
        (False, False): "neither rejects equal chances at 5 %",
        (True, False): "theirs alone rejects equal chances at 5 %",
        (False, True): "ours alone rejects equal chances at 5 %",
    }[theirs.rejects, finding.rejects]
    why = f"theirs lies {where} what ours gives in {theirs.observations:,} observations; {conclusions}"
    return Row(claim, "agrees" if fits else "differs", why, finding, low, high, finding.observations)
