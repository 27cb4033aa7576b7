"""`ludarium tarble errors PLAYER…`: what players give away in endings that are known."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import AsJson, Seed, out, plural, print_json, say, seed_or_fresh, table, the_game


def command(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER…", show_default=False, help="Whose errors.")],
    turns: Annotated[
        int, typer.Option("--turns", metavar="N", min=1, help="Positions that each is asked about.")
    ] = 200,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="PLAYER",
            show_default=False,
            help="Whose games the positions come from; by default sarah's.",
        ),
    ] = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Score players in endings: what their turns are worth less than the best, by the tables of `tarble endings`."""
    from ludarium.cli.running import progress_bar
    from ludarium.games.tarble.endings_file import best_known
    from ludarium.games.tarble.published import summed_up
    from ludarium.games.tarble.research.errors import BLUNDER, MET_BY, endings_met, errors_of
    from ludarium.players import make

    game = the_game("tarble")
    number = seed_or_fresh(seed)
    met_by = by or MET_BY
    for player in (*players, met_by):
        make(player, game).close()  # a wrong name is found before anything is played
    endings, which = best_known()
    with progress_bar(turns * len(players)) as shown:
        positions = endings_met(game, endings, turns, number, by=met_by)
        found = [
            summed_up(player, errors_of(player, positions, endings, number, lambda done: shown.advance("games", 1)))
            for player in players
        ]
    if as_json:
        print_json(
            {
                "seed": number,
                "tables": which,
                "met_by": met_by,
                "turns": turns,
                "players": [entry.to_dict() for entry in found],
            }
        )
        return
    listed = table("player", "error", "95 %", "best", "big", "largest", numbers="error best big largest")
    for entry in found:
        listed.add_row(
            entry.player,
            f"{entry.mean:.4f}",
            f"{entry.low:.4f} – {entry.high:.4f}",
            f"{entry.best:,}",
            f"{entry.big:,}",
            f"{entry.most:.3f}",
        )
    out().print(listed)
    say(f"{plural(turns, 'turn')} each from games of {met_by}, seed {number}, by the {which} tables; 1 is a game")
    say(f"best: turns that give nothing away; big: those that give away {BLUNDER:g} or more")
