"""The rules of Colonizers once more: slow, with lists and sets, and written from the rule book alone.

`Table` also keeps, seat by seat, what was seen. Chance comes from outside: the deck's order and each round's removed
colonist are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

COLONISTS = ["Visionary", "Ecologist", "Miner", "General", "Opportunist", "Spy"]
MODULES = {  # name: cost, value, colour, copies
    "Oxygen Generator": (4, 4, "green", 4),
    "Water Reservoir": (5, 6, "green", 4),
    "Hydroponics Facility": (6, 8, "green", 4),
    "Eco-Dome": (8, 11, "green", 1),
    "Marketplace": (2, 2, "blue", 4),
    "Warehouse": (3, 3, "blue", 4),
    "Quarry": (5, 6, "blue", 4),
    "Omnium Purification Plant": (8, 10, "blue", 1),
    "Garrison": (1, 1, "red", 4),
    "Barracks": (2, 2, "red", 4),
    "Military Academy": (3, 3, "red", 4),
    "Planetary Defense System": (6, 7, "red", 1),
    "Housing Unit": (1, 1, "", 4),
    "Spaceport": (4, 5, "", 4),
    "Research Lab": (6, 8, "", 4),
    "Mass Relay": (12, 16, "", 1),
}
PAID = {"Ecologist": "green", "Miner": "blue", "General": "red"}


@dataclass
class Seat:
    """What lies before one player, and what that player remembers."""

    omnium: int = 0
    hand: list[str] = field(default_factory=list)
    colony: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    colonist: str = ""
    offered: set[str] = field(default_factory=set)
    known: dict[int, Counter[str]] = field(default_factory=dict)
    """Modules that this seat knows in the hands of others."""


class Table:
    """A game in progress. Moves are the texts that people type."""

    def __init__(self, deck: list[str], removed: Iterator[str]) -> None:
        self.deck: list[tuple[str, int | None]] = [(module, None) for module in deck]  # and who put it there
        self.removed = removed
        self.seats = [Seat() for _ in range(4)]
        for me, seat in enumerate(self.seats):
            seat.known = {other: Counter() for other in range(4) if other != me}
        self.first_full: int | None = None
        self.rounds = 0
        self.drawn: list[tuple[str, int | None]] = []
        self.spent = False
        self.new_round()

    def new_round(self) -> None:
        self.rounds += 1
        for seat in self.seats:
            seat.colonist, seat.offered = "", set()
        self.shown: set[int] = set()
        self.not_held: dict[int, set[str]] = {seat: set() for seat in range(4)}
        self.stage, self.mover = "pick", 0
        self.seats[0].offered = set(COLONISTS) - {next(self.removed)}

    def moves(self) -> list[str]:
        me = self.seats[self.mover]
        if self.stage == "pick":
            return [colonist for colonist in COLONISTS if colonist in me.offered]
        if self.stage == "draw":
            return ["Omnium", "modules"]
        if self.stage == "keep":
            return [f"keep {module}" for module in MODULES if module in [drawn for drawn, _ in self.drawn]]
        if self.stage == "power":
            return ["name nobody"] + [f"name {other}" for other in COLONISTS if other != me.colonist]
        if self.stage == "build":
            can = [module for module in MODULES if module in me.hand and MODULES[module][0] <= me.omnium]
            return ["no module"] + [f"build {module}" for module in can]
        return []

    def play(self, move: str) -> None:
        getattr(self, f"play_{self.stage}")(move)

    def play_pick(self, move: str) -> None:
        me = self.seats[self.mover]
        me.colonist = move
        if self.mover == 3:
            self.turn(0)
        else:
            self.mover += 1
            self.seats[self.mover].offered = me.offered - {move}

    def turn(self, mover: int) -> None:
        self.mover = mover
        self.shown.add(mover)
        self.not_held[mover] = set()
        self.stage = "draw"
        if len(self.seats[mover].hand) == 5:
            self.play_draw("Omnium")

    def play_draw(self, move: str) -> None:
        me = self.seats[self.mover]
        if me.colonist in PAID:
            me.omnium += sum(MODULES[module][2] == PAID[me.colonist] for module in me.colony)
        if me.colonist == "Visionary" and len(me.hand) < 5 and self.deck:
            module, put_by = self.deck.pop(0)
            me.hand.append(module)
            if put_by not in (None, self.mover):
                self.seats[put_by].known[self.mover][module] += 1
        if move == "Omnium":
            me.omnium += 2
            self.after_draw()
        elif len(self.deck) < 2:
            self.spent, self.stage = True, "over"
        else:
            self.drawn = [self.deck.pop(0), self.deck.pop(0)]
            self.stage = "keep"

    def play_keep(self, move: str) -> None:
        me = self.seats[self.mover]
        drawn = [module for module, _ in self.drawn]
        kept = move.removeprefix("keep ")
        drawn.remove(kept)
        (me.hand if len(me.hand) < 5 else me.lost).append(kept)
        self.deck.append((drawn[0], self.mover))
        self.drawn = []
        self.after_draw()

    def after_draw(self) -> None:
        if self.seats[self.mover].colonist in ("Opportunist", "Spy"):
            self.stage = "power"
        else:
            self.after_power()

    def play_power(self, move: str) -> None:
        named = move.removeprefix("name ")
        if named != "nobody":
            self.name(named)
        self.after_power()

    def name(self, named: str) -> None:
        me = self.seats[self.mover]
        robs = me.colonist == "Opportunist"
        for other, seat in enumerate(self.seats):
            if seat.colonist == named and (seat.omnium if robs else seat.hand or me.hand):
                self.shown.add(other)
                self.not_held[other] = set()
                if robs:
                    taken = min(2, seat.omnium)
                    seat.omnium -= taken
                    me.omnium += taken
                else:
                    self.swap(self.mover, other)
                return
        for other, seat in enumerate(self.seats):
            if other not in self.shown and (seat.omnium if robs else seat.hand or me.hand):
                self.not_held[other].add(named)

    def swap(self, one: int, other: int) -> None:
        a, b = self.seats[one], self.seats[other]
        a.hand, b.hand = b.hand, a.hand
        for third, seat in enumerate(self.seats):
            if third not in (one, other):
                seat.known[one], seat.known[other] = seat.known[other], seat.known[one]
        a.known[other], b.known[one] = Counter(b.hand), Counter(a.hand)

    def after_power(self) -> None:
        me = self.seats[self.mover]
        self.stage = "build"
        if not me.hand or not me.omnium:
            self.play_build("no module")

    def play_build(self, move: str) -> None:
        me = self.seats[self.mover]
        if move != "no module":
            module = move.removeprefix("build ")
            me.omnium -= MODULES[module][0]
            me.hand.remove(module)
            me.colony.append(module)
            for seat in self.seats:
                if seat is not me and seat.known[self.mover][module]:
                    seat.known[self.mover][module] -= 1
            if len(me.colony) == 8 and self.first_full is None:
                self.first_full = self.mover
        if self.mover < 3:
            self.turn(self.mover + 1)
        elif self.first_full is not None or self.rounds == 500:
            self.stage = "over"
        else:
            self.new_round()

    def scores(self) -> list[int]:
        """Points without the tenths that break ties."""
        if self.spent:
            return [0] * 4
        bonus = [
            4 if number == self.first_full else 2 if len(seat.colony) == 8 else 0
            for number, seat in enumerate(self.seats)
        ]
        return [sum(MODULES[m][1] for m in seat.colony) + more for seat, more in zip(self.seats, bonus, strict=True)]
