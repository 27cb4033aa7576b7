"""The form of a plan. Everything a plan may say stands here once: the reader, the JSON schema for editors, the form in
the browser and the documentation are made from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Text = Annotated[str, Meta(description="A text for people; `@name` stands for an entry of the table of texts.")]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}$", description="Small letters, digits and dashes.")]
Picture = Annotated[
    str,
    Meta(
        pattern=r"^data:image/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/=\s]+$",
        max_length=200_000,
        description="A picture as a `data:` address.",
    ),
]
Count = Annotated[int, Meta(ge=1, le=1000)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]

Kind = Literal["turing", "learning", "playtest", "preference", "other"]


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Whatever stands in a plan: an unknown word in it is a mistake."""


# --- questions --------------------------------------------------------------------------------------------------------


class Question(Part, frozen=True, kw_only=True):
    """What every question has."""

    name: Name
    """Under which its answer is stored."""
    text: Text
    """What is asked."""
    help: Text = ""
    """A hint below the question."""
    required: bool = True
    """Whether it must be answered before one goes on; in a profile, nothing must."""
    about: Literal["", "opponents"] = ""
    """`opponents`: asked once for everybody else at the table just played; `{opponent}` in its text is their name."""
    show_if: str = ""
    """`name=value`: asked only if an earlier question of the same page has this answer; `name!=value`: only if it has
    another one. An empty value is the neutral answer."""
    role: Literal["", "judgement", "confidence", "fun", "challenge", "fairness", "depth", "clarity", "again",
                  "difficulty", "predictability", "strategy", "stronger", "human", "attention"] = ""  # fmt: skip
    """What the analysis takes the answer for."""


class Open(Question, frozen=True, kw_only=True, tag="open", tag_field="kind"):
    """A text of one's own."""

    longest: Annotated[int, Meta(ge=1, le=20_000)] = 2000
    """Characters at most."""
    lines: Annotated[int, Meta(ge=1, le=40)] = 3
    """How high the field is."""


class HalfOpen(Question, frozen=True, kw_only=True, tag="half-open", tag_field="kind"):
    """A text that has a right answer; researchers grade it afterwards."""

    answer: str = ""
    """What is right, for the graders: participants never see it."""
    longest: Annotated[int, Meta(ge=1, le=20_000)] = 500
    """Characters at most."""
    grades: tuple[Text, ...] = ("wrong", "partly right", "right")
    """What graders choose from, the worst first."""


class Choice(Question, frozen=True, kw_only=True, tag="choice", tag_field="kind"):
    """One of several, or the neutral option."""

    options: Annotated[dict[Name, Text], Meta(min_length=2)]
    """Names, which are stored, and what people read."""
    neutral: Text = ""
    """What the neutral option says: don't know, not sure, won't say, can't decide. None if empty; stored as ''."""
    right: str = ""
    """In a quiz or a check of attention: the right option."""
    shuffled: bool = False
    """Whether everybody sees the options in an order of their own."""


class Choices(Question, frozen=True, kw_only=True, tag="choices", tag_field="kind"):
    """Any number of several."""

    options: Annotated[dict[Name, Text], Meta(min_length=2)]
    """Names, which are stored, and what people read."""
    least: Annotated[int, Meta(ge=0)] = 0
    """So many at least."""
    most: Annotated[int, Meta(ge=1)] | None = None
    """So many at most; all if left out."""
    right: tuple[str, ...] = ()
    """In a quiz or a check of attention: the right ones."""
    shuffled: bool = False
    """Whether everybody sees the options in an order of their own."""


class Matching(Question, frozen=True, kw_only=True, tag="matching", tag_field="kind"):
    """Each of some texts or pictures to one of others."""

    left: Annotated[dict[Name, Text], Meta(min_length=2)]
    """What is to be matched: names, which are stored, and what people read."""
    to: Annotated[dict[Name, Text], Meta(min_length=2)]
    """What it is matched with, in the same form."""
    pictures: dict[Name, Picture] = {}
    """Pictures by the names of either side, as `data:image/png;base64,…` (or jpeg, webp, gif, svg+xml); the texts then
    stand below them, and are read to those who cannot see them."""
    right: dict[str, str] = {}
    """In a quiz: what belongs to each on the left."""


