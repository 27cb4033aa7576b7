"""Findings at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.cli.common import table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from ludarium.arena.report.shown import Shown
    from ludarium.arena.stats.findings import Findings, Section

_MOST_IN_MATRIX = 12
"""More columns than that do not fit a terminal."""
_SHOWN_WARNINGS = 6


def render(findings: Findings) -> list[RenderableType]:
    """What to print, one after the other: the findings in words, then their tables, then what speaks against them.

    Of a sweep the settings are shown side by side; each of them in full is the report's business.
    """
    from rich.text import Text

    from ludarium.arena.report import shown, words

    heading = f"{words.title(findings)} in {words.duration(findings.seconds)}, seed {findings.plan.seed}"
    found: list[RenderableType] = [Text(heading, style="bold")]
    found += [Text(sentence) for sentence in words.summary(findings)]
    tables = [shown.overview(findings)]
    if not findings.is_sweep:
        tables += _tables(findings, findings.sections[0])
    tables += [shown.metrics(findings), shown.depth(findings)]
    for part in tables:
        if part is not None:
            found += [Text(), Text(part.caption, style="bold"), _table(part)]
    warnings = findings.warnings
    if warnings:
        found += [Text(), Text("Read with care", style="bold yellow")]
        found += [Text(f"• {warning}") for warning in warnings[:_SHOWN_WARNINGS]]
        if len(warnings) > _SHOWN_WARNINGS:
            found.append(Text(f"and {len(warnings) - _SHOWN_WARNINGS} more"))
    return found


def _tables(findings: Findings, section: Section) -> list[Shown | None]:
    from ludarium.arena.report import shown

    small = section.matchups is not None and 2 < len(section.matchups.names) <= _MOST_IN_MATRIX
    return [
        shown.players(section),
        shown.ranks(section),
        shown.matrix(section) if small else None,
        shown.seats(section),
        shown.faults(findings, section),
    ]


def _table(part: Shown) -> Table:
    """The table in the house style. Texts are no markup, whatever brackets they hold."""
    from rich.text import Text

    made = table(*part.columns[: part.names])
    for column in part.columns[part.names :]:
        made.add_column(column, justify="right")
    for row in part.rows:
        made.add_row(*(Text(cell) for cell in row))
    return made
