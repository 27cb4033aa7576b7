"""`ludarium study export SLUG FOLDER`: a study's data as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import say
from ludarium.cli.running import Where
from ludarium.cli.study.common import Slug


def command(
    slug: Annotated[str, Slug],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", show_default=False, help="Where the files go.")],
    pilots: Annotated[bool, typer.Option("--pilots", help="Pilots too, who are left out of all figures.")] = False,
    best: Annotated[
        int | None,
        typer.Option(
            "--best",
            metavar="N",
            min=1,
            show_default=False,
            help="Say which of people's moves were the best, by a search of so many iterations each.",
        ),
    ] = None,
    database: Where = None,
) -> None:
    """Write a study's data: long and wide, CSV and Parquet, with their dictionary. That it was exported is noted."""
    from datetime import UTC, datetime

    from ludarium.store import studies as store
    from ludarium.store.database import Database
    from ludarium.studies.running.best import Analyst
    from ludarium.studies.running.gathering import gather
    from ludarium.studies.running.studies import find

    with Database.open(database, create=False) as opened:
        with opened.reading() as connection:
            study = find(connection, slug)
            data = gather(connection, study, pilots=pilots, analyst=None if best is None else Analyst(best))
        data.write(folder)
        with opened.writing() as connection:
            store.note(connection, study.id, datetime.now(UTC), "the command line", "exported")
    say(f"{data!r} is written to {folder}.")