class Scale(Question, frozen=True, kw_only=True, tag="scale", tag_field="kind"):
    """A number of points between two ends."""

    points: Annotated[int, Meta(ge=2, le=11)] = 5
    """From 1 to this number."""
    low: Text = ""
    """What stands at point 1."""
    high: Text = ""
    """What stands at the last point."""
    neutral: Text = ""
    """What the neutral option says, which is no point of the scale; none if empty."""
    right: int | None = None
    """In a check of attention: the right point."""


class Number(Question, frozen=True, kw_only=True, tag="number", tag_field="kind"):
    """A number, typed in."""

    low: float | None = None
    """The least that may be answered."""
    high: float | None = None
    """The greatest that may be answered."""
    whole: bool = True
    """Whether it must be a whole number."""
    unit: Text = ""
    """What stands behind the field: years."""
    right: float | None = None
    """In a quiz: the right number."""


class Ranking(Question, frozen=True, kw_only=True, tag="ranking", tag_field="kind"):
    """All of several, put in order."""

    options: Annotated[dict[Name, Text], Meta(min_length=2)]
    """Names, which are stored, and what people read."""


class Moves(Question, frozen=True, kw_only=True, tag="moves", tag_field="kind"):
    """Moves of the game just played, marked in its replay: those that gave somebody away."""

    most: Annotated[int, Meta(ge=1, le=50)] = 10
    """So many at most."""


AnyQuestion = Open | HalfOpen | Choice | Choices | Matching | Scale | Number | Ranking | Moves


class Questionnaire(Part, frozen=True, kw_only=True):
    """Questions that stand on one page, under a name by which stages ask them."""

    title: Text = ""
    """The heading of its page, where the stage has none."""
    text: Text = ""
    """What stands above the questions, where the stage has no text."""
    questions: Annotated[tuple[AnyQuestion, ...], Meta(min_length=1)]
    """In the order in which they stand on the page."""
    skip_from: Annotated[int, Meta(ge=2)] | None = None
    """From this time on it can be skipped."""


# --- who plays --------------------------------------------------------------------------------------------------------


class Waiting(Part, frozen=True, kw_only=True):
    """How people wait for each other."""

    limit: Seconds = 180.0
    """Seconds."""
    then: Literal["player", "finish", "wait"] = "player"
    """When the time is up: go on with a player in the seat (the data says so), finish with a code, or keep waiting."""
    player: str = ""
    """The player that then sits down; the game's usual one if empty."""


class Dropout(Part, frozen=True, kw_only=True):
    """What happens when somebody leaves in the middle of a game."""

    wait: Seconds = 60.0
    """Seconds that the game is held for them."""
    then: Literal["player", "end", "wait"] = "player"
    """Go on with a player in the seat (the data says so), end the game, or keep waiting."""
    player: str = ""
    """The player that then sits down; the game's usual one if empty."""


class Game(Part, frozen=True, kw_only=True):
    """A game with its settings, one of several among which a stage alternates."""

    game: str
    """Its name, or the short form of a rule set."""
    settings: dict[str, Any] = {}
    """Its parameters, as `ludarium rules GAME` lists them."""
    label: Text = ""
    """How people are told of it, where its own name would tell too much."""
    quality: float | None = None
    """Its computed quality, where it comes from a design run: stands beside people's ratings."""
    candidate: str = ""
    """The candidate of a design run that it is."""


# --- stages -----------------------------------------------------------------------------------------------------------


class Stage(Part, frozen=True, kw_only=True):
    """What every stage has."""

    name: Name
    """Under which it stands in the data."""
    title: Text = ""
    """The heading of the page."""
    text: Text = ""
    """In Markdown's simple parts: headings, lists, emphasis, links."""
    only: tuple[str, ...] = ()
    """The conditions in which it comes; all if empty."""


