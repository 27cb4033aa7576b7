"""`ludarium boundary matrix`: which of the six strategies beats which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import AsJson, Seed, Settings, out, plural, print_json, say, seed_or_fresh, table, the_game

if TYPE_CHECKING:
    from ludarium.games.boundary.matchups import Matchups


def command(
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games of each pair of strategies.")] = 200,
    settings: Settings = None,
    seed: Seed = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            "--reading",
            metavar="KEY=VALUE",
            help="An option of all six strategies, such as formation=travel; repeat it.",
        ),
    ] = None,
    save: Annotated[
        bool, typer.Option("--save", help="Keep the matrix as the one that the adaptive player takes replies from.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play all pairs of the six strategies; each start is played twice with the sides swapped."""
    from ludarium.cli.running import progress_bar
    from ludarium.engine import BadParameter
    from ludarium.engine.parameters import read_settings
    from ludarium.engine.saving import check_writable
    from ludarium.games.boundary.matchups import measure, stored_path
    from ludarium.games.boundary.strategies.names import STRATEGIES
    from ludarium.games.boundary.strategies.readings import AS_DECIDED, described, reading_of

    game = the_game("boundary", settings)
    number = seed_or_fresh(seed)
    read = reading_of(read_settings(reading or ()))
    if save and read != AS_DECIDED:
        raise BadParameter("--save keeps the matrix of the strategies as they are; leave out --reading")
    if save:
        check_writable(stored_path())
    with progress_bar(games * STRATEGIES * (STRATEGIES - 1) // 2) as shown:
        matchups = measure(
            game, games=games, seed=number, reading=read, advance=lambda done: shown.advance("games", done)
        )
    if save:
        matchups.save(stored_path())
    if as_json:
        print_json(matchups.to_json())
        return
    how = "" if read == AS_DECIDED else f", {described(read)}"
    say(f"{game.describe()}{how}: {plural(games, 'game')} of each pair, seed {number}")
    _show(matchups)
    if save:
        say(f"Kept as {stored_path().name}, settings {matchups.digest}.")


def _show(matchups: Matchups) -> None:
    from ludarium.arena.stats.statistics import score_interval
    from ludarium.games.boundary.strategies.names import NAMES, STRATEGIES

    short = [name.replace("greedy", "gr.").replace("defensive", "def.").replace("hybrid", "hyb.") for name in NAMES]
    columns = [name.replace("treasure", "tr.").replace("capture", "cap.") for name in short]
    shown = table("wins of", *columns, "best reply", numbers=" ".join(columns))
    for own in range(STRATEGIES):
        cells = []
        for other in range(STRATEGIES):
            if own == other:
                cells.append("")
                continue
            wins, ties = int(matchups.wins[own, other]), int(matchups.ties[own, other])
            low, high = score_interval(wins, ties, matchups.games)
            cells.append(f"{matchups.rate(own, other):.0%} ±{(high - low) / 2:.0%}")
        shown.add_row(NAMES[own], *cells, NAMES[matchups.reply(own)])
    out().print(shown)
    say("a tie is half a win; ± is half of the 95 % score interval")
