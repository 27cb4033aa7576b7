"""The HTTP interface of the researcher's desk: for people with an account and a role in the study."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import Connection

from ludarium.engine.scene import scene_of
from ludarium.server.http.api import Known
from ludarium.server.limits import address_of
from ludarium.server.messages import Fault, RowNumber
from ludarium.server.people import names
from ludarium.server.studies import making
from ludarium.server.studies.desk_messages import (
    AuditInfo,
    BuiltinInfo,
    Change,
    Graded,
    MistakeInfo,
    NewStudy,
    PlanChange,
    PlanChecked,
    PlanText,
    PreviewWish,
    RefinementInfo,
    RoleChange,
    RoleInfo,
    StartInfo,
    StudyCard,
    StudyInfo,
    ToGrade,
)
from ludarium.server.studies.messages import StudyPage
from ludarium.server.tables.boards import board_of
from ludarium.server.tables.registry import Tables
from ludarium.server.work.shares import Share
from ludarium.store import people as accounts
from ludarium.store import studies as store
from ludarium.store.people import Account
from ludarium.store.studies import Study
from ludarium.studies.plan import builtin
from ludarium.studies.plan.model import Plan, Playing
from ludarium.studies.plan.reading import BadPlan, read_plan
from ludarium.studies.plan.texts import Texts
from ludarium.studies.running import desk, refining, studies
from ludarium.studies.running.desk import Researcher
from ludarium.studies.running.errors import StudyError

FAULTS: dict[int | str, dict[str, Any]] = {"4XX": {"model": Fault, "description": "What is wrong, in a sentence."}}
router = APIRouter(prefix="/api/desk", responses=FAULTS, tags=["desk"])

LONGEST = 300.0
"""Seconds that a report may take."""

T = TypeVar("T")


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.lab.tables
    return tables


async def researcher_of(request: Request, you: Known) -> Researcher:
    """Whoever sits at the desk: somebody with an account of their own."""
    if you.guest:
        raise desk.NotAllowed("the desk is for people with an account: register or log in first")
    return Researcher(you.id, you.name)


You = Annotated[Researcher, Depends(researcher_of)]


class Desk:
    """One study's desk, for whoever asks."""

    def __init__(self, tables: Tables, study: Study, you: Researcher) -> None:
        self.tables, self.study, self.you = tables, study, you

    async def look(self, right: str, job: Callable[[Connection, Study], T], action: str = "", **detail: Any) -> T:
        """Read something that takes a right; with an `action`, that is written down."""

        def reading(connection: Connection) -> T:
            desk.check_role(connection, self.study, self.you, right)
            return job(connection, store.by_id(connection, self.study.id))

        found: T = await self.tables.read(reading)
        if action:
            await self.tables.write(lambda connection: self._note(connection, action, detail))
        return found

    async def do(self, right: str, action: str, job: Callable[[Connection, Study], T], **detail: Any) -> T:
        """Do something that takes a right, and write it down."""

        def writing(connection: Connection) -> T:
            desk.check_role(connection, self.study, self.you, right)
            done = job(connection, store.by_id(connection, self.study.id))
            self._note(connection, action, detail)
            return done

        done: T = await self.tables.write(writing)
        return done

    def _note(self, connection: Connection, action: str, detail: dict[str, Any]) -> None:
        store.note(connection, self.study.id, _now(), self.you.name, action, **detail)


async def desk_of(request: Request, you: You, slug: str) -> Desk:
    tables = _tables(request)
    study: Study = await tables.read(lambda connection: studies.find(connection, slug[:60]))
    return Desk(tables, study, you)


TheDesk = Annotated[Desk, Depends(desk_of)]


# --- studies ----------------------------------------------------------------------------------------------------------