class Consent(Stage, frozen=True, kw_only=True, tag="consent", tag_field="kind"):
    """What is done with one's data, and whether one agrees. The first stage: nothing is stored before it."""

    version: Count = 1
    """Raised when the text is changed: the data says to which version somebody agreed."""
    statements: tuple[Text, ...] = ()
    """Each must be ticked."""
    pointer: Literal["no", "ask", "yes"] = "no"
    """Whether the pointer's path and keys are recorded: `ask` makes it the participant's choice."""
    contact: str = ""
    """Whom to ask, and where."""


class Profile(Stage, frozen=True, kw_only=True, tag="profile", tag_field="kind"):
    """Questions about the person; every one may be left out."""

    questions: Annotated[tuple[AnyQuestion, ...], Meta(min_length=1)]
    """About the person."""
    email: bool = False
    """Whether an address may be left, which is kept apart."""


class TextPage(Stage, frozen=True, kw_only=True, tag="text", tag_field="kind"):
    """A page to read."""

    rules: str = ""
    """A game whose rules are shown below the text."""
    seconds: Annotated[float, Meta(ge=0, le=600)] = 0.0
    """How long it must be shown at least."""


class Questions(Stage, frozen=True, kw_only=True, tag="questions", tag_field="kind"):
    """A page of questions."""

    questionnaire: str = ""
    """The name of a questionnaire; it comes before questions of the stage's own."""
    questions: tuple[AnyQuestion, ...] = ()
    """The stage's own."""


class Quiz(Stage, frozen=True, kw_only=True, tag="quiz", tag_field="kind"):
    """A short check that the rules were understood: the game's own questions, the plan's, or both."""

    game: str = ""
    """A game whose rules text gives the questions."""
    settings: dict[str, Any] = {}
    """The game's parameters."""
    questions: tuple[AnyQuestion, ...] = ()
    """The plan's own, each with its `right`."""
    tries: Annotated[int, Meta(ge=1, le=20)] = 3
    """How often one may answer."""
    then: Literal["go-on", "screen-out"] = "go-on"
    """After the last try: go on all the same, or end with thanks."""


Seat = str
"""`me`, `person` (somebody else who takes part), `pool` (the next player of the stage's pool), or the text of
a player, e.g. `mcts:iterations=400`; `{name}`: what the person's condition says of `name`."""


class Playing(Stage, frozen=True, kw_only=True):
    """What stages have in which people play: games, one after the other, each with its questions."""

    game: str = ""
    """Its name, or the short form of a rule set."""
    settings: dict[str, Any] = {}
    """Its parameters, as `ludarium rules GAME` lists them."""
    among: tuple[Game, ...] = ()
    """Instead of `game`: several games, which come in the order of `order`."""
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1)]
    """Who sits at the table: `me`, `person`, `pool`, or the text of a player."""
    pool: tuple[str, ...] = ()
    """Players from which `pool` seats are filled; which comes next is told by `next`."""
    next: Literal["unrated", "random", "rotate"] = "rotate"
    """`unrated`: every one once per person, unrated ones first, then those misjudged by the person or their group."""
    games: Count = 1
    """How many games; of each game, where the stage has several."""
    seated: Literal["random", "fixed", "rotate"] = "random"
    """How people and players are spread over the seats."""
    order: Literal["fixed", "random", "latin"] = "fixed"
    """The order of `among` for a person."""
    draw: Count | None = None
    """So many of `among` for each person, the first in their order; all if left out."""
    seconds: Seconds | None = 60.0
    """For a decision; without it people may take their time."""
    hidden: bool = True
    """Whether nobody is told who is a person and who a player."""
    memory: bool = False
    """Whether players remember the person from game to game."""
    chat: bool = False
    """Whether people at the table may write to each other."""
    again: bool = False
    """Whether one may meet the same person twice."""
    reconnects: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """How often in a game, on average, a hidden player seems to lose its connection for some seconds."""
    questionnaire: str = ""
    """Asked after each game."""
    waiting: Waiting = Waiting()
    """How people wait for each other, where another person sits at the table."""
    dropout: Dropout = Dropout()
    """What happens when somebody leaves in the middle of a game."""


class Play(Playing, frozen=True, kw_only=True, tag="play", tag_field="kind"):
    """Games that count."""


