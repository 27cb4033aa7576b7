"""Colonel Blotto for people: names, pictures, and positions as text such as `1 2:1 5,4,3/4,4,4`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.engine import Game, MalformedMove, MalformedPosition, Move, Parameter, Position, View
from ludarium.engine.scene import MoveWords
from ludarium.games.blotto import ENTRY, scene
from ludarium.games.blotto.rules import (
    MAX_BATTLEFIELDS,
    MAX_ROUNDS,
    MIN_BATTLEFIELDS,
    NEGATIVE,
    RULES,
    SEATS,
    TOO_FEW,
    TOO_MANY,
)
from ludarium.games.blotto.scene import BlottoData
from ludarium.games.blotto.thumbnail import thumbnail


class Blotto(Game):
    """Two colonels divide their troops over battlefields, neither seeing what the other does.

    A plan is one number for each field, such as `5 4 3`; together they must be exactly the `troops` troops of a
    colonel. Both plans are opened at once. On each field the larger army wins a point; equal armies win nothing. With
    several rounds, both get all their troops back for each round and have seen the plans of the rounds before.

    Most points win.
    """

    entry = ENTRY
    parameters = (
        Parameter("troops", 12, "troops of each side in each round", low=1, high=120),
        Parameter("fields", 3, "battlefields", low=MIN_BATTLEFIELDS, high=MAX_BATTLEFIELDS),
        Parameter("rounds", 1, "rounds played", low=1, high=MAX_ROUNDS, people=5),
    )
    rules = RULES[MIN_BATTLEFIELDS]
    points_range = (0.0, float(MAX_BATTLEFIELDS * MAX_ROUNDS))

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self.rules = RULES[int(self.settings["fields"])]

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in super().__getstate__().items() if key != "rules"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.rules = RULES[int(self.settings["fields"])]

    def move_fault(self, code: int) -> str:
        troops = self.settings["troops"]
        return {
            NEGATIVE: "a field cannot get fewer than 0 troops",
            TOO_MANY: f"more troops than you have: all fields together get exactly {troops}",
            TOO_FEW: f"troops are left over: all fields together get exactly {troops}",
        }[code]

    def position_text(self, state: Any) -> str:
        """Rounds played, points, the last round's plans (`-` before it): `1 2:1 5,4,3/4,4,4`; then `plans 5,4,3/-`."""
        points = ":".join(str(number) for number in state.points)
        last = "/".join(_commas(plan) for plan in state.last) if state.played else "-"
        parts = [str(state.played), points, last]
        if state.committed:
            plans = [_commas(state.pending[seat]) if state.committed >> seat & 1 else "-" for seat in range(SEATS)]
            parts += ["plans", "/".join(plans)]
        return " ".join(parts)

    def read_position(self, text: str) -> Position:
        words = text.split()
        if len(words) not in (3, 5) or (len(words) == 5 and words[3] != "plans"):
            raise MalformedPosition(
                f"'{text}' is no position of {self.name}: expected rounds played, points and the last plans, "
                "as in '1 2:1 5,4,3/4,4,4' or '0 0:0 -'"
            )
        states = self.blank_states(0)
        state = states[0]
        if not words[0].isdecimal() or int(words[0]) > state.rounds:
            raise MalformedPosition(f"'{words[0]}': expected how many of the {state.rounds} rounds have been played")
        state.played = int(words[0])
        most = int(state.played) * len(state.last[0])
        points = words[1].split(":")
        if len(points) != SEATS or not all(word.isdecimal() for word in points) or sum(map(int, points)) > most:
            raise MalformedPosition(f"'{words[1]}': expected points as in '2:1', at most {most} in all so far")
        for seat in range(SEATS):
            state.points[seat] = int(points[seat])
        if (words[2] == "-") != (state.played == 0):
            raise MalformedPosition(f"'{words[2]}': expected the plans of the last round, or '-' before the first")
        if state.played:
            for seat, plan in enumerate(self._read_plans(words[2], states)):
                if plan is None:
                    raise MalformedPosition(f"'{words[2]}': in the last round both seats had a plan")
                state.last[seat] = plan
        if len(words) == 5:
            plans = self._read_plans(words[4], states)
            if state.played == state.rounds or None not in plans:
                raise MalformedPosition(f"'{words[4]}': expected a plan of one seat that waits for the other")
            for seat, plan in enumerate(plans):
                if plan is not None:
                    state.pending[seat] = plan
                    state.committed |= 1 << seat
        return Position(self, states)

    def _read_plans(self, listing: str, states: Any) -> list[tuple[int, ...] | None]:
        """The plans of `5,4,3/4,4,4` by seat, checked; None for `-`."""
        parts = listing.split("/")
        if len(parts) != SEATS:
            raise MalformedPosition(f"'{listing}': expected the plans of {SEATS} seats separated by '/'")
        plans: list[tuple[int, ...] | None] = []
        for seat, part in enumerate(parts):
            if part == "-":
                plans.append(None)
                continue
            words = part.split(",")
            if not all(word.isdecimal() for word in words):
                raise MalformedPosition(f"'{part}': expected a plan as in '5,4,3'")
            plan = tuple(int(word) for word in words)
            try:
                fault = self.check_move(plan, states, seat)
            except MalformedMove as error:
                raise MalformedPosition(f"'{part}': {error}") from error
            if fault:
                raise MalformedPosition(f"'{part}': {fault}")
            plans.append(plan)
        return plans

    def draw(self, state: Any, seat: int | None) -> str:
        """The round and the points; the last round as a table; the own plan once it is made."""
        if state.played == state.rounds:
            lines = ["The war is over."]
        else:
            lines = [f"Round {state.played + 1} of {state.rounds}, {state.troops} troops each"]
        fields = range(len(self.empty_move()))
        heading = "".join(f"{f'field {field + 1}':>9}" for field in fields) if state.played else ""
        lines += ["", f"{'last round' if state.played else '':<14}{'points':>6}{heading}".rstrip()]
        for own in range(SEATS):
            name = self.seat_names[own] + (" (you)" if own == seat else "")
            last = "".join(f"{_army(state.last, own, field):>9}" for field in fields) if state.played else ""
            lines.append(f"{name:<14}{state.points[own]:>6}{last}".rstrip())
        for own in range(SEATS):
            if state.committed >> own & 1:
                lines += ["", f"{self.seat_names[own]} has sent out {' '.join(map(str, state.pending[own]))}."]
        return "\n".join(lines)

    def thumbnail(self) -> str:
        return thumbnail()

    # --- scenes -------------------------------------------------------------------------------------------------------

    def scene(self, view: View, past: Sequence[View] = ()) -> BlottoData:
        return scene.scene(view)

    def standing(self, view: View) -> list[float]:
        return scene.standing(view)

    def describe_view(self, view: View) -> str:
        return scene.describe(self, view)

    def move_scene(self, move: Move, view: View) -> MoveWords:
        return {"words": f"send {move.text}"}


def _army(last: Any, seat: int, field: int) -> str:
    """The troops sent to a field; starred where they took it."""
    return f"{last[seat, field]}{'*' if last[seat, field] > last[1 - seat, field] else ' '}"


def _commas(plan: Any) -> str:
    return ",".join(str(number) for number in plan)
