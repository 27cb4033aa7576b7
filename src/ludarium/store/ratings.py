"""The ratings of ladders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert, select, text, tuple_

from ludarium.store.models import RatingRow

if TYPE_CHECKING:
    from ludarium.store.database import Database


@dataclass(frozen=True)
class Rating:
    """A player's standing: strength `mu`, uncertainty `sigma`, and how many games it rests on."""

    player: str
    mu: float
    sigma: float
    games: int
    updated: datetime = field(default_factory=lambda: datetime.now(UTC))


def ladder(database: Database, game: str, pool: str) -> dict[str, Rating]:
    with database.reading() as connection:
        return _read(connection, game, pool)


def change(
    database: Database, game: str, pool: str, change: Callable[[dict[str, Rating]], Iterable[Rating]]
) -> dict[str, Rating]:
    with database.writing() as connection:
        return change_in(connection, game, pool, change)


def change_in(
    connection: Connection, game: str, pool: str, change: Callable[[dict[str, Rating]], Iterable[Rating]]
) -> dict[str, Rating]:
    """Change a ladder's ratings within a transaction, so that they stand or fall with all else in it."""
    if connection.dialect.name != "sqlite":
        # Two who read the same ratings and then write theirs would lose the games of one.
        connection.execute(text("LOCK TABLE rating IN SHARE ROW EXCLUSIVE MODE"))
    before = _read(connection, game, pool)
    after = {rating.player: rating for rating in change(dict(before))}
    if after:
        key = tuple_(RatingRow.game, RatingRow.pool, RatingRow.player)
        connection.execute(delete(RatingRow).where(key.in_([(game, pool, player) for player in after])))
        rows = [{"game": game, "pool": pool, **asdict(rating)} for rating in after.values()]
        connection.execute(insert(RatingRow), rows)
    return {**before, **after}


def _read(connection: Connection, game: str, pool: str) -> dict[str, Rating]:
    columns = (RatingRow.player, RatingRow.mu, RatingRow.sigma, RatingRow.games, RatingRow.updated)
    query = select(*columns).where(RatingRow.game == game, RatingRow.pool == pool).order_by(RatingRow.player)
    return {row.player: Rating(*row) for row in connection.execute(query)}
