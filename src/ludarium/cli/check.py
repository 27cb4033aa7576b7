"""`ludarium check GAME`: does a game keep its promises?"""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli.common import GameName, Settings, out, plural, say, side, the_game


def command(
    game: GameName,
    settings: Settings = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the first random game.")] = 0,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Random games for each check.")] = 5,
) -> None:
    """Check everything about a game that play, search and records rely on. The exit code is 1 if it fails."""
    from ludarium.engine.conformance import CHECKS, check_game

    played = the_game(game, settings)
    done: list[str] = []
    with side().status(f"checking {played.describe()}") as status:

        def progress(name: str) -> None:
            done.append(name)
            status.update(f"checking {played.describe()}: {name.replace('_', ' ')} ({len(done)} of {len(CHECKS)})")

        findings = check_game(played, seed=seed, games=games, progress=progress)
    faulty = {finding.check for finding in findings}
    for name in done:
        out().print(
            f"[red]✗[/] {name.replace('_', ' ')}" if name in faulty else f"[green]✓[/] {name.replace('_', ' ')}"
        )
    say()
    for finding in findings:
        say(str(finding))
    if findings:
        say(f"{played.describe()} fails {plural(len(findings), 'check')} of {len(CHECKS)}.", style="bold red")
        raise typer.Exit(1)
    say(f"{played.describe()} passes all {len(done)} checks.", style="bold green")
