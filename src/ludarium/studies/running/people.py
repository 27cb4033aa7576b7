"""Somebody takes part: they come, agree, and go from page to page. Where a person stands is one number, and what is
sent from a page moves them on from that page alone: sent twice, from two tabs or after going back, it counts once."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from ludarium.engine.kernels.rng import derive
from ludarium.store import lab, study_answers, study_games
from ludarium.store import people as accounts
from ludarium.store import studies as store
from ludarium.store.studies import Participant, Study
from ludarium.studies.plan import answers as answering
from ludarium.studies.plan.assignment import next_condition, next_row
from ludarium.studies.plan.course import Step, stage_of
from ludarium.studies.plan.model import Consent, Plan, Profile, Quiz
from ludarium.studies.plan.texts import Texts, language_of
from ludarium.studies.running.errors import NoSuchLink, NotOpen, NotThere, StudyError
from ludarium.studies.running.studies import check_entry, course_of, plan_of

GONE = 1800.0
"""Seconds without a sign after which somebody counts as having dropped out; whoever comes back is in again."""
HASTE = 1.0
"""Seconds by which a page that must be read may be left early: clocks differ."""
_IDS = 9
_TOKEN = 24
_LONGEST_ID = 200
_CHANGES = 200


def token_digest(token: str) -> str:
    return hashlib.sha256(f"study {token}".encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(_TOKEN)


@dataclass(frozen=True)
class Arrival:
    """How somebody comes: by an open link, by a personal one (`invitation`), or sent by a recruiter (`recruited`)."""

    invitation: str = ""
    recruited: str = ""
    languages: Sequence[str] = ()

    @property
    def source(self) -> str:
        return "personal" if self.invitation else "recruiter" if self.recruited else "open"


@dataclass(frozen=True)
class Sent:
    """What a browser sends from a page."""

    step: int
    attempt: int = 0
    answers: Mapping[str, Any] = field(default_factory=dict)
    skip: bool = False
    changes: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """By question: what stood there before, in order."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """By question: how long until it was answered last."""
    hidden: float = 0.0
    idle: float = 0.0
    email: str = ""


# --- coming -----------------------------------------------------------------------------------------------------------


def returning(
    connection: Connection, study: Study, *, token: str = "", arrival: Arrival | None = None
) -> Participant | None:
    """Whoever comes back: by a personal link or a recruiter's id, else by the token of their browser or own link.

    A link goes before what a browser remembers: on a computer that several use it is the link that says who comes.
    """
    if arrival is not None and arrival.invitation:
        link = store.invitation(connection, study.id, token_digest(arrival.invitation))
        if link is None:
            raise NoSuchLink
        number, spent = link
        if spent and number is None:
            raise StudyError("whoever came by this link has withdrawn: it cannot be used again")
        return None if number is None else store.participant(connection, number=number)
    if arrival is not None and arrival.recruited:
        return store.recruited(connection, study.id, arrival.recruited[:_LONGEST_ID])
    found = store.participant(connection, digest=token_digest(token)) if token else None
    return found if found is not None and found.study_id == study.id else None


def welcome(connection: Connection, study: Study, arrival: Arrival, now: datetime) -> dict[str, Any]:
    """The first page, for somebody who has not agreed yet: nothing of it is stored."""
    plan = plan_of(connection, study)
    _check_link(plan, arrival)
    check_entry(connection, study, plan, now)
    language = language_of(plan, arrival.languages)
    texts, consent = Texts(plan, language), plan.stages[0]
    assert isinstance(consent, Consent)
    return {
        "study": study.slug,
        "title": texts.say(plan.title),
        "summary": texts.say(plan.summary),
        "language": language,
        "languages": list(plan.languages),
        "kind": "consent",
        "step": 0,
        "heading": texts.say(consent.title),
        "text": texts.say(consent.text),
        "statements": [texts.say(one) for one in consent.statements],
        "pointer": consent.pointer,
        "contact": consent.contact,
        "version": consent.version,
        "pilot": study.pilot,
    }


def _check_link(plan: Plan, arrival: Arrival) -> None:
    if arrival.source not in plan.recruiting.links:
        allowed = {"open": "", "personal": "a personal link", "recruiter": "a recruiter's link"}
        ways = " or ".join(allowed[kind] for kind in plan.recruiting.links if allowed[kind])
        raise StudyError(f"this study is entered by {ways or 'its open link'}: ask whoever told you of it")


def agree(
    connection: Connection,
    study: Study,
    arrival: Arrival,
    *,
    token: str,
    version: int,
    statements: int,
    pointer: bool,
    language: str = "",
    now: datetime,
) -> Participant:
    """Somebody agrees to take part: from here on they are known, by the token. Who comes twice is one person."""
    store.lock(connection, study.id)
    known = returning(connection, study, token=token, arrival=arrival)
    if known is not None:
        store.change_participant(connection, known.id, digest=token_digest(token), seen=now)
        return replace(known, digest=token_digest(token), seen=now)
    plan = plan_of(connection, study)
    _check_link(plan, arrival)
    check_entry(connection, study, plan, now)
    consent = plan.stages[0]
    assert isinstance(consent, Consent)
    if version != consent.version:
        raise StudyError("what you would agree to has changed meanwhile: read it again")
    if statements != len(consent.statements):
        raise StudyError("to take part you agree to each of the statements")
    condition, place = _assigned(connection, study, plan)
    spoken = language if language in plan.languages else language_of(plan, arrival.languages)
    seed = derive(plan.seed, "participant", secrets.randbits(63))
    account = accounts.add_guest(connection, "somebody")
    who = store.add_participant(
        connection, study_id=study.id, public=_public_id(), digest=token_digest(token), account_id=account.id,
        version=study.version, condition=condition, place=place, seed=seed, source=arrival.source,
        recruited=arrival.recruited[:_LONGEST_ID] or None, language=spoken, pilot=study.pilot, status="active",
        step=1, attempt=0, consented=now, consent_version=version,
        pointer=consent.pointer == "yes" or (consent.pointer == "ask" and pointer),
        shown=now, seen=now, finished=None, code=None, purged=None,
    )  # fmt: skip
    if arrival.invitation and not store.spend(connection, study.id, token_digest(arrival.invitation), who.id):
        raise NoSuchLink
    store_page(connection, who, course_of(connection, who)[1][0], "done", now, step_number=0)
    return _arrived(connection, who, now)


def _public_id() -> str:
    """What cannot be guessed, nor told apart by the time at which it was made."""
    return secrets.token_hex(_IDS)[:12]


def _assigned(connection: Connection, study: Study, plan: Plan) -> tuple[str, int]:
    """The condition of the next person, and their row of its orders."""
    everybody = [who for who in store.participants(connection, study.id) if who.pilot == study.pilot]
    counted = [who for who in everybody if who.status in ("active", "completed")]
    completed = {one.name: 0 for one in plan.conditions}
    active = dict(completed)
    for who in counted:
        side = completed if who.status == "completed" else active
        side[who.condition] = side.get(who.condition, 0) + 1
    condition = next_condition(plan.conditions, completed, active, derive(plan.seed, "assign", len(everybody)))
    if condition is None and plan.conditions:
        raise NotOpen("full")
    row = next_row([who.place for who in counted if who.condition == (condition or "")])
    return condition or "", row


# --- from page to page ------------------------------------------------------------------------------------------------


def seen(connection: Connection, who: Participant, now: datetime) -> Participant:
    """Note that somebody is there. Whoever counted as gone is in again."""
    status = "active" if who.status == "dropped" else who.status
    store.change_participant(connection, who.id, seen=now, status=status)
    return replace(who, seen=now, status=status)


def present(connection: Connection, who: Participant) -> Participant:
    """Somebody as they are now: another tab may have been quicker. Nobody else changes them until this is stored."""
    current = store.locked(connection, who.id)
    if current is None:
        raise StudyError("you do not take part any more: open the study's link to begin anew")
    return current


def submit(connection: Connection, who: Participant, sent: Sent, now: datetime) -> Participant:
    """Take in what was sent from a page, and move on. What was taken in before changes nothing."""
    who = present(connection, who)
    plan, steps = course_of(connection, who)
    if sent.step < who.step or (sent.step == who.step and sent.attempt < who.attempt):
        return who  # sent twice, from another tab, or after going back
    if sent.step > who.step or sent.attempt > who.attempt or who.status not in ("active", "dropped"):
        raise NotThere
    step = steps[who.step]
    if step.kind in ("play", "debrief", "consent"):
        raise StudyError("this page ends by itself: there is nothing to send from it")
    if step.seconds and who.shown is not None and (now - who.shown).total_seconds() < step.seconds - HASTE:
        raise StudyError(f"this page is to be read for {step.seconds:g} seconds at least: take your time")
    if sent.skip and not step.skippable:
        raise StudyError("this page cannot be skipped")
    taken = {} if sent.skip else _taken(connection, who, step, sent)
    right = _store_answers(connection, plan, who, step, sent, taken, now)
    if step.kind == "profile":
        _store_profile(connection, plan, who, step, sent, taken, now)
    if step.kind == "quiz" and not right:
        stage = stage_of(plan, step.stage)
        assert isinstance(stage, Quiz)
        store_page(connection, who, step, "failed", now, hidden=sent.hidden, idle=sent.idle)
        if who.attempt + 1 < stage.tries:
            return _moved(connection, who, now, attempt=who.attempt + 1)
        if stage.then == "screen-out":
            return _moved(connection, who, now, status="screened", finished=now)
    else:
        outcome = "skipped" if sent.skip else "done"
        store_page(connection, who, step, outcome, now, hidden=sent.hidden, idle=sent.idle)
    return advance(connection, who, now)


def _taken(connection: Connection, who: Participant, step: Step, sent: Sent) -> dict[str, Any]:
    opponents, plies = opponents_of(connection, who, step)
    asked = answering.asked_of(step.questions, opponents)
    return answering.check_page(asked, sent.answers, required=step.kind != "profile", plies=plies)


def opponents_of(connection: Connection, who: Participant, step: Step) -> tuple[dict[int, str], int | None]:
    """Of the game that a page is about: the others' names by seat, and how many decisions it had."""
    if step.about is None:
        return {}, None
    own = study_games.game_of(connection, who.id, step.about)
    if own is None:
        return {}, None
    seats = study_games.seats_at(connection, own.table_id)
    row = lab.table(connection, own.table_id)
    return {seat.seat: seat.mask for seat in seats if seat.seat != own.seat}, row.decisions if row else None


