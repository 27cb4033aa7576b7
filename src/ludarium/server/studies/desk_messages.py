"""What goes over the HTTP interface of the researcher's desk."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from ludarium.server.messages import Body, RowNumber
from ludarium.server.sockets.messages import Scene

PLAN = 400_000
"""Characters of the longest plan."""


class NewStudy(Body):
    """A study from a plan's text (TOML or YAML), or from a built-in one."""

    text: Annotated[str, Field(max_length=PLAN)] = ""
    builtin: Annotated[str, Field(max_length=60)] = ""
    slug: Annotated[str, Field(max_length=60)] = ""


class PlanText(Body):
    text: Annotated[str, Field(max_length=PLAN)]


class PlanChange(PlanText):
    """`version`: the one that was changed. If somebody has stored another meanwhile, nothing is stored."""

    version: RowNumber | None = None


class PreviewWish(PlanText):
    language: Annotated[str, Field(max_length=40)] = ""
    condition: Annotated[str, Field(max_length=60)] = ""


class StartInfo(BaseModel):
    """How a game begins: which board shows it, and what the first seat sees."""

    board: str
    scene: Scene


class MistakeInfo(BaseModel):
    """A mistake in a plan."""

    line: int
    path: str
    what: str
    remedy: str


class PlanChecked(BaseModel):
    """What is wrong with a plan; nothing, if the list is empty."""

    mistakes: list[MistakeInfo]
    languages: list[str] = []
    conditions: list[str] = []


class Change(Body):
    """Steering of a study; what is left out stays."""

    state: Literal["open", "paused", "closed"] | None = None
    pilot: bool | None = None
    findings: bool | None = None
    message: Annotated[str, Field(max_length=2000)] | None = None


class RoleChange(Body):
    name: Annotated[str, Field(min_length=1, max_length=200)]
    role: Literal["owner", "researcher", "grader", "viewer"] | None


class Labels(Body):
    labels: Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(min_length=1, max_length=1000)]


class Graded(Body):
    grade: int = Field(ge=0, le=100)


class StudyCard(BaseModel):
    """A study in the list of somebody's."""

    slug: str
    title: str
    kind: str
    state: str
    role: str
    created: str
    completed: int
    active: int
    wanted: int


class StudyInfo(StudyCard):
    """A study at its desk."""

    text: str
    version: int
    pilot: bool
    findings: bool
    message: str
    frozen: dict[str, Any] | None
    changed: list[str]
    rights: list[str]
    languages: list[str]
    conditions: list[str]
    refinable: bool
    """Whether strategies can evolve by what people judge."""


class BuiltinInfo(BaseModel):
    name: str
    title: str
    summary: str
    text: str


class PersonRow(BaseModel):
    """Somebody who takes part, in the monitor."""

    participant: str
    status: str
    condition: str
    pilot: bool
    source: str
    language: str
    step: int
    steps: int
    stage: str
    kind: str
    doing: str
    here_for: float | None
    quiet_for: float
    waiting_for: float | None
    inactive: bool
    began: str
    finished: str | None
    table: str | None


class ConditionRow(BaseModel):
    name: str
    quota: int | None
    statuses: dict[str, int]


class Monitor(BaseModel):
    """How a study goes just now."""

    state: str
    pilot: bool
    message: str
    wanted: int
    statuses: dict[str, int]
    pilots: int
    withdrawn: int
    conditions: list[ConditionRow]
    median_minutes: float | None
    people: list[PersonRow]


class LinkInfo(BaseModel):
    label: str
    link: str


class InvitationInfo(BaseModel):
    label: str
    created: str
    spent: bool


class ToGrade(BaseModel):
    """A half-open answer to be graded."""

    id: int
    question: str
    asked: str
    right: str
    text: str
    grades: list[str]
    grade: int | None


class RoleInfo(BaseModel):
    name: str
    role: str


class AuditInfo(BaseModel):
    at: str
    who: str
    action: str
    detail: dict[str, Any]


class RefinementInfo(BaseModel):
    """How the refinement of a study stands."""

    begun: bool
    phase: str = ""
    ending: str = ""
    generations: int = 0
    wanted: list[dict[str, Any]] = []
    minimal: list[list[str]] = []
    tree: dict[str, Any] = {}


class GameRow(BaseModel):
    """A game of somebody's."""

    table: str
    stage: str
    seat: int
    name: str
    ended: str | None
    how: str


class TraceInfo(BaseModel):
    """What pointer and keys did: points are milliseconds since the game was opened (on all pages: since they were
    first seen), x and y as shares of the board, and the buttons pressed. `moved`: when each decision was made."""

    points: list[tuple[int, float, float, int]]
    keys: list[tuple[int, str]]
    focus: list[tuple[int, bool]]
    moved: list[int] = []
