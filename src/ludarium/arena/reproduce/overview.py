"""All studies on one page: how many of their figures agree, differ, were not measured or are slips, by origin."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from ludarium.arena.report.rendering import render
from ludarium.arena.report.shown import Shown
from ludarium.arena.reproduce.report import COLUMNS, check_place, shown, write_claims
from ludarium.arena.reproduce.reproduction import ORIGINS, Counts, Origin, Outcome
from ludarium.engine.errors import LudariumError
from ludarium.engine.tables import Column, DataTable, Tabular
from ludarium.version import __version__

PAGE, TABLE, DATA = "report.html", "claims.csv", "reproduction.json"

_ORIGIN_TITLES: dict[Origin, str] = {
    "figure": "published figures",
    "claim": "claims of the sources, in words",
    "own": "bars of our own",
}
_COLUMNS = (
    Column("source", "text", "the source's name"),
    Column("origin", "text", "figure (published), claim (of the source, in words) or own (a bar of ours)"),
    Column("total", "whole", "rows"),
    Column("agrees", "whole", "rows that agree"),
    Column("differs", "whole", "rows that differ"),
    Column("source's slip", "whole", "rows in which the source contradicts itself"),
    Column("not measured", "whole", "rows without a figure of ours"),
)


@dataclass(frozen=True, repr=False)
class Overview(Tabular):
    """Several reproductions, carried out."""

    outcomes: tuple[Outcome, ...]

    def counts(self, origin: Origin) -> dict[str, Counts]:
        """The rows of an origin by source, and those of all sources together as the last, `all`."""
        found = {
            outcome.reproduction.source: outcome.counts[origin] for outcome in self.outcomes if origin in outcome.counts
        }
        return found | {"all": _sum(list(found.values()))}

    def shown(self, origin: Origin) -> Shown:
        """The counts of an origin as a table of texts."""
        rows = [
            (source, *(f"{count:,}" for count in (one.total, one.agree, one.differ, one.slips, one.missing)))
            for source, one in self.counts(origin).items()
        ]
        columns = ("source", _ORIGIN_TITLES[origin], "agree", "differ", "source's slips", "not measured")
        return Shown(_ORIGIN_TITLES[origin], columns, tuple(rows))

    def tables(self) -> list[DataTable]:
        rows = [
            (source, origin, one.total, one.agree, one.differ, one.slips, one.missing)
            for origin in ORIGINS
            for source, one in self.counts(origin).items()
        ]
        return [DataTable("counts", "one row a source and origin", _COLUMNS, rows)]

    def __repr__(self) -> str:
        told = [self.shown(origin).text() for origin in ORIGINS]
        told += ["\n".join([outcome.reproduction.title, *outcome.answer]) for outcome in self.outcomes]
        return "\n\n".join(told)

    def to_dict(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "counts": {
                origin: {source: counts.to_dict() for source, counts in self.counts(origin).items()}
                for origin in ORIGINS
            },
            "sources": [outcome.to_dict() for outcome in self.outcomes],
        }


def _sum(several: list[Counts]) -> Counts:
    return Counts(
        sum(one.agree for one in several),
        sum(one.differ for one in several),
        sum(one.slips for one in several),
        sum(one.missing for one in several),
    )


def page(overview: Overview) -> str:
    """One HTML file that needs nothing else and fetches nothing."""
    sources = [
        (outcome, [(name, list(rows)) for name, rows in groupby(shown(outcome).rows, key=lambda cells: cells[0])])
        for outcome in overview.outcomes
    ]
    return render(
        "reproductions.html",
        styles=("reproduction.css",),
        title="Published figures beside ours",
        counts=[overview.shown(origin) for origin in ORIGINS],
        sources=sources,
        columns=COLUMNS[1:],
    )


def write(overview: Overview, folder: Path) -> Path:
    """Write page, table and data into a folder, and give the path of the page."""
    check_place(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        data = json.dumps(overview.to_dict(), indent=2, ensure_ascii=False) + "\n"
        (folder / DATA).write_text(data, encoding="utf-8")
        rows = [
            {"source": outcome.reproduction.source, **row.to_dict()}
            for outcome in overview.outcomes
            for row in outcome.rows
        ]
        write_claims(rows, folder / TABLE)
        (folder / PAGE).write_text(page(overview), encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"the report cannot be written to {folder}: {error.strerror or error}") from error
    return folder / PAGE
