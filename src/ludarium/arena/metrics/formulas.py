"""The metrics of one game, each a formula on its trace.

T is the number of turns, L_s(t) the lead of seat s after turn t (0 is the start, T the result), w the seat that wins
alone. A formula gives None where it says nothing: without a winner, or in a game too short for it. Between two seats
L_w(t) is z·L(t), with L the first seat's lead and z = ±1 the result.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from ludarium.arena.metrics.trace import GameTrace


@dataclass(frozen=True)
class GameFigures:
    """One game in numbers. Counts are whole numbers, so that sums over games do not depend on their order."""

    seats: int
    cells: int | None
    plies: int
    turns: int
    choices: int
    """Legal moves of all decisions together."""
    choices_squared: int
    fewest_choices: int | None
    most_choices: int | None
    real_choices: int
    """Decisions with more than one legal move."""
    points: tuple[float, ...]
    halves: tuple[int, ...]
    """By seat twice the score: 2 for a win, 1 for a shared one, 0."""
    has_winner: bool
    lead_changes: float | None
    drama: float | None
    decisiveness: float | None
    killer_move: float | None
    permanence: float | None
    late_uncertainty: float | None
    coverage: float | None


def figures(trace: GameTrace) -> GameFigures:
    """All metrics of one game."""
    choices = [count for turn in trace.turns for count in turn.choices]
    halves = {"win": 2, "tie": 1, "loss": 0}
    return GameFigures(
        seats=trace.seats,
        cells=trace.cells,
        plies=len(choices),
        turns=len(trace.turns),
        choices=sum(choices),
        choices_squared=sum(count * count for count in choices),
        fewest_choices=min(choices, default=None),
        most_choices=max(choices, default=None),
        real_choices=sum(count > 1 for count in choices),
        points=trace.result.points,
        halves=tuple(halves[trace.result.outcome(seat)] for seat in range(trace.seats)),
        has_winner=winner(trace) is not None,
        lead_changes=lead_changes(trace),
        drama=drama(trace),
        decisiveness=decisiveness(trace),
        killer_move=killer_move(trace),
        permanence=permanence(trace),
        late_uncertainty=late_uncertainty(trace),
        coverage=coverage(trace),
    )


def winner(trace: GameTrace) -> int | None:
    """The seat that wins alone; nobody in a tie, nor where nobody can be beaten."""
    if trace.seats == 1 or trace.result.is_tie:
        return None
    return trace.result.winners[0]


def leader(leads: tuple[float, ...]) -> int | None:
    """The seat that leads alone."""
    return next((seat for seat, lead in enumerate(leads) if lead > 0), None)


def lead_changes(trace: GameTrace) -> float | None:
    """How often the lead passes to another seat, ÷ (T − 1). Turns in which nobody leads are passed over.

    Counted over L(1) … L(T), which have T − 1 steps; None for T < 2.
    """
    steps = len(trace.turns) - 1
    if trace.seats == 1 or steps < 1:
        return None
    leaders = [seat for seat in map(leader, trace.leads[1:]) if seat is not None]
    return sum(one != other for one, other in pairwise(leaders)) / steps


def drama(trace: GameTrace) -> float | None:
    """The mean of √(−L_w(t)) over the turns after which the later winner was behind; 0 if it never was."""
    behind = _winners_arrears(trace)
    if behind is None:
        return None
    return math.fsum(math.sqrt(-lead) for _, lead in behind) / len(behind) if behind else 0.0


def decisiveness(trace: GameTrace) -> float | None:
    """The last turn after which the later winner was behind, ÷ T; 0 if it never was. Small is decided early."""
    behind = _winners_arrears(trace)
    if behind is None:
        return None
    return behind[-1][0] / len(trace.turns) if behind else 0.0


def _winners_arrears(trace: GameTrace) -> list[tuple[int, float]] | None:
    """The turns after which the later winner was behind, with its lead then."""
    best = winner(trace)
    if best is None or not trace.turns:
        return None
    return [(turn, leads[best]) for turn, leads in enumerate(trace.leads) if turn and leads[best] < 0]


def killer_move(trace: GameTrace) -> float | None:
    """The largest gain L_m(t) − L_m(t − 1) of a mover m in one turn; None if nobody moved."""
    if trace.seats == 1:
        return None
    return max(
        (
            after[mover] - before[mover]
            for turn, before, after in zip(trace.turns, trace.leads, trace.leads[1:], strict=False)
            for mover in turn.movers
        ),
        default=None,
    )


def permanence(trace: GameTrace) -> float | None:
    """1 − the mean of |gain(t) − gain(t − 1)| over t = 2 … T and all seats, gain(t) = L_s(t) − L_s(t − 1).

    1 where every turn gains as much as the one before, 0 where gains of a half are always taken back. None for T < 2.
    """
    if trace.seats == 1 or len(trace.turns) < 2:
        return None
    changes = [
        abs((after - between) - (between - before))
        for seat in range(trace.seats)
        for before, between, after in zip(*(_lead_of(trace, seat)[skip:] for skip in range(3)), strict=False)
    ]
    return 1 - math.fsum(changes) / len(changes)


def _lead_of(trace: GameTrace, seat: int) -> list[float]:
    return [leads[seat] for leads in trace.leads]


def late_uncertainty(trace: GameTrace) -> float | None:
    """The share of the turns 1 … T − 1 after which the leader's lead is below t ÷ T, an even growth to the result.

    None without a winner, and for T < 2.
    """
    length = len(trace.turns)
    if winner(trace) is None or length < 2:
        return None
    return sum(max(trace.leads[turn]) < turn / length for turn in range(1, length)) / (length - 1)


def coverage(trace: GameTrace) -> float | None:
    """Cells that held something at any time, the start included, ÷ cells; None in a game that does not say."""
    if trace.occupied is None or not trace.cells:
        return None
    return len(frozenset[int]().union(*trace.occupied)) / trace.cells
