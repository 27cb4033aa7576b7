"""Colonel Blotto on a screen: rounds, points, and the plans of the last round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludarium.engine import View
from ludarium.engine.scene import Fact, PlainData
from ludarium.engine.sentences import counted, introduction, outcome
from ludarium.games.blotto.rules import SEATS

if TYPE_CHECKING:
    from ludarium.games.blotto.game import Blotto


def scene(game: Blotto, view: View) -> PlainData:
    """Facts in short."""
    state = view.state
    facts: list[Fact] = [
        {"label": "Round", "value": _round(state)},
        {"label": "Troops", "value": f"{state.troops} each"},
    ]
    for seat in range(SEATS):
        label = f"{game.seat_names[seat]}{' (you)' if seat == view.seat else ''}"
        last = f"; last plan {_plan(state.last[seat])}" if state.played else ""
        facts.append({"label": label, "value": f"{_points(state, seat)}{last}"})
    plan = _own_plan(view)
    return {"facts": facts + ([{"label": "Your plan", "value": plan}] if plan else [])}


def standing(view: View) -> list[float]:
    return [float(view.state.points[seat]) for seat in range(SEATS)]


def describe(game: Blotto, view: View) -> str:
    """Round, troops, points and last plans in sentences."""
    state = view.state
    sentences = [introduction(view), f"Round {_round(state)}, {state.troops} troops each."]
    for seat in range(SEATS):
        last = f", and sent {_plan(state.last[seat])} in the last round" if state.played else ""
        sentences.append(f"{game.seat_names[seat]} has {_points(state, seat)}{last}.")
    if view.over:
        return " ".join([*sentences, outcome(view)])
    if view.seat < 0:
        return " ".join([*sentences, "Both are planning."])
    if plan := _own_plan(view):
        return " ".join([*sentences, f"Your plan is {plan}; the other side is still planning."])
    example = view.numbered(view.options()[0]).text
    return " ".join([*sentences, f"Divide your troops over {len(game.empty_move())} fields, such as {example}."])


def _round(state: Any) -> str:
    return f"{min(int(state.played) + 1, int(state.rounds))} of {state.rounds}"


def _points(state: Any, seat: int) -> str:
    return counted(int(state.points[seat]), "point")


def _plan(plan: Any) -> str:
    return " ".join(str(int(number)) for number in plan)


def _own_plan(view: View) -> str:
    """The reader's plan that waits for the other's; empty without one."""
    waiting = view.seat >= 0 and int(view.state.committed) >> view.seat & 1
    return _plan(view.state.pending[view.seat]) if waiting else ""
