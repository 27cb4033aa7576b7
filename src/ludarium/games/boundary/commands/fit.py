"""`ludarium boundary fit`: which reading of the strategies comes closest to the source's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, Seed, out, plural, print_json, say, seed_or_fresh, table
from ludarium.cli.running import Workers

if TYPE_CHECKING:
    from ludarium.games.boundary.fit import Fit

_SHOWN = 8
"""Settings that are listed."""


def command(
    settings: Annotated[int, typer.Option("--settings", metavar="N", min=2, help="Settings that are tried.")] = 64,
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", min=16, help="Games of each pair in the last round, and in the tests."),
    ] = 192,
    seed: Seed = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Fit distances and options of the strategies on the source's Table 4, and test them on its Tables 3 and 2."""
    from ludarium.cli.running import progress_bar
    from ludarium.games.boundary.fit import fit, total_games

    number = seed_or_fresh(seed)
    with progress_bar(total_games(settings, games)) as shown:
        found = fit(
            settings=settings,
            games=games,
            seed=number,
            workers=workers or 1,
            advance=lambda done: shown.advance("games", done),
        )
    if as_json:
        print_json(found.to_json())
        return
    _show(found)


def _show(found: Fit) -> None:
    from ludarium.games.boundary.fit import FITTED_ON, HELD_BACK

    say(
        f"{plural(found.settings, 'setting')} tried, fitted on {FITTED_ON}, seed {found.seed}; "
        f"{plural(found.games_played, 'game')} in all"
    )
    shown = table("influence/reach/merge/split and reading", "games", "χ²", "turns", numbers="games χ² turns")
    for tried in found.tried[:_SHOWN]:
        shown.add_row(str(tried.setting), str(tried.games), f"{tried.chi_square:.1f}", f"{tried.turns:.1f}")
    out().print(shown)
    say()
    say(f"From other starts, {plural(found.games, 'game')} of each pair; {' and '.join(HELD_BACK)} were held back:")
    shown = table("setting", "table", "χ²", "pairs", "p", "agreeing", "turns", numbers="χ² pairs p agreeing turns")
    for test in found.tests:
        close = test.closeness
        sought = ", seek=mixed" if test.setting.reading.mixed else ""
        shown.add_row(
            test.name + sought,
            close.table,
            f"{close.chi_square:.1f}",
            str(len(close.pairs)),
            f"{close.p:.2g}",
            str(close.agreeing),
            f"{close.turns:.1f}",
        )
    out().print(shown)
    say("χ² has a degree of freedom for each pair; agreeing: pairs within 95 %; the source prints no length of games.")
