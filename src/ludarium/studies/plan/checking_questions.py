"""Mistakes in a plan's questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludarium.studies.plan.answers import condition_in
from ludarium.studies.plan.form import Fault, nearest
from ludarium.studies.plan.model import (
    AnyQuestion,
    Choice,
    Choices,
    Judge,
    Matching,
    Moves,
    Number,
    Plan,
    Playing,
    Profile,
    Questions,
    Quiz,
    Scale,
)
from ludarium.studies.plan.places import Path

_MANY = ("", "attention")
"""Roles that several questions of a page may have."""


class Page(NamedTuple):
    """Questions that stand together."""

    path: Path
    questions: tuple[AnyQuestion, ...]
    about_games: bool
    """Whether a game was played right before."""
    used: bool = True
    """Whether anybody is asked."""
    quiz: bool = False


def pages(plan: Plan) -> Iterator[Page]:
    """Everything that is asked, once."""
    users: dict[str, list[bool]] = {}
    for number, stage in enumerate(plan.stages):
        path: Path = ("stages", number, "questions")
        if isinstance(stage, Playing | Questions | Judge) and stage.questionnaire:
            users.setdefault(stage.questionnaire, []).append(isinstance(stage, Playing | Judge))
        if isinstance(stage, Profile | Quiz | Questions) and stage.questions:
            yield Page(path, stage.questions, about_games=False, quiz=isinstance(stage, Quiz))
    for name, asked in plan.questionnaires.items():
        path = ("questionnaires", name, "questions")
        yield Page(path, asked.questions, about_games=all(users.get(name, [True])), used=name in users)


def check_questions(plan: Plan) -> Iterator[Fault]:
    for number, stage in enumerate(plan.stages):
        if isinstance(stage, Quiz) and not stage.questions and not stage.game:
            yield Fault(("stages", number), "the quiz asks nothing", "name a game, or give questions")
        if isinstance(stage, Questions) and not stage.questions and not stage.questionnaire:
            yield Fault(("stages", number), "the page asks nothing", "name a questionnaire, or give questions")
        if isinstance(stage, Questions) and stage.questions and stage.questionnaire in plan.questionnaires:
            taken = {question.name for question in plan.questionnaires[stage.questionnaire].questions}
            for place, question in enumerate(stage.questions):
                if question.name in taken:
                    path = ("stages", number, "questions", place, "name")
                    yield _twice(path, question.name)
    for page in pages(plan):
        yield from _page(page)


def _twice(path: Path, name: str) -> Fault:
    return Fault(path, f"there are two questions with the name '{name}' on the page", "give one of them another name")


def _page(page: Page) -> Iterator[Fault]:
    names: set[str] = set()
    roles: set[str] = set()
    for number, question in enumerate(page.questions):
        path: Path = (*page.path, number)
        if question.name in names:
            yield _twice((*path, "name"), question.name)
        names.add(question.name)
        if question.role in roles:
            what = f"two questions of the page have the role '{question.role}'"
            yield Fault((*path, "role"), what, "the analysis takes one: remove the role from the other")
        roles |= {question.role} - set(_MANY)
        if not page.about_games and (question.about or isinstance(question, Moves)):
            what = "no game was played right before this page" if page.used else "nobody is asked this"
            remedy = "ask it in the questionnaire of a play stage, or in a judge stage"
            yield Fault((*path, "about" if question.about else "kind"), what, remedy)
        yield from _role(question, path)
        yield from _right(question, path)
        yield from _bounds(question, path)
        yield from _pictures(question, path)
        if question.show_if:
            yield from _show_if(question, page.questions[:number], path)
        if page.quiz and not _gradeable(question):
            what = "a quiz cannot tell whether the answer is right"
            yield Fault(path, what, "give `right`, in a choice, choices, matching, scale or number")


def _role(question: AnyQuestion, path: Path) -> Iterator[Fault]:
    if question.role == "judgement":
        if not isinstance(question, Choice) or set(question.options) != {"human", "artificial"}:
            remedy = "make it a choice with the options human and artificial; what else there is, say by `neutral`"
            yield Fault((*path, "role"), "a judgement must say human or artificial", remedy)
        if question.about != "opponents":
            yield Fault(path, "a judgement is about somebody", "add about = opponents")
    if question.role == "confidence" and not isinstance(question, Scale):
        yield Fault((*path, "role"), "confidence must be counted", "make it a scale")
    if question.role == "attention" and not _gradeable(question):
        yield Fault(path, "a check of attention has a right answer", "give `right`")


def _gradeable(question: AnyQuestion) -> bool:
    right = getattr(question, "right", None)
    return right is not None and right not in ("", (), {})


def _right(question: AnyQuestion, path: Path) -> Iterator[Fault]:
    place = (*path, "right")
    match question:
        case Choice() if question.right and question.right not in question.options:
            yield Fault(place, f"'{question.right}' is no option", nearest(question.right, question.options))
        case Choices():
            for name in question.right:
                if name not in question.options:
                    yield Fault(place, f"'{name}' is no option", nearest(name, question.options))
        case Matching() if question.right:
            for left, right in question.right.items():
                if left not in question.left:
                    yield Fault((*place, left), f"'{left}' is not on the left", nearest(left, question.left))
                if right not in question.to:
                    yield Fault((*place, left), f"'{right}' is not on the right", nearest(right, question.to))
            for left in question.left.keys() - question.right.keys():
                yield Fault(place, f"it is not said what '{left}' belongs to", "match all of them")
        case Scale() if question.right is not None and not 1 <= question.right <= question.points:
            yield Fault(place, f"{question.right} is no point of the scale", f"choose from 1 to {question.points}")
        case Number() if question.right is not None and not _between(question.low, question.right, question.high):
            yield Fault(place, f"{question.right:g} could not be answered", "choose it between low and high")
        case _:
            return


def _pictures(question: AnyQuestion, path: Path) -> Iterator[Fault]:
    if isinstance(question, Matching):
        known = [*question.left, *question.to]
        for name in question.pictures:
            if name not in known:
                yield Fault((*path, "pictures", name), f"'{name}' is on neither side", nearest(name, known))


def _between(low: float | None, value: float, high: float | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


def _bounds(question: AnyQuestion, path: Path) -> Iterator[Fault]:
    match question:
        case Number() if question.low is not None and question.high is not None and question.low > question.high:
            yield Fault((*path, "low"), "low is above high", "exchange them")
        case Choices():
            most = len(question.options) if question.most is None else question.most
            if most > len(question.options):
                what = f"there are only {len(question.options)} options"
                yield Fault((*path, "most"), what, "make `most` smaller, or leave it out")
            if question.least > min(most, len(question.options)):
                what = f"nobody can choose {question.least}"
                yield Fault((*path, "least"), what, f"at most {min(most, len(question.options))}")
        case _:
            return


def _show_if(question: AnyQuestion, before: tuple[AnyQuestion, ...], path: Path) -> Iterator[Fault]:
    place = (*path, "show_if")
    if "=" not in question.show_if:
        yield Fault(place, f"'{question.show_if}' is no condition", "write it as name=value or name!=value")
        return
    name, value, _ = condition_in(question.show_if)
    deciding = next((one for one in before if one.name == name), None)
    if deciding is None:
        yield Fault(place, f"no earlier question '{name}'", nearest(name, [one.name for one in before]))
        return
    if deciding.about and not question.about:
        what = f"'{name}' is asked for each opponent"
        yield Fault(place, what, "make this question about opponents, too")
    possible = _values(deciding)
    if possible is not None and value not in possible:
        yield Fault(place, f"'{name}' is never answered '{value}'", nearest(value, possible))


def _values(question: AnyQuestion) -> list[str] | None:
    """The answers that a question can have, where they can be listed."""
    match question:
        case Choice():
            return [*question.options, *([""] if question.neutral else [])]
        case Choices():
            return list(question.options)
        case Scale():
            return [*map(str, range(1, question.points + 1)), *([""] if question.neutral else [])]
        case _:
            return None
