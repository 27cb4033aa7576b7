"""To begin a game of your own: files that work as they are, from which to go on."""

from __future__ import annotations

import importlib.util
import keyword
import re
import shutil
from pathlib import Path

from ludarium.engine.errors import BadParameter, LudariumError

_TEMPLATE = Path(__file__).parent / "template"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 40


def start_folder(name: str, where: Path) -> Path:
    """Write the folder of a new game, an installable package: rules, game, scene, board, player, command, test."""
    return _write(name, _TEMPLATE / "folder", where / check_name(name))


def start_file(name: str, where: Path) -> Path:
    """Write a new game in one file, and its test beside it."""
    module = check_name(name).replace("-", "_")
    _write(name, _TEMPLATE / "file", where)
    return where / f"{module}.py"


def check_name(name: str) -> str:
    """A name that a new game may have."""
    from ludarium.games import REGISTRY

    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise BadParameter(
            f"'{name}' is no name for a game: expected small letters and digits, joined by hyphens, such as last-stone"
        )
    if name in REGISTRY.entries:
        raise BadParameter(f"there is a game called '{name}' already: choose another name")
    return name


def _write(name: str, template: Path, target: Path) -> Path:
    """The template's files with the game's name in them; all or none."""
    files = [file for file in sorted(template.rglob("*")) if file.is_file() and "__pycache__" not in file.parts]
    texts = {
        target / _named(str(file.relative_to(template)), name): _named(file.read_text(encoding="utf-8"), name)
        for file in files
    }
    taken = [target] if target.exists() and not target.is_dir() else [file for file in texts if file.exists()]
    if taken:
        raise LudariumError(f"{taken[0]} is there already: nothing is overwritten; choose another name or folder")
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or importlib.util.find_spec(module) is not None:
        raise BadParameter(f"'{module}' means something else in Python: choose another name")
    fresh = not target.exists()
    try:
        for file, text in texts.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("x", encoding="utf-8") as out:
                out.write(text)
    except OSError as error:
        if fresh:
            shutil.rmtree(target, ignore_errors=True)
        raise LudariumError(f"{error.filename or target} cannot be written: {error.strerror}") from error
    return target


def _named(text: str, name: str) -> str:
    """A text of the template with the game's name in all its forms."""
    words = name.split("-")
    forms = {
        "your_game": "_".join(words),
        "your-game": name,
        "YourGame": "".join(word.capitalize() for word in words),
        "YOUR TITLE": " ".join(words).capitalize(),
    }
    return re.sub("|".join(forms), lambda match: forms[match[0]], text)
