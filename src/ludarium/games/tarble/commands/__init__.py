"""`ludarium tarble …`: what Tarble has of its own. One module for each command."""

from __future__ import annotations

import typer

from ludarium.games.tarble.commands import (
    answers,
    endings,
    errors,
    habits,
    learning,
    notation,
    situations,
    train,
    turns,
)

app = typer.Typer(help="What Tarble has of its own: turns, situations, notation, training, endings.")
_COMMANDS = {
    "turns": turns,
    "situations": situations,
    "answers": answers,
    "notation": notation,
    "train": train,
    "habits": habits,
    "endings": endings,
    "errors": errors,
    "learning": learning,
}
for _name, _module in _COMMANDS.items():
    app.command(_name)(_module.command)
