"""`ludarium perft GAME DEPTH`: count positions, the test that no rule is missing or doubled."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import (
    AsJson,
    GameName,
    Settings,
    Start,
    out,
    print_json,
    table,
    the_game,
    the_position,
    waiting,
)


def command(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, show_default=False, help="Plies to look ahead.")],
    position: Start = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Count the leaves of the game tree, ply by ply. A pass is a ply; a finished game is one leaf."""
    from time import perf_counter

    from ludarium.search import perft

    played = the_game(game, settings)
    start = the_position(played, position)
    with waiting(f"counting {depth} plies of {played.name}"):
        perft(start, 1)  # compiles, which is not counted
        begun = perf_counter()
        counts = perft(start, depth)
        seconds = perf_counter() - begun
    if as_json:
        print_json({"game": played.name, "counts": counts})
        return
    shown = table("plies", "leaves", numbers="plies leaves")
    for plies, count in enumerate(counts, 1):
        shown.add_row(str(plies), f"{count:,}")
    out().print(shown)
    out().print(f"{sum(counts):,} leaves in {seconds:.2f} s")
