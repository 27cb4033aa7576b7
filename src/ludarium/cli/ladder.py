"""`ludarium ladder GAME [PLAYER…]`: ratings that follow the games, kept from day to day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, GameName, Settings, out, plural, print_json, say, table, the_game
from ludarium.cli.running import Where, Workers, watching

if TYPE_CHECKING:
    from ludarium.arena.stats.ladder import Standings
    from ludarium.engine.game import Game

_SHOWN_WARNINGS = 3


def command(
    game: GameName,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLAYER]…", show_default=False, help="Who plays on now; without players the ladder is only shown."
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many further games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another seed draws other line-ups.")] = 0,
    settings: Settings = None,
    workers: Workers = None,
    database: Where = None,
    as_json: AsJson = False,
) -> None:
    """Play further games of a ladder, line-ups drawn at random, and show the standings."""
    from ludarium.arena.run.contests import ladder
    from ludarium.store.database import Database

    loaded = the_game(game, settings)
    with Database.open(database, create=bool(players)) as store, watching() as progress:
        found = ladder(
            loaded, players or (), database=store, games=games, seed=seed, workers=workers, progress=progress
        )
    if as_json:
        print_json(found.to_dict())
    else:
        _report(found.game, found.standings, found.run)


def _report(game: Game, standings: Standings, run: str | None) -> None:
    if not standings.players:
        say(f"Nobody has played on the ladder of {game.describe()} yet: ludarium ladder GAME PLAYER PLAYER …")
        return
    say(f"{game.describe()}: the ladder after {plural(standings.games, 'game')}")
    numbers = ("games", "ordinal", "μ", "σ")
    shown = table("", "player", *numbers, numbers=" ".join(numbers))
    for place, row in enumerate(standings.players, 1):
        shown.add_row(str(place), row.name, f"{row.games:,}", f"{row.ordinal:.2f}", f"{row.mu:.2f}", f"{row.sigma:.2f}")
    out().print(shown)
    say(f"{standings.method}.")
    for warning in standings.warnings[:_SHOWN_WARNINGS]:
        say(f"Beware: {warning}.", style="yellow")
    if run is not None:
        say(f"The games are in run {run}.")
