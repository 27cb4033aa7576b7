"""`ludarium your-game …`: what the game has of its own on the command line."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(help="What YOUR TITLE has of its own.")


@app.command()
def hint(stones: Annotated[int, typer.Argument(min=1, help="How many stones are left.")]) -> None:
    """Say how many stones to take."""
    from .players import best

    print(f"take {best(stones)}")


@app.callback()
def _together() -> None:
    """With a single command, too, its name is typed."""
