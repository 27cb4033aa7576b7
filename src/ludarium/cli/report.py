"""`ludarium report ID [FOLDER]`: what the stored games of a run say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, print_json, say, waiting
from ludarium.cli.running import Where, tell


def command(
    run: Annotated[
        str, typer.Argument(metavar="ID", show_default=False, help="A run's id, as `runs` lists it, or its beginning.")
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER]", show_default=False, help="Where the report goes; report-ID if not given."),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            "--measure",
            metavar="PLAYER",
            help="Let this player play the game to measure it: metrics and the depth curve join the report.",
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games for --measure.")] = 60,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """Write the report of a stored run and show what it found; nothing is played unless the game is to be measured."""
    from ludarium.arena.run.stored import StoredRun
    from ludarium.store.database import Database

    with Database.open(database, create=False) as store:
        stored = StoredRun.read(store.run(run))
        if measure is not None and stored.games:
            with waiting(f"measuring {stored.plan.game} with {measure}"):
                stored.measure(measure, games)
        place = folder if folder is not None else Path(f"report-{stored.short}")
        page = place / stored.report(place).name
    if as_json:
        print_json(stored.to_dict())
        return
    tell(stored)
    if not stored.run.finished:
        say("The run is not finished: more games may change what they say.", style="yellow")
    say(f"The report: {page}")
