"""Asking a person to a table by name: who may, how often, and what becomes of it.

The table is a private one with a free seat; whoever is asked needs no key. They see it on whatever page they look at,
sit down or decline. So that nobody can pester others with it, there are bounds for each person who asks.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from ludarium.engine.errors import LudariumError
from ludarium.server.people import names
from ludarium.server.people.refusals import NotAllowed
from ludarium.store import challenges, people
from ludarium.store.lab import Account

STANDING = 5
"""Challenges of one person that nobody has answered."""
DAILY, DAILY_TO_ONE = 20, 3
"""Challenges of one person in a day, to all and to one other."""
DAY, AFTER_DECLINED = timedelta(days=1), timedelta(hours=1)
"""How far back is counted, and how long somebody who has declined is not asked again by the same person."""
SHOWN = 10
"""Challenges that somebody is shown, the newest first."""


def asked(connection: Connection, account: Account, name: str) -> Account:
    """The person of a name, for somebody who wants to challenge them."""
    if account.guest:
        raise NotAllowed("Challenges need an account: register or log in first, or send the link of a table.")
    try:
        found = (people.registered(connection, key) for key in names.keys_of(name))
        person = next((each for each in found if each is not None), None)
    except LudariumError:
        person = None  # no name that anybody could have
    if person is None:
        raise NotAllowed(f"There is nobody with the name {name} here: names are those of accounts.", 404)
    if person.id == account.id:
        raise NotAllowed("You cannot challenge yourself.", 409)
    return person


def check(connection: Connection, account: Account, person: Account) -> None:
    """Whether somebody may challenge a person now; in the transaction that stores it."""
    now = datetime.now(UTC)
    made = challenges.made(connection, account.id, person.id, now - DAY)
    if made.standing_to_person:
        raise NotAllowed(f"You have challenged {person.name} already: wait for the answer.", 429)
    if made.declined is not None and now - made.declined.astimezone(UTC) < AFTER_DECLINED:
        raise NotAllowed(f"{person.name} has just declined: do not ask again within the hour.", 429, wait=3600)
    if made.standing >= STANDING:
        raise NotAllowed(f"{STANDING} people have not answered you yet: wait, or leave one of these tables.", 429)
    if made.to_person >= DAILY_TO_ONE or made.in_all >= DAILY:
        whom = person.name if made.to_person >= DAILY_TO_ONE else "people"
        raise NotAllowed(f"You have challenged {whom} often enough for a day.", 429, wait=3600)
