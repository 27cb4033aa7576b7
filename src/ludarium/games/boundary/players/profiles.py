"""What the adaptive player keeps of its opponents between games: a small JSON file."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from ludarium.engine.errors import LudariumError
from ludarium.games.boundary.strategies.names import NAMES

FORMAT = 1
LOST, TIED, WON = "lost", "tied", "won"
STEP = 0.2
"""How much of the difference between a game's outcome and the wished one changes the strength."""


class BadProfiles(LudariumError):
    """A file of profiles that cannot be read or written."""


@dataclass
class Profile:
    """What is known of one opponent."""

    strength: float = 1.0
    """The share of turns on which it is met with the best reply, when a win rate is wished for; 0 to 1."""
    games: list[str] = field(default_factory=list)
    """How each game ended for the opponent, the oldest first."""
    played: dict[str, int] = field(default_factory=dict)
    """In how many games it seemed to play each strategy."""

    @property
    def preferred(self) -> str | None:
        """The strategy it played most often; None before the first game."""
        return max(NAMES, key=lambda name: self.played.get(name, 0)) if self.played else None

    @property
    def skill(self) -> float:
        """The share of games it won, a tie as half a game; one half before the first game."""
        won = sum({WON: 1.0, TIED: 0.5, LOST: 0.0}[game] for game in self.games)
        return won / len(self.games) if self.games else 0.5

    def learn(self, outcome: str, strategy: str | None, wish: float | None) -> None:
        """Take in a game: how it ended for the opponent, what it seemed to play, and which win rate is wished for it.

        The strength rests where the opponent wins exactly as often as wished.
        """
        self.games.append(outcome)
        if strategy is not None:
            self.played[strategy] = self.played.get(strategy, 0) + 1
        if wish is not None:
            gained = {WON: 1.0, TIED: 0.5, LOST: 0.0}[outcome]
            self.strength = min(1.0, max(0.0, self.strength + STEP * (gained - wish)))


def default_path() -> Path:
    """`boundary-adaptive.json` in the user's data folder."""
    return platformdirs.user_data_path("ludarium", appauthor=False) / "boundary-adaptive.json"


def recall(path: Path, opponent: str) -> Profile | None:
    """What a file says of an opponent; None if it is new, or there is no file yet."""
    return _read(path).get(opponent)


def remember(path: Path, opponent: str, profile: Profile) -> None:
    """Write an opponent's profile; everybody else in the file stays. The file is replaced as a whole."""
    everybody = _read(path)
    everybody[opponent] = profile
    data = {
        "format": FORMAT,
        "opponents": {
            name: {"strength": other.strength, "games": other.games, "played": other.played}
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
        raise BadProfiles(
            f"cannot write the profiles {path}: {error.strerror}; give another place by memory="
        ) from error


def _read(path: Path) -> dict[str, Profile]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise _broken(path, "it is no text") from None
    except OSError as error:
        raise BadProfiles(
            f"cannot read the profiles {path}: {error.strerror}; give another place by memory="
        ) from error
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise _broken(path, f"damaged at line {error.lineno}, column {error.colno}: {error.msg}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("opponents"), dict):
        raise _broken(path, f"expected an object with format {FORMAT} and opponents")
    return {name: _profile(path, name, entry) for name, entry in data["opponents"].items()}


def _profile(path: Path, name: str, entry: Any) -> Profile:
    try:
        strength, games = float(entry["strength"]), list(entry["games"])
        played = {str(strategy): int(count) for strategy, count in entry["played"].items()}
    except (TypeError, KeyError, ValueError, AttributeError):
        raise _broken(path, f"the opponent '{name}' needs strength, games and played") from None
    if not 0.0 <= strength <= 1.0 or any(game not in (LOST, TIED, WON) for game in games):
        raise _broken(path, f"'{name}' needs a strength from 0 to 1 and games that are {LOST}, {TIED} or {WON}")
    if any(strategy not in NAMES for strategy in played):
        raise _broken(path, f"'{name}' played a strategy that is none of {', '.join(NAMES)}")
    return Profile(strength, games, played)


def _broken(path: Path, fault: str) -> BadProfiles:
    return BadProfiles(f"{path} holds no profiles of adaptive: {fault}; it is left as it is: mend it, or move it away")
