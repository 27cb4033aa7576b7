"""What the adaptive player keeps of its opponents between games: a small JSON file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ludarium.games.boundary.strategies.names import NAMES
from ludarium.players.memory import KEPT, LOST, OUTCOMES, TIED, WON, Memory

STEP = 0.2
"""How much of the difference between a game's outcome and the wished one changes the strength."""


@dataclass
class Profile:
    """What is known of one opponent."""

    strength: float = 1.0
    """The share of turns on which it is met with the best reply, when a win rate is wished for; 0 to 1."""
    games: list[str] = field(default_factory=list)
    """How each of the last games ended for the opponent, the oldest first."""
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
        del self.games[:-KEPT]
        if strategy is not None:
            self.played[strategy] = self.played.get(strategy, 0) + 1
        if wish is not None:
            gained = {WON: 1.0, TIED: 0.5, LOST: 0.0}[outcome]
            self.strength = min(1.0, max(0.0, self.strength + STEP * (gained - wish)))


def read_profile(name: str, entry: Any) -> Profile:
    """What an entry of the file says."""
    try:
        strength, games = float(entry["strength"]), list(entry["games"])
        played = {str(strategy): int(count) for strategy, count in entry["played"].items()}
    except (TypeError, KeyError, ValueError, AttributeError):
        raise ValueError(f"the opponent '{name}' needs strength, games and played") from None
    if not 0.0 <= strength <= 1.0 or any(game not in OUTCOMES for game in games):
        raise ValueError(f"'{name}' needs a strength from 0 to 1 and games that are {LOST}, {TIED} or {WON}")
    if any(strategy not in NAMES for strategy in played):
        raise ValueError(f"'{name}' played a strategy that is none of {', '.join(NAMES)}")
    return Profile(strength, games, played)


MEMORY = Memory("adaptive", "boundary-adaptive.json", asdict, read_profile)
