"""Boards that games bring along: one file of JavaScript beside the game's class, sent under an address that holds a
digest of it, so that browsers may keep it for ever."""

from __future__ import annotations

import hashlib
import inspect
import logging
from functools import lru_cache
from pathlib import Path

from ludarium.engine.entry import PLAIN
from ludarium.engine.game import Game
from ludarium.games.offered import offered

_log = logging.getLogger(__name__)
ADDRESS = "/api/boards/"
SUFFIX = ".js"
LARGEST = 1 << 20
"""Bytes of a board at most."""


def board_of(game: Game) -> str:
    """The board that shows a game: one of the client's by its name, or the address of the game's own."""
    if not game.board_kind.endswith(SUFFIX):
        return game.board_kind
    digest, _ = _own_board(game)
    return f"{ADDRESS}{digest}{SUFFIX}" if digest else PLAIN


def board_file(name: str) -> bytes | None:
    """The board with this name, the last part of its address; None where no game that is offered has it."""
    for game in offered().values():
        if game.board_kind.endswith(SUFFIX):
            digest, text = _own_board(game)
            if digest and name == f"{digest}{SUFFIX}":
                return text
    return None


def _own_board(game: Game) -> tuple[str, bytes]:
    said = next(kind for kind in type(game).__mro__ if "board_kind" in vars(kind))
    return _read(Path(inspect.getfile(said)).parent, game.board_kind)


@lru_cache(maxsize=200)
def _read(folder: Path, name: str) -> tuple[str, bytes]:
    """A file of a game's folder and its digest, read once; both empty when it cannot be used."""
    try:
        file = (folder / name).resolve()
        if not file.is_relative_to(folder.resolve()):
            raise ValueError("it lies outside of the game's folder")
        text = file.read_bytes()
        if len(text) > LARGEST:
            raise ValueError(f"it has more than {LARGEST} bytes")
        text.decode()
    except (OSError, ValueError) as error:
        _log.error("the board %s in %s cannot be used: %s", name, folder, error)
        return "", b""
    return hashlib.blake2b(text, digest_size=16).hexdigest(), text
