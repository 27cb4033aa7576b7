"""What Mixture remembers of its opponents: a small JSON file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ludarium.players.memory import KEPT, LOST, OUTCOMES, TIED, WON, Memory


@dataclass
class Acquaintance:
    """What is known of one opponent: the skill to meet it with, and the games so far."""

    skill: float
    games: list[str] = field(default_factory=list)
    """How each of the last games ended for Mixture, the oldest first."""
    skills: list[float] = field(default_factory=list)
    """The skill with which each of these games was played."""

    def learn(self, outcome: str, rate: float) -> None:
        """Change the skill after a game. A tie changes nothing, and does not count in what follows."""
        self.games.append(outcome)
        self.skills.append(self.skill)
        del self.games[:-KEPT], self.skills[:-KEPT]
        decided = [game for game in self.games if game != TIED]
        if outcome == LOST:
            self.skill += rate
        elif outcome == WON and decided[-3:] == [WON] * 3:
            self.skill -= rate
        elif outcome == WON and decided[-2:] == [LOST, WON]:
            self.skill += rate / 2


def read_acquaintance(name: str, entry: Any) -> Acquaintance:
    """What an entry of the file says."""
    try:
        skill, games, skills = float(entry["skill"]), list(entry["games"]), [float(skill) for skill in entry["skills"]]
    except (TypeError, KeyError, ValueError):
        raise ValueError(f"the opponent '{name}' needs skill, games and skills") from None
    if len(games) != len(skills) or any(game not in OUTCOMES for game in games):
        raise ValueError(f"the games against '{name}' must be {LOST}, {TIED} or {WON}, each with its skill")
    return Acquaintance(skill, games, skills)


MEMORY = Memory("mixture", "tarble-mixture.json", asdict, read_acquaintance)
