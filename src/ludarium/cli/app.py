"""All commands put together, and how they end: 0 fine, 2 an error said in one line, 130 interrupted, 1 nobody reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

from ludarium.cli import (
    ask,
    bench,
    check,
    design,
    games,
    ladder,
    match,
    metrics,
    new,
    openspiel,
    perft,
    play,
    players,
    replay,
    report,
    reproduce,
    rules,
    runs,
    serve,
    show,
    solve,
    study,
    tournament,
    tune,
    warm,
    zrf,
)
from ludarium.cli.single_games import WithGames
from ludarium.cli.texts import Command
from ludarium.engine.errors import LudariumError
from ludarium.engine.extras import missing

INTERRUPTED = 130
ERROR = 2
PIPE_CLOSED = 1

app = typer.Typer(
    name="ludarium",
    cls=WithGames,
    help="A laboratory for board and strategy games. Without a command the lab opens: choose a game and play.",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
_PANELS = {
    "Play": {"serve": serve, "games": games, "rules": rules, "players": players, "play": play, "replay": replay},
    "Study": {"match": match, "metrics": metrics, "show": show, "ask": ask, "perft": perft, "solve": solve},
    "Compete": {"tournament": tournament, "ladder": ladder, "runs": runs, "report": report},
    "Explore": {"tune": tune, "reproduce": reproduce},
    "Care": {"check": check, "warm": warm, "bench": bench},
}
for _panel, _commands in _PANELS.items():
    for _name, _module in _commands.items():
        app.command(_name, cls=Command, rich_help_panel=_panel)(_module.command)
app.add_typer(design.app, name="design", rich_help_panel="Explore")
app.add_typer(study.app, name="study", rich_help_panel="Explore")
app.add_typer(new.app, name="new", rich_help_panel="Explore")
app.add_typer(openspiel.app, name="openspiel", rich_help_panel="Explore")
app.add_typer(zrf.app, name="zrf", rich_help_panel="Explore")


def _version(wanted: bool) -> None:
    if wanted:
        from ludarium.version import __version__

        print(f"ludarium {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _without_command(
    context: typer.Context,
    version: Annotated[  # read by its callback
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        from ludarium.cli.lab import open_lab

        open_lab()


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (by default the program's own) and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # an old terminal shows ? for × rather than failing
    try:
        given = sys.argv[1:] if arguments is None else arguments
        code = app(args=list(given), prog_name="ludarium", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # Rich and Typer leave by SystemExit when the reader of a pipe has gone
        _read_by_nobody()
        return PIPE_CLOSED
    except Exception as error:
        if os.environ.get("LUDARIUM_TRACEBACK"):
            raise
        return _refuse(_words(error))


_HINTS = {
    "database": "--database PATH_OR_URL",
    "games": "`ludarium games` lists them",
    "objective": "--objective NAME",
    "parameter": "--parameter NAME=LOW..HIGH; `ludarium rules GAME` has the names",
    "play": "people use `ludarium play`",
    "resume": "`ludarium design resume FOLDER`",
    "runs": "`ludarium runs` lists them",
    "settings": "--set KEY=VALUE",
    "workers": "--workers 1",
}
"""What is typed about an error that names a remedy."""


def _hint(remedy: str) -> str:
    word, _, command = remedy.partition(" ")
    hint = f"`ludarium {command}`" if word == "command" else _HINTS.get(remedy, "")
    return f" ({hint})" if hint else ""


def _words(error: Exception) -> str:
    """What went wrong, for the person who typed the command."""
    if isinstance(error, ModuleNotFoundError):
        error = missing(error) or error
    if isinstance(error, LudariumError):
        return f"{error}{_hint(error.remedy)}"
    if isinstance(error, typer.TyperException):
        return _usage(error)
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    first = next(iter(str(error).strip().splitlines()), "")
    return f"unexpected {type(error).__name__}: {first}; LUDARIUM_TRACEBACK=1 shows where it happened"


def _refuse(text: str) -> int:
    """One line on standard error, however long the text."""
    line = " ".join(text.split())
    red, plain = ("\033[31m", "\033[0m") if sys.stderr.isatty() and "NO_COLOR" not in os.environ else ("", "")
    print(f"{red}{line}{plain}", file=sys.stderr)
    return ERROR


def _usage(error: typer.TyperException) -> str:
    """A wrong command line in our form: what is wrong; where to look."""
    text = " ".join(error.format_message().split()).rstrip(".")
    text = text[:1].lower() + text[1:]
    for jargon in ("a valid int range", "a valid int", "a valid integer range", "a valid integer"):
        text = text.replace(f"is not {jargon}", "is no whole number")
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "ludarium"
    quotes = "; a text with spaces needs quotes, such as '5x5 drop line-4'" if "unexpected extra" in text else ""
    return f"{text}{quotes}{' See' if text.endswith('?') else '; see'} '{where} --help'"


def _read_by_nobody() -> None:
    """Keep the interpreter from complaining about the closed pipe when it flushes at its end."""
    with suppress(OSError, ValueError):  # a stand-in for standard output needs no care
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
