"""What clock a table has: seconds or days for each decision, or time for the whole game and more with each turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ludarium.engine.errors import BadParameter
from ludarium.store.lab import Table

Kind = Literal["move", "game", "days"]
TimeUp = Literal["lose", "move"]

DAY = 86_400.0
LONGEST: dict[Kind, float] = {"move": DAY, "game": 36_000.0, "days": 30 * DAY}
"""Seconds that each kind of clock may have at most."""
MOST_ADDED = 600.0
"""Seconds that a turn may add at most to the time for the whole game."""


@dataclass(frozen=True)
class Control:
    """A table's clock. `move` and `days`: each decision has `seconds`; `game`: all decisions of a seat together have
    them, and each turn adds `increment` when it ends."""

    kind: Kind
    seconds: float
    increment: float = 0.0
    time_up: TimeUp = "move"
    """What happens when somebody's time is up: the game is lost, or a move is made for them."""

    @property
    def of_game(self) -> bool:
        """Whether time that somebody does not use is theirs later."""
        return self.kind == "game"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def stored(cls, seconds: float | None, clock: Mapping[str, Any] | None) -> Control | None:
        """A clock as events and rows have it. Where there are only seconds, as in all of older versions, they are for
        each decision, and a move is made when they are over."""
        if clock is not None:
            return cls(**clock)
        return None if seconds is None else cls("move", seconds)

    @classmethod
    def of_row(cls, row: Table) -> Control | None:
        return cls.stored(row.seconds, row.clock)

    @classmethod
    def wished(cls, seconds: float | None, clock: Mapping[str, Any] | None, people: int) -> Control | None:
        """A clock as somebody wishes it, for a table with seats for so many people; a `BadParameter` says what is wrong
        with it. `seconds` alone is the short form of what there always was."""
        if seconds is not None and clock is not None:
            raise BadParameter("Give seconds for a decision or a clock, not both.")
        if clock is None:
            return cls.stored(seconds, None)
        made = cls(clock["kind"], clock["seconds"], clock["increment"], clock["time_up"] or "move")
        made.check()
        # Between people time is part of the game: whoever has none left has lost.
        usual: TimeUp = "lose" if made.of_game or people > 1 else "move"
        if made.of_game and clock["time_up"] == "move":
            raise BadParameter(
                "When the time for a whole game is up, no move can be made: there would be no time for the next one. "
                "Choose that the game is lost, or seconds for each decision."
            )
        return cls(made.kind, made.seconds, made.increment, clock["time_up"] or usual)

    def check(self) -> None:
        """Whether such a clock can be used."""
        if self.kind == "days" and (self.seconds % DAY or not DAY <= self.seconds <= LONGEST["days"]):
            days = f"{self.seconds / DAY:g}"
            raise BadParameter(f"A decision may have 1 to {LONGEST['days'] / DAY:g} whole days, not {days}.")
        if self.kind == "move" and not 1 <= self.seconds <= LONGEST["move"]:
            raise BadParameter(f"A decision may have 1 to {LONGEST['move']:g} seconds, not {self.seconds:g}.")
        if self.kind == "game" and not 1 <= self.seconds <= LONGEST["game"]:
            most = LONGEST["game"] / 60
            raise BadParameter(f"A game may have 1 second to {most:g} minutes, not {self.seconds:g} seconds.")
        if not 0 <= self.increment <= MOST_ADDED:
            raise BadParameter(f"A turn may add 0 to {MOST_ADDED:g} seconds, not {self.increment:g}.")
        if self.increment and not self.of_game:
            raise BadParameter("Only time for the whole game grows with each turn: leave the increment out.")
