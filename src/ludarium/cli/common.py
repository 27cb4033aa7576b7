"""What several commands share: their arguments, the terminal, the game and position that a user names."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ludarium.engine.game import Game
    from ludarium.engine.position import Position

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        show_default=False,
        help="A game's name, a short form such as '5x5 drop line-4', or a path: file.py:Class, or a folder.",
    ),
]
GameNames = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]…", show_default=False, help="Games; all of them if none is given.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A parameter of the game; may be repeated. See `rules GAME`."),
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Makes chance repeatable; drawn and shown if not given.")
]
Start = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Start from this position, given as text.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

_PIPE_WIDTH = 120
"""The width of tables that no terminal limits."""


@cache
def out() -> Console:
    """Standard output."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else _PIPE_WIDTH
    return Console(highlight=False, emoji=False, width=wide)  # `openspiel:pig:` is no pig


@cache
def side() -> Console:
    """Standard error: progress and remarks, which never mix with what a program reads."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, emoji=False)


def table(*columns: str, numbers: str = "") -> Table:
    """An empty table in the house style; `numbers` names the columns that are set to the right, separated by blanks."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        made.add_column(column, justify="right" if column in numbers.split() else "left")
    return made


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def say(text: str = "", style: str | None = None) -> None:
    """Print a text as it stands: brackets in it are no markup, and the terminal breaks long lines."""
    out().print(text, style=style, markup=False, soft_wrap=True)


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Something turns while this takes its time, if standard error is a terminal."""
    if not side().is_terminal:
        yield
        return
    with side().status(text):
        yield


def the_game(name: str, settings: list[str] | None = None) -> Game:
    """The game that a command line names, with its settings."""
    from ludarium.engine.parameters import read_settings
    from ludarium.games import load

    return load(name, **read_settings(settings or []))


def the_position(game: Game, text: str | None, seed: int = 0) -> Position:
    """The position that a text means; without one the start."""
    return game.start(seed) if text is None else game.read_position(text)


def seed_or_fresh(seed: int | None) -> int:
    from ludarium.engine.kernels.rng import fresh_seed

    return fresh_seed() if seed is None else seed


def plural(count: int, noun: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