@router.get("/builtin")
async def builtins(you: You) -> list[BuiltinInfo]:
    """The built-in plans, to be used as they are or changed."""

    def listed() -> list[BuiltinInfo]:
        found = []
        for name in builtin.NAMES:
            plan = builtin.plan_of(name)
            texts = Texts(plan, plan.languages[0], plan.conditions[0].name if plan.conditions else "")
            found.append(
                BuiltinInfo(
                    name=name, title=texts.say(plan.title), summary=texts.say(plan.summary), text=builtin.text_of(name)
                )
            )
        return found

    return await asyncio.to_thread(listed)


@router.get("/studies")
async def mine(request: Request, you: You) -> list[StudyCard]:
    """The studies in which you have a role."""

    def listed(connection: Connection) -> list[StudyCard]:
        held = store.roles_of(connection, you.account)
        return [
            StudyCard(**_card(connection, study, held[study.id]))
            for study in store.everything(connection)
            if study.id in held
        ]

    found: list[StudyCard] = await _tables(request).read(listed)
    return found


def _card(connection: Connection, study: Study, role: str) -> dict[str, Any]:
    plan = studies.plan_of(connection, study)
    counts = store.counts(connection, study.id)
    texts = Texts(plan, plan.languages[0], plan.conditions[0].name if plan.conditions else "")

    def counted(status: str) -> int:
        return sum(count for (condition, one), count in counts.items() if one == status and not condition)

    return {
        "slug": study.slug, "title": texts.say(plan.title), "kind": plan.kind, "state": study.state, "role": role,
        "created": study.created.isoformat(), "completed": counted("completed"), "active": counted("active"),
        "wanted": plan.people,
    }  # fmt: skip


@router.post("/studies", status_code=201)
async def create(request: Request, you: You, wish: NewStudy) -> StudyInfo:
    """A new study of yours. What is wrong with its plan is told with lines."""
    _check_researcher(request, you)
    text = wish.text or await asyncio.to_thread(builtin.text_of, wish.builtin or "turing")
    plan = await asyncio.to_thread(read_plan, text)

    def job(connection: Connection) -> StudyInfo:
        made = studies.create(connection, plan, text, slug=wish.slug)
        store.set_role(connection, made.id, you.account, "owner")
        store.note(connection, made.id, _now(), you.name, "created")
        return _info(connection, made, "owner")

    info: StudyInfo = await _tables(request).write(job)
    return info


def _check_researcher(request: Request, you: Researcher) -> None:
    """Who may make studies: those whom the server names; on a machine of one's own, everybody with an account."""
    settings = _tables(request).settings
    if you.name not in settings.researchers and not (settings.local and not settings.researchers):
        raise desk.NotAllowed("only researchers of this server make studies: ask whoever runs it to name you as one")


@router.post("/check")
async def check(you: You, plan: PlanText) -> PlanChecked:
    """What is wrong with a plan."""

    def checked() -> PlanChecked:
        try:
            good = read_plan(plan.text)
        except BadPlan as error:
            found = [
                MistakeInfo(line=one.line, path=one.path, what=one.what, remedy=one.remedy) for one in error.mistakes
            ]
            return PlanChecked(mistakes=found)
        return PlanChecked(
            mistakes=[], languages=list(good.languages), conditions=[one.name for one in good.conditions]
        )

    return await asyncio.to_thread(checked)


@router.post("/preview")
async def preview(you: You, wish: PreviewWish) -> list[StudyPage]:
    """Every page that a participant will see, by a plan that is not stored."""

    def shown() -> list[StudyPage]:
        plan = read_plan(wish.text)
        condition = wish.condition or (plan.conditions[0].name if plan.conditions else "")
        return [
            StudyPage.model_validate(page) for page in desk.preview(plan, wish.language or plan.languages[0], condition)
        ]

    return await asyncio.to_thread(shown)


@router.get("/start/{name}")
async def start(request: Request, you: You, name: str) -> StartInfo:
    """How a game begins, with the settings given as parameters of the request: what is previewed of its pages."""

    def begun() -> StartInfo:
        game = _tables(request).shelf.game(name, dict(request.query_params))
        return StartInfo.model_validate({"board": board_of(game), "scene": scene_of(game.start(0).view(0))})

    return await asyncio.to_thread(begun)


