"""The page on which somebody is, as their browser gets it: nothing in it tells what they are not to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from ludarium.engine.record import Record
from ludarium.store import lab, study_answers, study_games
from ludarium.store import studies as store
from ludarium.store.studies import Participant
from ludarium.store.study_models import StudyAnswerRow, StudyContactRow, StudyProfileRow
from ludarium.studies.plan import answers as answering
from ludarium.studies.plan.course import Step, stage_of
from ludarium.studies.plan.model import AnyStage, Consent, Debrief, Moves, Plan, Playing, Profile, Quiz, TextPage
from ludarium.studies.plan.texts import Texts
from ludarium.studies.running.games import needs_people, queue_of
from ludarium.studies.running.people import opponents_of
from ludarium.studies.running.studies import course_of


def page_of(connection: Connection, who: Participant, now: datetime) -> dict[str, Any]:
    """What somebody sees now."""
    plan, steps = course_of(connection, who)
    study = store.by_id(connection, who.study_id)
    step, texts = steps[who.step], Texts(plan, who.language, who.condition)
    page: dict[str, Any] = {
        "study": study.slug,
        "title": texts.say(plan.title),
        "language": who.language,
        "languages": list(plan.languages),
        "participant": who.public,
        "status": who.status,
        "kind": "screened" if who.status == "screened" else step.kind,
        "step": step.number,
        "steps": len(steps),
        "attempt": who.attempt,
        "heading": texts.say(step.title),
        "text": texts.say(step.text),
        "skippable": step.skippable,
        "seconds": _still_to_read(who, step, now),
        "questions": [],
        "message": study.message,
        "recorded": who.pointer,
        "findings": study.findings,
        "contact": contact_of(plan),
    }
    if who.status == "screened":
        return page
    return page | _details(connection, plan, who, step, texts, now)


def contact_of(plan: Plan) -> str:
    """Whom people can ask."""
    return next((stage.contact for stage in plan.stages if isinstance(stage, Consent)), "")


def fixed(plan: Plan, stage: AnyStage, step: Step, texts: Texts) -> dict[str, Any]:
    """What a page of a stage says to everybody: what is their own is added to it."""
    if isinstance(stage, Consent):
        statements = [texts.say(one) for one in stage.statements]
        return {"statements": statements, "pointer": stage.pointer, "version": stage.version}
    if isinstance(stage, Profile):
        return {"email": stage.email}
    if isinstance(stage, TextPage):
        return _rules(plan, stage.rules)
    if isinstance(stage, Quiz):
        return {**_rules(plan, _rules_before(plan, stage)), "tries": stage.tries}
    if isinstance(stage, Playing) and step.kind == "play" and step.plays is not None:
        waiting = {"needed": needs_people(step) + 1, "limit": stage.waiting.limit, "then": stage.waiting.then}
        return {
            "game": step.plays.game,
            "settings": step.plays.settings,
            "game_title": texts.say(step.plays.label),
            "number": step.game,
            "games": step.games,
            "practice": step.practice,
            "chat": stage.chat,
            "waiting": {"here": 1, "seconds": 0.0, **waiting} if needs_people(step) else None,
        }
    return {}


def _still_to_read(who: Participant, step: Step, now: datetime) -> float:
    shown = (now - who.shown).total_seconds() if who.shown is not None else 0.0
    return round(max(0.0, step.seconds - shown), 1)


def _details(
    connection: Connection, plan: Plan, who: Participant, step: Step, texts: Texts, now: datetime
) -> dict[str, Any]:
    stage = stage_of(plan, step.stage)
    if step.kind == "play":
        assert isinstance(stage, Playing)
        return _game(connection, who, step, fixed(plan, stage, step, texts), now)
    if step.kind == "debrief":
        assert isinstance(stage, Debrief)
        return _debrief(connection, plan, who, stage)
    details = fixed(plan, stage, step, texts)
    if isinstance(stage, Quiz):
        details["tries"] = stage.tries - who.attempt
        details["wrong"] = _wrong(connection, who)
    if isinstance(stage, Profile):
        details["profile"] = profile_of(connection, who)
    opponents, _ = opponents_of(connection, who, step)
    asked = answering.asked_of(step.questions, opponents)
    shown = answering.public(asked, texts, who.seed, required=step.kind != "profile")
    details["questions"] = [asdict(one) for one in shown]
    if step.about is not None:
        details["about"] = _about(connection, who, step)
    return details


def _rules(plan: Plan, game: str) -> dict[str, Any]:
    """The rules of a game that a page shows: as the plan plays it."""
    played = [one for stage in plan.stages if isinstance(stage, Playing) for one in stage.among or [stage]]
    return {"rules": game, "settings": next((one.settings for one in played if one.game == game), {})}


def _rules_before(plan: Plan, quiz: Quiz) -> str:
    """The game whose rules were read last before a quiz: they can be opened again beside it."""
    before = plan.stages[: plan.stages.index(quiz)]
    return next((stage.rules for stage in reversed(before) if isinstance(stage, TextPage) and stage.rules), "")


def _wrong(connection: Connection, who: Participant) -> list[str]:
    """The questions of a quiz that were answered wrongly in the last try."""
    rows = study_answers.own_rows(connection, StudyAnswerRow, who.id)
    last = [row for row in rows if row["step"] == who.step and row["attempt"] == who.attempt - 1]
    return [row["question"] for row in last if row["right"] is False]


def profile_of(connection: Connection, who: Participant) -> dict[str, Any]:
    rows = study_answers.own_rows(connection, StudyProfileRow, who.id)
    contact = study_answers.own_rows(connection, StudyContactRow, who.id)
    values = {row["attribute"]: row["value"] for row in rows}
    return {"values": values, "email": contact[0]["email"] if contact else ""}


def profile_page(connection: Connection, who: Participant) -> dict[str, Any]:
    """What somebody was asked about themselves, and what they said."""
    plan, steps = course_of(connection, who)
    texts, asking = Texts(plan, who.language, who.condition), [step for step in steps if step.kind == "profile"]
    asked = answering.asked_of(question for step in asking for question in step.questions)
    stages = [stage_of(plan, step.stage) for step in asking]
    return {
        "questions": [asdict(one) for one in answering.public(asked, texts, who.seed, required=False)],
        "asks_email": any(isinstance(stage, Profile) and stage.email for stage in stages),
        **profile_of(connection, who),
    }


def _game(
    connection: Connection, who: Participant, step: Step, details: dict[str, Any], now: datetime
) -> dict[str, Any]:
    own = study_games.game_of(connection, who.id, who.step)
    details["table"] = own.table_id if own else None
    if own is not None:
        details["waiting"] = None
    elif details["waiting"] is not None:
        room = study_games.waiting(connection, who.study_id, queue_of(who, step))
        since = next((one.since for one in room if one.participant_id == who.id), now)
        details["waiting"] |= {"here": len(room), "seconds": round((now - since).total_seconds(), 1)}
    return details


def _about(connection: Connection, who: Participant, step: Step) -> dict[str, Any] | None:
    """The game that questions are about: its table, the names, and where moves are marked, its moves."""
    assert step.about is not None
    own = study_games.game_of(connection, who.id, step.about)
    if own is None:
        return None
    seats = study_games.seats_at(connection, own.table_id)
    about: dict[str, Any] = {
        "table": own.table_id,
        "you": own.seat,
        "names": {str(seat.seat): seat.mask for seat in seats},
    }
    # Whoever was replaced knows no more of the match than when they left, until the debriefing.
    if own.replaced is None and any(isinstance(question, Moves) for question in step.questions):
        stored = lab.record(connection, own.table_id)
        decisions = Record.from_json(stored).decisions if stored else []
        about["moves"] = [{"ply": ply, "seat": made.seat, "text": made.move} for ply, made in enumerate(decisions)]
    return about


def _debrief(connection: Connection, plan: Plan, who: Participant, stage: Debrief) -> dict[str, Any]:
    code = who.code or ""
    back = plan.recruiting.return_to
    fills: Mapping[str, str] = {"{code}": code, "{id}": who.recruited or ""}
    for mark, value in fills.items():
        back = back.replace(mark, value)
    details: dict[str, Any] = {"code": code, "return_to": back, "completed": who.status == "completed"}
    if stage.reveal:
        details["revealed"] = _revealed(connection, plan, who)
    return details


def _revealed(connection: Connection, plan: Plan, who: Participant) -> list[dict[str, Any]]:
    """Who was what in somebody's games. Games that others still play stay masked."""
    games = []
    for own in study_games.games_of(connection, who.id):
        game = study_games.game(connection, own.table_id)
        if game is None or game["ended"] is None:
            continue
        seats = study_games.seats_at(connection, own.table_id)
        games.append({
            "table": own.table_id,
            "stage": game["stage"],
            "you": own.seat,
            "seats": [
                {"name": seat.mask, "person": seat.person, "player": seat.player, "replaced": seat.replaced is not None}
                for seat in seats
            ],
        })  # fmt: skip
    return games
