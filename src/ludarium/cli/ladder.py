"""`ludarium ladder GAME [PLAYER…]`: ratings that follow the games, kept from day to day."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, GameName, Settings, out, plural, print_json, say, table, the_game
from ludarium.cli.running import Where, Workers, play_stored

if TYPE_CHECKING:
    from ludarium.arena.stats.ladder import Standings
    from ludarium.engine.game import Game
    from ludarium.store.database import Database

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
    from ludarium.store.database import Database

    loaded = the_game(game, settings)
    with Database.open(database, create=bool(players)) as store:
        run = _play(store, loaded, [name.strip() for name in players], games, seed, workers) if players else None
        standings = _standings(store, loaded)
    if as_json:
        print_json({"game": loaded.name, "settings": dict(loaded.settings), "run": run, **asdict(standings)})
        return
    _report(loaded, standings, run)


def _play(store: Database, game: Game, players: list[str], games: int, seed: int, workers: int | None) -> str:
    from ludarium.arena.plan.ladder import next_stretch, stretches
    from ludarium.arena.run.session import Session

    plan = next_stretch(stretches(store, game), game, players, games, seed)
    plan.check()
    run = store.start_run(plan.to_dict())
    play_stored(Session(plan, run=run), workers=workers)
    return run.short


def _standings(store: Database, game: Game) -> Standings:
    """What all stored games lead to; the store's ratings are brought up to date with it."""
    from ludarium.arena.plan.ladder import ladder_of, pool_of, stretches
    from ludarium.store.ratings import Rating

    standings = ladder_of(stretches(store, game)).standings()
    ratings = [Rating(row.name, row.mu, row.sigma, row.games) for row in standings.players]
    store.change_ratings(game.name, lambda _: ratings, pool=pool_of(game))
    return standings


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
