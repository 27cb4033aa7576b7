"""`ludarium tarble turns [POSITION]`: how many turns there are, and how many positions they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, out, print_json, say, table, the_game, waiting

if TYPE_CHECKING:
    from ludarium.engine.position import Position


def command(
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="[POSITION]",
            show_default=False,
            help="A position as text, or a situation's name; without it the start.",
        ),
    ] = None,
    roll: Annotated[
        int | None,
        typer.Option("--roll", metavar="N", min=1, max=6, show_default=False, help="The die; without it all six."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count the turns of a roll: sequences of movements, and the distinct positions that they lead to."""
    from ludarium.games.tarble.research.situations import position_named

    game = the_game("tarble")
    begin = game.start() if position is None else position_named(game, position)
    begin.seat_to_move()  # a finished game has no turns: an error says so
    with waiting("listing turns"):
        rows = [_count(begin, number) for number in ([roll] if roll is not None else range(1, 7))]
    if as_json:
        print_json({"position": begin.text, "rolls": rows})
        return
    shown = table(
        "roll", "sequences", "positions", "cleared", "seconds", numbers="roll sequences positions cleared seconds"
    )
    for row in rows:
        shown.add_row(
            *(f"{row[name]:,}" for name in ("roll", "sequences", "positions", "cleared")), f"{row['seconds']:.3f} s"
        )
    out().print(shown)
    say("positions: when all movements are made; cleared: once the mover's pieces on corners and centre are gone")


def _count(position: Position, roll: int) -> dict[str, float]:
    """The figures of one roll; the seconds are those of listing the turns, not of counting sequences or compiling."""
    from time import perf_counter

    from ludarium.games.tarble.research.counts import distinct, distinct_cleared
    from ludarium.games.tarble.turns import turns_from

    sequences = turns_from(position, roll, counting=True).sequences
    turns_from(position, 1)  # compiles
    begun = perf_counter()
    turns = turns_from(position, roll)
    seconds = perf_counter() - begun
    assert sequences is not None
    return {
        "roll": roll,
        "sequences": sequences,
        "positions": distinct(turns),
        "cleared": distinct_cleared(turns, position),
        "seconds": round(seconds, 6),
    }
