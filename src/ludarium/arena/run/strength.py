"""How strong a player is, on the scale of a game's own opponents, and how quick: found out by playing against them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.game import Game
from ludarium.engine.kernels.rng import derive
from ludarium.engine.match import Match
from ludarium.players import make

GAMES = 8
"""Against each opponent."""


@dataclass(frozen=True)
class Strength:
    """What came out: the strongest opponent that does no better than the player, and how its games went."""

    strength: int
    """That opponent's, 1 to 5; 1 also where the weakest does better."""
    opponent: str
    """Its title."""
    rate: float
    """The player's rate against it: wins and half of the ties, or what a fair share is worth with more seats."""
    games: int
    seconds: float
    """Of the processor's clock on the wall, a decision."""
    faults: int
    """Decisions that were lost by faults, in all games."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def words(self) -> str:
        """One sentence for people."""
        quick = "at once" if self.seconds < 0.05 else f"in about {self.seconds:.2g} s"
        faults = f", {self.faults} decisions lost by faults" if self.faults else ""
        return f"Measured: {self.rate:.0%} in {self.games} games against {self.opponent}; decides {quick}{faults}."


def measure(text: str, game: Game, *, games: int = GAMES, seed: int = 0) -> Strength:
    """Let a player meet a game's opponents from the weakest on, until one does better than it."""
    if games < 1:
        raise LudariumError(f"{games} games against each opponent: play at least one")
    best: Strength | None = None
    spent, made, faults = 0.0, 0, 0
    for level in sorted(game.levels(), key=lambda level: (level.strength, level.think)):
        shares = 0.0
        for number in range(games):
            own = number % game.seats
            texts = [text if seat == own else level.text for seat in range(game.seats)]
            match = Match(game, [make(each, game) for each in texts], seed=derive(seed, level.text, number))
            record = match.run()
            decisions = [decision for decision in record.decisions if decision.seat == own]
            spent += sum(decision.seconds for decision in decisions)
            faults += sum(bool(decision.fault) for decision in decisions)
            made += len(decisions)
            assert record.result is not None
            shares += _share(record.result.ranks, own)
        rate = shares / games
        found = Strength(level.strength, level.title, rate, games, spent / max(1, made), faults)
        if rate < 0.5:
            best = best or Strength(1, level.title, rate, games, found.seconds, faults)
            break
        best = found
    if best is None:
        raise LudariumError(f"{game.name} has no opponents to be measured against")
    return best


def _share(ranks: tuple[int, ...], own: int) -> float:
    """The part of the other seats that did worse, those that did as well counted half."""
    others = [rank for seat, rank in enumerate(ranks) if seat != own]
    if not others:
        return 0.5
    return sum(1.0 if rank > ranks[own] else 0.5 if rank == ranks[own] else 0.0 for rank in others) / len(others)
