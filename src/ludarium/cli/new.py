"""`ludarium new game NAME`: files to begin a game of your own from."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from ludarium.cli.common import say

app = typer.Typer(help="Begin something of your own: a game.")


@app.callback()
def _together() -> None:
    """With a single command, too, its name is typed."""


@app.command()
def game(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False, help="Small letters and hyphens, such as last-stone.")
    ],
    file: Annotated[
        bool, typer.Option("--file/--folder", help="One file, or a package with a board and a command of its own.")
    ] = False,
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where to write it.")] = Path(),
) -> None:
    """Write a small game that works as it is, with its test, to go on from."""
    from ludarium.engine.errors import BadParameter
    from ludarium.games.starting import start_file, start_folder

    if name in getattr(context.find_root().command, "commands", {}):
        raise BadParameter(f"'{name}' is a command of this program: choose another name")
    made = start_file(name, into) if file else start_folder(name, into)
    tests = made.with_name(f"test_{made.name}") if file else made
    typed = quote(str(made))  # a folder's name may hold spaces
    say(f"Written: {made}", style="bold")
    say(f"Check it:             ludarium check {typed}")
    say(f"Play it here:         ludarium play {typed}")
    say(f"Play in the browser:  ludarium serve --game {typed}")
    say(f"Run its test:         python -m pytest {quote(str(tests))}")
    if not file:
        say(f"Install it:           pip install -e {typed}")
