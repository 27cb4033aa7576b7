"""`ludarium design report`: runs as a page with curves, tables and maps, and a gallery of the games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import say


def command(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER…", show_default=False, help="Folders of runs, shown together.")
    ],
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where the report is written.")] = Path(
        "design-report"
    ),
    further: Annotated[
        bool,
        typer.Option(
            "--further/--no-further",
            help="Play more games of the fittest: without each extra, with more thinking, by restricted players.",
        ),
    ] = True,
) -> None:
    """Write the report of one or several runs: figures, tables, maps, and a gallery of found games."""
    from ludarium.design.report import write_report
    from ludarium.design.report.folder import check_place
    from ludarium.design.report.told import Told

    check_place(to)
    say(f"The report: {write_report([Told.read(folder) for folder in folders], to, further=further)}")
