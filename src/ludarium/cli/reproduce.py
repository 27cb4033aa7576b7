"""`ludarium reproduce SOURCE`: a source's published figures beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, out, print_json, say, table
from ludarium.cli.running import Where, Workers, remark

if TYPE_CHECKING:
    from ludarium.arena.reproduce.reproduction import Outcome


ALL, FOLDER = "all", "reproduction"
"""The word for all studies, and where their page is written."""


def command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            show_default=False,
            help="Such as classics, or all of them with `all`; a name that is none lists them.",
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=2,
            show_default=False,
            help="Games behind each measured figure, instead of what the source's claims ask for.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another seed gives other games.")] = 0,
    workers: Workers = None,
    database: Where = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FOLDER",
            help=f"Write a page, a CSV table and JSON, too; with `all` into {FOLDER} unless another is given.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put a source's published figures beside ours: theirs, ours, the interval, whether they agree, and why."""
    from ludarium.api import measuring
    from ludarium.api.sources import find
    from ludarium.arena.reproduce import report as reproduction_report
    from ludarium.store.database import Database

    if source == ALL:
        _all(games, seed, workers, database, report or Path(FOLDER), as_json)
        return
    find(source)
    if report is not None:
        reproduction_report.check_place(report)
    with Database.open(database) as store:
        try:
            outcome = measuring.reproduce(source, games=games, seed=seed, workers=workers, database=store)
        except KeyboardInterrupt:
            remark("Stopped: the games are stored, and the same command goes on from there.")
            raise
    page = reproduction_report.write(outcome, report) if report is not None else None
    if as_json:
        print_json(outcome.to_dict())
        return
    _tell(outcome)
    if page is not None:
        say(f"The report: {page}")


def _all(games: int | None, seed: int, workers: int | None, database: str | None, folder: Path, as_json: bool) -> None:
    """All studies on one page."""
    from ludarium.api import measuring
    from ludarium.arena.reproduce import overview
    from ludarium.arena.reproduce.report import check_place
    from ludarium.arena.reproduce.reproduction import ORIGINS
    from ludarium.store.database import Database

    check_place(folder)
    with Database.open(database) as store:
        try:
            found = measuring.reproduce_all(games=games, seed=seed, workers=workers, database=store)
        except KeyboardInterrupt:
            remark("Stopped: the games are stored, and the same command goes on from there.")
            raise
    page = overview.write(found, folder)
    if as_json:
        print_json(found.to_dict())
        return
    for shown in map(found.shown, ORIGINS):
        made = table(*shown.columns)
        for column in made.columns[1:]:
            column.justify = "right"
        for row in shown.rows:
            made.add_row(*row)
        out().print(made)
    for outcome in found.outcomes:
        say(outcome.reproduction.title, style="bold")
        for sentence in outcome.answer:
            say(sentence)
    say(f"The report: {page}")


def _tell(outcome: Outcome) -> None:
    from rich.text import Text

    from ludarium.arena.reproduce.report import shown

    found = shown(outcome)
    say(outcome.reproduction.title, style="bold")
    say(outcome.reproduction.citation)
    for sentence in outcome.answer:
        say(sentence)
    say()
    made = table(*found.columns, numbers="theirs ours interval")
    before = ""
    for first, *others in found.rows:
        made.add_row(*(Text(cell) for cell in ("" if first == before else first, *others)))
        before = first
    out().print(made)
    say(f"{found.caption}.", style="bold")
    say(f"How it is judged: {outcome.method}.")
