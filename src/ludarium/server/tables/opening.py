"""New tables: as somebody wishes them, or for another game between the same people. Nothing here is stored."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from ludarium.engine.errors import BadParameter
from ludarium.engine.game import Game
from ludarium.games.offered import check_name, check_player
from ludarium.players import kind_of
from ludarium.server.messages import NewTable, SeatMe, SeatPlayer
from ludarium.server.tables import deciding
from ludarium.server.tables.cards import player_title
from ludarium.server.tables.changes import Change
from ludarium.server.tables.clocks import Control
from ludarium.server.tables.deciding import Refusal
from ludarium.server.tables.events import follow
from ludarium.server.tables.masks import Mask, StudySeat, StudyWish, drawn_names
from ludarium.server.tables.shelf import Shelf
from ludarium.server.tables.state import TableState
from ludarium.store.lab import Account, Sitting, Table
from ludarium.store.memories import ORDINARY

IDS = 12
"""Random bytes of a table's id: it cannot be guessed."""


def new_id() -> str:
    return secrets.token_urlsafe(IDS).replace("-", "x").replace("_", "y")


def check_wish(account: Account, wish: NewTable, seats: Sequence[Sitting]) -> None:
    """Whether somebody may open such a table; a `Refusal` says why not."""
    open_seats = any(sitting.kind == "open" for sitting in seats)
    if wish.rated and account.guest:
        raise Refusal("Ratings need an account: register or log in first.")
    if wish.challenge is not None and not open_seats:
        raise Refusal("Leave a seat open for whoever you challenge.")
    if wish.seed is not None and (open_seats or wish.rated):
        raise Refusal("A seed can be chosen only for games without other people that do not count.")


def sittings(game: Game, account: Account, wish: NewTable) -> list[Sitting]:
    """Who is to sit where."""
    if len(wish.seats) != game.seats:
        raise Refusal(f"{game.title or game.name} has {game.seats} seats with these settings, not {len(wish.seats)}.")
    if sum(isinstance(seat, SeatMe) for seat in wish.seats) > 1:
        raise Refusal("You can take one seat only.")
    chosen = []
    for seat in wish.seats:
        if isinstance(seat, SeatMe):
            chosen.append(Sitting("person", account.name, account.id))
        elif isinstance(seat, SeatPlayer):
            text = check_player(seat.player, game)
            memory = _memory(game, text, seat.remembers)
            chosen.append(Sitting("player", player_title(game, text), None, text, memory))
        else:
            chosen.append(Sitting("open"))
    return chosen


def _memory(game: Game, text: str, wish: bool | None) -> str | None:
    """Where a player remembers people: those that can do, unless somebody wishes otherwise."""
    can = kind_of(text, game).remembers
    if wish and not can:
        raise Refusal(f"{player_title(game, text)} keeps no memory of people: leave that wish out.")
    return ORDINARY if can and wish is not False else None


def wished(
    account: Account,
    wish: NewTable,
    name: str,
    game: Game,
    seats: Sequence[Sitting],
    invited: Account | None,
    shelf: Shelf,
    home: int,
    up: float,
) -> Change:
    """The table that somebody wishes, private if a person is challenged to it. `home` is the process that is to hold
    it, `up` how long that has run."""
    table = Table(
        id=new_id(),
        game=name,
        key=new_id() if wish.private or invited is not None else "",
        rated=wish.rated,
        seed=secrets.randbits(63) if wish.seed is None else wish.seed,
        created=datetime.now(UTC),
        settings={},
        home=home,
    )
    settings = dict(game.settings) if game.parameters else {}
    people = sum(sitting.kind != "player" for sitting in seats)
    control = Control.wished(wish.seconds, None if wish.clock is None else wish.clock.model_dump(), people)
    return _opened(table, game, seats, account.id, settings, control, shelf, up, invited)


def rematch(state: TableState, account: Account, shelf: Shelf, home: int, up: float) -> Change:
    """The same people and players, each one seat further."""
    table = Table(
        id=new_id(),
        game=state.table.game,
        key=new_id() if state.table.key else "",
        rated=state.table.rated,
        seed=secrets.randbits(63),
        created=datetime.now(UTC),
        settings=state.settings,
        rematch_of=state.id,
        home=home,
    )
    seats = [*state.seats[-1:], *state.seats[:-1]]
    return _opened(table, state.game, seats, account.id, state.settings, state.control, shelf, up)


def for_study(wish: StudyWish, game: Game, shelf: Shelf, home: int, up: float) -> Change:
    """A table that a study opens, begun. It has a key that nobody is given: only those who sit there can come."""
    now, seed = datetime.now(UTC), secrets.randbits(63) if wish.seed is None else wish.seed
    table = Table(
        id=new_id(),
        game=check_name(wish.game),
        key=new_id(),
        rated=False,
        seed=seed,
        created=now,
        settings={},
        home=home,
        study=wish.study,
        unmasked=None if wish.masked else now,
    )
    seats = _study_sittings(wish, game, seed)
    control = Control.stored(wish.seconds, None)
    settings = dict(game.settings) if game.parameters else {}
    drafts = deciding.study_opening(seats, settings, control, Mask.of(wish, seed), masked=wish.masked)
    return follow(TableState(table, game, shelf.game), drafts, uptime=up)


def _study_sittings(wish: StudyWish, game: Game, seed: int) -> list[Sitting]:
    """Who sits where at a study's table, under which names."""
    if len(wish.seats) != game.seats:
        raise BadParameter(f"{game.name} has {game.seats} seats with these settings, the study fills {len(wish.seats)}")
    people = [seat.account for seat in wish.seats if seat.account is not None]
    if len(set(people)) < len(people):
        raise BadParameter("the same person cannot have two seats at a study's table")
    names = drawn_names(wish.seats, seed)
    scope = wish.study if wish.memory else None
    return [_study_sitting(game, seat, name, scope) for seat, name in zip(wish.seats, names, strict=True)]


def _study_sitting(game: Game, seat: StudySeat, name: str, scope: str | None) -> Sitting:
    if (seat.account is None) == (not seat.player):
        raise BadParameter("a seat of a study's table needs a person's account or a player's text, and not both")
    if seat.account is not None:
        return Sitting("person", name, seat.account)
    text = check_player(seat.player, game)
    return Sitting("player", name, None, text, scope if kind_of(text, game).remembers else None)


def _opened(
    table: Table,
    game: Game,
    seats: Sequence[Sitting],
    owner: int,
    settings: Mapping[str, Any],
    control: Control | None,
    shelf: Shelf,
    up: float,
    invited: Account | None = None,
) -> Change:
    drafts = deciding.opening(seats, owner, settings, control)
    if invited is not None:
        drafts.append(deciding.challenging(invited))
    return follow(TableState(table, game, shelf.game), drafts, uptime=up)
