"""The commands that games bring along: `ludarium NAME …`, loaded when they are asked for."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from ludarium.engine.errors import LudariumError

PANEL = "Single games"


class _Commands(UserDict[str, Any]):
    """Our commands, and those of games by the names of the games; ours keep their names."""

    def __getitem__(self, name: str) -> Any:
        if name not in self.data:
            from ludarium.games import REGISTRY

            entry = REGISTRY.entries.get(name)
            if entry is None or not entry.commands:
                raise KeyError(name)
            self.data[name] = _loaded(name, entry.commands)
        return self.data[name]

    def __contains__(self, name: object) -> bool:
        return name in list(self)

    def __iter__(self) -> Iterator[str]:
        from ludarium.games import REGISTRY

        yield from self.data
        yield from [n for n, entry in REGISTRY.entries.items() if entry.commands and n not in self.data]


def _loaded(name: str, reference: str) -> Any:
    """A game's commands as a group; what cannot be loaded says so when it is called, and spoils no list."""
    from ludarium.engine.plugins import import_object

    try:
        app = import_object(reference)
        if not isinstance(app, typer.Typer):
            raise TypeError(f"{reference} is no typer.Typer")
        return _group(app, name)
    except Exception as error:  # whatever another's code does
        return _group(_broken(f"the commands of {name} cannot be loaded: {type(error).__name__}: {error}"), name)


def _group(app: typer.Typer, name: str) -> Any:
    around = typer.Typer()
    around.add_typer(app, name=name, rich_help_panel=PANEL)
    return get_group(around).commands[name]


def _broken(fault: str) -> typer.Typer:
    app = typer.Typer(help=fault)

    @app.callback(invoke_without_command=True)
    def refuse() -> None:
        raise LudariumError(fault)

    return app


class WithGames(TyperGroup):
    """A group that knows the commands of games, too."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = _Commands(self.commands)
