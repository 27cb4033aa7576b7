"""A small study, and people who go through it without a server."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, insert

from ludarium.store import studies as store
from ludarium.store.lab_models import TableRow
from ludarium.store.studies import Participant, Study
from ludarium.studies.plan.model import Plan
from ludarium.studies.running import games, people
from ludarium.studies.running.people import Arrival, Sent
from ludarium.studies.running.studies import create, set_state

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)

SMALL: dict[str, Any] = {
    "title": "Who is it?",
    "kind": "turing",
    "languages": ["en", "de"],
    "texts": {"en": {"hello": "Hello"}, "de": {"hello": "Guten Tag"}},
    "questionnaires": {
        "after": {
            "skip_from": 2,
            "questions": [
                {
                    "kind": "choice", "name": "who", "text": "Is {opponent} a person?", "about": "opponents",
                    "role": "judgement", "options": {"human": "yes", "artificial": "no"}, "neutral": "can't tell",
                },
                {"kind": "scale", "name": "fun", "text": "Fun?", "role": "fun"},
                {"kind": "half-open", "name": "plan", "text": "Its plan?", "answer": "a corner", "required": False},
                {"kind": "moves", "name": "gave-away", "text": "Which moves?", "required": False},
            ],
        }
    },
    "stages": [
        {"kind": "consent", "name": "consent", "statements": ["I agree."], "pointer": "ask", "version": 2},
        {
            "kind": "profile", "name": "profile", "email": True,
            "questions": [{"kind": "number", "name": "age", "text": "Age?", "low": 0, "high": 120}],
        },
        {"kind": "text", "name": "read", "text": "@hello", "seconds": 10},
        {
            "kind": "quiz", "name": "quiz", "tries": 2, "then": "screen-out",
            "questions": [
                {"kind": "choice", "name": "right", "text": "?", "options": {"a": "A", "b": "B"}, "right": "a"}
            ],
        },
        {
            "kind": "play", "name": "play", "game": "tic-tac-toe", "seats": ["me", "person"], "games": 2,
            "again": True, "questionnaire": "after",
        },
        {"kind": "debrief", "name": "end"},
    ],
}  # fmt: skip


def small(**changes: Any) -> Plan:
    return msgspec.convert(SMALL | changes, Plan)


def with_play(**changes: Any) -> Plan:
    """The small plan with another play stage."""
    stages = [stage | changes if stage["kind"] == "play" else stage for stage in SMALL["stages"]]
    return small(stages=stages)


def opened(connection: Connection, plan: Plan | None = None) -> Study:
    study = create(connection, plan or small(), "", slug="small", now=NOON)
    return set_state(connection, study, "open", NOON)


def newcomer(connection: Connection, study: Study, arrival: Arrival | None = None, **more: Any) -> Participant:
    agreed: dict[str, Any] = {
        "version": 2,
        "statements": 1,
        "pointer": False,
        "now": NOON,
        "token": people.new_token(),
    } | more
    return people.agree(connection, study, arrival or Arrival(), **agreed)


def to_the_game(connection: Connection, who: Participant) -> Participant:
    """Through profile, text and quiz."""
    who = people.submit(connection, who, Sent(who.step), NOON)
    later = NOON + timedelta(seconds=60)
    who = people.submit(connection, who, Sent(who.step), later)
    return people.submit(connection, who, Sent(who.step, answers={"right": "a"}), later)


def sit_down(connection: Connection, opening: games.Opening, name: str) -> None:
    """Store a game as the server does, the table itself aside."""
    row = {
        "id": name, "game": opening.game, "key": "", "rated": False, "seed": 1, "created": NOON, "uploaded": False,
        "last": 0, "state": "running", "settings": {}, "decisions": 5, "reason": "",
    }  # fmt: skip
    connection.execute(insert(TableRow).values(**row))
    games.store_opening(connection, opening, name, [chair.player for chair in opening.chairs], NOON)


def again(connection: Connection, who: Participant) -> Participant:
    found = store.participant(connection, number=who.id)
    assert found is not None
    return found


def names_of(openings: Iterable[games.Opening]) -> list[set[int]]:
    return [{who.id for who in opening.people} for opening in openings]
