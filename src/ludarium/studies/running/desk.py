"""The researcher's desk: who may do what, who is where, and what can be done about it. Everything that is done or
looked at is written down."""

from __future__ import annotations

import json
import secrets
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from ludarium.store import lab, study_answers, study_games
from ludarium.store import studies as store
from ludarium.store.studies import Participant, Study
from ludarium.studies.plan import answers as answering
from ludarium.studies.plan.course import course, stage_of
from ludarium.studies.plan.model import HalfOpen, Plan, Profile, Questions, Quiz
from ludarium.studies.plan.quiz import filled
from ludarium.studies.plan.texts import Texts
from ludarium.studies.running import games, leaving, pages, people
from ludarium.studies.running.errors import StudyError
from ludarium.studies.running.studies import course_of, plan_of

ROLES: dict[str, frozenset[str]] = {
    "owner": frozenset({"look", "grade", "steer", "export", "plan", "roles"}),
    "researcher": frozenset({"look", "grade", "steer", "export", "plan"}),
    "grader": frozenset({"grade"}),
    "viewer": frozenset({"look"}),
}
"""What each role may: look at the monitor and the report, grade answers, steer people, export data, change the plan,
give roles."""
MOST_LINKS = 1000


class NotAllowed(StudyError):
    status = 403


@dataclass(frozen=True)
class Researcher:
    """Somebody at the desk: their account, and what the notes call them."""

    account: int
    name: str


def check_role(connection: Connection, study: Study, who: Researcher, right: str) -> str:
    """The role of somebody who may do something; a `NotAllowed` if they may not."""
    role = store.role_of(connection, study.id, who.account)
    if role is None:
        raise NotAllowed("this study has not been shared with you: ask its owner for a role")
    if right not in ROLES[role]:
        able = " or ".join(name for name, rights in ROLES.items() if right in rights)
        raise NotAllowed(f"as {role} you cannot do this: it takes the role {able}")
    return role


def give_role(connection: Connection, study: Study, account: int, role: str | None) -> None:
    """Give somebody with an account a role, or take it away. A study always has an owner."""
    if role is not None and role not in ROLES:
        raise StudyError(f"there is no role '{role[:20]}': {', '.join(ROLES)}")
    owners = {number for number, _, held in store.roles(connection, study.id) if held == "owner"}
    if owners == {account} and role != "owner":
        raise StudyError("a study needs an owner: make somebody else one first")
    store.set_role(connection, study.id, account, role)


# --- looking ----------------------------------------------------------------------------------------------------------


