"""`ludarium show GAME POSITION`: draw a position."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import GameName, Settings, plural, say, the_game, the_position
from ludarium.engine.sentences import result_words

_SHOWN_MOVES = 40

PositionText = Annotated[
    str | None,
    typer.Argument(metavar="[POSITION]", show_default=False, help="A position as text; without it the start."),
]


def command(
    game: GameName,
    position: PositionText = None,
    settings: Settings = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", help="Show only what this seat (from 1) may see; 0 is a spectator."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Which start, where chance decides it.")] = 0,
) -> None:
    """Draw a position, with who must decide and what they may do."""
    played = the_game(game, settings)
    shown = the_position(played, position, seed)
    say(shown.draw() if seat is None else shown.view(seat - 1).draw())
    say()
    say(f"position  {shown.text}" if seat is None else f"the view of {f'seat {seat}' if seat else 'a spectator'}")
    if shown.over:
        say(result_words(played, shown.result()))
    for mover in shown.movers if seat is None else [mover for mover in shown.movers if mover == seat - 1]:
        moves = shown.moves(mover)
        listed = ", ".join(move.text for move in moves[:_SHOWN_MOVES]) + (" …" if len(moves) > _SHOWN_MOVES else "")
        say(f"{played.seat_names[mover]} to move, {plural(len(moves), 'move')}: {listed}")
