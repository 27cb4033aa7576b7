"""Pig on a screen: what is banked, what is at risk, and the last throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.engine import View
from ludarium.engine.scene import Fact, PlainData
from ludarium.engine.sentences import call, introduction, outcome
from ludarium.games.pig.rules import HOLD

if TYPE_CHECKING:
    from ludarium.games.pig.game import Pig


def scene(game: Pig, view: View) -> PlainData:
    """Facts in short, a line for each seat, then the turn."""
    state = view.state
    facts: list[Fact] = [
        {
            "label": f"{game.seat_names[seat]}{' (you)' if seat == view.seat else ''}",
            "value": f"{state.score[seat]} of {state.goal}",
        }
        for seat in range(game.seats)
    ]
    facts.append({"label": "At risk in this turn", "value": str(state.turn_total)})
    facts.append({"label": "Last throw", "value": str(state.die) if state.die else "none"})
    return {"facts": facts}


def move_words(view: View, move: int) -> str:
    if move == HOLD:
        return f"hold: bank {view.state.turn_total} points"
    return "roll again" if view.state.turn_total else "roll"


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
