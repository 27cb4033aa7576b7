"""`ludarium match GAME PLAYER PLAYER…`: many games, and who won how often."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    from ludarium.arena.plan.tournament import Plan
    from ludarium.arena.stats.tally import Tally

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
    from time import perf_counter

    from ludarium.arena.plan.tournament import Plan
    from ludarium.arena.stats.tally import Tally
    from ludarium.cli.saving import make_folder
    from ludarium.engine.parameters import read_settings

    schedule = "fixed" if fixed_seats else "rotation"
    plan = Plan(game, tuple(players), games, seed_or_fresh(seed), schedule, read_settings(settings or []))
    plan.check()
    if save is not None:
        make_folder(save)
    tally, begun = Tally(plan), perf_counter()
    _run(plan, tally, workers, save)
    summary = tally.summary(perf_counter() - begun)
    if as_json:
        print_json(summary)
        return
    _report(summary)
    _report_faults(tally)
    if save is not None:
        say(f"Records are in {save}: ludarium replay {save / _file_name(0, games)}")


def _run(plan: Plan, tally: Tally, workers: int | None, save: Path | None) -> None:
    from ludarium.arena.run.runner import run

    with progress_bar(plan.games) as bar:
        for chunk in run(plan, workers=workers, records=save is not None):
            tally.add(chunk)
            bar.advance(chunk.count, [tally])
            if save is not None:
                for number, record in zip(chunk.numbers, chunk.records, strict=True):
                    record.save(save / _file_name(number, plan.games))


def _file_name(number: int, games: int) -> str:
    """`game-007.json`, so that names sort as the games do."""
    return f"game-{number:0{len(str(games - 1))}d}.json"


def _report(summary: dict[str, Any]) -> None:
    from rich.text import Text

    say(f"{summary['game']}: {plural(summary['games'], 'game')} in {summary['seconds']:.1f} s, seed {summary['seed']}")
    if len(summary["players"]) == 1:
        (player,) = summary["players"]
        say(
            f"{player['name']}: {player['mean_points']:.2f} points on average "
            f"(95 %: {player['points_low']:.2f} to {player['points_high']:.2f})"
        )
        return
    numbers = ("wins", "ties", "losses", "rate", "95 %", "rank", "points")
    shown = table("player", *numbers, numbers=" ".join(numbers))
    for player in summary["players"]:
        shown.add_row(
            Text(player["name"]),  # brackets in it are no markup
            *(f"{player[outcome]:,}" for outcome in ("wins", "ties", "losses")),
            f"{player['rate']:.1%}",
            f"{player['low']:.1%} – {player['high']:.1%}",
            f"{player['mean_rank']:.2f}",
            f"{player['mean_points']:.2f}",
        )
    out().print(shown)
    say()
    seats = table("seat", "wins", "ties", "losses", numbers="wins ties losses")
    for seat in summary["seats"]:
        seats.add_row(str(seat["seat"] + 1), *(f"{seat[outcome]:,}" for outcome in ("wins", "ties", "losses")))
    out().print(seats)


def _report_faults(tally: Tally) -> None:
    if not tally.fault_count:
        return
    say(f"{plural(tally.fault_count, 'answer')} could not be used; a legal move was drawn instead:", style="yellow")
    for fault in tally.first_faults(_SHOWN_FAULTS):
        say(f"  game {fault.game}, seat {fault.seat + 1}: {fault.text}")
    if tally.fault_count > _SHOWN_FAULTS:
        say(f"  and {tally.fault_count - _SHOWN_FAULTS:,} more")
