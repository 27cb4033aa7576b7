"""Studies as they are kept: made from a plan, opened, paused, closed, changed, frozen."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from importlib import resources
from typing import Any

import msgspec
from sqlalchemy import Connection

from ludarium.store import studies as store
from ludarium.store.studies import Participant, Study
from ludarium.studies.plan.course import Step, course
from ludarium.studies.plan.model import Plan, to_plain
from ludarium.studies.plan.quiz import filled
from ludarium.studies.running.errors import NoSuchStudy, NotOpen, PlanChanged, StudyError

_SLUG = re.compile(r"^[a-z0-9][a-z0-9-]{2,59}$")
STATES = ("draft", "open", "paused", "closed")


def digest_of(value: Any) -> str:
    """The digest of something that JSON has, the same for the same content."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def create(connection: Connection, plan: Plan, text: str, *, slug: str = "", now: datetime | None = None) -> Study:
    """A new study, not yet open. `text` is the plan as it was written, `slug` what its links hold."""
    slug = slug or f"{_plain_name(plan)}-{secrets.token_hex(3)}"
    if not _SLUG.match(slug):
        raise StudyError(f"'{slug[:60]}' cannot stand in a link: use 3 to 60 small letters, digits and dashes")
    if store.find(connection, slug) is not None:
        raise StudyError(f"there is a study '{slug}' already: choose another name")
    plain = to_plain(filled(plan))
    return store.add(connection, slug, text, plain, digest_of(plain), now or datetime.now(UTC))


def _plain_name(plan: Plan) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", plan.title.lower()).strip("-")
    return words[:40].strip("-") if len(words) >= 3 else plan.kind


def find(connection: Connection, slug: str) -> Study:
    found = store.find(connection, slug)
    if found is None:
        raise NoSuchStudy(slug)
    return found


class _Plans:
    """Plans and courses by the digests of the plans: made once, since every page asks for them."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._plans: OrderedDict[str, Plan] = OrderedDict()
        self._courses: OrderedDict[tuple[str, str, int, int], tuple[Step, ...]] = OrderedDict()

    def plan(self, connection: Connection, study: int, version: int) -> tuple[Plan, str]:
        digest = store.plan_digest(connection, study, version)
        found = self._plans.get(digest)
        if found is None:
            found = msgspec.convert(store.plan_of(connection, study, version)[1], Plan)
            self._keep(self._plans, digest, found, self._most)
        return found, digest

    def course(self, plan: Plan, digest: str, who: Participant) -> tuple[Step, ...]:
        key = (digest, who.condition, who.seed, who.place)
        found = self._courses.get(key)
        if found is None:
            found = course(plan, who.condition, who.seed, who.place)
            self._keep(self._courses, key, found, 32 * self._most)
        return found

    def _keep(self, kept: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> None:
        with self._lock:
            kept[key] = value
            while len(kept) > most:
                kept.popitem(last=False)


_PLANS = _Plans(64)


def plan_of(connection: Connection, study: Study, version: int | None = None) -> Plan:
    """A study's plan, in the version of today or an earlier one."""
    return _PLANS.plan(connection, study.id, study.version if version is None else version)[0]


def course_of(connection: Connection, who: Participant) -> tuple[Plan, tuple[Step, ...]]:
    """Somebody's plan and course, by the version with which they began."""
    plan, digest = _PLANS.plan(connection, who.study_id, who.version)
    return plan, _PLANS.course(plan, digest, who)


def replan(
    connection: Connection, study: Study, plan: Plan, text: str, now: datetime | None = None, *, seen: int | None = None
) -> Study:
    """A new version of the plan for those who come from now on. One that says the same in other words is none: its
    words are kept. `seen` is the version that the writer has before them: a `PlanChanged` if there is a newer one."""
    if seen is not None and seen != study.version:
        notes = [note for note in store.audit(connection, study.id) if note["action"] == "changed the plan"]
        raise PlanChanged(study.version, max(notes, key=lambda note: note["at"])["who"] if notes else "")
    plain = to_plain(filled(plan))
    digest = digest_of(plain)
    if store.plan_of(connection, study.id, study.version)[2] == digest:
        store.reword(connection, study, text)
        return study
    store.replan(connection, study, text, plain, digest, now or datetime.now(UTC))
    return replace(study, version=study.version + 1)


def set_state(connection: Connection, study: Study, state: str, now: datetime | None = None) -> Study:
    """Open, pause or close a study."""
    if state not in STATES[1:]:
        raise StudyError(f"a study cannot be made '{state[:20]}': open, paused or closed")
    if study.state == state:
        return study
    opened = study.opened or (now or datetime.now(UTC) if state == "open" else None)
    store.change(connection, study.id, state=state, opened=opened)
    return replace(study, state=state, opened=opened)


def check_entry(connection: Connection, study: Study, plan: Plan, now: datetime) -> None:
    """Whether somebody new is let in: `NotOpen` says why not."""
    if study.state != "open":
        raise NotOpen(study.state)
    if plan.stopping.until and now.date() > date.fromisoformat(plan.stopping.until):
        raise NotOpen("over")
    if study.pilot:
        return
    counts = store.counts(connection, study.id)
    completed = counts["", "completed"]
    if plan.stopping.completed is not None and completed >= plan.stopping.completed:
        raise NotOpen("full")
    begun = sum(count for (condition, _), count in counts.items() if not condition)
    if plan.stopping.started is not None and begun >= plan.stopping.started:
        raise NotOpen("full")


# --- preregistration --------------------------------------------------------------------------------------------------


def freeze(connection: Connection, study: Study, analysis: str, now: datetime | None = None) -> dict[str, Any]:
    """Take the digests of plan, questions and analysis before the first participant. `analysis` is the digest of what
    will judge the data."""
    if study.frozen is not None:
        raise StudyError(f"this study was frozen on {study.frozen['at'][:10]} already: make a copy to plan anew")
    if any(count for count in store.counts(connection, study.id).values()):
        raise StudyError("people have taken part already: a study is frozen before the first comes")
    frozen = {
        "at": (now or datetime.now(UTC)).isoformat(),
        **_digests(plan_plain(connection, study)),
        "analysis": analysis,
    }
    store.change(connection, study.id, frozen=frozen)
    return frozen


def analysis_digest() -> str:
    """The digest of everything that judges a study's data: the files of the analysis as they are installed."""
    whole = hashlib.sha256()
    for file in sorted((resources.files("ludarium.studies") / "analysis").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".py"):
            whole.update(file.name.encode() + file.read_bytes())
    return whole.hexdigest()


def plan_plain(connection: Connection, study: Study) -> dict[str, Any]:
    return store.plan_of(connection, study.id, study.version)[1]


def _digests(plain: Mapping[str, Any]) -> dict[str, str]:
    asked = {
        "questionnaires": plain.get("questionnaires", {}),
        "questions": [stage.get("questions", []) for stage in plain["stages"]],
    }
    return {"plan": digest_of(plain), "questions": digest_of(asked)}


def changed_since(connection: Connection, study: Study, analysis: str) -> list[str]:
    """What is different now from when the study was frozen: of plan, questions, analysis."""
    if study.frozen is None:
        return []
    now = {**_digests(plan_plain(connection, study)), "analysis": analysis}
    return [name for name, digest in now.items() if study.frozen.get(name) != digest]
