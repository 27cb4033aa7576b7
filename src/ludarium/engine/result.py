"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """Points by seat, and ranks: 1 is best, equal seats share the better rank."""

    points: tuple[float, ...]
    ranks: tuple[int, ...]

    @classmethod
    def from_points(cls, points: Sequence[float]) -> Result:
        """Rank the seats by points, more is better."""
        return cls(tuple(points), tuple(1 + sum(other > own for other in points) for own in points))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on rank 1; all of them in a tie of all."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def is_tie(self) -> bool:
        """Whether the first rank is shared."""
        return len(self.winners) > 1

    def outcome(self, seat: int) -> str:
        """`win`, `tie` (a shared first rank) or `loss`."""
        if self.ranks[seat] != 1:
            return "loss"
        return "tie" if self.is_tie else "win"

    def __str__(self) -> str:
        points = ", ".join(f"{value:g}" for value in self.points)
        if len(self.points) == 1:
            return f"{points} points"
        who = " and ".join(f"seat {seat + 1}" for seat in self.winners)
        return f"{who} {'tie' if self.is_tie else 'wins'} ({points})"
