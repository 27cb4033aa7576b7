"""Games from rules files: `path/to/file.zrf`, `file.zrf#2` or `file.zrf#Title` for its variants.

A file that ends no game can be completed: `file.zrf (draw-condition (White Black) stalemated)`. What it is translated
into is kept as a Python file beside the compiled code, since that is kept by file.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from ludarium.doors.zrf.description import Description, File, read_file
from ludarium.doors.zrf.errors import BadZrf
from ludarium.doors.zrf.reader import SECTIONS
from ludarium.doors.zrf.translate import translate
from ludarium.engine.game import Game
from ludarium.engine.kernels.jit import cache_folder
from ludarium.engine.plugins import find_class

_ADDED = rf"\((?:{'|'.join(sorted(SECTIONS))})\b.*\)"
"""Sections after a title, which may have brackets of its own: `file.zrf#Game (small) (draw-condition …)`."""
REFERENCE = (
    r"(?P<path>[^#]+?\.zrf)"
    rf"(?:(?:#(?P<number>\d+))?\s*(?P<more>\(.*\))?|#(?P<title>.*?)\s*(?P<after>{_ADDED})?)"
)


def parts_of(reference: str) -> tuple[Path, str, str]:
    """Path, variant and added sections of a reference."""
    found = re.fullmatch(REFERENCE, reference.strip(), re.IGNORECASE | re.DOTALL)
    if found is None:
        raise BadZrf(f"'{reference}' names no rules file: write path/to/file.zrf, or file.zrf#2 for its second game")
    which = found["number"] or found["title"] or ""
    return Path(found["path"]).expanduser(), which.strip(), found["more"] or found["after"] or ""


def described(reference: str) -> tuple[File, Description]:
    """The file that a reference names, and the game in it; errors name the file."""
    path, which, more = parts_of(reference)
    try:
        file = read_file(path, more)
        return file, file.game(which)
    except BadZrf as error:
        raise _of_file(path, error) from None


def python_of(reference: str) -> str:
    """The Python file that a game is translated into."""
    _, game = described(reference)
    path, _, _ = parts_of(reference)
    try:
        return translate(game, path.name)
    except BadZrf as error:
        raise _of_file(path, error) from None


def load(reference: str) -> Game:
    """The game that a reference names."""
    kind = find_class(str(translated_file(reference)), "", Game)
    game: Game = kind()
    game.name = reference.strip()  # a record of the game must find it again
    return game


def python_reference(reference: str) -> str:
    """The game as a file of its own, `path/to/file.py:Class`."""
    path = translated_file(reference)
    return f"{path}:{find_class(str(path), '', Game).__name__}"


def translated_file(reference: str) -> Path:
    """The Python file of a game, written unless it is there."""
    text = python_of(reference)
    stem = re.sub(r"\W+", "_", parts_of(reference)[0].stem, flags=re.ASCII)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    folder = cache_folder() / "zrf"
    path = folder / f"{stem}_{digest}.py"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        written = path.with_suffix(f".{os.getpid()}")
        written.write_text(text, encoding="utf-8")
        written.replace(path)  # others may be reading
    return path


def _of_file(path: Path, error: BadZrf) -> BadZrf:
    where = f"{path}, line {error.line}: " if error.line else f"{path}: "
    text = str(error).removeprefix(f"line {error.line}: ")
    made = BadZrf(text if text.startswith(str(path)) else f"{where}{text}")
    made.line = error.line
    return made
