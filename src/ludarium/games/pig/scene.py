"""Pig on a screen: what is banked, what is at risk, and the throws of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypedDict

from ludarium.engine import View
from ludarium.engine.sentences import call, introduction, outcome
from ludarium.games.pig.rules import HOLD

if TYPE_CHECKING:
    from ludarium.games.pig.game import Pig


class TurnEnd(TypedDict):
    """How a turn has ended."""

    seat: int
    points: int
    """What it brought, or what was lost."""
    lost: bool


class PigData(TypedDict):
    goal: int
    banked: list[int]
    seat: int
    """Whose turn it is."""
    risk: int
    """Points of this turn, not banked yet."""
    throws: list[int]
    """The throws of this turn, until its first throw those of the turn before; the last ones, if they are many."""
    thrown: int
    """Throws of the whole game."""
    ended: TurnEnd | None
    """How the turn before ended; null once the next has begun, and where it is not known."""
    turn: int
    """Turns of this seat, this one included."""


def scene(game: Pig, view: View, past: Sequence[View] = ()) -> PigData:
    """Everything lies open; what the last throws were is known from the views before."""
    state = view.state
    return {
        "goal": int(state.goal),
        "banked": [int(state.score[seat]) for seat in range(game.seats)],
        "seat": int(state.seat),
        "risk": int(state.turn_total),
        "throws": _throws(state, past),
        "thrown": int(state.throws),
        "ended": _ended(past[-1].state, state) if past else None,
        "turn": int(state.turns) // game.seats + 1,
    }


def _throws(state: Any, past: Sequence[View]) -> list[int]:
    """The throws of the last turn that had any, the oldest first."""
    earlier = takewhile(lambda before: _turn(before) == _turn(state), (view.state for view in reversed(past)))
    return [int(one.die) for one in [state, *earlier] if one.die][::-1]


def _turn(state: Any) -> int:
    """The turn that the last throw or hold belonged to."""
    return int(state.turns) - (0 if state.turn_total else 1)


def _ended(before: Any, state: Any) -> TurnEnd | None:
    if state.turns == before.turns:
        return None
    lost = bool(state.die == 1)
    points = int(before.turn_total) + (0 if lost else int(state.die))
    return {"seat": int(before.seat), "points": points, "lost": lost}


def move_words(view: View, move: int) -> str:
    if move == HOLD:
        return f"hold: bank {view.state.turn_total} points"
    return "roll again" if view.state.turn_total else "roll"


def told(view: View, move: int, after: Any) -> str:
    """The move, and what the die showed then."""
    if move == HOLD:
        return move_words(view, move)
    return f"throw {after.die}, and the turn is lost" if after.die == 1 else f"throw {after.die}"


def standing(game: Pig, view: View) -> list[float]:
    """Banked points."""
    return [float(view.state.score[seat]) for seat in range(game.seats)]


def describe(game: Pig, view: View) -> str:
    """Banked points, the turn and the last throw in sentences."""
    state = view.state
    banked = ", ".join(f"{game.seat_names[seat]} has banked {state.score[seat]}" for seat in range(game.seats))
    sentences = [introduction(view), f"{banked}, of {state.goal}."]
    if state.die:
        lost = ", and the turn was lost" if state.die == 1 else ""
        sentences.append(f"The last throw was {state.die}{lost}.")
    if view.over:
        return " ".join([*sentences, outcome(view)])
    if state.turn_total:
        sentences.append(f"{state.turn_total} points are at risk in this turn.")
    return " ".join([*sentences, call(view)])
