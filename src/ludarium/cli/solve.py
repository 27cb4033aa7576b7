"""`ludarium solve GAME`: who wins when nobody errs."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import AsJson, GameName, Settings, Start, plural, print_json, say, side, the_game, the_position


def command(
    game: GameName,
    position: Start = None,
    settings: Settings = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="Give up after so many positions.")
    ] = 200_000_000,
    as_json: AsJson = False,
) -> None:
    """Prove who wins with perfect play. For small games of two players in which everything is known."""
    from ludarium.search import solve

    played = the_game(game, settings)
    start = the_position(played, position)
    with side().status(f"solving {played.name}") as status:
        solve(start, 1)  # compiles, which is not counted
        if side().is_terminal:
            solution = solve(start, limit, lambda count: status.update(f"solving {played.name}: {count:,} positions"))
        else:
            solution = solve(start, limit)
    if as_json:
        print_json(
            {
                "game": played.name,
                "position": start.text,
                "verdict": solution.verdict,
                "value": solution.value,
                "positions": solution.positions,
                "seconds": round(solution.seconds, 3),
            }
        )
        return
    say(f"{solution.verdict} ({plural(solution.positions, 'position')} searched in {solution.seconds:.2f} s)")
