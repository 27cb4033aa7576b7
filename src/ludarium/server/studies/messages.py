"""What goes over the HTTP interface of studies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from ludarium.server.messages import Body

LONGEST = 20_000
MOST = 200
Short = Annotated[str, Field(max_length=200)]
Seconds = Annotated[float, Field(ge=0, le=10_000_000)]
Value = str | int | float | list[str] | list[int] | dict[str, str] | None


class Agreement(Body):
    """Somebody agrees to take part. `statements`: how many were ticked."""

    version: int = Field(ge=1, le=1000)
    statements: int = Field(ge=0, le=100)
    pointer: bool = False
    language: Short = ""
    invitation: Short = ""
    recruited: Short = ""


class PageSent(Body):
    """What is sent from a page: its answers by question, and how they came about."""

    step: int = Field(ge=0, le=100_000)
    attempt: int = Field(default=0, ge=0, le=1000)
    answers: dict[str, Value] = Field(default_factory=dict, max_length=MOST)
    skip: bool = False
    changes: dict[str, Annotated[list[Value], Field(max_length=MOST)]] = Field(default_factory=dict, max_length=MOST)
    seconds: dict[str, Seconds] = Field(default_factory=dict, max_length=MOST)
    hidden: Seconds = 0.0
    idle: Seconds = 0.0
    email: Annotated[str, Field(max_length=254)] = ""


class ProfileChange(Body):
    """What somebody says of themselves now; null takes it back. `email` as it is, if null."""

    values: dict[str, Value] = Field(default_factory=dict, max_length=MOST)
    email: Annotated[str, Field(max_length=254)] | None = None


class Trace(Body):
    """A piece of what pointer and keys did: times in milliseconds since the page was shown."""

    sent: int = Field(default=0, ge=0, lt=2**40)
    """How old the page was when the piece was first sent, by the same clock as the times in it."""
    number: int = Field(ge=0, lt=2**31)
    """No two pieces of a person have the same, from whichever tab or device: the time serves."""
    step: int = Field(ge=0, le=100_000)
    table: Annotated[str, Field(max_length=64)] | None = None
    points: list[tuple[int, float, float, int]] = Field(default_factory=list, max_length=2000)
    """Time, x and y as shares of the board, and the buttons pressed."""
    keys: list[tuple[int, Annotated[str, Field(max_length=20)]]] = Field(default_factory=list, max_length=500)
    focus: list[tuple[int, bool]] = Field(default_factory=list, max_length=200)


class OptionInfo(BaseModel):
    """`picture` is a `data:` address; the text describes it."""

    value: str
    text: str
    picture: str = ""


class ShowIfInfo(BaseModel):
    """When a question comes: if another has an answer, or, with `unless`, if it has any other."""

    key: str
    value: str
    unless: bool = False


class QuestionInfo(BaseModel):
    """A question as it is asked."""

    key: str
    kind: Literal["open", "half-open", "choice", "choices", "matching", "scale", "number", "ranking", "moves"]
    text: str
    help: str = ""
    required: bool = True
    seat: int | None = None
    show_if: ShowIfInfo | None = None
    options: list[OptionInfo] = []
    to: list[OptionInfo] = []
    neutral: str = ""
    points: int | None = None
    low: str = ""
    high: str = ""
    least: float | None = None
    most: float | None = None
    whole: bool = False
    unit: str = ""
    longest: int | None = None
    lines: int = 1


class WaitingInfo(BaseModel):
    """Who waits: how many are there, how many are needed, how long one has waited, and what comes after the limit."""

    here: int
    needed: int
    seconds: float
    limit: float
    then: str


class MoveInfo(BaseModel):
    ply: int
    seat: int
    text: str


class AboutInfo(BaseModel):
    """The game that a page's questions are about."""

    table: str
    you: int
    names: dict[str, str]
    moves: list[MoveInfo] = []


class RevealedSeat(BaseModel):
    name: str
    person: bool
    player: str
    replaced: bool


class RevealedGame(BaseModel):
    table: str
    stage: str
    you: int
    seats: list[RevealedSeat]


class ProfileInfo(BaseModel):
    values: dict[str, Any]
    email: str


class ProfilePage(BaseModel):
    """What somebody was asked about themselves, and what they said: it can be changed at any time."""

    questions: list[QuestionInfo]
    values: dict[str, Any]
    email: str
    asks_email: bool


class StudyPage(BaseModel):
    """The page on which somebody is."""

    study: str
    title: str
    summary: str = ""
    language: str
    languages: list[str]
    kind: Literal["consent", "profile", "text", "questions", "quiz", "play", "judge", "debrief", "screened"]
    step: int
    steps: int = 0
    attempt: int = 0
    participant: str = ""
    status: str = ""
    heading: str = ""
    text: str = ""
    skippable: bool = False
    seconds: float = 0.0
    """How long it must still be read."""
    questions: list[QuestionInfo] = []
    message: str = ""
    recorded: bool = False
    findings: bool = False
    pilot: bool = False
    link: str = ""
    """One's own link: to come back by, or to withdraw."""
    # consent
    statements: list[str] = []
    pointer: Literal["no", "ask", "yes"] = "no"
    contact: str = ""
    version: int = 1
    recruited: str = ""
    """The id that a recruiter's link gives: to be sent with the consent."""
    # text and quiz
    rules: str = ""
    tries: int = 0
    wrong: list[str] = []
    settings: dict[str, Any] = {}
    """Of the game whose rules are shown, or that is played."""
    # profile
    profile: ProfileInfo | None = None
    email: bool = False
    # play
    game: str = ""
    game_title: str = ""
    number: int = 0
    games: int = 0
    practice: bool = False
    chat: bool = False
    table: str | None = None
    waiting: WaitingInfo | None = None
    about: AboutInfo | None = None
    # debrief
    code: str = ""
    return_to: str = ""
    completed: bool = False
    revealed: list[RevealedGame] = []


class ReceiptInfo(BaseModel):
    """That somebody withdrew, and how much was removed."""

    code: str
    study: str
    at: str
    removed: dict[str, int]
