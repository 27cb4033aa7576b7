"""`ludarium tarble notation FILE`: a record as notation, or a game in notation checked and made a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.common import plural, say, the_game
from ludarium.engine.sentences import result_words

if TYPE_CHECKING:
    from ludarium.engine.game import Game


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", show_default=False, help="A record of a game, or a game in notation.")
    ],
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", metavar="RECORD", help="Write a game in notation that has a seed to this file as a record."
        ),
    ] = None,
) -> None:
    """Write a recorded game in the source's notation, or check a game in notation turn by turn."""
    from ludarium.engine.errors import LudariumError

    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise LudariumError(f"cannot read {file}: it is no text file") from error
    game = the_game("tarble")
    if not text.lstrip().startswith("{"):
        _check(text, game, save)
        return
    from ludarium.engine.record import Record, by_version
    from ludarium.games.tarble.notation import write_game

    if save is not None:
        raise LudariumError(f"{file} is a record already: --save is for a game in notation")
    record = Record.load(file)
    if record.game != game.name:
        raise LudariumError(f"{file} is a game of {record.game}; this notation is tarble's")
    print(write_game(record, by_version(game.another(**record.settings), record.rules)), end="")


def _check(text: str, game: Game, save: Path | None) -> None:
    from ludarium.engine.errors import LudariumError
    from ludarium.games.tarble.notation import read_game

    try:
        read = read_game(text, game)
    except LudariumError as fault:
        # The notation does not say by which version of the rules it was written: it may be an earlier one.
        for version in game.earlier:
            then = game.plays_by(version)
            assert then is not None
            try:
                read = read_game(text, then)
            except LudariumError:
                continue
            say(f"Read by the rules of version {version}; those of today do not allow it: {fault}")
            break
        else:
            raise
    if save is not None:
        read.record().save(save)
    assert read.end is not None
    say(read.end.draw())
    say()
    say(result_words(game, read.end.result(), read.players) if read.end.over else "The game is not over.")
    say(f"The notation is sound: {plural(len(read.turns), 'turn')}.")
    if save is not None:
        say(f"Saved: ludarium replay {save}")
