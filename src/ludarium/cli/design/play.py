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
    from ludarium.cli.play import play, seat_players
    from ludarium.design.report.told import Told

    chosen = the_game(Told.read(folder).candidate(game)["game"])
    play(chosen, seat_players(chosen, seats or []), seed=seed_or_fresh(seed))
