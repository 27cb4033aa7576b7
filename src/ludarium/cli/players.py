"""`ludarium players [GAME]`: who can play."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import out, say, table, the_game


def command(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", show_default=False, help="Show also who plays only this game.")
    ] = None,
) -> None:
    """List the players and their options."""
    from rich.markup import escape

    from ludarium.engine.plugins import import_object
    from ludarium.players import listing

    chosen = the_game(game) if game is not None else None
    shown = table("player", "options", "")
    for entry in listing(chosen).values():
        kind = import_object(entry.reference)
        options = ", ".join(f"{parameter.name}={parameter.default}" for parameter in kind.parameters)
        unsuited = kind.suits(chosen) if chosen is not None else ""
        remark = f"{entry.summary} [red](not here: {escape(unsuited)})[/red]" if unsuited else escape(entry.summary)
        shown.add_row(entry.name, options, remark)
    out().print(shown)
    say("Options follow a colon:        mcts:iterations=400")
    say("Your own player is a file:     path/to/file.py:Class")
    say("or a program in any language:  program:COMMAND LINE")
    say("or a rule base in Prolog:      prolog:path/to/rules.pl")
    if chosen is not None:
        say(f"People usually meet {chosen.suits} in {chosen.name}.")
