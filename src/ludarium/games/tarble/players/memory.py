"""What Mixture remembers of its opponents: a small JSON file."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from ludarium.engine.errors import LudariumError

FORMAT = 1
LOST, TIED, WON = "lost", "tied", "won"


class BadMemory(LudariumError):
    """A memory file that cannot be read or written."""


@dataclass
class Acquaintance:
    """What is known of one opponent: the skill to meet it with, and the games so far."""

    skill: float
    games: list[str] = field(default_factory=list)
    """How each game ended for Mixture, the oldest first."""
    skills: list[float] = field(default_factory=list)
    """The skill with which each of these games was played."""

    def learn(self, outcome: str, rate: float) -> None:
        """Change the skill after a game. A tie changes nothing, and does not count in what follows."""
        self.games.append(outcome)
        self.skills.append(self.skill)
        decided = [game for game in self.games if game != TIED]
        if outcome == LOST:
            self.skill += rate
        elif outcome == WON and decided[-3:] == [WON] * 3:
            self.skill -= rate
        elif outcome == WON and decided[-2:] == [LOST, WON]:
            self.skill += rate / 2


def default_path() -> Path:
    """`tarble-mixture.json` in the user's data folder."""
    return platformdirs.user_data_path("ludarium", appauthor=False) / "tarble-mixture.json"


def recall(path: Path, opponent: str) -> Acquaintance | None:
    """What a file says of an opponent; None if it is new, or there is no file yet."""
    return _read(path).get(opponent)


def remember(path: Path, opponent: str, known: Acquaintance) -> None:
    """Write what is known of an opponent; everybody else in the file stays. The file is replaced as a whole."""
    everybody = _read(path)
    everybody[opponent] = known
    data = {
        "format": FORMAT,
        "opponents": {
            name: {"skill": other.skill, "games": other.games, "skills": other.skills}
            for name, other in sorted(everybody.items())
        },
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(data, file, indent=2, ensure_ascii=False)
                file.write("\n")
            Path(draft).replace(path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadMemory(f"cannot write the memory {path}: {error.strerror}; give another place by memory=") from error


def _read(path: Path) -> dict[str, Acquaintance]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise _broken(path, "it is no text") from None
    except OSError as error:
        raise BadMemory(f"cannot read the memory {path}: {error.strerror}; give another place by memory=") from error
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise _broken(path, f"damaged at line {error.lineno}, column {error.colno}: {error.msg}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("opponents"), dict):
        raise _broken(path, f"expected an object with format {FORMAT} and opponents")
    return {name: _acquaintance(path, name, entry) for name, entry in data["opponents"].items()}


def _acquaintance(path: Path, name: str, entry: Any) -> Acquaintance:
    try:
        skill, games, skills = float(entry["skill"]), list(entry["games"]), [float(skill) for skill in entry["skills"]]
    except (TypeError, KeyError, ValueError):
        raise _broken(path, f"the opponent '{name}' needs skill, games and skills") from None
    if len(games) != len(skills) or any(game not in (LOST, TIED, WON) for game in games):
        raise _broken(path, f"the games against '{name}' must be {LOST}, {TIED} or {WON}, each with its skill")
    return Acquaintance(skill, games, skills)


def _broken(path: Path, fault: str) -> BadMemory:
    return BadMemory(f"{path} is no memory of mixture: {fault}; it is left as it is: mend it, or move it away")
