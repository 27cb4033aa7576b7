"""A participant's course: every page and every game that comes, in order.

It is computed from the plan, the person's condition, their seed and their row, and never stored: where a person stands
is one number.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from ludarium.engine.errors import LudariumError, UnknownName
from ludarium.engine.kernels.rng import derive
from ludarium.studies.plan.assignment import latin_square
from ludarium.studies.plan.model import (
    AnyQuestion,
    AnyStage,
    Game,
    Judge,
    Plan,
    Playing,
    Practice,
    Profile,
    Questions,
    Quiz,
    TextPage,
)
from ludarium.studies.plan.texts import condition_of, fill

PageKind = Literal["consent", "profile", "text", "questions", "quiz", "play", "judge", "debrief"]


class Step(Struct, frozen=True, kw_only=True):
    """One page or one game of a course. Its texts are still those of the plan: see `texts.Texts`."""

    number: int
    """From 0."""
    stage: str
    kind: PageKind
    title: str = ""
    text: str = ""
    practice: bool = False
    questionnaire: str = ""
    """Its name, where the questions have one."""
    questions: tuple[AnyQuestion, ...] = ()
    """As the plan has them: those about opponents stand for several."""
    occurrence: int = 1
    """For the how-manieth time this questionnaire is asked."""
    skippable: bool = False
    """Whether the questions may be skipped as a whole."""
    seconds: float = 0.0
    """How long the page must be shown at least."""
    about: int | None = None
    """The step whose game the questions are about."""
    game: int = 0
    """Which game of its stage it is, from 1; 0 for pages that belong to no game."""
    games: int = 0
    """How many games the stage has."""
    plays: Game | None = None
    """What is played."""
    seats: tuple[str, ...] = ()
    """Who sits at the table, as the plan lists them and with the condition's values: see `seating`."""
    pool: tuple[str, ...] = ()
    """The players for `pool` seats, in the order in which this person is to meet them; where the plan says `unrated`,
    the order of the plan."""


def course(plan: Plan, condition: str, seed: int, row: int = 0) -> tuple[Step, ...]:
    """All steps of a person in a condition (empty in a plan without). People with other rows get other orders of
    `among` and of pools: see `assignment.next_row`."""
    chosen = condition_of(plan, condition)
    values = dict(chosen.values) if chosen else {}
    steps: list[Step] = []
    asked: Counter[str] = Counter()
    for stage in plan.stages:
        if not stage.only or condition in stage.only:
            for step in _steps(plan, stage, values, seed, row):
                steps.append(_placed(plan, step, len(steps), asked, steps))
    return tuple(steps)


def stage_of(plan: Plan, name: str) -> AnyStage:
    """The stage with a name."""
    for stage in plan.stages:
        if stage.name == name:
            return stage
    raise UnknownName("stage", name, [stage.name for stage in plan.stages])


def players_of(plan: Plan, stage: Playing) -> tuple[str, ...]:
    """The players of the lab that may sit at a stage's tables, in any condition."""
    named = [*(seat for seat in stage.seats if seat not in ("me", "person", "pool")), *stage.pool]
    values = [condition.values for condition in plan.conditions] or [{}]
    return tuple(dict.fromkeys(fill(text, own) for own in values for text in named))


def seating(seats: tuple[str, ...], seated: str, turn: int, seed: int) -> tuple[str, ...]:
    """Who sits where at one table: as listed, drawn by the table's seed, or moved on by one seat each turn."""
    if seated == "random":
        drawn = list(seats)
        random.Random(derive(seed, "seating")).shuffle(drawn)
        return tuple(drawn)
    shift = turn % len(seats) if seated == "rotate" else 0
    return seats[-shift:] + seats[:-shift] if shift else seats


def _placed(plan: Plan, step: Step, number: int, asked: Counter[str], before: list[Step]) -> Step:
    """A step with its number, and how often its questionnaire has come by then."""
    about = number - 1 if step.kind == "questions" and step.game else None
    if step.kind == "judge":
        about = max((one.number for one in before if one.kind == "play"), default=None)
    if step.questionnaire:
        asked[step.questionnaire] += 1
        times, skip_from = asked[step.questionnaire], plan.questionnaires[step.questionnaire].skip_from
        return replace(
            step,
            number=number,
            about=about,
            occurrence=times,
            skippable=skip_from is not None and times >= skip_from,
        )
    return replace(step, number=number, about=about)