class Practice(Playing, frozen=True, kw_only=True, tag="practice", tag_field="kind"):
    """Games to learn by: left out of all figures."""


class Judge(Stage, frozen=True, kw_only=True, tag="judge", tag_field="kind"):
    """Questions about the last game of the stage before, its replay beside them."""

    questionnaire: str = "judging"
    """The name of a questionnaire."""


class Debrief(Stage, frozen=True, kw_only=True, tag="debrief", tag_field="kind"):
    """The last stage: who was what, the code, and the thanks."""

    reveal: bool = True
    """Whether people are told who was a player."""


AnyStage = Consent | Profile | TextPage | Questions | Quiz | Play | Practice | Judge | Debrief


# --- the whole --------------------------------------------------------------------------------------------------------


class Condition(Part, frozen=True, kw_only=True):
    """A way in which people take part; each is assigned one, so that as many complete each as `weight` says."""

    name: Name
    """Under which it stands in the data."""
    weight: Annotated[float, Meta(gt=0)] = 1.0
    """How many complete it, compared with the others."""
    quota: Annotated[int, Meta(ge=1)] | None = None
    """So many complete it at most."""
    values: dict[Name, str] = {}
    """What `{name}` stands for in the seats, pools, games and texts of stages."""


class Recruiting(Part, frozen=True, kw_only=True):
    """How people come and go."""

    links: tuple[Literal["open", "personal", "recruiter"], ...] = ("open", "personal", "recruiter")
    """How people may come: by one link for all, by a link for each, by a recruiter's link that names them."""
    id_names: tuple[str, ...] = ("PROLIFIC_PID", "workerId", "survey_code")
    """Under which of these a recruiter's link gives the person's id."""
    code: str = ""
    """The completion code of all; each gets their own if empty."""
    return_to: str = ""
    """Where people go from the debriefing; `{code}` and `{id}` are put in."""


class Stopping(Part, frozen=True, kw_only=True):
    """When nobody new is let in."""

    completed: Annotated[int, Meta(ge=1)] | None = None
    """As soon as so many have completed."""
    started: Annotated[int, Meta(ge=1)] | None = None
    """As soon as so many have agreed to take part."""
    until: str = ""
    """A date, 2027-03-01."""


class Keeping(Part, frozen=True, kw_only=True):
    """How long personal data is kept."""

    inactive_days: Count = 28
    """After so many days without a visit somebody counts as inactive."""
    purge_days: Count = 182
    """After so many days without a visit, what points to the person is deleted; answers and games stay."""


class Plan(Part, frozen=True, kw_only=True):
    """A study as its researcher writes it down."""

    title: Text
    """What people read first."""
    summary: Text = ""
    """A sentence about it."""
    kind: Kind = "other"
    """Which analysis it is made for."""
    languages: Annotated[tuple[Name, ...], Meta(min_length=1)] = ("en",)
    """In which its texts are given; the first is for people who speak none of them."""
    seed: Annotated[int, Meta(ge=0)] = 1
    """Every draw by lot in the study hangs on it."""
    people: Annotated[int, Meta(ge=1)] = 20
    """How many are wanted: for the monitor and the power analysis."""
    stages: Annotated[tuple[AnyStage, ...], Meta(min_length=2)]
    """What people go through, in order: the first is consent, the last debrief."""
    conditions: tuple[Condition, ...] = ()
    """Ways in which people take part; without any, all take part alike."""
    questionnaires: dict[Name, Questionnaire] = {}
    """Questions by name, which stages ask."""
    texts: dict[Name, dict[str, str]] = {}
    """By language, then by name: what `@name` says."""
    recruiting: Recruiting = Recruiting()
    """How people come and go."""
    stopping: Stopping = Stopping()
    """When nobody new is let in."""
    keeping: Keeping = Keeping()
    """How long personal data is kept."""
    findings: bool = False
    """Whether participants may see the findings from the start; researchers can open them later, too."""


def to_plain(plan: Plan) -> dict[str, Any]:
    """A plan as JSON has it: what stands at its default is left out."""
    return msgspec.json.decode(msgspec.json.encode(plan), type=dict[str, Any])
