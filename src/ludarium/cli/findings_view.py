"""Findings at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.cli.common import table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from ludarium.arena.report.shown import Shown
    from ludarium.arena.stats.findings import Findings

_SHOWN_WARNINGS = 6


def render(findings: Findings) -> list[RenderableType]:
    """What to print, one after the other: the findings in words, then their tables, then what speaks against them."""
    from rich.text import Text

    from ludarium.arena.report import shown, words

    heading = f"{words.title(findings)} in {words.duration(findings.seconds)}, seed {findings.plan.seed}"
    found: list[RenderableType] = [Text(heading, style="bold")]
    found += [Text(sentence) for sentence in words.summary(findings)]
    for part in shown.brief(findings):
        found += [Text(), Text(part.caption, style="bold"), _table(part)]
    warnings = findings.warnings
    if warnings:
        found += [Text(), Text("Read with care", style="bold yellow")]
        found += [Text(f"• {warning}") for warning in warnings[:_SHOWN_WARNINGS]]
        if len(warnings) > _SHOWN_WARNINGS:
            found.append(Text(f"and {len(warnings) - _SHOWN_WARNINGS} more"))
    return found


def _table(part: Shown) -> Table:
    """The table in the house style. Texts are no markup, whatever brackets they hold."""
    from rich.text import Text

    made = table(*part.columns[: part.names])
    for column in part.columns[part.names :]:
        made.add_column(column, justify="right")
    for row in part.rows:
        made.add_row(*(Text(cell) for cell in row))
    return made
