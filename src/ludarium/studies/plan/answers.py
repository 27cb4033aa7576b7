"""Answers: what is asked of a person on a page, whether an answer fits its question, and what a browser may know.

An answer is stored in one canonical form of JSON, whatever a browser sent: the name of an option, a list in the plan's
order, a whole number. The neutral option is an empty text, and no answer at all is null.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludarium.engine.errors import LudariumError
from ludarium.engine.kernels.rng import derive
from ludarium.studies.plan.model import (
    AnyQuestion,
    Choice,
    Choices,
    HalfOpen,
    Matching,
    Moves,
    Number,
    Open,
    Ranking,
    Scale,
)
from ludarium.studies.plan.texts import Texts

_SHOWN = 40
_GREATEST = 10**15
"""Numbers below are exact in every reader of JSON."""


class BadAnswer(LudariumError):
    """An answer that does not fit its question. `code` is for those who say it in another language."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class BadAnswers(LudariumError):
    """A page's answers that cannot be taken, each with what is wrong."""

    def __init__(self, faults: Mapping[str, BadAnswer]) -> None:
        super().__init__("; ".join(f"{key}: {fault}" for key, fault in faults.items()))
        self.faults = dict(faults)


@dataclass(frozen=True)
class Asked:
    """A question as it is asked: once, or once about every opponent."""

    question: AnyQuestion
    seat: int | None = None
    """The opponent's seat, from 0."""
    opponent: str = ""
    """The name under which people know that opponent."""

    @property
    def key(self) -> str:
        """Under which its answer is sent and stored: the question's name, `name.SEAT` about an opponent."""
        return self.question.name if self.seat is None else f"{self.question.name}.{self.seat}"


def asked_of(questions: Iterable[AnyQuestion], opponents: Mapping[int, str] | None = None) -> tuple[Asked, ...]:
    """A page's questions as they are asked of a person who met these opponents: their names by their seats. What is
    asked about opponents is grouped by them."""
    found: list[Asked] = []
    group: list[AnyQuestion] = []
    for question in (*questions, None):
        if question is not None and question.about == "opponents":
            group.append(question)
            continue
        for seat, name in (opponents or {}).items():
            found += [Asked(one, seat, name) for one in group]
        group = []
        if question is not None:
            found.append(Asked(question))
    return tuple(found)


# --- one answer -------------------------------------------------------------------------------------------------------


def check(question: AnyQuestion, value: Any, plies: int | None = None) -> Any:
    """An answer in its canonical form; what does not fit is a `BadAnswer`. None stands for no answer.

    `plies` is the number of decisions of the game that moves are marked in.
    """
    if value is None:
        return None
    match question:
        case Open() | HalfOpen():
            return _text(question, value)
        case Choice():
            if value == "" and question.neutral:
                return ""
            return _option(value, question.options)
        case Choices():
            return _several(question, value)
        case Matching():
            return _matched(question, value)
        case Scale():
            return _point(question, value)
        case Number():
            return _number(question, value)
        case Ranking():
            ranked = _names(value, question.options)
            if len(ranked) != len(question.options):
                raise BadAnswer("incomplete", "put all of them in order")
            return ranked
        case Moves():
            return _moves(question, value, plies)


def is_right(question: AnyQuestion, value: Any) -> bool | None:
    """Whether a canonical answer is the right one; None if the question has none."""
    match question:
        case Choice(right=""):
            return None
        case Choice() | Number() | Scale():
            return None if question.right is None else bool(value == question.right)
        case Choices():
            return (value is not None and set(value) == set(question.right)) if question.right else None
        case Matching():
            return value == question.right if question.right else None
        case _:
            return None


def readable(question: AnyQuestion, value: Any, texts: Texts) -> str:
    """A canonical answer as people read it."""
    if value is None:
        return ""
    match question:
        case Choice():
            return texts.say(question.options[value] if value else question.neutral)
        case Choices():
            return "; ".join(texts.say(question.options[name]) for name in value)
        case Ranking():
            return " > ".join(texts.say(question.options[name]) for name in value)
        case Matching():
            return "; ".join(
                f"{texts.say(question.left[left])}: {texts.say(question.to[right])}" for left, right in value.items()
            )
        case Scale():
            return texts.say(question.neutral) if value == "" else f"{value} of {question.points}"
        case Number():
            return f"{value} {texts.say(question.unit)}".strip()
        case Moves():
            return ", ".join(str(ply + 1) for ply in value)
        case _:
            return str(value)


