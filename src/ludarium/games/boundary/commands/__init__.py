"""`ludarium boundary …`: what Boundary has of its own. One module for each command."""

from __future__ import annotations

import typer

from ludarium.games.boundary.commands import classify, fit, matrix, svg

app = typer.Typer(help="What Boundary has of its own: drawings, the matrix of strategies, classification, fits.")
_COMMANDS = {
    "svg": svg,
    "matrix": matrix,
    "classify": classify,
    "fit": fit,
}

for _name, _module in _COMMANDS.items():
    app.command(_name)(_module.command)
