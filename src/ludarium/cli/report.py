"""`ludarium report ID [FOLDER]`: what the stored games of a run say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, print_json, say
from ludarium.cli.running import Where, findings_of, recounted, tell, to_dict, write_up


def command(
    run: Annotated[
        str, typer.Argument(metavar="ID", show_default=False, help="A run's id, as `runs` lists it, or its beginning.")
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER]", show_default=False, help="Where the report goes; report-ID if not given."),
    ] = None,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """Write the report of a stored run and show what it found; nothing is played."""
    from ludarium.engine.errors import LudariumError
    from ludarium.store.database import Database

    with Database.open(database, create=False) as store:
        found = store.run(run)
        session = recounted(found)
        if not session.games:
            raise LudariumError(f"run {found.short} has no games yet: start its command again")
        findings = findings_of(session)
        place = folder if folder is not None else Path(f"report-{found.short}")
        page = place / write_up(session, findings, place).name
    if as_json:
        print_json(to_dict(session, findings))
        return
    tell(session, findings)
    if not found.finished:
        say("The run is not finished: more games may change what they say.", style="yellow")
    say(f"The report: {page}")
