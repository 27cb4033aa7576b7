"""From traces of many games to the metrics of a game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ludarium.arena.metrics.estimates import (
    Estimate,
    advantage_of_first,
    balance_of,
    mean_of,
    rate_of,
    ratio_of,
    share_of,
    unavailable,
    warning_of,
)
from ludarium.arena.metrics.formulas import GameFigures, figures
from ludarium.arena.metrics.trace import GameTrace
from ludarium.arena.stats.results import Sample
from ludarium.arena.stats.statistics import FEW_GAMES
from ludarium.engine.errors import LudariumError

_SHARE = (0.0, 1.0)
_ALONE = "one seat: nobody to lead, to beat or to lose to"
_NO_WINNER = "no game had a winner"
_SHORT = "no game had two turns"
_NO_DECISION = "no game had a decision"
_NO_CELLS = "the game does not say which cells are occupied"
_DECISIONS = "mean over all decisions, normal interval of a ratio with games as units"


@dataclass(frozen=True)
class Metrics:
    """The metrics of a game, from played games. Seats count from 0."""

    games: int
    seats: int
    length: Estimate
    turns: Estimate
    branching: Estimate
    agency: Estimate
    points: tuple[Estimate, ...]
    rates: tuple[Estimate, ...]
    balance: Estimate
    first_seat_advantage: Estimate
    completion: Estimate
    drawishness: Estimate
    lead_changes: Estimate
    drama: Estimate
    decisiveness: Estimate
    killer_moves: Estimate
    permanence: Estimate
    late_uncertainty: Estimate
    coverage: Estimate
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values, the metrics by name."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        return value.to_dict()
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value


def measure(traces: Iterable[GameTrace]) -> Metrics:
    """The metrics of the games traced. Their order does not matter."""
    return summarize(figures(trace) for trace in traces)


def summarize(played: Iterable[GameFigures]) -> Metrics:
    """The metrics of games that are already in numbers."""
    games = list(played)
    if not games:
        raise LudariumError("no games to measure: play at least one")
    seats = games[0].seats
    if any(game.seats != seats for game in games):
        raise LudariumError("games with different numbers of seats cannot be measured together")
    count = len(games)
    if seats == 1:
        alone = unavailable(_ALONE)
        contest: dict[str, Any] = dict.fromkeys(
            ("balance", "first_seat_advantage", "completion", "drawishness", *_LEAD), alone
        )
        contest["rates"] = ()
    else:
        contest = _contest(games, seats)
    return Metrics(
        games=count,
        seats=seats,
        length=mean_of([game.plies for game in games], bounds=(0, math.inf)),
        turns=mean_of([game.turns for game in games], bounds=(0, math.inf)),
        branching=_branching(games),
        agency=ratio_of(
            [game.real_choices for game in games], [game.plies for game in games], bounds=_SHARE, reason=_NO_DECISION
        ),
        points=tuple(mean_of([game.points[seat] for game in games]) for seat in range(seats)),
        coverage=mean_of([game.coverage for game in games], bounds=_SHARE, reason=_NO_CELLS),
        warnings=_warnings(games),
        **contest,
    )


_LEAD = ("lead_changes", "drama", "decisiveness", "killer_moves", "permanence", "late_uncertainty")


def _sample(games: Sequence[GameFigures], seat: int) -> Sample:
    losses, ties, wins = (sum(game.halves[seat] == halves for game in games) for halves in range(3))
    return Sample(wins, ties, losses)


def _contest(games: Sequence[GameFigures], seats: int) -> dict[str, Any]:
    """What only exists between seats."""
    count = len(games)
    # Whole numbers of halves: their sums are exact.
    scores = [sum(game.halves[seat] for game in games) / 2 for seat in range(seats)]
    with_winner = sum(game.has_winner for game in games)
    ties = count - with_winner if seats == 2 else 0
    return {
        "rates": tuple(rate_of(_sample(games, seat)) for seat in range(seats)),
        "balance": balance_of(scores, count, ties),
        "first_seat_advantage": advantage_of_first(scores, count, ties),
        "completion": share_of(with_winner, count),
        "drawishness": share_of(count - with_winner, count),
        "lead_changes": mean_of([game.lead_changes for game in games], bounds=_SHARE, reason=_SHORT),
        "drama": mean_of([game.drama for game in games], bounds=_SHARE, reason=_NO_WINNER),
        "decisiveness": mean_of([game.decisiveness for game in games], bounds=_SHARE, reason=_NO_WINNER),
        "killer_moves": mean_of([game.killer_move for game in games], bounds=(-2, 2), reason=_NO_DECISION),
        "permanence": mean_of([game.permanence for game in games], bounds=(-3, 1), reason=_SHORT),
        "late_uncertainty": mean_of(
            [game.late_uncertainty for game in games], bounds=_SHARE, reason="no game had a winner and two turns"
        ),
    }


def _branching(games: Sequence[GameFigures]) -> Estimate:
    """Legal moves a decision: the mean over all decisions, and their spread."""
    decisions = sum(game.plies for game in games)
    mean = ratio_of(
        [game.choices for game in games],
        [game.plies for game in games],
        bounds=(0, math.inf),
        reason=_NO_DECISION,
        method=_DECISIONS,
    )
    if mean.value is None:
        return mean
    total, squares = sum(game.choices for game in games), sum(game.choices_squared for game in games)
    # In whole numbers until the last step, so that nothing cancels.
    variance = (decisions * squares - total * total) / (decisions * max(1, decisions - 1))
    return Estimate(
        mean.value,
        mean.low,
        mean.high,
        mean.method,
        mean.games,
        spread=math.sqrt(variance) if decisions > 1 else None,
        least=min(game.fewest_choices for game in games if game.fewest_choices is not None),
        most=max(game.most_choices for game in games if game.most_choices is not None),
    )


def _warnings(games: Sequence[GameFigures]) -> tuple[str, ...]:
    found = list(warning_of(len(games)))
    winners = sum(game.has_winner for game in games)
    if games[0].seats > 1 and 0 < winners < FEW_GAMES <= len(games):
        found.append(f"only {winners} games had a winner: drama, decisiveness and late uncertainty rest on those alone")
    return tuple(found)
