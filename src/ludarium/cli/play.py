"""`ludarium play GAME`: play, against whom you like."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import GameName, Seed, Settings, plural, say, seed_or_fresh, the_game, waiting

if TYPE_CHECKING:
    from ludarium.engine.game import Game

HUMAN = "human"


def command(
    game: GameName,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="PLAYER",
            help="Who sits on the next seat; may be repeated. On seats not given: you, then the game's usual opponent.",
        ),
    ] = None,
    settings: Settings = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save a record of the game.")] = None,
    reveal: Annotated[bool, typer.Option("--open", help="Show everything, hidden things too.")] = False,
) -> None:
    """Play a game in the terminal."""
    played = the_game(game, settings)
    play(played, seat_players(played, seats or []), seed=seed_or_fresh(seed), save=save, reveal=reveal)


def seat_players(game: Game, given: Sequence[str]) -> list[str]:
    """Who sits where: those given, then a person unless one is there already, then the game's usual opponents."""
    from ludarium.engine.errors import LudariumError

    if len(given) > game.seats:
        raise LudariumError(f"{game.name} has {plural(game.seats, 'seat')}, got {len(given)} players")
    seated = list(given)
    if HUMAN not in seated and len(seated) < game.seats:
        seated.append(HUMAN)
    return seated + [game.suits] * (game.seats - len(seated))


def play(game: Game, texts: Sequence[str], *, seed: int, save: Path | None = None, reveal: bool = False) -> None:
    """Play one game at this terminal."""
    from ludarium.cli.watching import Watcher, seat_people
    from ludarium.engine.match import Match
    from ludarium.engine.player import Quit
    from ludarium.engine.saving import check_writable
    from ludarium.players import make

    with suppress(ImportError):
        import readline  # noqa: F401  # arrow keys in questions
    if save is not None:
        check_writable(save)
    players = seat_people(game, [make(text, game) for text in texts])
    with waiting(f"setting up {game.name} (compiling, the first time)"):
        match = Match(game, players, seed=seed)
        match.position.movers  # noqa: B018  # compiles the rules while something turns
    say(f"{game.describe()}, seed {seed}: {', '.join(texts)}")
    if HUMAN in texts:
        say("Type ? for help, quit to leave.", style="dim")
    try:
        Watcher(match, reveal=reveal).run()
    except Quit:
        say("You left the game.")
    if save is not None:
        match.record.save(save)
        say(f"Saved: ludarium replay {save}")
