"""`ludarium report ID [FOLDER]`: what the stored games of a run say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, print_json, say, waiting
from ludarium.cli.running import Where, findings_of, recounted, tell, to_dict, write_up


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
    from ludarium.engine.errors import LudariumError
    from ludarium.store.database import Database

    with Database.open(database, create=False) as store:
        found = store.run(run)
        session = recounted(found)
        if not session.games:
            raise LudariumError(f"run {found.short} has no games yet: start its command again")
        measured = None
        if measure is not None:
            from ludarium.arena.metrics.study import study

            with waiting(f"measuring {session.plan.game} with {measure}"):
                measured = study(session.plan.tables[0], measure, games=games, seed=session.plan.seed)
        findings = findings_of(session, measured)
        place = folder if folder is not None else Path(f"report-{found.short}")
        page = place / write_up(session, findings, place).name
    if as_json:
        print_json(to_dict(session, findings))
        return
    tell(session, findings)
    if not found.finished:
        say("The run is not finished: more games may change what they say.", style="yellow")
    say(f"The report: {page}")
