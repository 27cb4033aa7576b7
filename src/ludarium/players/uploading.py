"""Programs that people bring along: checked, written down as a folder, and never run but closed off.

What comes is a Python file, or a ZIP archive with a `player.toml` or a `main.py`. What is written beside it is a
description of our own: whatever the given one asks for, the program is started in a sandbox or not at all.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import tempfile
import tomllib
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.players import GENERIC, folders, sandbox
from ludarium.players.folders import DESCRIPTION, Described

MOST_FILES = 200
MOST_BYTES = 8 << 20
"""Of all files unpacked."""
MOST_SECONDS, MOST_MEMORY = 10.0, 512
EACH = 5
"""Programs of one person."""
OWNERS = ".owners.json"
"""Whose programs they are, outside what a program can see."""


def add(place: Path, owner: int, title: str, data: bytes, *, taken: Collection[str] = ()) -> Described:
    """Keep somebody's program under a title; one of the same title that is theirs is replaced.

    `taken` are names that players have already.
    """
    sandbox.demand_walls()
    key = folders.key_of(title)
    owners = owners_of(place)
    if owners.get(key) != owner:
        if key in owners or key in GENERIC or key in taken or (place / key).exists():
            raise LudariumError(f"The name '{title}' is taken: choose another.")
        if sum(each == owner for each in owners.values()) >= EACH:
            raise LudariumError(f"You have {EACH} programs here already: remove one first.")
    if not 1 <= len(title.strip()) <= 60 or any(ord(letter) < 32 for letter in title):
        raise LudariumError("Give the program a name of up to 60 characters.")
    files = _unpacked(data)
    described = _description(title.strip(), files)
    place.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".incoming-", dir=place))
    try:
        for name, content in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        (made / DESCRIPTION).write_text(described, encoding="utf-8")
        made.chmod(0o755)
        folders.read(made).kind()().close()  # checks the command and the limits
        if (place / key).exists():
            shutil.rmtree(place / key)
        made.rename(place / key)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    _write_owners(place, {**owners, key: owner})
    return folders.read(place / key)


def remove(place: Path, owner: int, key: str) -> None:
    """Take somebody's own program away, with all its files."""
    owners = owners_of(place)
    if owners.get(key) != owner:
        raise LudariumError("You have no such program here.")
    shutil.rmtree(place / key, ignore_errors=True)
    _write_owners(place, {each: whose for each, whose in owners.items() if each != key})


def owned(place: Path, owner: int) -> list[Described]:
    """Somebody's programs."""
    found = []
    for key, whose in owners_of(place).items():
        if whose == owner and (place / key / DESCRIPTION).is_file():
            found.append(folders.read(place / key))
    return found


def owners_of(place: Path) -> dict[str, int]:
    """The keys of all programs that were brought along, with their owners."""
    try:
        found: dict[str, int] = json.loads((place / OWNERS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def _write_owners(place: Path, owners: Mapping[str, int]) -> None:
    written = place / f"{OWNERS}.new"
    written.write_text(json.dumps(owners, indent=1), encoding="utf-8")
    os.replace(written, place / OWNERS)


# --- what came --------------------------------------------------------------------------------------------------------


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The files of an archive, or the single one that came."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        try:
            compile(data, "main.py", "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            raise LudariumError(f"This is neither a ZIP archive nor a Python file that can be read: {error}") from None
        return {"main.py": data}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise LudariumError(f"An archive has at most {MOST_FILES} files and {MOST_BYTES >> 20} MB unpacked.")
            return _without_cover({_safe_name(entry): _content(archive, entry) for entry in entries})
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise LudariumError(f"The archive cannot be unpacked: {error}") from None


def _safe_name(entry: zipfile.ZipInfo) -> str:
    path = PurePosixPath(entry.filename)
    mode = entry.external_attr >> 16
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename or len(path.parts) > 8:
        raise LudariumError(f"The archive names a file outside of itself: {entry.filename[:100]!r}.")
    if stat.S_IFMT(mode) and not stat.S_ISREG(mode):
        raise LudariumError(f"The archive has something that is no file: {entry.filename[:100]!r}.")
    if any(part.startswith(".") or len(part) > 100 for part in path.parts):
        raise LudariumError(f"The archive has a hidden file, or one with a very long name: {entry.filename[:100]!r}.")
    return str(path)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) != entry.file_size:
        raise LudariumError("The archive says the wrong size of a file.")
    return content


def _without_cover(files: dict[str, bytes]) -> dict[str, bytes]:
    """What lies in one folder, as archives of folders have it, without that folder."""
    tops = {name.partition("/")[0] for name in files}
    if len(tops) == 1 and all("/" in name for name in files):
        return {name.partition("/")[2]: content for name, content in files.items()}
    return files


def _description(title: str, files: dict[str, bytes]) -> str:
    """A description of our own, from the one that came."""
    told: dict[str, Any] = {}
    if DESCRIPTION in files:
        try:
            told = tomllib.loads(files[DESCRIPTION].decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise LudariumError(f"Its {DESCRIPTION} cannot be read: {error}") from None
    if "class" in told:
        raise LudariumError(f"Its {DESCRIPTION} names a class: only programs (command) can be brought along.")
    if not {"command", "intelligence"} & set(told):
        if "main.py" not in files:
            raise LudariumError(f"There is neither a {DESCRIPTION} with a command nor a main.py in it.")
        told["command"] = "python3 main.py"
    kept: dict[str, Any] = {
        key: told[key] for key in ("summary", "games", "command", "intelligence", "start") if key in told
    }
    kept |= {"name": title, "sandbox": "strict"}
    for key, most in (("seconds", MOST_SECONDS), ("memory", MOST_MEMORY)):
        value = told.get(key, most)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
            raise LudariumError(f"Its {DESCRIPTION}: {key} must be a number up to {most:g} here.")
        kept[key] = value
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in kept.items())
