"""`ludarium study analyse STUDY`: what the data of a study say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, print_json, say
from ludarium.cli.running import Where
from ludarium.engine.errors import BadParameter


def command(
    study: Annotated[
        str,
        typer.Argument(
            metavar="STUDY", show_default=False, help="A study by what its link holds, or an exported folder."
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", show_default=False, help="Write the report there, too.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a report that is there.")] = False,
    language: Annotated[str, typer.Option("--language", help="Of the report's page: en or de.")] = "en",
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Of bootstraps.")] = 1,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """Tell what the data of a study say: judges, strategies, learning, ratings, preferences, habits."""
    from ludarium.store.database import Database
    from ludarium.studies.running.reporting import report_of, report_of_folder
    from ludarium.studies.running.studies import find

    if language not in ("en", "de"):
        raise BadParameter(f"--language {language}: the report is written in en and de")
    told = f"ludarium study analyse {study} --seed {seed}"
    if Path(study).is_dir():
        report = report_of_folder(study, seed=seed, command=told)
    else:
        with Database.open(database, create=False) as opened, opened.reading() as connection:
            report = report_of(connection, find(connection, study), seed=seed, command=told)
    if out is not None:
        report.write(out, overwrite=force, language=language)
    if as_json:
        print_json(report.to_dict())
        return
    say(report.text())
    if out is not None:
        say(f"The report is in {out}.")