def _store_answers(
    connection: Connection,
    plan: Plan,
    who: Participant,
    step: Step,
    sent: Sent,
    taken: Mapping[str, Any],
    now: datetime,
) -> bool:
    """Store a page's answers; whether all that have a right answer are right."""
    opponents, _ = opponents_of(connection, who, step)
    own = study_games.game_of(connection, who.id, step.about) if step.about is not None else None
    texts, rows, right = Texts(plan, who.language, who.condition), [], True
    for one in answering.asked_of(step.questions, opponents):
        if one.key not in taken or step.kind == "profile":  # a profile is kept apart, and can be changed
            continue
        value, good = taken[one.key], answering.is_right(one.question, taken[one.key])
        right = right and good is not False
        rows.append({
            "participant_id": who.id, "step": who.step, "attempt": who.attempt, "stage": step.stage,
            "occurrence": step.occurrence, "question": one.question.name,
            "kind": str(type(one.question).__struct_config__.tag), "role": one.question.role,
            "table_id": own.table_id if own else None, "seat": -1 if one.seat is None else one.seat, "value": value,
            "text": "" if value is None else answering.readable(one.question, value, texts),
            "changes": list(sent.changes.get(one.key, ()))[:_CHANGES], "right": good, "at": now,
            "seconds": _seconds(sent, one.key, who, now),
        })  # fmt: skip
    study_answers.add_answers(connection, rows)
    return right


