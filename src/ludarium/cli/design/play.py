"""`ludarium design play`: play a game that was found."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import Seed, seed_or_fresh, the_game
from ludarium.cli.design.common import RunFolder


def command(
    folder: RunFolder,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", show_default=False, help="A candidate's number or short form; without it, the fittest."
        ),
    ] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="PLAYER", help="Who sits on the next seat; may be repeated. By default you, then mcts."
        ),
    ] = None,
    seed: Seed = None,
) -> None:
    """Play a game of a run in the terminal."""
    from ludarium.cli.design.show import find_candidate
    from ludarium.cli.play import play, seat_players
    from ludarium.design.report.told import Told
    from ludarium.engine.errors import LudariumError

    told = Told.read(folder)
    lines = told.best(1) if game is None else [find_candidate(told.lines, game)]
    if not lines:
        raise LudariumError(f"{folder}: no game has been found yet")
    chosen = the_game(lines[0]["game"])
    play(chosen, seat_players(chosen, seats or []), seed=seed_or_fresh(seed))
