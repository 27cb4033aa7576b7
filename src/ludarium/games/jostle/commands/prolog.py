"""`ludarium jostle prolog STRATEGY`: a composed strategy as a rule base."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import say


def command(
    strategy: Annotated[
        str,
        typer.Argument(
            metavar="STRATEGY", show_default=False, help="Elements in order: 'Aggressive Observing ADVANCER'."
        ),
    ],
    file: Annotated[Path | None, typer.Option("--out", metavar="FILE.pl", help="Write it into a file.")] = None,
) -> None:
    """Write a composed strategy as a rule base in Prolog, which decides as it does."""
    from ludarium.games.jostle.strategies.composed import Strategy
    from ludarium.games.jostle.strategies.prolog import written

    text = written(Strategy.read(strategy))
    if file is None:
        # Not through the console, which would break long lines.
        print(text, end="")
        return
    file.write_text(text, encoding="utf-8")
    say(f"Written to {file}; it plays as prolog:{file}.")
