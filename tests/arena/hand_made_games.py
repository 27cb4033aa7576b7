"""Games and players for the tests of metrics: whatever is to be measured is known beforehand."""

from __future__ import annotations

from typing import Any, ClassVar

from ludarium.engine import Clock, Fields, Game, Move, MoveValue, Parameter, Player, Rules, View, i1, kernel

# --- Tug: a rope of 21 cells, pulled by turns -------------------------------------------------------------------------

ROPE = 10


class TugState(Fields):
    plies = i1()
    knot = i1()
    pulled = i1()


@kernel
def tug_start(state: TugState) -> None:
    pass


@kernel
def tug_to_move(state: TugState) -> int:
    return state.pulled % 2 if state.pulled < state.plies else -1


@kernel
def tug_legal(state: TugState, seat: int, moves: Any) -> int:
    """Pull by 0 to 3; every third pull is a pull by 1."""
    if state.pulled % 3 == 2:
        moves[0] = 1
        return 1
    for pull in range(4):
        moves[pull] = pull
    return 4


@kernel
def tug_apply(state: TugState, seat: int, move: int) -> None:
    state.knot += move if seat == 0 else -move
    state.pulled += 1


@kernel
def tug_result(state: TugState, points: Any) -> None:
    """The winner's points do not say by how much: the evaluation does."""
    points[0] = 1.0 if state.knot > 0 else (-1.0 if state.knot < 0 else 0.0)
    points[1] = -points[0]


@kernel
def tug_evaluate(state: TugState, rewards: Any) -> None:
    rewards[0] = state.knot / ROPE
    rewards[1] = -rewards[0]


class Tug(Game):
    """Two pull a knot towards themselves; where it is after the last pull decides."""

    name = "tug"
    parameters: ClassVar = (Parameter("plies", 5, "how many pulls", low=1, high=6),)
    rules = Rules(
        "tug",
        TugState,
        {
            "start": tug_start,
            "to_move": tug_to_move,
            "legal": tug_legal,
            "apply": tug_apply,
            "result": tug_result,
            "evaluate": tug_evaluate,
        },
        max_moves=4,
        max_plies=6,
    )
    cells = 2 * ROPE + 1

    def occupied(self, state: Any) -> set[int]:
        """The cell of the knot."""
        return {ROPE + int(state.knot)}


# --- Piles: everybody takes once, most wins ---------------------------------------------------------------------------


class PilesState(Fields):
    seats = i1()
    turn = i1()
    taken = i1(4)


@kernel
def piles_start(state: PilesState) -> None:
    pass


@kernel
def piles_to_move(state: PilesState) -> int:
    return int(state.turn) if state.turn < state.seats else -1


@kernel
def piles_legal(state: PilesState, seat: int, moves: Any) -> int:
    for move in range(3):
        moves[move] = move + 1
    return 3


@kernel
def piles_apply(state: PilesState, seat: int, move: int) -> None:
    state.taken[seat] = move
    state.turn += 1


@kernel
def piles_result(state: PilesState, points: Any) -> None:
    for seat in range(state.seats):
        points[seat] = state.taken[seat]


class Piles(Game):
    """Two to four take 1 to 3 each, once; more is better."""

    name = "piles"
    parameters: ClassVar = (Parameter("seats", 2, "how many play", low=2, high=4),)
    rules = Rules(
        "piles",
        PilesState,
        {
            "start": piles_start,
            "to_move": piles_to_move,
            "legal": piles_legal,
            "apply": piles_apply,
            "result": piles_result,
        },
        max_moves=3,
        max_plies=4,
    )

    def move_text(self, value: MoveValue, state: Any, seat: int) -> str:
        return f"take {value}"


class Taker(Player):
    """Takes 1 with one iteration, 2 with two or three, and 3 with more: thinking pays up to four iterations."""

    name = "taker"
    parameters = (
        Parameter("iterations", 1, "how hard it thinks", low=1, high=64),
        Parameter("mood", "calm", "changes nothing"),
        Parameter("seconds", 0.0, "changes nothing", low=0, high=9),
    )

    def choose(self, view: View, clock: Clock) -> Move:
        return view.moves()[min(3, int(self.options["iterations"]).bit_length()) - 1]


class Lost(Player):
    """Cannot decide anything."""

    name = "lost"

    def choose(self, view: View, clock: Clock) -> Move:
        raise ValueError("where am I?")
