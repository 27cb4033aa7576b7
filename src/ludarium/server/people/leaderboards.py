"""What the pages of the best are told."""

from __future__ import annotations

from pydantic import BaseModel

from ludarium.server.messages import RatingInfo


class LeaderboardName(BaseModel):
    """A game in which so many are rated."""

    game: str
    title: str
    count: int


class LeaderboardEntry(BaseModel):
    """A place of a list. `person` is null for a player of the lab."""

    place: int
    name: str
    person: int | None
    you: bool
    rating: RatingInfo


class Leaderboard(BaseModel):
    """The best of a game, ordered by what is almost certain of them; `explained` says in a sentence what ± means."""

    game: str
    title: str
    explained: str
    entries: list[LeaderboardEntry]
