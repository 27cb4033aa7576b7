"""`ludarium reproduce SOURCE`: a source's published figures beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, bars, out, print_json, say, table
from ludarium.cli.running import Where, Workers, remark

if TYPE_CHECKING:
    from ludarium.arena.reproduce.reproduction import Outcome, Reproduction
    from ludarium.store.database import Database


def command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            show_default=False,
            help="Such as classics; a name that is none lists all.",
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
        Path | None, typer.Option("--report", metavar="FOLDER", help="Write a page, a CSV table and JSON, too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put a source's published figures beside ours: theirs, ours, the interval, whether they agree, and why."""
    from ludarium.api.sources import find
    from ludarium.arena.reproduce import report as reproduction_report
    from ludarium.store.database import Database

    found = find(source)
    if report is not None:
        reproduction_report.check_place(report)
    with Database.open(database) as store:
        outcome = _carry_out(found, store, games, seed, workers)
    page = reproduction_report.write(outcome, report) if report is not None else None
    if as_json:
        print_json(outcome.to_dict())
        return
    _tell(outcome)
    if page is not None:
        say(f"The report: {page}")


def _carry_out(found: Reproduction, store: Database, games: int | None, seed: int, workers: int | None) -> Outcome:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

    from ludarium.arena.reproduce.reproduction import Lab, reproduce

    columns = (BarColumn(30), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with bars(*columns) as shown:
        claims = shown.add_task("claims", total=len(found.claims))
        played = shown.add_task("games", total=None)

        def further(count: int, total: int) -> None:
            if shown.tasks[1].completed >= (shown.tasks[1].total or 0):
                shown.reset(played, total=total)
            shown.update(played, advance=count)

        lab = Lab(games=games, seed=seed, workers=workers, store=store, progress=further)
        try:
            return reproduce(found, lab, progress=lambda row: shown.update(claims, advance=1))
        except KeyboardInterrupt:
            remark("Stopped: the games are stored, and the same command goes on from there.")
            raise


def _tell(outcome: Outcome) -> None:
    from rich.text import Text

    from ludarium.arena.reproduce.report import shown

    found = shown(outcome)
    say(outcome.reproduction.title, style="bold")
    say(outcome.reproduction.citation)
    say()
    made = table(*found.columns, numbers="theirs ours interval")
    before = ""
    for first, *others in found.rows:
        made.add_row(*(Text(cell) for cell in ("" if first == before else first, *others)))
        before = first
    out().print(made)
    say(f"{found.caption}.", style="bold")
    say(f"How it is judged: {outcome.method}.")
