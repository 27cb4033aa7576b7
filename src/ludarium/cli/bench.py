"""`ludarium bench [GAME…]`: how fast it runs on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import AsJson, GameNames, out, print_json, say, table, the_game, waiting


def command(
    games: GameNames = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.01, help="Time for each measurement.")
    ] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure random games and search simulations a second, on one core."""
    from ludarium.arena.run.speed import measure
    from ludarium.games import REGISTRY

    rows = []
    for name in games or REGISTRY.sound:
        game = the_game(name)
        with waiting(f"measuring {game.name}"):
            rows.append(measure(game, seconds))
    if as_json:
        print_json(
            {
                "rows": [
                    {
                        "game": row.game,
                        "random_games_per_second": round(row.random_games, 1),
                        "plies_per_second": round(row.plies, 1),
                        "search": row.search,
                        "simulations_per_second": round(row.simulations, 1),
                    }
                    for row in rows
                ]
            }
        )
        return
    numbers = ("random games/s", "plies/s", "simulations/s")
    shown = table("game", *numbers[:2], "search", numbers[2])
    for row in rows:
        shown.add_row(row.game, f"{row.random_games:,.0f}", f"{row.plies:,.0f}", row.search, f"{row.simulations:,.0f}")
    for column in shown.columns:
        if column.header in numbers:
            column.justify = "right"
    out().print(shown)
    say("One core, from the start position. `make bench` compares with OpenSpiel.")
