"""`ludarium study …`: studies with people. One module for each command."""

from __future__ import annotations

import typer

from ludarium.cli.study import (
    analyse,
    begin,
    check,
    export,
    freeze,
    listing,
    new,
    power,
    rehearse,
    schema,
    show,
    status,
)
from ludarium.cli.texts import Command

app = typer.Typer(help="Studies: people play games in the browser and answer questions, by a plan.")
_COMMANDS = {
    "list": listing,
    "new": new,
    "check": check,
    "show": show,
    "schema": schema,
    "power": power,
    "rehearse": rehearse,
    "begin": begin,
    "status": status,
    "freeze": freeze,
    "export": export,
    "analyse": analyse,
}
for _name, _module in _COMMANDS.items():
    app.command(_name, cls=Command)(_module.command)