def _text(question: Open | HalfOpen, value: Any) -> str | None:
    if not isinstance(value, str):
        raise BadAnswer("no-text", "write a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadAnswer("no-text", "write a text: this one has characters that are none") from None
    text = value.replace("\r\n", "\n").replace("\0", "").strip()
    if len(text) > question.longest:
        raise BadAnswer("too-long", f"write at most {question.longest} characters, these are {len(text)}")
    return text or None


def _option(value: Any, options: Mapping[str, str]) -> str:
    if not isinstance(value, str) or value not in options:
        raise BadAnswer("no-option", f"choose one of {', '.join(options)}; '{str(value)[:_SHOWN]}' is none of them")
    return value


def _names(value: Any, options: Mapping[str, str]) -> list[str]:
    if not isinstance(value, list | tuple):
        raise BadAnswer("no-list", "give a list of options")
    names = [_option(one, options) for one in value]
    if len(set(names)) != len(names):
        raise BadAnswer("twice", "name each option once")
    return names


def _several(question: Choices, value: Any) -> list[str]:
    names = _names(value, question.options)
    most = question.most or len(question.options)
    if len(names) < question.least:
        raise BadAnswer("too-few", f"choose at least {question.least}, these are {len(names)}")
    if len(names) > most:
        raise BadAnswer("too-many", f"choose at most {most}, these are {len(names)}")
    return [name for name in question.options if name in names]


def _matched(question: Matching, value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise BadAnswer("no-match", "match each on the left with one on the right")
    for left in value:
        _option(left, question.left)
    if len(value) < len(question.left):
        raise BadAnswer("incomplete", "match each on the left with one on the right")
    return {left: _option(value[left], question.to) for left in question.left}


def _point(question: Scale, value: Any) -> int | str:
    if value == "" and question.neutral:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= question.points:
        raise BadAnswer("no-point", f"choose a point from 1 to {question.points}")
    return value


def _number(question: Number, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _GREATEST:
        raise BadAnswer("no-number", "give a number")
    if question.whole and value != int(value):
        raise BadAnswer("not-whole", f"give a whole number, not {value}")
    if question.low is not None and value < question.low:
        raise BadAnswer("too-low", f"give a number of at least {question.low:g}, not {value}")
    if question.high is not None and value > question.high:
        raise BadAnswer("too-high", f"give a number of at most {question.high:g}, not {value}")
    return int(value) if value == int(value) else float(value)


def _moves(question: Moves, value: Any, plies: int | None) -> list[int]:
    if not isinstance(value, list | tuple) or any(isinstance(ply, bool) or not isinstance(ply, int) for ply in value):
        raise BadAnswer("no-moves", "give a list of moves by their numbers")
    marked = sorted(set(value))
    if marked and (marked[0] < 0 or marked[-1] >= (plies if plies is not None else 2**31)):
        raise BadAnswer("no-moves", "mark moves of the game that was played")
    if len(marked) > question.most:
        raise BadAnswer("too-many", f"mark at most {question.most} moves, these are {len(marked)}")
    return marked


# --- a page -----------------------------------------------------------------------------------------------------------


def visible(asked: Sequence[Asked], answers: Mapping[str, Any]) -> tuple[Asked, ...]:
    """The questions that a person sees who has given these answers."""
    shown: list[Asked] = []
    for one in asked:
        if not one.question.show_if or _shown_by(one, shown, answers):
            shown.append(one)
    return tuple(shown)


def _shown_by(one: Asked, shown: Sequence[Asked], answers: Mapping[str, Any]) -> bool:
    name, wanted, unless = condition_in(one.question.show_if)
    deciding = _deciding(one, name, shown)
    given = None if deciding is None else answers.get(deciding.key)
    if given is None:  # itself hidden, or left out
        return False
    return (wanted in given if isinstance(given, list) else str(given) == wanted) != unless


def condition_in(show_if: str) -> tuple[str, str, bool]:
    """The name and the value in `name=value` or `name!=value`, and whether it is the latter."""
    name, _, value = show_if.partition("=")
    return name.removesuffix("!"), value, name.endswith("!")


def _deciding(one: Asked, name: str, among: Sequence[Asked]) -> Asked | None:
    """The question on which it depends whether this one is shown: about the same opponent, if it is about any."""
    return next((other for other in among if other.question.name == name and other.seat in (one.seat, None)), None)


def check_page(
    asked: Sequence[Asked], answers: Mapping[str, Any], *, required: bool = True, plies: int | None = None
) -> dict[str, Any]:
    """A page's answers in canonical form, null where a question was left out; all that is wrong is a `BadAnswers`.

    Only what the person saw is kept. `required=False` where every question may be left out, as in a profile.
    """
    faults: dict[str, BadAnswer] = {}
    taken: dict[str, Any] = {}
    shown: list[Asked] = []
    for one in asked:
        if one.question.show_if and not _shown_by(one, shown, taken):
            continue
        shown.append(one)
        try:
            taken[one.key] = check(one.question, answers.get(one.key), plies)
            # No move marked, and none of several chosen, may well be what is meant: only null is no answer.
            if required and one.question.required and taken[one.key] is None:
                raise BadAnswer("missing", "this needs an answer")
        except BadAnswer as fault:
            faults[one.key] = fault
    known = {one.key for one in asked}
    for key in answers:
        if key not in known:
            faults[str(key)[:_SHOWN]] = BadAnswer("unknown", "this page has no such question")
    if faults:
        raise BadAnswers(faults)
    return taken


# --- what a browser may see -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    value: str
    text: str
    picture: str = ""


@dataclass(frozen=True)
class ShowIf:
    """A question comes only if another one has this answer, or any but this one."""

    key: str
    value: str
    unless: bool


@dataclass(frozen=True)
class Shown:
    """A question as a browser gets it: never what is right, nor what the analysis takes it for."""

    key: str
    kind: str
    text: str
    help: str = ""
    required: bool = True
    seat: int | None = None
    show_if: ShowIf | None = None
    options: tuple[Option, ...] = ()
    to: tuple[Option, ...] = ()
    """What `options` are matched with."""
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


def public(asked: Sequence[Asked], texts: Texts, seed: int, *, required: bool = True) -> tuple[Shown, ...]:
    """A page's questions for one person's browser; options that the plan wants shuffled are so by the person's seed."""
    return tuple(_public(one, asked, texts, seed, required) for one in asked)


def _public(one: Asked, page: Sequence[Asked], texts: Texts, seed: int, required: bool) -> Shown:
    question = one.question

    def say(text: str) -> str:
        return texts.say(text, opponent=one.opponent) if one.opponent else texts.say(text)

    def options(named: Mapping[str, str], shuffled: bool = False) -> tuple[Option, ...]:
        pictures = question.pictures if isinstance(question, Matching) else {}
        made = [Option(name, say(text), pictures.get(name, "")) for name, text in named.items()]
        if shuffled:
            random.Random(derive(seed, "options", one.key)).shuffle(made)
        return tuple(made)

    said: dict[str, Any] = {}
    match question:
        case Open():
            said = {"longest": question.longest, "lines": question.lines}
        case HalfOpen():
            said = {"longest": question.longest}
        case Choice():
            said = {"options": options(question.options, question.shuffled), "neutral": say(question.neutral)}
        case Choices():
            least, most = question.least, question.most or len(question.options)
            said = {"options": options(question.options, question.shuffled), "least": least, "most": most}
        case Matching():
            # In another order than the plan's, where what belongs together may stand side by side.
            said = {"options": options(question.left), "to": options(question.to, shuffled=True)}
        case Scale():
            ends = {"low": say(question.low), "high": say(question.high)}
            said = {"points": question.points, "neutral": say(question.neutral), **ends}
        case Number():
            said = {"least": question.low, "most": question.high, "whole": question.whole, "unit": say(question.unit)}
        case Ranking():
            said = {"options": options(question.options, shuffled=True)}
        case Moves():
            said = {"most": question.most}
    return Shown(
        key=one.key,
        kind=str(type(question).__struct_config__.tag),
        text=say(question.text),
        help=say(question.help),
        required=required and question.required,
        seat=one.seat,
        show_if=_condition(one, page),
        **said,
    )


def _condition(one: Asked, page: Sequence[Asked]) -> ShowIf | None:
    if not one.question.show_if:
        return None
    name, value, unless = condition_in(one.question.show_if)
    deciding = _deciding(one, name, page)
    return ShowIf(deciding.key if deciding else name, value, unless)