def _info(connection: Connection, study: Study, role: str) -> StudyInfo:
    plan = studies.plan_of(connection, study)
    return StudyInfo(
        **_card(connection, study, role),
        text=store.plan_of(connection, study.id, study.version)[0],
        version=study.version,
        pilot=study.pilot,
        findings=study.findings,
        message=study.message,
        frozen=study.frozen,
        changed=studies.changed_since(connection, study, studies.analysis_digest()),
        rights=sorted(desk.ROLES[role]),
        languages=list(plan.languages),
        conditions=[one.name for one in plan.conditions],
        refinable=any(isinstance(stage, Playing) and stage.next == "unrated" for stage in plan.stages),
    )


async def _again(table: Desk) -> StudyInfo:
    def reading(connection: Connection) -> StudyInfo:
        role = store.role_of(connection, table.study.id, table.you.account)
        if role is None:
            raise desk.NotAllowed("this study has not been shared with you: ask its owner for a role")
        return _info(connection, store.by_id(connection, table.study.id), role)

    info: StudyInfo = await table.tables.read(reading)
    return info


@router.get("/studies/{slug}")
async def study(table: TheDesk) -> StudyInfo:
    """A study as its desk shows it."""
    return await _again(table)


@router.put("/studies/{slug}/plan")
async def replan(table: TheDesk, plan: PlanChange) -> StudyInfo:
    """Change the plan. Whoever has begun goes on by the plan of before."""
    good: Plan = await asyncio.to_thread(read_plan, plan.text)

    def job(connection: Connection, one: Study) -> None:
        studies.replan(connection, one, good, plan.text, seen=plan.version)

    await table.do("plan", "changed the plan", job)
    return await _again(table)


@router.patch("/studies/{slug}")
async def change(table: TheDesk, wish: Change) -> StudyInfo:
    """Open, pause or close a study; begin or end a pilot; tell everybody something; open the findings."""
    given = wish.model_dump(exclude_none=True)

    def job(connection: Connection, one: Study) -> None:  # may be tried again: it leaves what was given as it is
        if wish.state is not None:
            studies.set_state(connection, one, wish.state)
        if others := {name: value for name, value in given.items() if name != "state"}:
            store.change(connection, one.id, **others)

    await table.do("steer", "changed", job, **wish.model_dump(exclude_none=True))
    return await _again(table)


@router.post("/studies/{slug}/freeze")
async def freeze(table: TheDesk) -> StudyInfo:
    """Preregister: digests of plan, questions and analysis, before the first participant."""
    await table.do("plan", "froze", lambda connection, one: studies.freeze(connection, one, studies.analysis_digest()))
    return await _again(table)


@router.delete("/studies/{slug}", status_code=204)
async def delete(table: TheDesk) -> None:
    """Delete a study that nobody has taken part in."""

    def job(connection: Connection, one: Study) -> None:
        if store.participants(connection, one.id):
            raise StudyError("people have taken part: their data goes when they withdraw or by the plan's own times")
        store.remove(connection, one.id)

    def deleting(connection: Connection) -> None:
        desk.check_role(connection, table.study, table.you, "roles")
        job(connection, table.study)

    await table.tables.write(deleting)


# --- grading ----------------------------------------------------------------------------------------------------------


@router.get("/studies/{slug}/grading")
async def grading(table: TheDesk) -> list[ToGrade]:
    """The half-open answers, with the grades that you gave."""
    rows = await table.look("grade", lambda connection, one: desk.to_grade(connection, one, table.you.name))
    return [ToGrade(**row) for row in rows]


@router.put("/studies/{slug}/grading/{answer}", status_code=204)
async def grade(table: TheDesk, answer: RowNumber, given: Graded) -> None:
    """Grade a half-open answer."""
    await table.do(
        "grade", "graded",
        lambda connection, one: desk.grade(connection, one, table.you.name, answer, given.grade, _now()), answer=answer,
    )  # fmt: skip


