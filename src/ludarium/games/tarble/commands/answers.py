"""`ludarium tarble answers [PLAYER]…`: what players do in the six situations, beside what people did."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

from ludarium.cli.common import AsJson, Seed, out, plural, print_json, say, seed_or_fresh, table, the_game


def command(
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER]…", show_default=False, help="Who is asked; without it all of the game's own."),
    ] = None,
    which: Annotated[
        str | None,
        typer.Option("--situation", metavar="N|NAME", show_default=False, help="Only this situation."),
    ] = None,
    times: Annotated[int, typer.Option("--times", metavar="N", min=1, help="How often each is asked.")] = 10,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Put the source's six situations to players, and count what the source looked at in people's answers."""
    from ludarium.cli.running import progress_bar
    from ludarium.games.tarble.research.answers import all_answers
    from ludarium.games.tarble.research.situations import SITUATIONS, situation
    from ludarium.players import make

    game = the_game("tarble")
    number = seed_or_fresh(seed)
    asked = players or list(game.players)
    for player in asked:
        make(player, game).close()
    chosen = SITUATIONS if which is None else [situation(which)]
    with progress_bar(times * len(asked) * len(chosen)) as shown:
        found = all_answers(game, asked, times, number, situations=chosen, told=lambda: shown.advance("games", 1))
    if as_json:
        print_json({"seed": number, "times": times, "answers": [answers.to_dict() for answers in found]})
        return
    for entry, several in groupby(found, key=lambda answers: answers.situation):
        rows = list(several)
        say(f"{entry.number}. {entry.title}", style="bold")
        say(f"people: {entry.people}")
        listed = table("player", *rows[0].done, "usual turn", numbers="")
        for answers in rows:
            listed.add_row(
                answers.player, *(f"{done} of {answers.asked}" for done in answers.done.values()), answers.usual
            )
        out().print(listed)
        say()
    say(f"asked {plural(times, 'time')} each, seed {number}")
