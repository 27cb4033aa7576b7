"""What the commands that play runs share: their options, the progress, and what stored runs say."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import out, say, side

if TYPE_CHECKING:
    from ludarium.api.progress import Progress as Shown
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


@contextmanager
def progress_bar(total: int) -> Iterator[Shown]:
    """The progress of some games on standard error, if that is a terminal."""
    from ludarium.api import progress

    with progress.watching(None) as shown:
        shown.begin("games", total)
        yield shown


# --- stored runs ------------------------------------------------------------------------------------------------------


@contextmanager
def watching() -> Iterator[Progress]:
    """Shows how a stored run goes; says what was there before, and how to go on when it is stopped."""
    from ludarium.api import progress

    seen: list[Session] = []
    with ExitStack() as stack:
        shown = stack.enter_context(progress.watching(None))

        def told(session: Session) -> None:
            if not seen:
                seen.append(session)
                _say_what_is_there(session)
            shown.session(session)

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
