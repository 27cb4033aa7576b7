"""What a player keeps of its opponents between games: a small JSON file, the same shape for every player."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import platformdirs

from ludarium.engine.errors import LudariumError

FORMAT = 1
LOST, TIED, WON = "lost", "tied", "won"
OUTCOMES = (LOST, TIED, WON)
NO_MEMORY, OWN_MEMORY = "none", "own"
"""What a player's option `memory` may say instead of a file."""

Known = TypeVar("Known")
"""What a player knows of one opponent."""


class BadMemory(LudariumError):
    """A memory file that cannot be read or written."""


@dataclass(frozen=True)
class Memory(Generic[Known]):
    """How one player's memory is written and read."""

    player: str
    file: str
    """The name of the file in the user's data folder."""
    write: Callable[[Known], dict[str, Any]]
    read: Callable[[str, Any], Known]
    """From an opponent's name and its entry; a ValueError says in words what is wrong with the entry."""

    def place(self, option: str) -> Path | None:
        """The file that the option `memory` means: none, the player's own in the user's data folder, or any other."""
        if option == NO_MEMORY:
            return None
        if option == OWN_MEMORY:
            return platformdirs.user_data_path("ludarium", appauthor=False) / self.file
        return Path(option)

    def recall(self, path: Path, opponent: str) -> Known | None:
        """What a file says of an opponent; None if it is new, or there is no file yet."""
        return self._everybody(path).get(opponent)

    def remember(self, path: Path, opponent: str, known: Known) -> None:
        """Write what is known of an opponent; everybody else in the file stays. The file is replaced as a whole."""
        everybody = self._everybody(path)
        everybody[opponent] = known
        entries = {name: self.write(other) for name, other in sorted(everybody.items())}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump({"format": FORMAT, "opponents": entries}, file, indent=2, ensure_ascii=False)
                    file.write("\n")
                Path(draft).replace(path)
            except BaseException:
                Path(draft).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise _unusable("write", path, error) from error

    def _everybody(self, path: Path) -> dict[str, Known]:
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError:
            raise self._broken(path, "it is no text") from None
        except OSError as error:
            raise _unusable("read", path, error) from error
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise self._broken(path, f"damaged at line {error.lineno}, column {error.colno}: {error.msg}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("opponents"), dict):
            raise self._broken(path, f"expected an object with format {FORMAT} and opponents")
        try:
            return {name: self.read(name, entry) for name, entry in data["opponents"].items()}
        except ValueError as error:
            raise self._broken(path, str(error)) from None

    def _broken(self, path: Path, fault: str) -> BadMemory:
        return BadMemory(
            f"{path} is no memory of {self.player}: {fault}; it is left as it is: mend it, or move it away"
        )


def _unusable(what: str, path: Path, error: OSError) -> BadMemory:
    return BadMemory(f"cannot {what} the memory {path}: {error.strerror}; give another place by memory=")