def monitor(connection: Connection, study: Study, now: datetime) -> dict[str, Any]:
    """Who is where and for how long, who waits, who has gone; and how far the study is."""
    plan = plan_of(connection, study)
    everybody = store.participants(connection, study.id)
    waiting = {one.participant_id: one for one in study_games.waiting(connection, study.id)}
    counted = [who for who in everybody if not who.pilot]
    completed = [who for who in counted if who.status == "completed"]
    took = sorted((who.finished - who.consented).total_seconds() for who in completed if who.finished)
    return {
        "state": study.state,
        "pilot": study.pilot,
        "message": study.message,
        "wanted": plan.people,
        "statuses": dict(Counter(who.status for who in counted)),
        "pilots": len(everybody) - len(counted),
        "withdrawn": store.receipts(connection, study.id),
        "conditions": [
            {
                "name": condition.name,
                "quota": condition.quota,
                "statuses": dict(Counter(who.status for who in counted if who.condition == condition.name)),
            }
            for condition in plan.conditions
        ],
        "median_minutes": round(took[len(took) // 2] / 60, 1) if took else None,
        "people": [_row(connection, plan, who, waiting.get(who.id), now) for who in everybody],
    }


def _row(
    connection: Connection, plan: Plan, who: Participant, waiting: study_games.Waiting | None, now: datetime
) -> dict[str, Any]:
    _, steps = course_of(connection, who)
    step = steps[who.step]
    game = study_games.game_of(connection, who.id, who.step) if step.kind == "play" else None
    return {
        "participant": who.public,
        "status": who.status,
        "condition": who.condition,
        "pilot": who.pilot,
        "source": who.source,
        "language": who.language,
        "step": who.step,
        "steps": len(steps),
        "stage": step.stage,
        "kind": step.kind,
        "doing": "waiting" if waiting else "playing" if game else step.kind,
        "here_for": round((now - who.shown).total_seconds(), 1) if who.shown else None,
        "quiet_for": round((now - who.seen).total_seconds(), 1),
        "waiting_for": round((now - waiting.since).total_seconds(), 1) if waiting else None,
        "inactive": leaving.inactive(who, plan.keeping.inactive_days, now),
        "began": who.consented.isoformat(),
        "finished": who.finished.isoformat() if who.finished else None,
        "table": game.table_id if game else None,
    }


def games_of(connection: Connection, study: Study, public: str) -> list[dict[str, Any]]:
    """Somebody's games."""
    who = somebody(connection, study, public)
    rows = []
    for seat in study_games.games_of(connection, who.id):
        game = study_games.game(connection, seat.table_id)
        assert game is not None
        ended = game["ended"].isoformat() if game["ended"] else None
        rows.append({
            "table": seat.table_id, "stage": game["stage"], "seat": seat.seat, "name": seat.mask, "ended": ended,
            "how": game["how"],
        })  # fmt: skip
    return rows


def seat_at(connection: Connection, study: Study, public: str, table: str) -> int:
    """Where somebody sat at a table."""
    who = somebody(connection, study, public)
    for own in study_games.games_of(connection, who.id):
        if own.table_id == table:
            return own.seat
    raise StudyError("this person did not sit at this table")


def traces(connection: Connection, study: Study, public: str, table: str = "") -> dict[str, list[Any]]:
    """What pointer and keys did in one of somebody's games, and when its moves were made, on one clock: milliseconds
    since the game was opened. Without a table, all they did, since the first of it."""
    who = somebody(connection, study, public)
    found: dict[str, list[Any]] = {"points": [], "keys": [], "focus": [], "moved": []}
    pieces = [
        (piece["at"].timestamp() * 1000, json.loads(zlib.decompress(piece["data"])))
        for piece in study_answers.traces(connection, who.id, table or None)
    ]
    shown = _when_shown(pieces)
    game = study_games.game(connection, table) if table else None
    zero = min(shown, default=0.0) if game is None else game["created"].timestamp() * 1000
    for begun, (_, piece) in zip(shown, pieces, strict=True):
        for name in ("points", "keys", "focus"):
            found[name] += [[max(0, round(begun + at - zero)), *rest] for at, *rest in piece[name]]
    for event in lab.events(connection, table) if game is not None else ():
        if event.kind == "moved":
            found["moved"].append(max(0, round(event.at.timestamp() * 1000 - zero)))
    return found


def _age(piece: Mapping[str, Any]) -> int:
    """How old a page was when a piece was sent; older pieces do not say, and were sent soon after their last point."""
    last = (one[0] for name in ("points", "keys", "focus") for one in piece[name])
    return piece.get("sent") or max(last, default=0)


def _when_shown(pieces: Sequence[tuple[float, Mapping[str, Any]]]) -> list[float]:
    """For each piece when its page was shown, by the server's clock in milliseconds. A piece says how old its page was
    when it was sent; what came late was on its way for longer, so the earliest of a page's pieces is right."""
    ages = [_age(piece) for _, piece in pieces]
    shown: list[float] = []
    page: list[int] = []
    for number, (at, _) in enumerate(pieces):
        if page and ages[number] < ages[page[-1]]:  # the page's clock began anew
            page = []
        page.append(number)
        shown.append(at - ages[number])
        earliest = min(shown[one] for one in page)
        for one in page:
            shown[one] = earliest
    return shown


# --- steering ---------------------------------------------------------------------------------------------------------


def somebody(connection: Connection, study: Study, public: str) -> Participant:
    found = store.participant(connection, public=public)
    if found is None or found.study_id != study.id:
        raise StudyError("nobody in this study has this id")
    return people.present(connection, found)


def advance(connection: Connection, study: Study, public: str, now: datetime) -> Participant:
    """Let somebody go on who is stuck: past a page, or out of the waiting room; not out of a game that goes on."""
    who = somebody(connection, study, public)
    _, steps = course_of(connection, who)
    if who.finished is not None:
        raise StudyError("this person has finished already")
    if study_games.game_of(connection, who.id, who.step) is not None:
        raise StudyError("this person is in a game: it ends first, or release them")
    study_games.stop_waiting(connection, [who.id])
    people.store_page(connection, who, steps[who.step], "advanced", now)
    return people.advance(connection, who, now)


def release(connection: Connection, study: Study, public: str, now: datetime) -> Participant:
    """Bring somebody to the end, with a code. A game that they are in is left to the plan's policy for dropouts."""
    who = somebody(connection, study, public)
    if who.finished is not None:
        raise StudyError("this person has finished already")
    return people.finish(connection, plan_of(connection, study, who.version), who, "released", now)


def invite(connection: Connection, study: Study, labels: Sequence[str], now: datetime) -> dict[str, str]:
    """Personal links: by label, what the link holds. It is told here and never again."""
    if not 1 <= len(labels) <= MOST_LINKS:
        raise StudyError(f"make 1 to {MOST_LINKS} links at once, not {len(labels)}")
    if len(set(labels)) < len(labels):
        raise StudyError("each link needs a label of its own")
    made = {label[:100]: secrets.token_urlsafe(18) for label in labels}
    store.invite(connection, study.id, {people.token_digest(token): label for label, token in made.items()}, now)
    return made


# --- grading ----------------------------------------------------------------------------------------------------------


def to_grade(connection: Connection, study: Study, grader: str) -> list[dict[str, Any]]:
    """The half-open answers with what is right and the grades to give. Nobody sees whose they are, or other grades."""
    plan = plan_of(connection, study)
    asked = _half_open(plan)
    texts = Texts(plan, plan.languages[0], plan.conditions[0].name if plan.conditions else "")
    found = []
    for row in study_answers.ungraded(connection, study.id, grader):
        question = asked.get(row["question"])
        if question is not None:
            found.append({
                "id": row["id"], "question": row["question"], "asked": texts.say(question.text),
                "right": texts.say(question.answer), "text": row["text"],
                "grades": [texts.say(grade) for grade in question.grades], "grade": row["grade"],
            })  # fmt: skip
    return found


def grade(connection: Connection, study: Study, grader: str, answer: int, given: int, now: datetime) -> None:
    about = study_answers.answer_study(connection, answer)
    if about is None or about[0] != study.id:
        raise StudyError("there is no such answer in this study")
    question = _half_open(plan_of(connection, study, about[3])).get(about[2])
    if question is None or not 0 <= given < len(question.grades):
        raise StudyError("this answer has no such grade")
    study_answers.grade(connection, answer, grader, given, now)


def _half_open(plan: Plan) -> dict[str, HalfOpen]:
    asked = [
        question for stage in plan.stages if isinstance(stage, Profile | Questions) for question in stage.questions
    ]
    asked += [question for one in plan.questionnaires.values() for question in one.questions]
    return {question.name: question for question in asked if isinstance(question, HalfOpen)}


# --- what participants will see ---------------------------------------------------------------------------------------


def preview(plan: Plan, language: str, condition: str) -> list[dict[str, Any]]:
    """Every page of a participant's course, in order, without anybody being there; after a quiz that can end it, the
    page on which it ends."""
    plan = filled(plan)
    texts = Texts(plan, language, condition)
    opponents = dict(enumerate(games.NAMES))
    steps = course(plan, condition, plan.seed)
    shown: list[dict[str, Any]] = []
    for step in steps:
        stage = stage_of(plan, step.stage)
        others = {seat: opponents[seat] for seat in range(1, max(2, len(step.seats)))} if step.about is not None else {}
        asked = answering.asked_of(step.questions, others)
        required = step.kind != "profile"
        page = {
            "study": "", "title": texts.say(plan.title), "language": language, "languages": list(plan.languages),
            "kind": step.kind, "step": step.number, "steps": len(steps), "heading": texts.say(step.title),
            "text": texts.say(step.text), "stage": step.stage, "skippable": step.skippable, "seconds": step.seconds,
            "questions": [asdict(one) for one in answering.public(asked, texts, plan.seed, required=required)],
            "contact": pages.contact_of(plan),
            **pages.fixed(plan, stage, step, texts),
        }  # fmt: skip
        shown.append(page)
        if isinstance(stage, Quiz) and stage.then == "screen-out":
            shown.append(page | {"kind": "screened", "questions": []})
    return shown
