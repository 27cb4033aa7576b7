"""What the commands that play runs share: their options, the progress, and what stored runs say."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.common import bars, out, say, side

if TYPE_CHECKING:
    from rich import progress
    from rich.progress import TaskID

    from ludarium.arena.run.session import Progress, Session
    from ludarium.arena.run.stored import StoredRun

Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", min=1, help="Processes; by default as many as are worth while."),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="PATH_OR_URL",
        show_default=False,
        help="Where results are kept: a file, or postgresql://…; by default $LUDARIUM_DATABASE or a file of yours.",
    ),
]

_SCORE_SECONDS = 0.5
"""How often the score is worked out again for people to see."""


# --- progress ---------------------------------------------------------------------------------------------------------


class Bar:
    """The progress of games on standard error, if that is a terminal: rate, time left and the score."""

    def __init__(self, shown: progress.Progress, task: TaskID, watched: bool) -> None:
        self._progress, self._task, self._watched = shown, task, watched
        self._resumed = 0
        self._next_score = 0.0

    def __call__(self, session: Session) -> None:
        """How a session stands. The rate is that of the games that were not stored before."""
        if session.resumed != self._resumed:
            self._resumed = session.resumed
            self._progress.reset(self._task, completed=session.games)
        elif session.games:
            self._update(session.score, completed=session.games, total=session.expected)

    def advance(self, games: int, words: str) -> None:
        """So many further games are done."""
        self._update(words, advance=games)

    def _update(self, words: str, **changes: Any) -> None:
        self._progress.update(self._task, **changes)
        if self._watched and monotonic() >= self._next_score:
            self._progress.update(self._task, description=words)
            self._next_score = monotonic() + _SCORE_SECONDS


@contextmanager
def progress_bar(total: int | None) -> Iterator[Bar]:
    """The progress of some games; without a total nobody knows yet how many it takes."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.1f} games/s" if task.speed else "")

    columns = (
        BarColumn(30),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with bars(*columns) as shown:
        task = shown.add_task("setting up (compiling, the first time)", total=total)
        yield Bar(shown, task, side().is_terminal)


# --- stored runs ------------------------------------------------------------------------------------------------------


@contextmanager
def watching() -> Iterator[Progress]:
    """Shows how a stored run goes; says what was there before, and how to go on when it is stopped."""
    seen: list[Session] = []
    with ExitStack() as stack:
        bars: list[Bar] = []

        def told(session: Session) -> None:
            if not seen:
                seen.append(session)
                _say_what_is_there(session)
                bars.append(stack.enter_context(progress_bar(session.limit)))
            bars[0](session)

        try:
            yield told
        except KeyboardInterrupt:
            stack.close()
            if seen and seen[0].run is not None:
                run = seen[0].run
                there = f"{run.count():,}{_of(seen[0])} games are stored in run {run.short}"
                remark(f"Stopped: {there}; the same command goes on from there.")
            raise


def _say_what_is_there(session: Session) -> None:
    there = session.run.count() if session.run is not None else 0
    if session.run is not None and there:
        counted = min(there, session.limit or there)
        remark(f"Going on with run {session.run.short}: {counted:,}{_of(session)} games are there already.")


def _of(session: Session) -> str:
    return "" if session.limit is None else f" of {session.limit:,}"


def remark(text: str) -> None:
    side().print(text, markup=False, soft_wrap=True)


def tell(stored: StoredRun) -> None:
    """Print the findings, and what the rule said."""
    from ludarium.cli.findings_view import render

    for part in render(stored.findings):
        out().print(part)
    say()
    for place, sentence in enumerate(stored.decision):
        say(sentence, style="yellow" if place else "bold")


def with_database(line: str, where: str | None) -> str:
    """A command line that finds what was stored by this one."""
    return line if where is None else f"{line} --database {shlex.quote(where)}"
