"""Your games, profiles and lists of the best. Nothing of a study is in any of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from ludarium.arena.stats.scale import EXPLAINED, shown
from ludarium.engine.errors import LudariumError
from ludarium.games.offered import offered
from ludarium.server.messages import (
    ChallengeInfo,
    Profile,
    RatingInfo,
    TableInfo,
    Tally,
    YourGame,
)
from ludarium.server.people.challenges import SHOWN
from ludarium.server.people.leaderboards import Leaderboard, LeaderboardEntry, LeaderboardName
from ludarium.server.people.ratings import POOL, key_of
from ludarium.server.people.refusals import NotAllowed
from ludarium.server.tables import events
from ludarium.server.tables.audience import Order
from ludarium.server.tables.cards import player_title
from ludarium.server.tables.listing import Rows, match_info, table_info
from ludarium.server.tables.orders import NOBODY
from ludarium.server.tables.registry import AnyTable, Tables
from ludarium.store import Rating, lab, people, standing
from ludarium.store import challenges as stored_challenges
from ludarium.store.challenges import Challenge
from ludarium.store.lab import Account, Table
from ludarium.store.standing import Played

MOST_GAMES, MOST_MATCHES, RECENT, MOST_LISTED = 100, 1000, 20, 100
"""Unfinished tables that are listed, matches that a profile counts, those that it lists, and places of a list."""


def rating_info(rating: Rating) -> RatingInfo:
    """A standing as clients are told it, on the one scale for people."""
    scaled = shown(rating.mu, rating.sigma)
    return RatingInfo(points=scaled.points, margin=scaled.margin, at_least=scaled.at_least, games=rating.games)


# --- your games -------------------------------------------------------------------------------------------------------


async def your_games(tables: Tables, account: Account) -> list[YourGame]:
    """Where somebody sits at an unfinished table, the latest first."""

    def read(connection: Connection) -> list[tuple[datetime, Rows]]:
        found = standing.unfinished_games(connection, account.id, MOST_GAMES)
        return [(at, Rows.of(connection, [table])) for table, at in found]

    games = []
    for at, rows in await tables.read(read):
        for row, seats in rows:
            info = table_info(tables, row, seats, account)
            if info is None:
                continue
            here = tables.here(row.id)
            alone = sum(sitting.kind == "person" for sitting in seats) < 2 and info["state"] == "running"
            seat = info["you"]
            turn, until = _waited_for(here, row, seat)
            games.append(
                YourGame(
                    table=TableInfo.model_validate(info),
                    your_turn=turn,
                    alone=alone,
                    moved=at.astimezone(UTC).isoformat(),
                    until=until,
                    # Where decisions have days, it ends by its clock.
                    expires=None if until else _expires(tables, at, info["state"], alone=alone and not row.rated),
                )
            )
    return games


def _waited_for(here: AnyTable | None, row: Table, seat: int | None) -> tuple[bool | None, str | None]:
    """Whether it is a seat's turn, where that is known, and, where decisions have days, until when."""
    waits = row.waits
    if here is not None:
        control = here.state.control
        waits = events.waits(here.state) if control is not None and control.kind == "days" else None
    if here is not None and seat is not None:
        return seat in here.state.deciding, None if waits is None else waits["until"]
    if waits is None or seat is None:
        return None, None
    return seat in waits["seats"], waits["until"]


def _expires(tables: Tables, at: datetime, state: str, *, alone: bool) -> str | None:
    """When a game ends by itself if nobody comes back to it."""
    if state != "running":
        return None
    settings = tables.settings
    return (at.astimezone(UTC) + timedelta(seconds=settings.alone if alone else settings.idle)).isoformat()


# --- challenges -------------------------------------------------------------------------------------------------------


async def challenges(tables: Tables, account: Account) -> list[ChallengeInfo]:
    """Who asks somebody to a table."""

    def read(connection: Connection) -> list[tuple[Challenge, Rows]]:
        found = stored_challenges.received(connection, account.id, SHOWN)
        rows = [(each, lab.table(connection, each.table)) for each in found]
        return [(each, Rows.of(connection, [row])) for each, row in rows if row is not None]

    infos = []
    for each, rows in await tables.read(read):
        for row, seats in rows:
            info = table_info(tables, row, seats, account)
            if info is not None:
                shown = TableInfo.model_validate(info)
                created = each.created.astimezone(UTC).isoformat()
                infos.append(ChallengeInfo(id=each.id, by=each.by_name, person=each.by, table=shown, created=created))
    return infos


