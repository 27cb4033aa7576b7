"""`ludarium boundary svg [POSITION]`: a position as a drawing, with the ground that each side holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.common import Settings, say, the_game, the_position

PLANS = "--plan"


def command(
    position: Annotated[
        str | None,
        typer.Argument(metavar="[POSITION]", show_default=False, help="A position as text; without it the start."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.svg", help="Where to; without it the drawing is printed.")
    ] = None,
    plans: Annotated[
        list[str] | None,
        typer.Option(PLANS, metavar="PLAN", help="A plan to draw as arrows: Red's, and given twice Blue's."),
    ] = None,
    settings: Settings = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Which start, where no position is given.")] = 0,
) -> None:
    """Draw a position with its influence as SVG."""
    from ludarium.engine.errors import LudariumError
    from ludarium.engine.saving import check_writable
    from ludarium.games.boundary.game import Boundary
    from ludarium.games.boundary.svg import svg_of

    game = the_game("boundary", settings)
    assert isinstance(game, Boundary)
    if file is not None:
        if file.suffix != ".svg":
            raise LudariumError(f"--out {file}: expected a file that ends in .svg")
        check_writable(file)
    if len(plans or []) > game.seats:
        raise LudariumError(f"{PLANS} was given {len(plans or [])} times: there are {game.seats} sides")
    shown = the_position(game, position, seed)
    given = {seat: game.read_move(plan, shown.state, seat).value for seat, plan in enumerate(plans or [])}
    drawing = svg_of(game, shown.state, given)
    if file is None:
        print(drawing, end="")
        return
    file.write_text(drawing, encoding="utf-8")
    say(f"Drawn in {file}.")