def _seconds(sent: Sent, key: str, who: Participant, now: datetime) -> float:
    """How long an answer took, never longer than the page was shown."""
    shown = max(0.0, (now - who.shown).total_seconds()) if who.shown is not None else 0.0
    return round(min(shown, max(0.0, float(sent.seconds.get(key, shown)))), 3)


def _store_profile(
    connection: Connection,
    plan: Plan,
    who: Participant,
    step: Step,
    sent: Sent,
    taken: Mapping[str, Any],
    now: datetime,
) -> None:
    texts, stage = Texts(plan, who.language, who.condition), stage_of(plan, step.stage)
    for question in step.questions:
        value = taken.get(question.name)
        text = "" if value is None else answering.readable(question, value, texts)
        study_answers.set_profile(connection, who.id, question.name, value, text, now)
    assert isinstance(stage, Profile)
    if stage.email and sent.email:
        study_answers.set_email(connection, who.id, _address(sent.email))


def _address(text: str) -> str:
    name, at, host = text.strip().partition("@")
    if not (name and at and "." in host) or " " in text.strip() or len(text) > 254:
        raise StudyError(f"'{text[:60]}' is no e-mail address: mend it, or leave it out")
    return text.strip()


def change_profile(
    connection: Connection, who: Participant, given: Mapping[str, Any], email: str | None, now: datetime
) -> None:
    """Change what one said of oneself, at any time; None takes it back."""
    plan, _ = course_of(connection, who)
    asked = {
        question.name: question for stage in plan.stages if isinstance(stage, Profile) for question in stage.questions
    }
    texts = Texts(plan, who.language, who.condition)
    unknown = sorted(set(given) - set(asked))
    if unknown:
        raise StudyError(f"the profile has no '{unknown[0][:40]}'")
    for name, value in given.items():
        kept = answering.check(asked[name], value)
        text = "" if kept is None else answering.readable(asked[name], kept, texts)
        study_answers.set_profile(connection, who.id, name, kept, text, now)
    if email is not None:
        study_answers.set_email(connection, who.id, _address(email) if email else "")


