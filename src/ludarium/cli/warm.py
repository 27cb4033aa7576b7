"""`ludarium warm [GAME…]`: compile now what would otherwise be compiled at first use."""

from __future__ import annotations

from ludarium.cli.common import GameNames, plural, say, side, the_game


def command(games: GameNames = None) -> None:
    """Compile the rules and searches of games into the cache, so that they start at once."""
    from time import perf_counter

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from ludarium.engine.kernels import JIT_ENABLED, cache_folder
    from ludarium.games import REGISTRY
    from ludarium.search import warm

    if not JIT_ENABLED:
        say("NUMBA_DISABLE_JIT is set: nothing is compiled, so there is nothing to warm.")
        return
    chosen = [the_game(name) for name in games or REGISTRY.sound]
    begun = perf_counter()
    columns = (
        SpinnerColumn(),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=side(), disable=not side().is_terminal) as progress:
        task = progress.add_task("", total=len(chosen))
        for game in chosen:
            progress.update(task, description=game.name)
            for thing in warm(game):
                progress.update(task, description=f"{game.name}: {thing}")
            progress.advance(task)
    say(f"{plural(len(chosen), 'game')} ready after {perf_counter() - begun:.1f} s in {cache_folder()}")
