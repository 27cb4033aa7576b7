"""What a plan says to people, in their language: `@name` from the table of texts, `{name}` from their condition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ludarium.engine.errors import UnknownName
from ludarium.studies.plan.model import Condition, Plan

_REFERENCE = re.compile(r"@([a-z][a-z0-9-]*)")
_VALUE = re.compile(r"\{([a-z][a-z0-9-]*)\}")


def reference(text: str) -> str | None:
    """The entry of the table of texts that a text stands for; None if it stands for itself."""
    found = _REFERENCE.fullmatch(text.strip())
    return found[1] if found else None


def values_in(text: str) -> list[str]:
    """The names in braces in a text."""
    return _VALUE.findall(text)


def fill(text: str, values: Mapping[str, str]) -> str:
    """A text with what its `{name}` stand for; what has no value stays as it is."""
    return _VALUE.sub(lambda found: values.get(found[1], found[0]), text)


def condition_of(plan: Plan, name: str) -> Condition | None:
    """The condition with a name; None for the empty name, in a plan without conditions."""
    for condition in plan.conditions:
        if condition.name == name:
            return condition
    if name or plan.conditions:
        raise UnknownName("condition", name, [condition.name for condition in plan.conditions])
    return None


def language_of(plan: Plan, wanted: Iterable[str]) -> str:
    """The first of the wanted languages that the plan speaks, `de-AT` as `de`; else the plan's own first."""
    for one in wanted:
        plain = one.strip().lower().replace("_", "-")
        for language in (plain, plain.partition("-")[0]):
            if language in plan.languages:
                return language
    return plan.languages[0]


class Texts:
    """A plan's texts for one person; without a condition for somebody who has none yet."""

    def __init__(self, plan: Plan, language: str, condition: str | None = None) -> None:
        self._tables = [plan.texts.get(one, {}) for one in dict.fromkeys((language, *plan.languages))]
        chosen = None if condition is None else condition_of(plan, condition)
        self._values = dict(chosen.values) if chosen else {}

    def say(self, text: str, **more: str) -> str:
        """What people read. `more` are further values, which go before those of the condition."""
        said = self._looked_up(text)
        return fill(said, {name: self._looked_up(value) for name, value in {**self._values, **more}.items()})

    def _looked_up(self, text: str) -> str:
        name = reference(text)
        if name is None:
            return text
        return next((table[name] for table in self._tables if name in table), text)
