"""Pig for people: names, pictures, and positions as text such as `23:40 2+12`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ludarium.engine import Game, MalformedPosition, Move, MoveValue, Parameter, Position, View
from ludarium.engine.scene import MoveWords
from ludarium.games.pig import ENTRY, scene
from ludarium.games.pig.rules import HOLD, MAX_GOAL, MAX_SEATS, MIN_GOAL, ROLL, RULES, THROWS_PER_POINT
from ludarium.games.pig.scene import PigData
from ludarium.games.pig.thumbnail import thumbnail

WORDS = ("hold", "roll")
FACES = "·⚀⚁⚂⚃⚄⚅"

_COUNTERS = ("die", "turns", "throws")
_FORM = re.compile(r"(\d+(?::\d+)*) (\d+)\+(\d+)((?: (?:die|turns|throws)=\d+)*)", re.ASCII)


class Pig(Game):
    """A race with one die: roll on and risk it, or stop and bank it.

    In your turn you throw the die. A 1 ends your turn, and the points of this turn are lost. Any other number is added
    to the points of this turn, and you choose: roll again, or hold, which banks the points of this turn and passes the
    die on. Whoever has `goal` points, banked and of this turn together, banks them and wins at once.

    Alone you race against yourself: your points are minus the number of turns that you needed.

    So that every game ends, the die is put away after 2 throws for each point of the goal and each player (400 throws
    in a game of two to 100). Points not banked by then are lost, and most points win. Alone, you have failed: a turn
    is counted for every throw.
    """

    entry = ENTRY
    parameters = (
        Parameter("goal", 100, "points that win", low=MIN_GOAL, high=MAX_GOAL),
        Parameter("seats", 2, "number of players; 1 plays for few turns", low=1, high=MAX_SEATS),
    )
    rules = RULES
    chance = True
    points_range = (-float(THROWS_PER_POINT * MAX_GOAL), float(MAX_GOAL + 5))

    @property
    def move_range(self) -> tuple[int, int]:
        return HOLD, ROLL

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        return WORDS[1] if value == ROLL else WORDS[0]

    def looks_like_a_move(self, text: str) -> bool:
        return text.strip().lower() in WORDS

    @property
    def most_throws(self) -> int:
        """How many throws there are in all before the die is put away."""
        return THROWS_PER_POINT * self.seats * int(self.settings["goal"])

    def position_text(self, state: Any) -> str:
        """Banked points, whose turn, its points: `23:40 2+12`; then the counters that are not 0, as `throws=31`."""
        scores = ":".join(str(state.score[seat]) for seat in range(self.seats))
        counters = [f"{name}={state[name]}" for name in _COUNTERS if state[name]]
        return " ".join([scores, f"{state.seat + 1}+{state.turn_total}", *counters])

    def read_position(self, text: str) -> Position:
        match = _FORM.fullmatch(" ".join(text.split()))
        if match is None:
            raise MalformedPosition(
                f"'{text}' is no position of {self.name}: expected banked points, seat and points of this turn, "
                "as in '23:40 2+12' or '23:40 2+12 die=4 turns=7 throws=31'"
            )
        scores, seat, total = [int(word) for word in match[1].split(":")], int(match[2]), int(match[3])
        counters = {name: int(number) for name, number in (part.split("=") for part in match[4].split())}
        self._check(text, scores, seat, total, counters)
        states = self.blank_states(0)
        state = states[0]
        for own, score in enumerate(scores):
            state.score[own] = score
        state.seat, state.turn_total = seat - 1, total
        for name, number in counters.items():
            state[name] = number
        return Position(self, states)

    def _check(self, text: str, scores: list[int], seat: int, total: int, counters: dict[str, int]) -> None:
        """Refuse what no game can lead to."""
        goal = int(self.settings["goal"])
        if len(scores) != self.seats:
            raise MalformedPosition(f"'{text}': expected the banked points of {self.seats} seats, got {len(scores)}")
        if not 1 <= seat <= self.seats:
            raise MalformedPosition(f"'{text}': no seat {seat}, the seats are 1 to {self.seats}")
        for own, score in enumerate(scores, 1):
            if score >= goal and (own != seat or total > 0 or score > goal + 5):
                raise MalformedPosition(
                    f"'{text}': only the seat whose turn it is can have reached {goal}, with {goal + 5} at most and +0"
                )
        if total == 1 or (total and scores[seat - 1] + total >= goal):
            raise MalformedPosition(
                f"'{text}': the points of a turn are 0, or at least 2 and with those banked less than {goal}"
            )
        if counters.get("die", 0) > 6:
            raise MalformedPosition(f"'{text}': a die shows 1 to 6")
        if counters.get("throws", 0) > self.most_throws or counters.get("turns", 0) > counters.get("throws", 0):
            raise MalformedPosition(f"'{text}': a turn has at least one throw, and a game at most {self.most_throws}")

    def draw(self, state: Any, seat: int | None) -> str:
        """A bar for each seat on its way to the goal, the points of this turn lighter than the banked ones."""
        goal, width = int(state.goal), 40
        lines = []
        for own in range(self.seats):
            name = self.seat_names[own] + (" (you)" if own == seat else "")
            banked = int(state.score[own])
            risked = int(state.turn_total) if own == state.seat else 0
            solid, light = width * min(banked, goal) // goal, width * min(banked + risked, goal) // goal
            bar = ("█" * solid + "▒" * (light - solid)).ljust(width, "·")
            gain = f" + {risked}" if risked else ""
            lines.append(f"{name:<13} {bar} {banked}{gain} of {goal}")
        lines += ["", self._news(state)]
        return "\n".join(lines)

    def _news(self, state: Any) -> str:
        """One sentence on where the game stands."""
        thrown = f"{FACES[state.die]} {state.die} thrown: " if state.die else ""
        name = self.seat_names[state.seat]
        if state.score[state.seat] >= state.goal:
            needed = f" in {state.turns} turns" if self.seats == 1 else ""
            return f"{thrown}{name} reaches {state.goal}{needed}."
        if state.throws >= self.most_throws:
            return f"{thrown}the die is put away after {state.throws} throws."
        if state.turn_total:
            return f"{thrown}{name} may hold {state.turn_total} or roll again."
        lost = "the turn is lost. " if state.die == 1 else ""
        return f"{thrown}{lost}{name} is to throw, turn {state.turns // self.seats + 1}."

    def thumbnail(self) -> str:
        return thumbnail()

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> PigData:
        return scene.scene(self, view, past)

    def move_scene(self, move: Move, view: View) -> MoveWords:
        assert isinstance(move.value, int)
        return {"words": scene.move_words(view, move.value)}

    def told(self, move: Move, view: View, after: Position) -> str:
        assert isinstance(move.value, int)
        return scene.told(view, move.value, after.state)

    def standing(self, view: View) -> list[float]:
        return scene.standing(self, view)

    def describe_view(self, view: View) -> str:
        return scene.describe(self, view)
