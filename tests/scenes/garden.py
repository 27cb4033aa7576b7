"""Garden, a small game for the plain board: it shows cards, dice, counters and a grid without a board of its own.

The plots of a garden are the numbers 1 to 9, row by row from the top. Each seat holds every second number as a card. A
card is planted on the plot of its number and brings the points that the die shows; then the die is thrown again. Who
plants nothing says `rest` and keeps the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludarium.engine import Fields, Game, Move, MoveValue, Rules, View, below, i1, kernel
from ludarium.engine.scene import MoveWords, PlainCell, PlainData
from ludarium.engine.sentences import call, introduction, outcome
from ludarium.engine.slots import Moves, Points, Seat

PLOTS, ROUNDS, REST = 9, 4, 0


class State(Fields):
    plot = i1(PLOTS)  # 0 for a plot that is empty, else seat + 1
    die = i1()
    points = i1(2)
    turns = i1()


@kernel
def start(state: State) -> None:
    state.die = 1 + below(state, 6)


@kernel
def to_move(state: State) -> Seat:
    return int(state.turns) % 2 if state.turns < 2 * ROUNDS else -1


@kernel
def legal(state: State, seat: Seat, moves: Moves) -> int:
    moves[0] = REST
    count = 1
    for plot in range(seat, PLOTS, 2):
        if state.plot[plot] == 0:
            moves[count] = plot + 1
            count += 1
    return count


@kernel
def apply(state: State, seat: Seat, move: int) -> None:
    if move != REST:
        state.plot[move - 1] = seat + 1
        state.points[seat] += state.die
    state.die = 1 + below(state, 6)
    state.turns += 1


@kernel
def result(state: State, points: Points) -> None:
    for seat in range(2):
        points[seat] = state.points[seat]


class Garden(Game):
    """Plant your cards when the die is high."""

    name = "garden"
    title = "Garden"
    summary = "plant your cards when the die is high"
    chance = True
    points_range = (0.0, 6.0 * ROUNDS)
    rules = Rules.collect("garden", globals(), State, max_moves=PLOTS, max_plies=2 * ROUNDS)

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        return f"plant {value}" if value != REST else "rest"

    def draw(self, state: Any, seat: int | None) -> str:
        return "\n".join(" ".join(".fs"[plot] for plot in state.plot[row : row + 3]) for row in range(0, PLOTS, 3))

    def standing(self, view: View) -> list[float]:
        return [float(points) for points in view.state.points]

    def describe_view(self, view: View) -> str:
        return " ".join([introduction(view), f"The die shows {view.state.die}.", outcome(view) or call(view)])

    def move_scene(self, move: Move, view: View) -> MoveWords:
        return {"words": move.text}

    def scene(self, view: View, past: Sequence[View] = ()) -> PlainData:
        state = view.state
        seats = range(2) if view.seat < 0 else [view.seat]
        return {
            "facts": [{"label": "Turns left", "value": str(2 * ROUNDS - int(state.turns))}],
            "grids": [
                {"label": "Garden", "rows": [[_plot(state, row + x) for x in range(3)] for row in range(0, PLOTS, 3)]}
            ],
            "cards": [
                {
                    "label": f"Cards of {self.seat_names[seat]}",
                    "cards": [
                        {"text": str(plot + 1), "seat": seat, "move": f"plant {plot + 1}"}
                        for plot in range(seat, PLOTS, 2)
                        if not state.plot[plot]
                    ],
                }
                for seat in seats
            ],
            "dice": [{"label": "Die", "values": [int(state.die)]}],
            "counters": [
                {"label": self.seat_names[seat], "count": int(state.points[seat]), "of": 6 * ROUNDS, "seat": seat}
                for seat in range(2)
            ],
        }


def _plot(state: Any, plot: int) -> PlainCell:
    owner = int(state.plot[plot])
    return {"text": str(plot + 1), "seat": owner - 1} if owner else {"text": str(plot + 1), "move": f"plant {plot + 1}"}