async def decline(tables: Tables, account: Account, number: int) -> None:
    """Somebody declines; the table tells whoever asked."""
    found: Challenge | None = await tables.read(lambda connection: stored_challenges.challenge(connection, number))
    if found is None or found.person != account.id:
        raise NotAllowed("There is no such challenge to you any more.", 404)
    await tables.write(lambda connection: stored_challenges.decline(connection, number))
    table = await tables.find(found.table)
    if table is not None:
        await table.ask(Order(NOBODY, {"type": "turn_down"}))  # if nobody waits there any more, nobody need be told


# --- profiles ---------------------------------------------------------------------------------------------------------


async def profile(tables: Tables, number: int, asking: Account | None) -> Profile:
    """What everybody may know of somebody with an account, and guests of themselves."""
    own = asking is not None and asking.id == number

    def read(connection: Connection) -> tuple[Account | None, list[Played]]:
        found = people.account(connection, number)
        if found is None or (found.guest and not own):
            return None, []
        return found, standing.played(connection, number, private=own, limit=MOST_MATCHES)

    account, games = await tables.read(read)
    if account is None:
        raise NotAllowed("There is nobody with an account of this number.", 404)
    return await asyncio.to_thread(_profile, tables, account, games, asking)


def _profile(tables: Tables, account: Account, games: list[Played], asking: Account | None) -> Profile:
    by_game: dict[str, Counter[str]] = {}
    by_player: dict[tuple[str, str], Counter[str]] = {}
    for each in games:
        if not each.outcome:
            continue
        by_game.setdefault(each.table.game, Counter())[each.outcome] += 1
        for text in {sitting.player for sitting in each.seats if sitting.kind == "player" and sitting.player}:
            by_player.setdefault((each.table.game, text), Counter())[each.outcome] += 1
    infos = [match_info(tables, each.table, each.seats, asking) for each in games[:RECENT]]
    return Profile(
        id=account.id,
        name=account.name,
        guest=account.guest,
        ratings={} if account.guest else ratings_of(tables, account),
        explained=EXPLAINED,
        games=[_tally(tables, game, "", counts) for game, counts in by_game.items()],
        players=[_tally(tables, game, text, counts) for (game, text), counts in by_player.items()],
        recent=[info for info in infos if info is not None],
    )


def _tally(tables: Tables, game: str, player: str, counts: Counter[str]) -> Tally:
    title, name = game, player
    with suppress(LudariumError):  # a game that is not here any more
        loaded = tables.shelf.game(game, {})
        title, name = loaded.title or loaded.name, player and player_title(loaded, player)
    return Tally(game=game, title=title, player=name, won=counts["won"], drawn=counts["drawn"], lost=counts["lost"])


def ratings_of(tables: Tables, account: Account) -> dict[str, RatingInfo]:
    """Somebody's ratings, by game."""
    found = {}
    with tables.database.reading() as connection:
        names = standing.rated_games(connection, POOL)
    for game in names:
        rating = tables.database.ratings(game, POOL).get(key_of(account.id))
        if rating is not None:
            found[game] = rating_info(rating)
    return found


# --- lists of the best ------------------------------------------------------------------------------------------------


async def leaderboards(tables: Tables) -> list[LeaderboardName]:
    """The games that have a list, the longest first."""
    found: dict[str, int] = await tables.read(lambda connection: standing.rated_games(connection, POOL))
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [LeaderboardName(game=game, title=_title(game), count=count) for game, count in ordered]


def _title(game: str) -> str:
    return offered()[game].title if game in offered() else game


async def leaderboard(tables: Tables, game: str, asking: Account | None) -> Leaderboard:
    """The best of a game, people and players of the lab alike, ordered by what is almost certain of them."""
    ratings = await asyncio.to_thread(tables.database.ratings, game, POOL)
    numbers = {int(key.removeprefix("account ")): key for key in ratings if key.startswith("account ")}
    names: dict[int, str] = await tables.read(lambda connection: standing.names_of(connection, list(numbers)))
    entries: list[tuple[Rating, str, int | None]] = []
    for number, key in numbers.items():
        if number in names:  # else the person is not here any more
            entries.append((ratings[key], names[number], number))
    loaded = offered().get(game)
    for key, rating in ratings.items():
        if not key.startswith("account "):
            entries.append((rating, key if loaded is None else player_title(loaded, key), None))
    entries.sort(key=lambda entry: (-shown(entry[0].mu, entry[0].sigma).at_least, entry[1]))
    return Leaderboard(
        game=game,
        title=_title(game),
        explained=EXPLAINED,
        entries=[
            LeaderboardEntry(
                place=place,
                name=name,
                person=number,
                you=asking is not None and number == asking.id,
                rating=rating_info(rating),
            )
            for place, (rating, name, number) in enumerate(entries[:MOST_LISTED], 1)
        ],
    )
