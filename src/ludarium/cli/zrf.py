"""`ludarium zrf …`: rules files of Zillions of Games, checked and translated."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import plural, say, side

app = typer.Typer(help="Rules files of Zillions of Games: check and translate them. `play file.zrf` plays one.")

_Reference = Annotated[
    str,
    typer.Argument(
        metavar="FILE", show_default=False, help="A rules file; file.zrf#2 or file.zrf#TITLE for a variant."
    ),
]
_End = Annotated[
    str, typer.Option("--end", metavar="TEXT", help="Sections to add, such as a condition that ends the game.")
]


@app.command()
def translate(file: _Reference, end: _End = "") -> None:
    """Print a game as the Python file that it is translated into, which can be played and changed like any other."""
    from ludarium.doors.zrf.files import described, python_of

    reference = f"{file} {end}".strip()
    for warning in described(reference)[0].warnings:
        side().print(f"warning: {warning}", markup=False, soft_wrap=True)
    print(python_of(reference), end="")


@app.command()
def check(file: _Reference, end: _End = "") -> None:
    """Say which games a file holds, what was mended in it, and what cannot be played and why."""
    from ludarium.doors.zrf.errors import BadZrf
    from ludarium.doors.zrf.files import described, parts_of, python_of

    reference = f"{file} {end}".strip()
    found, _ = described(reference)
    for warning in found.warnings:
        say(f"mended: {warning}")
    path, which, more = parts_of(reference)
    chosen = [which] if which else [str(number) for number in range(1, len(found.games) + 1)]
    refused = 0
    for number in chosen:
        game = found.game(number)
        try:
            python_of(f"{path}#{number} {more}".strip())
        except BadZrf as error:
            refused += 1
            say(f"{number} {game.title}: refused, {error}")
            continue
        deciding = {turn.player for turn in game.turns if not turn.player.startswith("?")}
        facts = [plural(len(deciding), "player"), plural(len(game.pieces), "kind") + " of pieces"]
        facts += [plural(len(game.board.positions), "position")] if game.board else []
        say(f"{number} {game.title}: {', '.join(facts)}")
    if refused:
        raise typer.Exit(1)
