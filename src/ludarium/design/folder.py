"""A run's folder: its settings, and every candidate with its games, one line each, in the order of their numbers.

Lines are only ever added, and each is on the disk before the next candidate is judged. A run that was killed in the
middle of a line goes on before that line. The file is the same, byte for byte, at any number of workers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from ludarium.design.candidates import BadRun
from ludarium.design.settings import Settings
from ludarium.engine.errors import LudariumError
from ludarium.version import __version__

RUN, CANDIDATES, RETESTS, TRUST = "run.json", "candidates.jsonl", "retests.json", "trust.json"
LOCK = ".candidates.lock"
FORMAT = 1


class Folder:
    """The files of one run."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path, self.settings = path, settings

    @classmethod
    def create(cls, path: Path, settings: Settings) -> Folder:
        """A new run; refused where there is something already."""
        if (path / RUN).exists():
            raise LudariumError(f"{path} holds a run already: resume it, or name another folder", remedy="resume")
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise LudariumError(f"{path} is there already and is no run: name a new folder")
        try:
            path.mkdir(parents=True, exist_ok=True)
            document = {"format": FORMAT, "version": __version__, "settings": settings.to_dict()}
            _replace(path / RUN, json.dumps(document, indent=2) + "\n")
        except OSError as error:
            raise LudariumError(f"the run cannot be kept in {path}: {error.strerror or error}") from error
        return cls(path, settings)

    @classmethod
    def open(cls, path: Path) -> Folder:
        """An earlier run."""
        try:
            data = json.loads((path / RUN).read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise BadRun(f"{path}: a run of format {data['format']}, this version reads {FORMAT}")
            return cls(path, Settings.from_dict(data["settings"]))
        except OSError:
            raise BadRun(f"{path} holds no run: there is no {RUN} in it") from None
        except (ValueError, KeyError, TypeError) as error:
            raise BadRun(f"{path / RUN} is damaged: {error}") from error

    def lines(self) -> list[dict[str, Any]]:
        """The candidates so far. What was not written to its end does not count."""
        found: list[dict[str, Any]] = []
        file = self.path / CANDIDATES
        if not file.exists():
            return found
        with file.open(encoding="utf-8", newline="") as text:
            for number, line in enumerate(text):
                if not line.endswith("\n"):
                    break
                try:
                    entry = json.loads(line)
                except ValueError as error:
                    raise BadRun(f"{file}, line {number + 1} is damaged: {error}") from error
                if not isinstance(entry, dict) or entry.get("number") != number:
                    raise BadRun(f"{file}, line {number + 1}: expected candidate {number}")
                found.append(entry)
        return found

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """The place where lines are added; one process at a time."""
        try:
            lock = FileLock(self.path / LOCK, timeout=0, thread_local=False).acquire()
        except Timeout:
            raise LudariumError(
                f"another process is at work on the run in {self.path}: wait for it, or end it"
            ) from None
        with lock, (self.path / CANDIDATES).open("a+b") as handle:
            _drop_torn_line(handle)
            yield Writer(handle)

    def note(self, name: str, content: Any) -> None:
        """Keep something beside the candidates."""
        _replace(self.path / name, json.dumps(content, indent=1, ensure_ascii=False) + "\n")

    def noted(self, name: str) -> Any:
        """What was kept under a name; None if nothing was."""
        try:
            return json.loads((self.path / name).read_text(encoding="utf-8"))
        except OSError:
            return None
        except ValueError as error:
            raise BadRun(f"{self.path / name} is damaged: {error}") from error


class Writer:
    """Adds lines, each on the disk before the next."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def add(self, line: str) -> None:
        self._handle.write(line.encode("utf-8") + b"\n")
        self._handle.flush()
        os.fsync(self._handle.fileno())


def summary_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """A stored candidate without its games."""
    return {name: value for name, value in line.items() if name != "games"}


def _drop_torn_line(handle: Any) -> None:
    handle.seek(0)
    content = handle.read()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        handle.truncate(whole)
    handle.seek(0, os.SEEK_END)


def _replace(file: Path, text: str) -> None:
    """Write a file so that it is there as a whole or not at all."""
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, file)
    finally:
        with suppress(OSError):
            beside.unlink()
