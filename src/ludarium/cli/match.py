"""`ludarium match GAME PLAYER PLAYER…`: many games, and who won how often."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import (
    AsJson,
    GameName,
    Seed,
    Settings,
    out,
    plural,
    print_json,
    say,
    seed_or_fresh,
    table,
)
from ludarium.cli.running import Workers, progress_bar

if TYPE_CHECKING:
    from ludarium.arena.stats.score import Score

_SHOWN_FAULTS = 3


def command(
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER…", show_default=False, help="One player for each seat.")
    ],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 100,
    seed: Seed = None,
    settings: Settings = None,
    workers: Workers = None,
    fixed_seats: Annotated[bool, typer.Option("--fixed-seats", help="Players keep their seats.")] = False,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FOLDER", help="Save a record of every game in a new folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let players meet in many games; they change seats from game to game."""
    from ludarium.arena.run.matches import match, record_name
    from ludarium.engine.parameters import read_settings

    with progress_bar(games) as shown:
        score = match(
            game,
            players,
            games=games,
            seed=seed_or_fresh(seed),
            settings=read_settings(settings or []),
            fixed_seats=fixed_seats,
            workers=workers,
            records=save,
            progress=shown.session,
        )
    if as_json:
        print_json(score.to_dict())
        return
    _report(score)
    _report_faults(score)
    if save is not None:
        say(f"Records are in {save}: ludarium replay {save / record_name(0, games)}")


def _report(score: Score) -> None:
    from rich.text import Text

    say(f"{score.game}: {plural(score.games, 'game')} in {score.seconds:.1f} s, seed {score.seed}")
    if len(score.players) == 1:
        (player,) = score.players
        points = f"{player.mean_points:.2f} points on average"
        say(f"{player.name}: {points} (95 %: {player.points_low:.2f} to {player.points_high:.2f})")
        return
    numbers = ("wins", "ties", "losses", "rate", "95 %", "rank", "points")
    shown = table("player", *numbers, numbers=" ".join(numbers))
    for player in score.players:
        shown.add_row(
            Text(player.name),  # brackets in it are no markup
            *(f"{count:,}" for count in (player.wins, player.ties, player.losses)),
            f"{player.rate:.1%}",
            f"{player.low:.1%} – {player.high:.1%}",
            f"{player.mean_rank:.2f}",
            f"{player.mean_points:.2f}",
        )
    out().print(shown)
    say()
    seats = table("seat", "wins", "ties", "losses", numbers="wins ties losses")
    for seat in score.seats:
        seats.add_row(str(seat.seat + 1), *(f"{count:,}" for count in (seat.wins, seat.ties, seat.losses)))
    out().print(seats)
    say(f"{score.method}.", style="dim")


def _report_faults(score: Score) -> None:
    if not score.fault_count:
        return
    say(f"{plural(score.fault_count, 'answer')} could not be used; a legal move was drawn instead:", style="yellow")
    for fault in score.faults[:_SHOWN_FAULTS]:
        say(f"  game {fault.game}, seat {fault.seat + 1}: {fault.text}")
    if score.fault_count > _SHOWN_FAULTS:
        say(f"  and {score.fault_count - _SHOWN_FAULTS:,} more")
