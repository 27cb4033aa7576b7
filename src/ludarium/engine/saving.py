"""Places for records, found fit before hours of play go into them."""

from __future__ import annotations

import os
from pathlib import Path

from ludarium.engine.errors import LudariumError


def check_writable(file: Path) -> None:
    """Refuse a file that could not be written in the end."""
    if file.is_dir():
        raise LudariumError(f"cannot save to {file}: it is a folder, give the name of a file in it")
    if not file.parent.is_dir():
        raise LudariumError(f"cannot save to {file}: there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise LudariumError(f"cannot save to {file}: it may not be written")


def make_folder(folder: Path) -> None:
    """Make a folder for records; an existing one is used if it holds nothing."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LudariumError(f"cannot save to {folder}: it exists and is no empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudariumError(f"cannot make the folder {folder}: {error.strerror}") from error
