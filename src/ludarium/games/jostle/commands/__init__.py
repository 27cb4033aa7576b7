"""`ludarium jostle …`: what Jostle has of its own. One module for each command."""

from __future__ import annotations

import typer

from ludarium.games.jostle.commands import book, picture, prolog, table

app = typer.Typer(help="Jostle's strategies in pictures, figures and Prolog, and its game play books.")
_COMMANDS = {
    "picture": picture,
    "book": book,
    "table": table,
    "prolog": prolog,
}
for _name, _module in _COMMANDS.items():
    app.command(_name)(_module.command)
