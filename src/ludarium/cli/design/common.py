"""What the commands of game design share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import out, say, side, table

if TYPE_CHECKING:
    from ludarium.arena.report.shown import Shown
    from ludarium.design.candidates import Candidate
    from ludarium.design.folder import Folder
    from ludarium.design.report.told import Told
    from ludarium.design.run import Search

RunFolder = Annotated[Path, typer.Argument(metavar="FOLDER", show_default=False, help="The folder of a run.")]
Threads = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", min=1, help="Threads; by default one for each core. Finds the same games."),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="S",
        help="Time a move instead of --budget: how much is searched in that time here is measured, told and kept.",
        show_default=False,
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help="Evaluate on the Ray cluster at this address, or 'local' for one here."
    ),
]

_SHOWN = 5


def measured(seconds: float, budget: int | None, player: str) -> int:
    """The budget for a time a move, told on standard error."""
    from ludarium.design.timing import budget_for
    from ludarium.engine.errors import BadParameter

    if budget is not None:
        raise BadParameter("--seconds and --budget: give one of them; a time is turned into a budget")
    found = budget_for(seconds, player=player)
    side().print(f"{seconds:g} s a move is --budget {found} here ({player}, by reversi on 8×8)", markup=False)
    return found


def carry_on(folder: Folder, *, workers: int | None, ray: str | None) -> None:
    """Take a run to its end, with the best games so far on standard error."""
    from ludarium.design.run import carry_out

    with _progress(folder) as told:
        try:
            search = carry_out(folder, workers=workers, ray=ray, progress=told)
        except KeyboardInterrupt:
            side().print(
                f"Stopped: what was tried is kept; go on with: ludarium design resume {folder.path}", markup=False
            )
            raise
    if search.ended:
        side().print(search.ended, markup=False)


@contextmanager
def _progress(folder: Folder) -> Iterator[Any]:
    """A bar and the fittest so far, if standard error is a terminal."""
    if not side().is_terminal:
        yield None
        return
    from rich.console import Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        BarColumn(30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
        console=side(),
    )
    total = folder.settings.start().first_child + folder.settings.children
    task = bar.add_task("setting up (compiling, the first time)", total=total)
    with Live(bar, console=side(), transient=True, redirect_stdout=False, redirect_stderr=False) as live:

        def told(search: Search, candidate: Candidate) -> None:
            bar.update(task, advance=1, description=candidate.name)
            shown = table("best so far", "fitness", "diversity", numbers="fitness diversity")
            for member in search.method.best(_SHOWN):
                shown.add_row(member.rules.short_form, f"{member.fitness:.4g}", str(member.diversity))
            live.update(Group(bar, shown))

        yield told


def print_shown(shown: Shown) -> None:
    """A table of texts at the terminal."""
    from rich.text import Text

    say(shown.caption, style="bold")
    made = table(*shown.columns, numbers="")
    for place, column in enumerate(made.columns):
        column.justify = "left" if place < shown.names else "right"
        column.overflow = "fold"
    for row in shown.rows:
        made.add_row(*(Text(cell) for cell in row))
    out().print(made)


def tell(told: Told) -> None:
    """A run in sentences and tables."""
    for sentence in told.sentences:
        say(sentence)
    for shown in told.shown():
        say()
        print_shown(shown)
