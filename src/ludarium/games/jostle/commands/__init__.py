"""`ludarium jostle …`: what Jostle has of its own. One module for each command."""

from __future__ import annotations

import typer

from ludarium.games.jostle.commands import book, picture, table

app = typer.Typer(help="Jostle's strategies in pictures and figures, and its game play books.")
_COMMANDS = {
    "picture": picture,
    "book": book,
    "table": table,
}
for _name, _module in _COMMANDS.items():
    app.command(_name)(_module.command)
