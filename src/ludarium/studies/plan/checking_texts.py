"""Mistakes in what a plan says: texts that are missing in a language, names in braces that stand for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec import Struct

from ludarium.studies.plan.form import Fault, nearest
from ludarium.studies.plan.model import Condition, Plan, Question, Text
from ludarium.studies.plan.places import Path
from ludarium.studies.plan.texts import reference, values_in


class Said(NamedTuple):
    """A text of the plan and where it stands."""

    path: Path
    text: str
    opponent: bool
    """Whether it is part of a question about opponents."""


def texts_in(part: Any, path: Path = (), opponent: bool = False) -> Iterator[Said]:
    """Every text for people in a part of a plan."""
    if isinstance(part, Question):
        opponent = part.about == "opponents"
    for name, hint in get_type_hints(type(part), include_extras=True).items():
        value, below = getattr(part, name), (*path, name)
        if _holds_text(hint):
            for inner, text in _entries(value, below):
                yield Said(inner, text, opponent)
        else:
            for inner, one in _entries(value, below):
                if isinstance(one, Struct):
                    yield from texts_in(one, inner, opponent)


def _holds_text(hint: Any) -> bool:
    return hint == Text or any(_holds_text(inner) for inner in get_args(hint))


def _entries(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    match value:
        case dict():
            yield from (((*path, key), one) for key, one in value.items())
        case tuple():
            yield from (((*path, number), one) for number, one in enumerate(value))
        case _:
            yield path, value


def check_texts(plan: Plan) -> Iterator[Fault]:
    yield from _tables(plan)
    for said in texts_in(plan):
        yield from _reference(plan, said.path, said.text)
        yield from _values(plan, said)
    for number, condition in enumerate(plan.conditions):
        for name, value in condition.values.items():
            path: Path = ("conditions", number, "values", name)
            if name == "opponent":
                yield Fault(path, "{opponent} is the name of an opponent", "choose another name")
            yield from _reference(plan, path, value)


def _tables(plan: Plan) -> Iterator[Fault]:
    """Every table has every text."""
    names = {name: None for table in plan.texts.values() for name in table}
    for language, table in plan.texts.items():
        path: Path = ("texts", language)
        if language not in plan.languages:
            what = f"the plan does not speak '{language}'"
            yield Fault(path, what, f"add it to languages, which are {', '.join(plan.languages)}")
            continue
        for name in names:
            if name not in table:
                yield Fault(path, f"the text '{name}' is missing in '{language}'", f"translate it: {name} = …")
            elif not table[name].strip():
                yield Fault((*path, name), f"the text '{name}' is empty in '{language}'", "write it, or remove it")
    for number, language in enumerate(plan.languages):
        if names and language not in plan.texts:
            what = f"there are no texts in '{language}'"
            yield Fault(("languages", number), what, f"add a table texts.{language}")


def _reference(plan: Plan, path: Path, text: str) -> Iterator[Fault]:
    name = reference(text)
    if name is not None and not any(name in table for table in plan.texts.values()):
        known = {one: None for table in plan.texts.values() for one in table}
        yield Fault(path, f"no text '{name}'", nearest(name, known))


def _values(plan: Plan, said: Said) -> Iterator[Fault]:
    """Names in braces are known wherever the text is read."""
    name = reference(said.text)
    spoken = [said.text] if name is None else [table[name] for table in plan.texts.values() if name in table]
    for used in dict.fromkeys(value for text in spoken for value in values_in(text)):
        if used == "opponent" and said.opponent:
            continue
        yield from unknown_value(_conditions(plan, said.path), used, said.path)


def _conditions(plan: Plan, path: Path) -> tuple[Condition, ...]:
    """The conditions in which a part of the plan is read."""
    only = plan.stages[path[1]].only if path[0] == "stages" and isinstance(path[1], int) else ()
    return tuple(condition for condition in plan.conditions if not only or condition.name in only)


def unknown_value(conditions: tuple[Condition, ...], name: str, path: Path) -> Iterator[Fault]:
    """A fault if a condition does not say what a name in braces stands for."""
    if not conditions:
        yield Fault(path, f"nothing is known of {{{name}}}", "conditions say by `values` what it stands for")
    for condition in conditions:
        if name not in condition.values:
            what = f"the condition '{condition.name}' does not say what {{{name}}} is"
            remedy = nearest(name, condition.values) if condition.values else f"give it values = {{ {name} = … }}"
            yield Fault(path, what, remedy)
            return
