"""`ludarium warm [GAME…]`: compile now what would otherwise be compiled at first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import GameNames, plural, say, side, the_game

if TYPE_CHECKING:
    from rich.progress import Progress


def command(
    games: GameNames = None,
    usual: Annotated[
        bool, typer.Option("--usual", help="Only what the usual opponent of each game in the browser needs.")
    ] = False,
) -> None:
    """Compile the rules and searches of games into the cache, so that they start at once."""
    from time import perf_counter

    from ludarium.engine.kernels import JIT_ENABLED, cache_folder

    if not JIT_ENABLED:
        say("NUMBA_DISABLE_JIT is set: nothing is compiled, so there is nothing to warm.")
        return
    begun = perf_counter()
    count = _usual(games) if usual else _all(games)
    what = plural(count, "usual opponent" if usual else "game")
    say(f"{what} ready after {perf_counter() - begun:.1f} s in {cache_folder()}")


def _all(games: GameNames) -> int:
    from ludarium.games import REGISTRY
    from ludarium.search import warm

    chosen = [the_game(name) for name in games or REGISTRY.sound]
    with _progress() as progress:
        task = progress.add_task("", total=len(chosen))
        for game in chosen:
            progress.update(task, description=game.name)
            for thing in warm(game):
                progress.update(task, description=f"{game.name}: {thing}")
            progress.advance(task)
    return len(chosen)


def _usual(games: GameNames) -> int:
    import os

    from ludarium.arena.run.warming import prepare_usual, usual_preparations
    from ludarium.games import REGISTRY

    names = [the_game(name).name for name in games or REGISTRY.sound]
    wanted = usual_preparations(names)
    with _progress() as progress:
        task = progress.add_task("", total=len(wanted))
        for done in prepare_usual(wanted, os.cpu_count() or 1):
            progress.update(task, description=done.game)
            progress.advance(task)
    return len(names)


def _progress() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    return Progress(*columns, console=side(), disable=not side().is_terminal)
