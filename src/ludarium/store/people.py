"""People and the browsers that are known: each function is one step of a transaction that the caller has opened."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.store.faults import StoreError
from ludarium.store.lab_models import AccountRow, SeatRow, SessionRow, TableRow

YEAR = timedelta(days=365)
"""How long sessions of older versions last, which have no end of their own."""
PRECISION = timedelta(hours=1)
"""How exactly it is kept when a session was last used: not every request writes."""


class NameTaken(StoreError):
    """Somebody else is registered under this name, or one that looks like it."""


@dataclass(frozen=True)
class Account:
    """A person. `session` is the digest of the session by which it is known, where it came by one."""

    id: int
    name: str
    guest: bool
    password: str | None = field(default=None, repr=False)
    recovery: str | None = field(default=None, repr=False)
    session: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True)
class Idle:
    """How long sessions last without being used."""

    members: timedelta
    guests: timedelta


@dataclass(frozen=True)
class Session:
    """A browser that is known."""

    digest: str = field(repr=False)
    account: Account
    created: datetime
    used: datetime | None
    expires: datetime | None

    def valid(self, now: datetime, idle: Idle) -> bool:
        end = self.expires or self.created + YEAR
        unused = idle.guests if self.account.guest else idle.members
        return now < end and (self.used is None or now < self.used + unused)

    def stale(self, now: datetime) -> bool:
        """Whether it is time to note that it is used."""
        return self.used is None or now - self.used > PRECISION


# --- accounts ---------------------------------------------------------------------------------------------------------


def add_guest(connection: Connection, name: str) -> Account:
    now = datetime.now(UTC)
    row = {"name": name, "created": now, "seen": now}
    made = connection.execute(insert(AccountRow).values(row).returning(AccountRow.id)).scalar_one()
    return Account(made, name, guest=True)


def account(connection: Connection, number: int) -> Account | None:
    return _account(connection, AccountRow.id == number)


def registered(connection: Connection, name_key: str) -> Account | None:
    return _account(connection, AccountRow.name_key == name_key)


def _account(connection: Connection, where: ColumnElement[bool]) -> Account | None:
    row = connection.execute(select(AccountRow.__table__).where(where)).one_or_none()
    return None if row is None else Account(row.id, row.name, row.password is None, row.password, row.recovery)


def any_registered(connection: Connection, name_keys: Collection[str]) -> bool:
    query = select(AccountRow.id).where(AccountRow.name_key.in_(name_keys)).limit(1)
    return connection.scalar(query) is not None


def name_keys(connection: Connection, *, without: str) -> list[str]:
    """The keys of registered people that do not begin with `without`."""
    query = select(AccountRow.name_key).where(AccountRow.name_key.is_not(None))
    query = query.where(AccountRow.name_key.not_like(f"{without}%"))
    return [key for key in connection.scalars(query) if key is not None]


def register(
    connection: Connection, number: int, name: str, keys: Collection[str], key: str, password: str, recovery: str
) -> None:
    """Make a guest somebody with a name; `NameTaken` if somebody has one of the keys, `key` being the one to have."""
    taken = NameTaken(f"the name {name} is taken, or looks like one that is: choose another, or log in")
    if any_registered(connection, [*keys, key]):
        raise taken
    guest = (AccountRow.id == number) & AccountRow.password.is_(None)
    values = {"name": name, "name_key": key, "password": password, "recovery": recovery}
    try:
        changed = connection.execute(update(AccountRow).where(guest).values(values)).rowcount
    except IntegrityError:  # another process was quicker
        raise taken from None
    if not changed:
        raise NameTaken("you have registered meanwhile: load the page again")


def rename(connection: Connection, number: int, name: str) -> None:
    connection.execute(update(AccountRow).where(AccountRow.id == number).values(name=name))


def replace_password(connection: Connection, number: int, old: str, new: str) -> bool:
    """Change what is kept of a password, if it still is `old`; whether it was."""
    same = (AccountRow.id == number) & (AccountRow.password == old)
    return connection.execute(update(AccountRow).where(same).values(password=new)).rowcount == 1


def set_recovery(connection: Connection, number: int, digest: str) -> None:
    connection.execute(update(AccountRow).where(AccountRow.id == number).values(recovery=digest))


def use_recovery(connection: Connection, number: int, old: str, new: str, password: str) -> bool:
    """Replace a password by way of a recovery code, which is used up; False if it has been already."""
    same = (AccountRow.id == number) & (AccountRow.recovery == old)
    values = {"recovery": new, "password": password}
    return connection.execute(update(AccountRow).where(same).values(values)).rowcount == 1


# --- sessions ---------------------------------------------------------------------------------------------------------


def add_session(connection: Connection, digest: str, number: int, life: timedelta = YEAR) -> None:
    now = datetime.now(UTC)
    row = {"digest": digest, "account_id": number, "created": now, "used": now, "expires": now + life}
    connection.execute(insert(SessionRow).values(row))


def session(connection: Connection, digest: str) -> Session | None:
    found = _sessions(connection, SessionRow.digest == digest)
    return found[0] if found else None


def sessions_of(connection: Connection, number: int) -> list[Session]:
    """A person's sessions, those used last first; some may have expired."""
    return _sessions(connection, SessionRow.account_id == number)


