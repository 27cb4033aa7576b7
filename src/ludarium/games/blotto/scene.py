"""Colonel Blotto on a screen: rounds, points, and the plans of the last round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from ludarium.engine import View
from ludarium.engine.sentences import counted, introduction, outcome
from ludarium.games.blotto.rules import SEATS

if TYPE_CHECKING:
    from ludarium.games.blotto.game import Blotto


class BlottoData(TypedDict):
    fields: int
    troops: int
    """What each side has in each round."""
    round: int
    rounds: int
    """Which round it is, of how many."""
    points: list[int]
    last: list[list[int]] | None
    """The plans of the last round, by seat; null in the first."""
    plan: list[int] | None
    """Your own plan, which waits for the other's."""


def scene(view: View) -> BlottoData:
    """What lies open, and your own plan."""
    state = view.state
    played, rounds = int(state.played), int(state.rounds)
    return {
        "fields": len(state.last[0]),
        "troops": int(state.troops),
        "round": min(played + 1, rounds),
        "rounds": rounds,
        "points": [int(state.points[seat]) for seat in range(SEATS)],
        "last": [_numbers(state.last[seat]) for seat in range(SEATS)] if played else None,
        "plan": _numbers(state.pending[view.seat]) if _waits(view) else None,
    }


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
    if _waits(view):
        plan = _plan(view.state.pending[view.seat])
        return " ".join([*sentences, f"Your plan is {plan}; the other side is still planning."])
    example = view.numbered(view.options()[0]).text
    return " ".join([*sentences, f"Divide your troops over {len(game.empty_move())} fields, such as {example}."])


def _round(state: Any) -> str:
    return f"{min(int(state.played) + 1, int(state.rounds))} of {state.rounds}"


def _points(state: Any, seat: int) -> str:
    return counted(int(state.points[seat]), "point")


def _plan(plan: Any) -> str:
    return " ".join(map(str, _numbers(plan)))


def _numbers(plan: Any) -> list[int]:
    return [int(number) for number in plan]


def _waits(view: View) -> bool:
    """Whether the reader's plan waits for the other's."""
    return view.seat >= 0 and bool(int(view.state.committed) >> view.seat & 1)
