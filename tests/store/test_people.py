"""Guests and sessions that have expired are forgotten, and nobody else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, select, update

from ludarium.store import Database, lab, people
from ludarium.store.lab import Sitting, Table
from ludarium.store.lab_models import AccountRow, SeatRow, SessionRow
from ludarium.store.people import Idle, NameTaken

NOW = datetime.now(UTC)
IDLE = Idle(timedelta(days=30), timedelta(days=90))


def _guest(connection: Connection, name: str, days: float | None, *, created: float = 0.0) -> int:
    """A guest who was last here so many days ago; None: nobody noted it."""
    number = people.add_guest(connection, name).id
    seen = None if days is None else NOW - timedelta(days=days)
    values = {"seen": seen, "created": NOW - timedelta(days=created)}
    connection.execute(update(AccountRow).where(AccountRow.id == number).values(values))
    return number


def _sits(connection: Connection, number: int, state: str) -> None:
    table = Table(f"t{number}", "tic-tac-toe", "", False, 1, NOW, {}, state=state)
    lab.add_table(connection, table)
    lab.set_seats(connection, table.id, [Sitting("person", "Somebody", number), Sitting("open")])


def _sweep(connection: Connection, limit: int = 200) -> int:
    return people.sweep_guests(connection, idle=NOW - timedelta(days=90), unused=NOW - timedelta(days=1), limit=limit)


def _names(connection: Connection) -> set[str]:
    return set(connection.scalars(select(AccountRow.name)))


def test_guests_who_have_played_nothing_are_forgotten(database: Database) -> None:
    with database.writing() as connection:
        _guest(connection, "today", 0.5)
        _guest(connection, "last week", 7)
        _guest(connection, "of before, old", None, created=2)
        _guest(connection, "of before, new", None, created=0.5)
        for state in ("waiting", "running", "over", "abandoned"):
            for days in (2, 100):
                _sits(connection, _guest(connection, f"{state} {days}", days), state)
        member = _guest(connection, "member", 500)
        people.register(connection, member, "member", ["key"], "key", "hash", "code")
        people.add_session(connection, "digest", _guest(connection, "with a session", 7))
    with database.writing() as connection:
        assert _sweep(connection) == 4
        kept = _names(connection)
        assert kept == {"today", "of before, new", "member", "abandoned 2"} | {
            f"{state} {days}" for state in ("waiting", "running", "over") for days in (2, 100)
        }
        # What they left behind stays: the seat with its label, without a person.
        left = connection.execute(select(SeatRow.__table__).where(SeatRow.account_id.is_(None), SeatRow.label != ""))
        assert [row.label for row in left] == ["Somebody"]
        assert people.session(connection, "digest") is None
        assert _sweep(connection) == 0


def test_sweeping_goes_on_in_batches(database: Database) -> None:
    with database.writing() as connection:
        for number in range(25):
            _guest(connection, f"g{number}", 3)
    counts: list[int] = []
    while not counts or counts[-1]:
        with database.writing() as connection:
            counts.append(_sweep(connection, limit=10))
    assert counts == [10, 10, 5, 0]


def test_expired_sessions_are_swept(database: Database) -> None:
    with database.writing() as connection:
        guest = people.add_guest(connection, "guest").id
        member = people.add_guest(connection, "member").id
        people.register(connection, member, "member", [], "key", "hash", "code")

        def add(digest: str, account: int, **days: float | None) -> None:
            people.add_session(connection, digest, account)
            values = {name: None if ago is None else NOW - timedelta(days=ago) for name, ago in days.items()}
            connection.execute(update(SessionRow).where(SessionRow.digest == digest).values(values or {"used": NOW}))

        add("new", member)
        add("idle member", member, used=31)
        add("idle guest", guest, used=91)
        add("guest", guest, used=31)
        add("over", member, expires=0.1)
        add("old version", guest, used=None, expires=None, created=300)
        add("very old version", guest, used=None, expires=None, created=400)
    with database.writing() as connection:
        every = people.sessions_of(connection, guest) + people.sessions_of(connection, member)
        valid = {session.digest for session in every if session.valid(NOW, IDLE)}
        assert valid == {"new", "guest", "old version"}
        assert people.sweep_sessions(connection, NOW, IDLE, limit=3) == 3
        assert people.sweep_sessions(connection, NOW, IDLE) == 1
        assert set(connection.scalars(select(SessionRow.digest))) == valid


def test_a_name_is_given_once(database: Database) -> None:
    with database.writing() as connection:
        one, two = (people.add_guest(connection, "guest").id for _ in range(2))
        people.register(connection, one, "Ada", ["look ada"], "look ada", "hash", "code")
        for keys in (["look ada"], ["other", "look ada"]):
            with pytest.raises(NameTaken):
                people.register(connection, two, "Ada", keys, keys[0], "hash", "code")
        with pytest.raises(NameTaken, match="registered meanwhile"):
            people.register(connection, one, "Bea", ["look bea"], "look bea", "hash", "code")


def test_codes_and_passwords_are_replaced_once(database: Database) -> None:
    with database.writing() as connection:
        number = people.add_guest(connection, "guest").id
        people.register(connection, number, "Ada", [], "ada", "hash", "code")
        assert people.use_recovery(connection, number, "code", "new code", "new hash")
        assert not people.use_recovery(connection, number, "code", "newer", "newer")
        assert not people.replace_password(connection, number, "hash", "newer")
        assert people.replace_password(connection, number, "new hash", "newest")
        found = people.account(connection, number)
        assert found is not None
        assert (found.password, found.recovery) == ("newest", "new code")