# --- moving on --------------------------------------------------------------------------------------------------------


def advance(connection: Connection, who: Participant, now: datetime) -> Participant:
    """To the next page."""
    return _arrived(connection, _moved(connection, who, now, step=who.step + 1, attempt=0), now)


def _moved(connection: Connection, who: Participant, now: datetime, **values: Any) -> Participant:
    values = {"status": "active", "shown": now, "seen": now, **values}
    if not store.advance(connection, who, **values):
        raise NotThere
    return replace(who, **values)


def _arrived(connection: Connection, who: Participant, now: datetime) -> Participant:
    """Somebody at a new page: the last one is the end, with its code."""
    plan, steps = course_of(connection, who)
    if steps[who.step].kind != "debrief":
        return who
    return finish(connection, plan, who, "completed", now)


def finish(connection: Connection, plan: Plan, who: Participant, status: str, now: datetime) -> Participant:
    """The end of somebody's course, however they came there: `completed`, or `released` by a policy or a researcher."""
    _, steps = course_of(connection, who)
    code = plan.recruiting.code or secrets.token_hex(4).upper()
    values: dict[str, Any] = {
        "step": len(steps) - 1,
        "attempt": 0,
        "status": status,
        "finished": now,
        "code": code,
        "shown": now,
    }
    if not store.advance(connection, who, **values):
        raise NotThere
    study_games.stop_waiting(connection, [who.id])
    return replace(who, **values)


def store_page(
    connection: Connection,
    who: Participant,
    step: Step,
    outcome: str,
    now: datetime,
    *,
    hidden: float = 0.0,
    idle: float = 0.0,
    step_number: int | None = None,
) -> None:
    """Note that a page is done with."""
    study_answers.add_page(
        connection, participant_id=who.id, step=who.step if step_number is None else step_number, attempt=who.attempt,
        stage=step.stage, kind=step.kind, occurrence=step.occurrence, shown=who.shown, done=now,
        hidden=max(0.0, hidden), idle=max(0.0, idle), outcome=outcome,
    )  # fmt: skip
