"""Somebody's own data: seen, taken back, and cut from the person when it has grown old."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from ludarium.store import lab, study_answers, study_games
from ludarium.store import studies as store
from ludarium.store.studies import Participant
from ludarium.store.study_models import (
    StudyAnswerRow,
    StudyContactRow,
    StudyPageRow,
    StudyProfileChangeRow,
    StudyProfileRow,
    StudyTraceRow,
)
from ludarium.studies.plan.texts import Texts
from ludarium.studies.running import refining
from ludarium.studies.running.errors import StudyError
from ludarium.studies.running.people import GONE
from ludarium.studies.running.studies import course_of, plan_of

Erase = Callable[[Connection, str, int], None]
"""Takes a person out of a stored table: its id, and the number of their guest. The moves stay."""

_SHOWN = {
    "answers": StudyAnswerRow,
    "pages": StudyPageRow,
    "profile": StudyProfileRow,
    "profile_changes": StudyProfileChangeRow,
    "contact": StudyContactRow,
}


_OF_A_MOVE = ("move", "seconds", "hidden", "idle")


def own_data(connection: Connection, who: Participant) -> dict[str, Any]:
    """Everything that is kept of somebody, as JSON has it."""
    about = {
        name: value
        for name, value in asdict(who).items()
        if name not in ("id", "study_id", "digest", "account_id", "seed", "condition", "place")
    }
    data: dict[str, Any] = {"participant": about}
    asked = _asked(connection, who)
    for name, row in _SHOWN.items():
        data[name] = [_plain(one, asked) for one in study_answers.own_rows(connection, row, who.id)]
    traces = study_answers.own_rows(connection, StudyTraceRow, who.id)
    data["traces"] = {"pieces": len(traces), "bytes": sum(len(one["data"]) for one in traces)}
    # A record names players and so tells who was artificial: before the debriefing only one's own moves are given.
    data["games"] = [
        {"table": seat.table_id, "seat": seat.seat, "name": seat.mask, "moves": _own_moves(connection, seat)}
        for seat in study_games.games_of(connection, who.id)
    ]
    return _json(data)  # type: ignore[no-any-return]


def _own_moves(connection: Connection, seat: study_games.Seat) -> list[dict[str, Any]]:
    events = lab.events(connection, seat.table_id)
    return [
        {"at": event.at} | {name: event.private[name] for name in _OF_A_MOVE if name in event.private}
        for event in events
        if event.kind == "moved" and event.data["seat"] == seat.seat
    ]


def _asked(connection: Connection, who: Participant) -> dict[str, str]:
    """What people read, by the name of a question."""
    plan, steps = course_of(connection, who)
    texts = Texts(plan, who.language, who.condition)
    return {question.name: texts.say(question.text) for step in steps for question in step.questions}


def _plain(row: dict[str, Any], asked: Mapping[str, str]) -> dict[str, Any]:
    kept = {name: value for name, value in row.items() if name not in ("id", "participant_id", "right")}
    question = kept.get("question") or kept.get("attribute")
    return kept | {"asked": asked.get(question, "")} if question else kept


def _json(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _json(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_json(part) for part in value]
    return value.isoformat() if isinstance(value, datetime) else value


def withdraw(connection: Connection, who: Participant, erase: Erase, now: datetime) -> dict[str, Any]:
    """Remove everything of somebody: a receipt says how much that was. Games with others keep their moves."""
    for seat in study_games.games_of(connection, who.id):
        game = study_games.game(connection, seat.table_id)
        if game is not None and game["ended"] is None and seat.replaced is None:
            raise StudyError("your game goes on just now: it is ended first, try again in a moment")
        if who.account_id is not None:
            erase(connection, seat.table_id, who.account_id)
    refining.forget(connection, who)
    removed = store.forget(connection, who)
    code = secrets.token_hex(8)
    store.add_receipt(connection, code, who.study_id, now, removed)
    return receipt(connection, code)


def receipt(connection: Connection, code: str) -> dict[str, Any]:
    found = store.receipt(connection, code)
    if found is None:
        raise StudyError("there is no such receipt: copy its code whole")
    study = store.by_id(connection, found["study_id"])
    return {"code": code, "study": study.slug, "at": found["at"].isoformat(), "removed": found["removed"]}


def grow_old(connection: Connection, now: datetime) -> int:
    """Cut the link to people whose data is old enough, by the plan of their study; how many there were.

    Whoever has not been seen for half an hour counts as dropped out until they come back.
    """
    cut = 0
    for study in store.everything(connection):
        keeping = plan_of(connection, study).keeping
        late = now - timedelta(seconds=GONE)
        for who in store.participants(connection, study.id):
            if who.status == "active" and who.seen < late:
                store.change_participant(connection, who.id, status="dropped")
            if who.purged is None and who.seen < now - timedelta(days=keeping.purge_days):
                store.purge(connection, who, now)
                cut += 1
    return cut


def inactive(who: Participant, days: int, now: datetime) -> bool:
    return who.seen < now - timedelta(days=days)
