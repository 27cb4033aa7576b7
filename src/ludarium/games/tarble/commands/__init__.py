"""`ludarium tarble …`: what Tarble has of its own. One module for each command."""

from __future__ import annotations

import typer

from ludarium.games.tarble.commands import habits, notation, situations, train, turns

app = typer.Typer(help="What Tarble has of its own: turns, situations, notation, training.")
_COMMANDS = {
    "turns": turns,
    "situations": situations,
    "notation": notation,
    "train": train,
    "habits": habits,
}
for _name, _module in _COMMANDS.items():
    app.command(_name)(_module.command)