def sessions_among(connection: Connection, digests: Collection[str]) -> list[Session]:
    return _sessions(connection, SessionRow.digest.in_(digests))


def _sessions(connection: Connection, where: ColumnElement[bool]) -> list[Session]:
    columns = (SessionRow.digest, SessionRow.created, SessionRow.used, SessionRow.expires)
    person = (AccountRow.id, AccountRow.name, AccountRow.password, AccountRow.recovery)
    query = select(*columns, *person).join(AccountRow, SessionRow.account_id == AccountRow.id).where(where)
    query = query.order_by(func.coalesce(SessionRow.used, SessionRow.created).desc(), SessionRow.digest)
    return [
        Session(
            row.digest,
            Account(row.id, row.name, row.password is None, None, row.recovery, row.digest),
            row.created,
            row.used,
            row.expires,
        )
        for row in connection.execute(query)
    ]


def use_sessions(connection: Connection, digests: Collection[str]) -> None:
    """Note that sessions are used now, and so that their people are here."""
    now = datetime.now(UTC)
    connection.execute(update(SessionRow).where(SessionRow.digest.in_(digests)).values(used=now))
    people = select(SessionRow.account_id).where(SessionRow.digest.in_(digests))
    connection.execute(update(AccountRow).where(AccountRow.id.in_(people)).values(seen=now))


def end_sessions(connection: Connection, digests: Iterable[str]) -> None:
    connection.execute(delete(SessionRow).where(SessionRow.digest.in_(list(digests))))


# --- sweeping ---------------------------------------------------------------------------------------------------------


def sweep_sessions(connection: Connection, now: datetime, idle: Idle, *, limit: int = 500) -> int:
    """Forget sessions that have expired, so many at most; how many there were."""
    members = select(AccountRow.id).where(AccountRow.password.is_not(None))
    expired = or_(
        SessionRow.expires < now,
        and_(SessionRow.expires.is_(None), SessionRow.created < now - YEAR),
        SessionRow.used < now - idle.guests,
        and_(SessionRow.used < now - idle.members, SessionRow.account_id.in_(members)),
    )
    some = select(SessionRow.digest).where(expired).limit(limit)
    return connection.execute(delete(SessionRow).where(SessionRow.digest.in_(some))).rowcount


def sweep_guests(connection: Connection, *, idle: datetime, unused: datetime, limit: int = 200) -> int:
    """Forget guests, so many at most, who were last here before `unused` and sit nowhere, or before `idle` and sit only
    at tables that were given up; how many there were.

    Whoever has played a match, or still plays, stays. Events name people by number and name and need no guest's row;
    numbers are not given again.
    """

    def last_seen_before(moment: datetime) -> ColumnElement[bool]:
        return or_(AccountRow.seen < moment, and_(AccountRow.seen.is_(None), AccountRow.created < moment))

    sits = exists().where(SeatRow.account_id == AccountRow.id)
    plays = exists().where(
        SeatRow.account_id == AccountRow.id, TableRow.id == SeatRow.table_id, TableRow.state != "abandoned"
    )
    gone = or_(and_(last_seen_before(unused), ~sits), and_(last_seen_before(idle), ~plays))
    guest = AccountRow.password.is_(None) & AccountRow.name_key.is_(None)
    some = select(AccountRow.id).where(guest, gone).limit(limit)
    # Asked for again: somebody may have come back, through another process, since they were chosen.
    still = last_seen_before(max(idle, unused))
    return connection.execute(delete(AccountRow).where(AccountRow.id.in_(some), guest, still)).rowcount
