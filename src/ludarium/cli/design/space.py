"""`ludarium design space`: the games that a search can find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, out, print_json, say, table

if TYPE_CHECKING:
    from ludarium.design.space import Space


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", show_default=False, help="A space; all if none is given.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="Every game, one a line.")] = False,
    pool: Annotated[bool, typer.Option("--pool", help="The traditional games that searches begin with.")] = False,
    senseless: Annotated[
        bool, typer.Option("--senseless", help="How many games make no sense, and why, found without playing them.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the games of a space, or list them."""
    from ludarium.design.space import SPACES, the_space
    from ludarium.games.rulesets.space import count_explained

    if pool:
        names = [rules.short_form for rules in the_space(name or "source").tradition]
        if as_json:
            print_json(names)
        else:
            say("\n".join(names))
        return
    if senseless:
        _tell_senseless(the_space(name or "source"), as_json)
        return
    spaces = [the_space(name)] if name else list(SPACES.values())
    if listed:
        names = [rules.short_form for space in spaces for rules in space.games()]
        if as_json:
            print_json(names)
        else:
            say("\n".join(names))
        return
    if as_json:
        print_json(
            [
                {
                    "name": space.name,
                    "summary": space.summary,
                    "boards": space.boards,
                    "pieces": space.pieces,
                    "ends": space.ends,
                    "extras": space.extras,
                    "games": space.count(),
                }
                for space in spaces
            ]
        )
        return
    shown = table("space", "games", "what it is", numbers="games")
    for space in spaces:
        shown.add_row(space.name, f"{space.count():,}", space.summary)
    out().print(shown)
    say(f"The source's count: {count_explained()}.")


def _tell_senseless(space: Space, as_json: bool) -> None:
    from ludarium.design.space import senseless

    found = senseless(space)
    if as_json:
        print_json(found.to_dict())
        return
    say(f"{found.touched:,} of {found.games:,} games have something senseless about them; some have several things.")
    shown = table("finding", "games", "for example", numbers="games")
    for name, count in found.counts.items():
        shown.add_row(name, f"{count:,}", ": ".join(found.examples[name]))
    out().print(shown)
