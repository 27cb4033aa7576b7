"""`ludarium design …`: search for games, and look at what was found. One module for each command."""

from __future__ import annotations

import typer

from ludarium.cli.design import compare, play, report, resume, run, show, space, trust
from ludarium.cli.texts import Command

app = typer.Typer(
    help="Automatic game design: breed games as rule sets, play them, measure them, and trust or expose them."
)
_COMMANDS = {
    "run": run,
    "resume": resume,
    "show": show,
    "play": play,
    "trust": trust,
    "report": report,
    "compare": compare,
    "space": space,
}
for _name, _module in _COMMANDS.items():
    app.command(_name, cls=Command)(_module.command)
