"""The page: one HTML file that needs nothing else, shows its charts without a script and fetches nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ludarium.arena.report import shown, words
from ludarium.arena.report.charts import drawings
from ludarium.arena.report.drawing import Drawing
from ludarium.arena.report.rendering import render
from ludarium.arena.report.shown import Shown
from ludarium.arena.stats.findings import STATISTICS, Findings, Section, axes

if TYPE_CHECKING:
    from markupsafe import Markup

_FOLDED_ROWS = 24
"""Longer tables are folded away until somebody wants them."""

TITLES = {
    "outcomes": "Results",
    "points": "Points",
    "matchups": "Who beats whom",
    "strengths": "Strengths",
    "differences": "Against the same opponents",
    "seats": "Seats",
    "lengths": "Length of games",
}

EXPLANATIONS = {
    "outcomes": (
        "The rate is the share of games won, a tie (a shared first place) counted as half a win. If the games were "
        "played again as often, the interval would contain the true rate in 95 of 100 cases."
    ),
    "points": "The mean of what the game counts at its end. Points of different games or settings cannot be compared.",
    "matchups": (
        "One player beats another in a game when it is ranked before it, however many sit at the table. A result is "
        "significant when chance alone would hardly give it, also in view of how many pairs there are (Holm's "
        "correction). A ring is a circle of significant results: a beats b, b beats c, c beats a."
    ),
    "strengths": (
        "One number a player that explains the results as well as possible. Differences count, not the numbers "
        "themselves: 100 points more are an expected 64 % against 36 %, 400 more are 91 % against 9 %. Where there "
        "are rings, no such number explains everything."
    ),
    "differences": (
        "Two players' rates against the same others on the same seats. Whether one is stronger against the rest is "
        "another question than who wins when they meet."
    ),
    "seats": (
        "Whether a seat wins more often than the others, whoever sits there. The χ² test asks whether chance alone "
        "would give such differences; Cramér's V says how large they are."
    ),
    "lengths": "The number of decisions that all players together made, from the start to the end of a game.",
}


@dataclass(frozen=True)
class Block:
    """A part of a section: a heading with its charts, tables and remarks."""

    id: str
    title: str
    charts: Sequence[Chart]
    tables: Sequence[Shown]
    remarks: Sequence[str] = ()


@dataclass(frozen=True)
class Chart:
    """A chart as the page shows it; `width` is how wide it was drawn."""

    svg: Markup
    caption: str
    width: int


@dataclass(frozen=True)
class Part:
    """What the page says about one setting."""

    id: str
    title: str
    sentences: Sequence[str]
    blocks: Sequence[Block]


def page(findings: Findings, drawn: Sequence[tuple[Drawing, str]] | None = None, *, written: date | None = None) -> str:
    """The page as HTML. `drawn` are its charts with their SVG, for a caller that has drawn them already."""
    if drawn is None:
        drawn = [(drawing, drawing.svg()) for drawing in drawings(findings)]
    views = {drawing.name: chart_view(drawing, svg) for drawing, svg in drawn}
    return compose(
        title=words.title(findings),
        command=findings.command,
        facts_title="What was played",
        facts=list(_facts(findings, written or date.today())),
        sentences=words.summary(findings),
        warnings=findings.warnings,
        before=list(_overview(findings, views)),
        after=list(_game(findings, views)),
        parts=[_part(findings, place, views) for place in range(len(findings.sections))],
        methods=list(_methods(findings)),
        footnote=" Games and seats count from 0 there.",
    )


def compose(
    *,
    title: str,
    facts_title: str,
    facts: Sequence[tuple[str, str]],
    sentences: Sequence[str],
    warnings: Sequence[str],
    methods: Sequence[tuple[str, str, str]],
    command: str = "",
    before: Sequence[Block] = (),
    parts: Sequence[Part] = (),
    after: Sequence[Block] = (),
    footnote: str = "",
    folder: bool = True,
) -> str:
    """A page of a report, whatever it is about; its folder, if it stands in one, has the same figures as files."""
    return render(
        "page.html",
        title=title,
        command=command,
        facts_title=facts_title,
        facts=facts,
        sentences=sentences,
        warnings=warnings,
        before=before,
        parts=parts,
        after=after,
        methods=methods,
        footnote=footnote,
        folder=folder,
        folded_rows=_FOLDED_ROWS,
    )


def chart_view(drawing: Drawing, svg: str) -> Chart:
    """A chart as the page shows it."""
    from markupsafe import Markup

    width = re.search(r'<svg[^>]* width="(\d+)', svg)
    return Chart(Markup(svg), drawing.caption, int(width[1]) if width else 0)


def _facts(findings: Findings, written: date) -> Iterator[tuple[str, str]]:
    """What was played, by the names of facts."""
    plan = findings.plan
    yield "Game", plan.game
    settings = {
        name: value
        for name, value in findings.sections[0].settings.items()
        if all(name not in extra for extra in plan.sweep)
    }
    if settings:
        yield "Settings", ", ".join(f"{name} = {value}" for name, value in settings.items())
    if findings.is_sweep:
        yield "Sweep", "; ".join(f"{name} = {', '.join(values)}" for name, values in axes(plan).items())
    yield "Players", ", ".join(findings.names)
    yield "Schedule", words.SCHEDULES.get(plan.schedule, plan.schedule)
    planned = f" of {plan.games:,} planned" if findings.games < plan.games else ""
    yield "Games", f"{findings.games:,}{planned}"
    yield "Seed", str(plan.seed)
    yield "Time", words.duration(findings.seconds)
    yield "Versions", f"Ludarium {findings.version}, rules {findings.sections[0].rules}"
    yield "Written", written.isoformat()


def _overview(findings: Findings, views: dict[str, Chart]) -> Iterator[Block]:
    """The settings of a sweep side by side."""
    sweep = [views[name] for name in ("sweep", "sweep-seats") if name in views]
    overview = shown.overview(findings)
    if overview is not None:
        yield Block("overview", "Overview", sweep, [overview])


def _game(findings: Findings, views: dict[str, Chart]) -> Iterator[Block]:
    """What was measured of the game itself."""
    metrics = shown.metrics(findings)
    if metrics is not None:
        yield Block("metrics", "The game in figures", [], [metrics])
    depth = shown.depth(findings)
    if depth is not None:
        yield Block("depth", "Strategic depth", [views["depth"]], [depth])


def _part(findings: Findings, place: int, views: dict[str, Chart]) -> Part:
    section = findings.sections[place]
    prefix = f"setting-{place + 1:02d}-" if findings.is_sweep else ""
    blocks = [
        Block(
            prefix + name,
            title,
            [views[prefix + chart] for chart in charts if prefix + chart in views],
            [table for table in tables if table is not None],
            [sentence(remark) for remark in remarks if remark],
        )
        for name, title, charts, tables, remarks in _contents(findings, section)
    ]
    return Part(
        prefix.rstrip("-") or "results",
        section.label,
        words.section_summary(findings, section) if findings.is_sweep else [],
        [block for block in blocks if block.charts or block.tables or block.remarks],
    )


def _contents(
    findings: Findings, section: Section
) -> Iterator[tuple[str, str, Sequence[str], Sequence[Shown | None], Sequence[str]]]:
    """The blocks of a section: name, title, charts, tables, remarks."""
    missing = section.missing
    players = [shown.players(section)]
    yield "players", "Players", ("results", "points"), players, [missing.get("outcomes", missing.get("points", ""))]
    yield "ranks", "Ranks", ("ranks",), [shown.ranks(section)], ()
    if len(section.seat_names) > 1:
        yield (
            "matchups",
            TITLES["matchups"],
            ("matchups",),
            [shown.pairs(section)],
            _ring_remarks(section),
        )
        yield "strengths", TITLES["strengths"], ("ratings",), (), [_fit(section)]
        yield "differences", TITLES["differences"], (), [shown.differences(section)], ()
        yield "seats", TITLES["seats"], ("seats",), [shown.seats(section)], [shown.seat_test(section)]
    yield "lengths", TITLES["lengths"], ("lengths",), [shown.lengths(section)], ()
    yield "faults", "Faults", (), [shown.faults(findings, section)], ()


def _ring_remarks(section: Section) -> list[str]:
    found = section.matchups
    if found is None or len(found.pairs) < 3:
        return []
    rings = [f"Ring: {ring}." for ring in shown.rings(section)]
    return [
        *(rings or ["No rings found."]),
        f"Ringness {found.ringness:.2f} (the share of the results that no ranking of the players explains: 0 where a "
        f"ranking explains all, 1 where none does); {words.percent(found.in_rings, 0)} of the players lie on a ring, "
        f"{words.percent(found.contested, 0)} beat somebody and are beaten by somebody.",
    ]


def sentence(text: str) -> str:
    """A remark as a sentence: a Latin letter at its beginning is a capital, and it has an end."""
    begin = text[0].upper() if text[0].isascii() else text[0]
    return begin + text[1:] + ("" if text.endswith(".") else ".")


def _fit(section: Section) -> str:
    if section.strengths is None or section.strengths.fit_p is None:
        return ""
    return f"How well strengths alone explain the pairs: {words.p_words(section.strengths.fit_p)} (low is badly)."


def _methods(findings: Findings) -> Iterator[tuple[str, str, str]]:
    """The title, explanation and method of each statistic that appears on the page."""
    for name in STATISTICS:
        for section in findings.sections:
            statistic = getattr(section, name)
            if statistic is not None:
                yield TITLES[name], EXPLANATIONS[name], statistic.method
                break
    if findings.metrics is not None:
        methods = {str(part["method"]): None for part in findings.metrics.values() if isinstance(part, dict)}
        yield (
            "The game in figures",
            "What the games are like to play, whoever wins. The documentation of metrics has all formulas.",
            "; ".join(method for method in methods if method),
        )
    if findings.depth:
        yield (
            "Strategic depth",
            "How often doubling a player's thinking still pays: a game in which thinking helps for long is deep.",
            str(findings.depth.get("method", "")),
        )
