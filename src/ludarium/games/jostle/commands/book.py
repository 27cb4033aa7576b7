"""`ludarium jostle book FILE`: a record as a game play book, or a game play book replayed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import Settings, out, plural, say, table, the_game

if TYPE_CHECKING:
    from ludarium.games.jostle.game import Jostle


def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", show_default=False, help="A record (.json), or a game play book with lines such as 0r4."
        ),
    ],
    settings: Settings = None,
) -> None:
    """Write a record as a game play book, or replay a game play book and show where it leads."""
    from ludarium.engine.errors import LudariumError
    from ludarium.games.jostle.game import Jostle

    if file.suffix == ".json":
        _write(file)
        return
    game = the_game("jostle", settings)
    assert isinstance(game, Jostle)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise LudariumError(f"{file} is no text: {error}") from error
    _replay(game, text)


def _write(file: Path) -> None:
    from ludarium.engine.errors import LudariumError
    from ludarium.engine.record import Record
    from ludarium.games import load
    from ludarium.games.jostle.game import Jostle
    from ludarium.games.jostle.playbook import write_book

    record = Record.load(file)
    game = load(record.game, **record.settings)
    if not isinstance(game, Jostle):
        raise LudariumError(f"{file} is a game of {record.game}: game play books are for jostle")
    say(write_book(record, game).rstrip("\n"))


def _replay(game: Jostle, text: str) -> None:
    from ludarium.games.jostle.playbook import read_book, replay_book

    shown, turns, last = table("turn", "move", "position after it", numbers="turn"), 0, None
    for turn, position in replay_book(game, read_book(text)):
        turns, last = turns + 1, position
        shown.add_row(str(int(position.state.turns)), turn.text, position.text.partition(" ")[0])
    out().print(shown)
    if last is not None:
        say()
        say(last.draw().rsplit("\n\n", 1)[0])
    say()
    say(f"The book is sound: {plural(turns, 'line')}.")
