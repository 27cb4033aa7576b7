"""The six strategies once more, slowly: plain Python over lists of pieces, with every reading of them.

Nothing is shared with the compiled ones but the numbers of strategies and targets. There are no walls here.
"""

from __future__ import annotations

from typing import Any

from ludarium.games.boundary.strategies.names import (
    BEST_TREASURE,
    DEFENSIVE_CAPTURE,
    DEFENSIVE_TREASURE,
    GREEDY_CAPTURE,
    GREEDY_TREASURE,
    HYBRID_CAPTURE,
)

Place = complex
"""x and y as one number: ways can be added and made shorter."""
NOTHING, TREASURE, ENEMY, ALLY = 0, 100, 200, 300
SINGLE = (GREEDY_TREASURE, BEST_TREASURE)
NEEDED = {GREEDY_CAPTURE: 2, HYBRID_CAPTURE: 2, DEFENSIVE_TREASURE: 3, DEFENSIVE_CAPTURE: 3}


class Slow:
    """A strategy of one seat with its targets, by a reading given as options."""

    def __init__(self, strategy: int, seat: int, **options: Any) -> None:
        self.strategy, self.seat = strategy, seat
        self.formation, self.grouping = options.get("formation", "no"), options.get("grouping", "gather")
        self.seek, self.overshoot = options.get("seek", "planned"), options.get("overshoot", "no")
        self.spread = options.get("spread", 0.75)
        self.after: dict[int, int] = {}

    def look(self, state: Any) -> None:
        self.state = state
        count = int(state.pieces)
        self.places = [
            {n: complex(*state.place[seat, n]) for n in range(count) if state.blob[seat, n] >= 0} for seat in range(2)
        ]
        self.own, self.foes = self.places[self.seat], self.places[1 - self.seat]
        self.blobs = {n: int(state.blob[self.seat, n]) for n in self.own}
        self.treasures = {n: complex(*state.treasure[n]) for n in range(int(state.treasures)) if state.worth[n] > 0}
        self.half = complex(state.width / 2, state.height / 2)
        if self.strategy in SINGLE:
            self.units = [[piece] for piece in self.own]
        else:
            firsts = dict.fromkeys(self.blobs.values())
            self.units = sorted([n for n in self.own if self.blobs[n] == blob] for blob in firsts)

    def middle(self, unit: list[int]) -> Place:
        return sum(self.own[piece] for piece in unit) / len(unit)

    def lonely(self, unit: list[int]) -> bool:
        """Whether a unit seeks allies."""
        return len(unit) < NEEDED.get(self.strategy, 1) and len(unit) < len(self.own)

    # --- targets

    def price(self, unit: list[int], treasure: int) -> float:
        far = abs(self.treasures[treasure] - self.middle(unit))
        if self.strategy == BEST_TREASURE:
            far = max(far, 1e-6) / float(self.state.worth[treasure])
        others = [target for piece, target in self.after.items() if piece not in unit and piece in self.own]
        return far + (1e6 if TREASURE + treasure in others else 0)

    def best_treasure(self, unit: list[int]) -> int:
        if not self.treasures:
            return NOTHING
        return TREASURE + min(self.treasures, key=lambda number: (self.price(unit, number), number))

    def best_ally(self, unit: list[int]) -> int:
        middle, team = self.middle(unit), sum(self.own.values()) / len(self.own)
        others = [piece for piece in self.own if piece not in unit]
        if self.strategy == DEFENSIVE_TREASURE and self.grouping == "gather":
            return ALLY + min(others, key=lambda piece: (abs(self.own[piece] - team), piece))
        alone = [piece for piece in others if list(self.blobs.values()).count(self.blobs[piece]) == 1]
        return ALLY + min(alone or others, key=lambda piece: (abs(self.own[piece] - middle), piece))

    def choose(self, unit: list[int]) -> int:
        middle = self.middle(unit)
        if self.lonely(unit):
            first = self.best_ally(unit)
            far = abs(self.own[first - ALLY] - middle)
        elif self.strategy == DEFENSIVE_TREASURE:
            return self.best_treasure(unit)
        else:
            first = ENEMY + min(self.foes, key=lambda piece: (abs(self.foes[piece] - middle), piece))
            far = abs(self.foes[first - ENEMY] - middle)
        if self.strategy == HYBRID_CAPTURE and self.treasures:
            second = self.best_treasure(unit)
            if abs(self.treasures[second - TREASURE] - middle) < far:
                return second
        return first

    def stays(self, unit: list[int], target: int) -> bool:
        if TREASURE <= target < ENEMY:
            wanted = self.strategy in (*SINGLE, HYBRID_CAPTURE)
            hunts = self.strategy not in (GREEDY_CAPTURE, DEFENSIVE_CAPTURE)
            return hunts and target - TREASURE in self.treasures and (wanted or not self.lonely(unit))
        if ENEMY <= target < ALLY:
            return (
                self.strategy not in (*SINGLE, DEFENSIVE_TREASURE)
                and not self.lonely(unit)
                and target - ENEMY in self.foes
            )
        if target >= ALLY:
            ally = target - ALLY
            return self.lonely(unit) and ally in self.own and self.blobs[ally] != self.blobs[unit[0]]
        return False

    def retarget(self) -> None:
        self.after = {piece: target for piece, target in self.after.items() if piece in self.own}
        if self.strategy in SINGLE:
            for piece in self.own:
                if not self.stays([piece], self.after.get(piece, NOTHING)):
                    self.after[piece] = NOTHING
            while self.treasures and (free := [piece for piece in self.own if self.after[piece] == NOTHING]):
                first = min(
                    free, key=lambda piece: (self.price([piece], self.best_treasure([piece]) - TREASURE), piece)
                )
                self.after[first] = self.best_treasure([first])
            return
        for unit in self.units:
            targets = {self.after.get(piece, NOTHING) for piece in unit}
            kept = targets.pop() if len(targets) == 1 else NOTHING
            if not self.stays(unit, kept):
                kept = self.choose(unit)
            self.after.update(dict.fromkeys(unit, kept))

    # --- ways

    def clamp(self, place: Place) -> Place:
        x = min(max(place.real, -self.half.real), self.half.real)
        return complex(x, min(max(place.imag, -self.half.imag), self.half.imag))

    def walk(self, piece: int, goal: Place) -> Place:
        """Where a piece comes that goes to a place, or through it."""
        start, goal = self.own[piece], self.clamp(goal)
        reach = float(self.state.reach) * list(self.blobs.values()).count(self.blobs[piece])
        way = goal - start
        if abs(way) == 0:
            return start
        through = self.overshoot == "all" or (self.overshoot == "singles" and self.strategy in SINGLE)
        share = reach / abs(way) if through else min(1, reach / abs(way))
        edges = [
            (edge if part > 0 else -edge) / part - at / part
            for part, at, edge in ((way.real, start.real, self.half.real), (way.imag, start.imag, self.half.imag))
            if part
        ]
        return start + way * (min([share, *edges]) if through else share)

    def expected(self, foe: int) -> Place:
        return self.clamp(self.foes[foe] + complex(*self.state.last[1 - self.seat, foe]))

    def plan(self, state: Any) -> dict[int, Place]:
        self.look(state)
        self.retarget()
        goes = dict(self.own)
        seekers = [unit for unit in self.units if self.after[unit[0]] >= ALLY]
        for unit in [unit for unit in self.units if unit not in seekers] + seekers:
            self.send(unit, self.after[unit[0]], goes)
        return goes

    def send(self, unit: list[int], target: int, goes: dict[int, Place]) -> None:
        if target == NOTHING:
            return
        middle = self.middle(unit)
        beside = dict.fromkeys(unit, 0j)
        if target < ENEMY:
            goal = self.treasures[target - TREASURE]
        elif target >= ALLY:
            standing = self.seek == "mixed" and self.strategy != DEFENSIVE_TREASURE
            goal = (self.own if standing else goes)[target - ALLY]
        else:
            goal = self.expected(target - ENEMY)
            if self.formation != "always":
                beside = self.sides(unit, middle, goal)
        marching = self.formation == "always" or (self.formation == "travel" and not ENEMY <= target < ALLY)
        ends = {}
        for piece in unit:
            end = goal + beside[piece]
            if marching:
                way = goal - middle
                reach = float(self.state.reach) * list(self.blobs.values()).count(self.blobs[piece])
                end = self.own[piece] + (way * (reach / abs(way)) if abs(way) > reach else way)
            ends[piece] = self.walk(piece, end)
        for piece, end in ends.items():  # rounded as plans are, since others may head for it
            goes[piece] = complex(round(end.real, 2), round(end.imag, 2))

    def sides(self, unit: list[int], middle: Place, goal: Place) -> dict[int, Place]:
        """How far beside the goal each piece of an attack aims."""
        if abs(goal - middle) == 0:
            along = 0j
        else:
            along = (goal - middle) / abs(goal - middle) * 1j
            inward = along.real * -goal.real + along.imag * -goal.imag
            along *= 1 if inward > 0 else -1 if inward < 0 else 0

        def place(piece: int) -> float:
            return along.real * self.own[piece].real + along.imag * self.own[piece].imag

        line = sorted(unit, key=lambda piece: (place(piece), piece))
        offset = self.spread * float(self.state.influence) * along
        if len(line) == 1:
            return {line[0]: 0j}
        middle_one = line[len(line) // 2] if len(line) > 2 else None
        before = line[: len(line) // 2]
        return {piece: 0j if piece == middle_one else -offset if piece in before else offset for piece in unit}