def _steps(plan: Plan, stage: AnyStage, values: Mapping[str, str], seed: int, row: int) -> Iterator[Step]:
    page = Step(number=0, stage=stage.name, kind="text", title=stage.title, text=stage.text)
    match stage:
        case Playing():
            yield from _games(plan, stage, page, values, seed, row)
        case Profile():
            yield replace(page, kind="profile", questions=stage.questions)
        case TextPage():
            yield replace(page, seconds=stage.seconds)
        case Quiz():
            if stage.game:
                raise LudariumError(f"the quiz '{stage.name}' still needs the game's questions: see quiz.filled")
            yield replace(page, kind="quiz", questions=stage.questions)
        case Questions():
            yield _asking(plan, page, stage.questionnaire, stage.questions)
        case Judge():
            yield replace(_asking(plan, page, stage.questionnaire, ()), kind="judge")
        case _:
            yield replace(page, kind="consent" if stage is plan.stages[0] else "debrief")


def _asking(plan: Plan, page: Step, name: str, more: tuple[AnyQuestion, ...]) -> Step:
    """A page of questions: a questionnaire's, and a stage's own after them."""
    if not name:
        return replace(page, kind="questions", questions=more)
    asked = plan.questionnaires[name]
    return replace(
        page,
        kind="questions",
        title=page.title or asked.title,
        text=page.text or asked.text,
        questionnaire=name,
        questions=asked.questions + more,
    )


def _games(plan: Plan, stage: Playing, page: Step, values: Mapping[str, str], seed: int, row: int) -> Iterator[Step]:
    chosen = _order(stage, seed, row)
    total = len(chosen) * stage.games
    page = replace(page, practice=isinstance(stage, Practice), games=total)
    seats = tuple(fill(seat, values) for seat in stage.seats)
    pool, met = tuple(fill(player, values) for player in stage.pool), 0
    for number in range(total):
        yield replace(
            page,
            kind="play",
            game=number + 1,
            plays=_filled(chosen[number // stage.games], values),
            seats=seats,
            pool=_meeting(pool, stage, met, seed, row),
        )
        met += seats.count("pool")
        if stage.questionnaire:
            # The stage's own text was said with the game.
            yield replace(_asking(plan, replace(page, title="", text=""), stage.questionnaire, ()), game=number + 1)


def _order(stage: Playing, seed: int, row: int) -> list[Game]:
    """The games of a stage for one person, each to be played `games` times."""
    among = list(stage.among) or [Game(game=stage.game, settings=stage.settings)]
    if stage.order == "random":
        random.Random(derive(seed, "order", stage.name)).shuffle(among)
    elif stage.order == "latin":
        square = latin_square(len(among))
        among = [among[number] for number in square[row % len(square)]]
    return among[: stage.draw] if stage.draw else among


def _meeting(pool: tuple[str, ...], stage: Playing, met: int, seed: int, row: int) -> tuple[str, ...]:
    """The pool in the order in which it is to be drawn upon after `met` players of it were met."""
    if not pool or stage.next == "unrated":
        return pool
    if stage.next == "rotate":
        start = (row + met) % len(pool)
        return pool[start:] + pool[:start]
    # All of them in an order drawn by lot, then all again in another.
    order: list[str] = []
    for around in range(met // len(pool), met // len(pool) + 2):
        drawn = list(pool)
        random.Random(derive(seed, "pool", stage.name, around)).shuffle(drawn)
        order += drawn
    return tuple(order[met % len(pool) :][: len(pool)])


def _filled(game: Game, values: Mapping[str, str]) -> Game:
    settings: dict[str, Any] = {
        name: fill(value, values) if isinstance(value, str) else value for name, value in game.settings.items()
    }
    return replace(game, game=fill(game.game, values), settings=settings)