# --- researchers ------------------------------------------------------------------------------------------------------


@router.get("/studies/{slug}/roles")
async def roles(table: TheDesk) -> list[RoleInfo]:
    rows = await table.look("look", lambda connection, one: store.roles(connection, one.id))
    return [RoleInfo(name=name, role=role) for _, name, role in rows]


@router.put("/studies/{slug}/roles")
async def set_role(table: TheDesk, wish: RoleChange) -> list[RoleInfo]:
    """Give somebody a role, or take it away."""

    def job(connection: Connection, one: Study) -> None:
        found = _registered(connection, wish.name)
        if found is None:
            raise StudyError(f"nobody is registered as '{wish.name[:60]}'")
        desk.give_role(connection, one, found.id, wish.role)

    await table.do("roles", "gave a role", job, name=wish.name, role=wish.role)
    return await roles(table)


def _registered(connection: Connection, name: str) -> Account | None:
    found = (accounts.registered(connection, key) for key in names.keys_of(name))
    return next((account for account in found if account is not None), None)


@router.get("/studies/{slug}/audit")
async def audit(table: TheDesk) -> list[AuditInfo]:
    """Who did or looked at what."""
    rows = await table.look("look", lambda connection, one: store.audit(connection, one.id))
    return [AuditInfo(**row | {"at": row["at"].isoformat()}) for row in rows]


# --- data -------------------------------------------------------------------------------------------------------------


@router.get("/studies/{slug}/export.zip", response_class=Response)
async def export(table: TheDesk, request: Request) -> Response:
    """The data of the study: long and wide, CSV and Parquet, with their dictionary."""
    await table.look("export", lambda connection, one: None, "exported")
    body = await _made(request, table.you.account, making.export, table.study.slug)
    headers = {"Content-Disposition": f'attachment; filename="{table.study.slug}.zip"'}
    return Response(body, media_type="application/zip", headers=headers)


@router.get("/studies/{slug}/report", response_class=Response)
async def report(table: TheDesk, request: Request, language: Literal["en", "de"] = "en") -> Response:
    """What the data say so far, as a page in a language."""
    await table.look("look", lambda connection, one: None, "looked at the report")
    page = await _made(request, table.you.account, making.report, table.study.slug, language)
    return Response(page, media_type="text/html")


@router.get("/studies/{slug}/figures")
async def figures(table: TheDesk, request: Request) -> dict[str, Any]:
    """The same figures as data."""
    await table.look("look", lambda connection, one: None, "looked at the figures")
    found: dict[str, Any] = await _made(request, table.you.account, making.figures, table.study.slug)
    return found


async def _made(request: Request, account: int, make: Callable[..., Any], slug: str, *more: str) -> Any:
    """Something that takes a while, made in a process of its own."""
    lab = request.app.state.lab
    share = Share(account, address_of(request))
    return await lab.jobs.run(make, lab.tables.settings.database, slug, *more, share=share, size=5.0, seconds=LONGEST)


# --- refinement -------------------------------------------------------------------------------------------------------


@router.post("/studies/{slug}/refinement", status_code=201)
async def refine(table: TheDesk) -> RefinementInfo:
    """Let the strategies evolve by what people judge, from now on."""
    await table.do("plan", "began the refinement", refining.begin)
    return await refinement(table)


@router.get("/studies/{slug}/refinement")
async def refinement(table: TheDesk) -> RefinementInfo:
    """How the refinement stands: its phase, what is still to be rated, the minimal strategies, and the family tree."""
    found = await table.look("look", refining.load)
    if found is None:
        return RefinementInfo(begun=False)
    return RefinementInfo(
        begun=True,
        phase=found.phase,
        ending=found.ending,
        generations=len(found.generations),
        wanted=[{"player": one.player, "ratings": one.ratings, "experts": one.experts} for one in found.ask()],
        minimal=[list(one) for one in found.minimal],
        tree=found.family_tree(),
    )


def _now() -> datetime:
    return datetime.now(UTC)
