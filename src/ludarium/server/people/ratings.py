"""Ratings of people and players in games that count: openskill, as on the ladders."""

from __future__ import annotations

from collections.abc import Iterable

from ludarium.server.tables.state import TableState
from ludarium.store import Database, Rating

POOL = "lab"
"""The ladder of the lab in the browser, apart from those of players alone."""


def key_of(account: int) -> str:
    """A person's name on the ladder: names can change, numbers cannot."""
    return f"account {account}"


def rate(database: Database, state: TableState) -> None:
    """Count a match that is over."""
    from openskill.models import PlackettLuce

    assert state.result is not None
    names = [key_of(sitting.account) if sitting.account else sitting.player for sitting in state.seats]
    ranks = [float(rank) for rank in state.result.ranks]
    if len(set(names)) != len(names) or len(names) < 2:
        return
    model = PlackettLuce()

    def change(before: dict[str, Rating]) -> Iterable[Rating]:
        new = Rating("", model.mu, model.sigma, 0)
        known = [before.get(name, new) for name in names]
        rated = model.rate([[model.rating(rating.mu, rating.sigma)] for rating in known], ranks=ranks)
        return [
            Rating(name, team[0].mu, team[0].sigma, rating.games + 1)
            for name, team, rating in zip(names, rated, known, strict=True)
        ]

    database.change_ratings(state.table.game, change, POOL)
