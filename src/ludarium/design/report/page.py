"""The page of runs and the gallery: HTML that needs nothing else, runs no script and fetches nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.arena.report.drawing import Drawing, rate_colour, readable_on
from ludarium.arena.report.rendering import render
from ludarium.design.dossier import Dossier
from ludarium.design.quality import the_axes
from ludarium.design.report.told import Told, fittest, qualities, trusts
from ludarium.design.trust import Trust

PAGE, GALLERY = "report.html", "gallery.html"
_STYLES = ("design.css",)


@dataclass(frozen=True)
class Cell:
    """A cell of the map: the game in it, its overall figure and colours."""

    game: str
    figure: str
    link: str
    paper: str
    ink: str


@dataclass(frozen=True)
class Map:
    """A MAP-Elites map as a table; the first row is the highest range of the upright axis."""

    title: str
    across: str
    upright: str
    columns: list[str]
    rows: list[tuple[str, list[Cell | None]]]


def anchor(game: str) -> str:
    """The place of a game in the gallery."""
    return re.sub(r"[^a-z0-9-]+", "-", game.lower())


def report_page(runs: Sequence[Told], drawn: Sequence[tuple[Drawing, str]], trust: Sequence[Trust]) -> str:
    """The page of one or several runs."""
    tables: list[Any] = []
    for run in runs:
        if run.is_map:
            tables.append(qualities(f"{run.title}: the best games of the map", run.best(10)))
            continue
        if run.search.method.first_child:
            tables.append(fittest("Table 1: the fittest of the traditional games", run, run.initial()))
        number = {"ga": "Table 2", "random": "Table 3"}[run.settings.method]
        tried = len(run.lines) - run.search.method.first_child
        tables.append(fittest(f"{number}: the fittest after {tried} children, {run.title}", run, run.best()))
    return render(
        "report.html",
        package=__package__,
        styles=_STYLES,
        title="Found games" if len(runs) > 1 else f"{runs[0].title}: found games",
        runs=runs,
        charts=[_chart(drawing, svg) for drawing, svg in drawn],
        tables=tables,
        maps=[map_of(run) for run in runs if run.is_map],
        trust=trusts(trust) if trust else None,
        gallery=GALLERY,
    )


def map_of(run: Told) -> Map:
    """The map of a run."""
    across, upright = the_axes(run.settings.axes)
    elites = getattr(run.search.method, "elites")  # noqa: B009  # of a MapElites; other runs have no map
    rows = []
    for place in reversed(range(len(upright.edges))):
        cells: list[Cell | None] = []
        for column in range(len(across.edges)):
            found = elites.get(f"{column}:{place}")
            if found is None:
                cells.append(None)
                continue
            value, candidate = found
            paper = rate_colour(0.5 + value / 2)
            cells.append(
                Cell(candidate.name, f"{value:.2f}", f"{GALLERY}#{anchor(candidate.name)}", paper, readable_on(paper))
            )
        rows.append((upright.labels[place], cells))
    return Map(run.title, across.title, upright.title, across.labels, rows)


def gallery_page(found: Mapping[str, Sequence[Dossier]], trust: Sequence[Trust]) -> str:
    """A card for each game, under the title of the run that found it."""
    verdicts = {entry.game: entry for entry in trust}
    return render(
        "gallery.html",
        package=__package__,
        styles=_STYLES,
        title="Gallery of found games",
        page=PAGE,
        groups={
            title: [(anchor(game.name), game, verdicts.get(game.name), figures(game)) for game in dossiers]
            for title, dossiers in found.items()
            if dossiers
        },
    )


_WORDS = {
    "length": ("plies", 1),
    "branching": ("legal moves a decision", 1),
    "agency": ("decisions with a choice", 2),
    "completion": ("games with a winner", 2),
    "lead_changes": ("lead changes a turn", 2),
    "drama": ("drama", 2),
    "decisiveness": ("decisiveness", 2),
    "killer_moves": ("largest gain by a move", 2),
    "permanence": ("permanence", 2),
    "late_uncertainty": ("late uncertainty", 2),
    "coverage": ("cells used", 2),
}


def figures(found: Dossier) -> list[tuple[str, str]]:
    """The metrics of a game in words."""
    told = [
        (words, f"{value:.{digits}f}")
        for name, (words, digits) in _WORDS.items()
        if (value := found.metrics.get(name)) is not None
    ]
    quality = found.line.get("quality") or {}
    depth = found.further.depth.to_dict() if found.further else quality.get("depth")
    if depth:
        told.append(("steps of more thinking that pay", f"{depth['value']} of {len(depth['links'])}"))
    if quality.get("overall") is not None:
        told.append(("overall", f"{quality['overall']:.3f}"))
    return told


def _chart(drawing: Drawing, svg: str) -> tuple[Any, str, int]:
    from markupsafe import Markup

    width = re.search(r'width="(\d+)', svg)
    return Markup(svg), drawing.caption, int(width[1]) if width else 500
