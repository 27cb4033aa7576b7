"""`ludarium tarble situations [N]`: the six test situations."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, out, print_json, say, table, the_game


def command(
    which: Annotated[
        str | None,
        typer.Argument(metavar="[N|NAME]", show_default=False, help="Draw this one; without it all are listed."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the source's six test situations, or draw one and say what to look for."""
    from ludarium.games.tarble.research.situations import SITUATIONS, situation

    chosen = SITUATIONS if which is None else [situation(which)]
    if as_json:
        print_json([asdict(entry) for entry in chosen])
        return
    if which is not None:
        entry = chosen[0]
        say(f"{entry.number}. {entry.title}", style="bold")
        say()
        say(the_game("tarble").read_position(entry.position).draw())
        say()
        say(entry.look_for)
        say(f"position  {entry.position}")
        return
    listed = table("", "name", "what it is", "position", numbers="")
    for entry in chosen:
        listed.add_row(str(entry.number), entry.name, entry.title, entry.position)
    out().print(listed)
